// SPDX-License-Identifier: Apache-2.0
//
// The start of the studio: its first build, its browser.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("the studio's start")
struct StartTests {
  /// A browser that keeps what it is given, in the directory `$SEEN`.
  private static let browser = """
    #!/bin/sh
    stat -c %a "$1" > "$SEEN/mode"
    cp "$1" "$SEEN/page"
    printf '%s\\n' "$@" > "$SEEN/.words"
    mv "$SEEN/.words" "$SEEN/words"

    """

  /// Waits until a file has text; the limit only ends a hang.
  private func text(of file: String) throws -> String {
    for _ in 0..<6_000 {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if !text.isEmpty { return text }
      usleep(20_000)
    }
    Issue.record("\(file) stays empty")
    return ""
  }

  @Test("an interruption during the first build ends the build and the studio")
  func interruption() throws {
    let home = try TemporaryDirectory()
    let build = "echo $$ > .build; mv .build build; exec sleep 600"
    let studio = try Running(
      ["studio", "unicode:Arrows", "-l", "flow", "--no-open", "--build", build], home: home.path,
      in: home.path)
    let process = try #require(pid_t(try text(of: "\(home.path)/build").dropLast()))
    #expect(kill(process, 0) == 0)
    studio.interrupt()
    #expect(studio.exitCode() == 0)
    #expect(kill(process, 0) != 0)
    #expect(studio.nextLine() == nil)
  }

  @Test("the browser opens a file of this user alone, and the token is on no command line")
  func opening() throws {
    let run = try StudioRun(["unicode:Arrows", "-l", "flow"], opensBrowser: true) { run in
      let programs = try run.root.makeDirectory("bin")
      try run.root.write(Array(Self.browser.utf8), to: "bin/xdg-open", mode: 0o755)
      run.variables = [
        "PATH": "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
        "DISPLAY": ":9", "SEEN": run.root.path,
        "XDG_RUNTIME_DIR": try run.root.makeDirectory("runtime"),
      ]
    }
    let words = try text(of: "\(run.root.path)/words")
    #expect(words.hasPrefix("\(run.root.path)/runtime/layouthost-studio-"))
    #expect(words.hasSuffix(".html\n") && !words.contains(run.token))
    #expect(try text(of: "\(run.root.path)/page").contains("url=\(run.url)\""))
    #expect(try text(of: "\(run.root.path)/mode") == "600\n")
    // An answer comes after the start of the browser.
    #expect(try Wire(run).get("/", ["Host: 127.0.0.1"]).hasPrefix("HTTP/1.1 200"))
    #expect(try run.zombies == [])
    let file = String(words.dropLast())
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try run.end().code == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
