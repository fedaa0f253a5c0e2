// SPDX-License-Identifier: Apache-2.0
//
// Errors that a plugin reports in place of its worker.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Errors that a worker reports")
struct ForgedErrorTests {
  /// Returns the error of a frame of the plugin that fails with `code` in place of its worker.
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
    "an error that only the host can have is a breach, and a strike",
    arguments: [
      "worker-hung", "worker-died", "worker-late", "worker-ended", "worker-start", "quarantined",
      "shared-memory", "not-installed", "changed", "sandbox-failed", "",
    ])
  func hostsOwn(_ code: String) throws {
    let (error, connection) = try Self.meet(code)
    #expect(error.code == .breach && error.message.contains("rule: wire"), "\(error)")
    #expect(error.plugin == "test.hostile" && error.call == "attributes_in_rect")
    #expect(connection.supervision.strikes.count == 1)
    #expect(connection.supervision.state != .running, "it is killed")
  }

  @Test(
    "a plugin cannot report a missing sandbox while there is one",
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
  func sandbox() throws {
    let (error, connection) = try Self.meet("sandbox-unavailable")
    #expect(error.code == .breach && !error.message.contains("--tier"), "\(error)")
    #expect(connection.supervision.strikes.count == 1)
  }

  /// Returns the error of a request that a worker fails with `error`, and if the plugin is blamed for it.
  private static func meet(
    _ error: LayoutError, in kind: WireKind, isSandboxed: Bool = true
  ) throws -> (error: LayoutError, isPluginFault: Bool) {
    let ends = try ChannelTests.Ends()
    var options = WorkerOptions(deadlines: nil)
    options.isSandboxed = isSandboxed
    let link = WorkerLink(
      areas: ends.areas, options: options, plugin: "test.asked", log: LayoutLog())
    let join = ChannelTests.onThread {
      guard ends.worker.wait() == .message, (try? ends.worker.receive()) != nil else { return }
      try? ends.worker.send(
        .failed, sequence: ends.worker.header.sequence, epoch: 0,
        head: { head in
          head.write(error)
          head.write(Notices())
        })
    }
    let met = #expect(throws: LayoutError.self) {
      try link.exchange(WorkerLink.Request(kind: kind, call: "create"), read: { _, _ in })
    }
    join()
    return (try #require(met), link.isPluginFault)
  }

  @Test(
    "a failure to confine itself is accepted at a start, with the host's words and no strike",
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil),
    arguments: [WireKind.start, .inspect])
  func unconfined(_ kind: WireKind) throws {
    let honest = try Self.meet(.sandbox(.filters, -ENOMEM), in: kind)
    let reason = "(filters of system calls (seccomp): \(String(cString: strerror(ENOMEM))))"
    #expect(honest.error.code == "sandbox-failed" && !honest.isPluginFault)
    #expect(honest.error.message.hasPrefix("its worker could not confine itself \(reason);"))
    #expect(!honest.error.message.contains("--tier"))
    let advice = LayoutError("sandbox-unavailable", "Landlock: choose --tier worker")
    let forged = try Self.meet(advice, in: kind)
    #expect(forged.error.code == "sandbox-failed" && !forged.isPluginFault)
    #expect(forged.error.message.hasPrefix("its worker could not confine itself;"))
    #expect(!forged.error.message.contains("--tier") && forged.error.plugin == nil)
    // A worker that is not to be confined cannot fail to be.
    #expect(try Self.meet(advice, in: kind, isSandboxed: false).error.code == .breach)
    #expect(try Self.meet(advice, in: .property).error.code == .breach)
  }

  @Test(
    "a worker inside too many sandboxes is distinguished from a kernel without them", .awaitsExit,
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
  func tooMany() async throws {
    // In a process of its own, since the sandboxes cannot be removed.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      var root: UnsafePointer<CChar>? = UnsafePointer(strdup("/"))
      guard layout_sys_no_new_privileges() == 0 else { exit(2) }
      while layout_sys_landlock_confine(&root, 1, nil) == 0 {}
      let sandbox = Sandbox(memoryLimit: 1 << 30, sharedBytes: 0)
      do throws(LayoutError) { try sandbox.close(images: ["/nonexistent"]) } catch {
        let told = LayoutError.sandboxFailed(saying: error.message).message
        exit(told.contains("itself (Landlock: \(String(cString: strerror(E2BIG))));") ? 0 : 3)
      }
    }
    report.check(result)
  }

  @Test("an error of the plugin itself names the plugin and the running call")
  func own() throws {
    let (error, connection) = try Self.meet("layout-failed")
    #expect(error.code == "layout-failed" && error.message == "what it says")
    #expect(error.plugin == "test.hostile" && error.call == "attributes_in_rect")
    #expect(connection.supervision.strikes.isEmpty)
  }

  /// The sources that run in a worker: those directly in these folders.
  private static func folders() throws -> [String] {
    let root = CPlugin.sourceRoot + "/Sources"
    let runtime = root + "/LayoutRuntime"
    return try FileSystem.names(in: runtime).filter { !$0.hasSuffix(".swift") }
      .map { "\(runtime)/\($0)" }
      + [runtime, root + "/LayoutLoading/Images", root + "/LayoutIsolation/Worker"]
  }

  /// Returns the code whose constant has this name: `unknownLayout` is `unknown-layout`.
  private static func code(ofConstant name: Substring) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  @Test("a worker may report every failure that can happen in it")
  func complete() throws {
    var codes: Set<String> = []
    for folder in try Self.folders() {
      // Only the host keeps the images, and runs frames on their own threads.
      let names = try FileSystem.names(in: folder)
        .filter {
          $0.hasSuffix(".swift") && !["ImageStore.swift", "ThreadedFrame.swift"].contains($0)
        }
      for name in names {
        let bytes = try FileSystem.contents(of: "\(folder)/\(name)").bytes
        let text = String(decoding: bytes, as: UTF8.self)
        for match in text.matches(of: /LayoutError\(\s*\.([a-zA-Z]+)/) {
          codes.insert(Self.code(ofConstant: match.1))
        }
        for match in text.matches(of: /\("(layout-[a-z-]+)", "/) { codes.insert("\(match.1)") }
      }
    }
    #expect(codes.isSuperset(of: ["load-failed", "reentrant", "layout-failed"]))
    let unknown = codes.filter { !WorkerLink.reportedCodes.contains(.init(rawValue: $0)) }
    #expect(unknown.isEmpty)
  }
}
