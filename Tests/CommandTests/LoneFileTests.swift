// SPDX-License-Identifier: Apache-2.0
//
// `session -l ./x.so --picture x.png`: edits a layout while its picture is drawn beside it.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("session with a layout given by path")
struct LoneFileTests {
  private func json(_ line: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: line).object)
  }

  private func picture(_ ground: Ground) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(ground.root.path)/view.png"))
  }

  @Test(
    "the file and the picture are followed although no directory is searched",
    arguments: ["fake.so", "./fake.so", "../plugins/fake.so#fake"])
  func follows(name: String) throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let running = try Running(
      [
        "session", "unicode:Arrows,Ogham", "-l", name, "--picture", "../view.png",
        "--size", "400x300", "--scale", "1",
      ], home: ground.home, takesInput: true, in: ground.plugins)
    let first = try json(running.line(about: #""picture""#))
    #expect(first["path"] == "../view.png" && first["error"] == nil)
    let before = try picture(ground)
    #expect(before.starts(with: [0x89, 0x50, 0x4e, 0x47]))

    try running.write(#"{"do":"scroll","to":[0,577]}"#)
    _ = try running.line(about: #""picture""#)
    let scrolled = try picture(ground)
    #expect(scrolled != before)

    // Another file in the same directory does not affect this session.
    try ground.drop(try FakeLayout.path(), as: "other.so")
    try ground.drop(spacing: 60)
    #expect(try json(running.line(about: #""event""#))["event"] == "changed")
    let commit = try json(running.line(about: #""commit""#))
    #expect(commit["answer"] == "accepted")
    _ = try running.line(about: #""picture""#)
    #expect(try picture(ground) != scrolled)

    // A file that a build removes before it writes the new one is followed too.
    try FileManager.default.removeItem(atPath: "\(ground.plugins)/fake.so")
    _ = try running.line(about: #""removed""#)
    try ground.drop(spacing: 90)
    #expect(try json(running.line(about: #""commit""#))["answer"] == "accepted")
    try running.closeInput()
    #expect(running.exitCode() == 0)
  }

  @Test("a file that is also in the plugin directory is followed once")
  func known() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let running = try Running(
      ["session", ground.source, "-p", ".", "-l", "./fake.so"], home: ground.home,
      takesInput: true, in: ground.plugins)
    try running.write(#"{"do":"visible"}"#)
    _ = try running.line(about: "elements")
    try ground.drop(spacing: 60)
    #expect(try json(running.line(about: #""event""#))["event"] == "changed")
    #expect(try json(running.line(about: #""commit""#))["answer"] == "accepted")
    try running.closeInput()
    while let line = running.nextLine() { #expect(!line.contains("event"), "\(line)") }
    #expect(running.exitCode() == 0)
  }

  @Test("steps that arrive together are run, then drawn once, and a failed picture does not end it")
  func draws() throws {
    let ground = try Ground()
    let steps = (1...50).map { #"{"do":"scroll","to":[0,\#($0)]}"# }.joined(separator: "\n")
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let session = try layouthost(
      ["session", ground.source, "-l", "flow", "--picture", "\(ground.root.path)/view.svg"],
      redirection: "<\(input)")
    #expect(session.status == 0)
    #expect(session.output.split(separator: "\n").count { $0.contains("picture") } <= 3)
    let failed = try layouthost(
      ["session", ground.source, "-l", "flow", "--picture", "/proc/view.svg"],
      redirection: "<\(input)")
    #expect(failed.status == 1)
    #expect(failed.output.contains("output-unwritable"))
    let unknown = try layouthost(
      ["session", ground.source, "-l", "flow", "--picture", "view.gif"], redirection: "</dev/null")
    #expect(unknown.status == 1 && unknown.errors.contains("unknown-format"))
  }
}
