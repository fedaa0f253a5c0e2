// SPDX-License-Identifier: Apache-2.0
//
// Copies hundreds of files that are no plugins at once into a directory that a session watches.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("a session beside garbage")
struct GarbageTests {
  /// A file that is read and judged completely, and then refused.
  private static func garbage() throws -> [UInt8] {
    var bytes = try FileSystem.contents(of: FakeLayout.path()).bytes
    // Its note has another owner.
    let owner = Array("LAYOUT\0".utf8)
    let place = try #require(bytes.firstRange(of: owner))
    bytes[place.lowerBound] = UInt8(ascii: "X")
    return bytes
  }

  @Test("each file is judged once: 300 files cost the frame thread no more for each than 30 files")
  func dropped() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let running = try Running(
      ["session", ground.source, "-l", "fake", "-p", ground.plugins], home: ground.home,
      takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,100]}"#)
    _ = try running.line(about: "contentOffset")
    let garbage = try Self.garbage()

    func drop(_ count: Int, _ name: String) throws -> Double {
      let before = try running.mainThreadTime()
      let files = (1...count).map { "\(name)\(1000 + $0).so" }
      for file in files { try ground.root.write(garbage, to: "plugins/.\(file)") }
      for file in files {
        try #require(rename("\(ground.plugins)/.\(file)", "\(ground.plugins)/\(file)") == 0)
      }
      for _ in files { _ = try running.line(about: "\"added\"") }
      return (try running.mainThreadTime() - before) / Double(count)
    }
    let (few, many) = (try drop(30, "a"), try drop(300, "b"))
    // Judging all files again for each would cost ten times as much here.
    #expect(many < 3 * few, "\(many / few)")
    try running.write(#"{"do":"scroll","to":[0,200]}"#)
    #expect(try running.line(about: "contentOffset").contains("200"))
    try running.closeInput()
    #expect(running.exitCode() == 0)
  }
}
