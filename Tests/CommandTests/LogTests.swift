// SPDX-License-Identifier: Apache-2.0
//
// The lines that `make test` shows of the runner's log.

import LayoutTesting
import Testing

@Suite("the log of a test run")
struct LogTests {
  @Test("lines of starts and their arguments are left out; results and printed lines stay")
  func starts() throws {
    let folder = try TemporaryDirectory()
    let log = """
      ↳ Target Platform: x86_64-unknown-linux-gnu
      ◇ Test run started.
      ◇ Test case passing 1 argument text → "[1, 2
      , x]" to "malformed text" started.
      FlowPlugin: 174608 bytes
      ✘ Test "malformed text" recorded an issue with 1 argument text → "[1, 2
      , x]" at Reading.swift:3:4: Expectation failed: started.
      ↳ it went
        wrong
      ◇ Test case passing 2 arguments text → "
      ✔ Test "another" passed after 0.1 seconds.
      ", room → 3 to "wraps" started.
      ➜ Test run with 2 tests failed.
      """
    let file = try folder.write(Array((log + "\n").utf8), to: "log")
    let shown = try Command.run(["sed", "-uEf", CPlugin.sourceRoot + "/Tools/started.sed", file])
    #expect(
      shown.output == """
        ↳ Target Platform: x86_64-unknown-linux-gnu
        FlowPlugin: 174608 bytes
        ✘ Test "malformed text" recorded an issue with 1 argument text → "[1, 2
        , x]" at Reading.swift:3:4: Expectation failed: started.
        ↳ it went
          wrong
        ✔ Test "another" passed after 0.1 seconds.
        ➜ Test run with 2 tests failed.

        """)
  }
}
