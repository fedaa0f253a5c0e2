// SPDX-License-Identifier: Apache-2.0
//
// Programs at the path of layout-worker that are no worker, or none for this host.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Programs that are no workers")
struct StrangerTests {
  @Test(
    "a program that is not a worker is named, as soon as it is recognized",
    arguments: [
      ("#!/bin/sh\nexit 0\n", "exited with code 0 before it said"),
      ("#!/bin/sh\nexec cat\n", "exited with code 0 before it said"),
      ("#!/bin/sh\nkill -SEGV $$\n", "was ended by SIGSEGV"),
      ("#!/bin/sh\necho hello; sleep 1000\n", "did not say within 300 ms"),
    ])
  func stranger(_ script: String, _ words: String) throws {
    let scratch = try TemporaryDirectory()
    var options = WorkerOptions(deadlines: nil)
    options.deadline = nil
    options.greetingLimit = words.contains("300 ms") ? 0.3 : 60
    options.executable = try scratch.write(Array(script.utf8), to: "layout-worker")
    let path = try #require(options.executable)
    chmod(path, 0o644)
    let file = PluginFile(judging: try FakeLayout.path())
    func failure() -> LayoutError? {
      #expect(throws: LayoutError.self) {
        try WorkerConnection(file: file, layout: "fake", options: options)
      }
    }
    #expect(failure()?.message.contains("Permission denied") == true)
    chmod(path, 0o755)
    let error = failure()
    #expect(error?.code == "worker-start" && error?.plugin == nil, "the plugin is not blamed")
    #expect(error?.message.contains("\(path) \(words)") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("reinstall LayoutHost") == true)
  }
}
