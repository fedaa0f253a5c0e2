// SPDX-License-Identifier: Apache-2.0
//
// Errors that a plugin reports in its worker's place.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Errors that a worker reports")
struct ForgedErrorTests {
  /// The error of a frame of the plugin that fails with `code` in its worker's place.
  private static func meet(
    _ code: String
  ) throws -> (error: LayoutError, connection: SupervisedConnection) {
    let flags = ["-DFAILS_AS=\"\(code)\""]
    let file = PluginFile(judging: try Deed("failsItself", "", .harmless, flags: flags).path())
    let connection = SupervisedConnection(
      try WorkerConnection(file: file, layout: "hostile", options: .confined))
    let buffer = AnswerBuffer()
    var request = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)
    _ = try connection.frame(request, shape: SameAnswersTests.shape, into: buffer)
    request.marks = LAYOUT_MARK_NOTHING
    let error = #expect(throws: LayoutError.self) {
      try connection.frame(request, shape: SameAnswersTests.shape, into: buffer)
    }
    return (try #require(error), connection)
  }

  @Test(
    "what only the host can meet is a breach, and a strike",
    arguments: [
      "worker-hung", "worker-died", "worker-late", "worker-ended", "worker-start", "quarantined",
      "shared-memory", "not-installed", "changed", "",
    ])
  func hostsOwn(_ code: String) throws {
    let (error, connection) = try Self.meet(code)
    #expect(error.code == .breach && error.message.contains("rule: wire"), "\(error)")
    #expect(error.plugin == "test.hostile" && error.call == "attributes_in_rect")
    #expect(connection.supervision.strikes.count == 1)
    #expect(connection.supervision.state != .running, "it is ended")
  }

  @Test(
    "that there is no sandbox is no plugin's to say, where there is one",
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
  func sandbox() throws {
    let (error, connection) = try Self.meet("sandbox-unavailable")
    #expect(error.code == .breach && !error.message.contains("--tier"), "\(error)")
    #expect(connection.supervision.strikes.count == 1)
  }

  @Test("a failure of its own is about itself, and about a call that there is")
  func own() throws {
    let (error, connection) = try Self.meet("layout-failed")
    #expect(error.code == "layout-failed" && error.message == "what it says")
    #expect(error.plugin == "test.hostile" && error.call == "attributes_in_rect")
    #expect(connection.supervision.strikes.isEmpty)
  }

  @Test("a worker may report every failure that the runtime knows")
  func complete() throws {
    let root = CPlugin.sourceRoot + "/Sources/LayoutRuntime"
    let folders = try FileSystem.names(in: root).filter { !$0.hasSuffix(".swift") }
    var codes: Set<Substring> = []
    for folder in folders {
      for name in try FileSystem.names(in: "\(root)/\(folder)") {
        let bytes = try FileSystem.contents(of: "\(root)/\(folder)/\(name)").bytes
        let text = String(decoding: bytes, as: UTF8.self)
        for match in text.matches(of: /LayoutError\(\s*"([a-z-]+)"/) { codes.insert(match.1) }
        for match in text.matches(of: /\("(layout-[a-z-]+)", "/) { codes.insert(match.1) }
      }
    }
    #expect(codes.count > 15)
    let unknown = codes.filter { !WorkerLink.reportedCodes.contains(.init(rawValue: "\($0)")) }
    #expect(unknown.isEmpty)
  }
}
