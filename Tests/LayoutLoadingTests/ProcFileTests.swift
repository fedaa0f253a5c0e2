// SPDX-License-Identifier: Apache-2.0
//
// Figures of the kernel, as another reader finds them.

import Foundation
import Testing

@testable import LayoutLoading

@Suite("figures of the kernel")
struct ProcFileTests {
  @Test("a file is read whole")
  func whole() throws {
    for name in ["self/limits", "self/cmdline", "\(getpid())/comm"] {
      #expect(
        try ProcFile.bytes(of: name) == FileSystem.contents(of: "/proc/" + name).bytes, "\(name)")
    }
    let bytes = try #require(ProcFile.bytes(of: "self/stat"))
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    #expect(words.first == "\(getpid())" && words.count >= 52)
  }

  @Test(
    "a file that is missing, or may not be read, has no content",
    arguments: ["0/status", "none", "", "self", "self/fd/-1"])
  func missing(_ name: String) {
    #expect(ProcFile.bytes(of: name) == nil)
  }

  @Test("a thread that does not exist has waited no time", arguments: ["0", "none", "self/task/0"])
  func noThread(_ task: String) {
    #expect(ProcFile.waitedTime(of: task) == nil)
  }

  @Test("the time that a thread waited is the kernel's, between two other readings of it")
  func waited() throws {
    func other() throws -> Int64? {
      let text = try FileSystem.contents(of: "/proc/thread-self/schedstat").bytes
      let numbers = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      try #require(numbers.count == 3)
      return numbers[0] == "0" ? nil : Int64(numbers[1])
    }
    for _ in 0..<100 {
      let (before, time, after) = try (other(), ProcFile.waitedTime(of: "thread-self"), other())
      guard let before, let after else { continue }
      let waited = try #require(time)
      #expect(before <= waited && waited <= after)
    }
  }
}
