// SPDX-License-Identifier: Apache-2.0
//
// A plugin directory under watch, with a clock that the test sets.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// A directory and its watcher. The kernel queues its notices before a call that changes a file
/// returns, so the tests do not sleep. Only ``Writing/close(_:)`` has to wait, for other processes.
final class WatchedFolder {
  let root: TemporaryDirectory
  /// The watched directory.
  let path: String
  let watcher: PluginWatcher
  let quarantine: QuarantineStore
  private(set) var now: Int64 = 0

  /// - Parameters:
  ///   - directory: Below the root; made unless `exists` is false.
  ///   - prepare: Puts files there before the watch begins.
  init(
    _ directory: String = "plugins", exists: Bool = true,
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    root = try TemporaryDirectory()
    path = "\(root.path)/\(directory)"
    if exists { _ = try root.makeDirectory(directory) }
    try prepare(path)
    let store = TrustStore(environment: Environment(["XDG_CONFIG_HOME": root.path + "/config"]))
    quarantine = QuarantineStore(environment: Environment(["XDG_STATE_HOME": root.path + "/state"]))
    watcher = try PluginWatcher(
      SearchPath([.init(path: path, isRequired: false)]), trusting: store, refusing: quarantine,
      at: 0)
  }

  /// Lets time pass, in milliseconds, and returns the events at its end.
  func after(_ milliseconds: Int64) -> [String] {
    events(after: milliseconds).map(describe)
  }

  func events(after milliseconds: Int64) -> [PluginEvent] {
    now += milliseconds * 1_000_000
    return watcher.process(at: now)
  }

  /// Reads the notices now and lets them settle, including files that another thread has to read
  /// first.
  func settled() -> [String] { after(0) + after(50) + read() }

  /// Waits for the thread that reads many files, and returns its events, in as many calls as needed.
  func read() -> [String] {
    var told: [String] = []
    while watcher.isReading || watcher.hasMore {
      var watched = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&watched, 1, 60_000) == 1)
      told += after(0)
    }
    return told
  }

  /// Writes a file as a copy does: open, write, close.
  func put(_ bytes: [UInt8], _ name: String) throws {
    try Writing.put(bytes[...], at: "\(path)/\(name)")
  }

  /// "added a.so", "renamed b.so from a.so", "changed a.so [truncated]".
  private func describe(_ event: PluginEvent) -> String {
    func name(_ file: PluginFile) -> String {
      FileSystem.name(of: file.path)
        + (file.verdict.refusal.map { " [\($0.code.rawValue)]" } ?? "")
    }
    return switch event {
    case .added(let file): "added \(name(file))"
    case .changed(let file, _): "changed \(name(file))"
    case .renamed(let file, let before):
      "renamed \(name(file)) from \(FileSystem.name(of: before))"
    case .removed(let file): "removed \(name(file))"
    case .problem(let error): "problem \(error.code.rawValue)"
    }
  }

  /// A valid plugin; equal names give equal bytes.
  static func plugin(_ name: String) throws -> [UInt8] {
    var note = JSONObject(NoteTests.members.map { JSONObject.Member($0.0, $0.1) })
    note["name"] = .string(name)
    let path = try FakeLayout.path(note: JSONValue.object(note).serialised())
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
