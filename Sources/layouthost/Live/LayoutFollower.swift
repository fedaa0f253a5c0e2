// SPDX-License-Identifier: Apache-2.0
//
// What a change of a plugin file means for a session that runs a layout of it.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// Swaps a session's layout when the file that it came from changes. Other files only become what
/// steps may name.
struct LayoutFollower {
  let path: SearchPath
  let trustOnce: Bool
  /// Where the versions of a session that is written down are kept.
  let archive: PluginArchive?
  /// Of the swap under way.
  private var report: SwapReport?
  /// Where files are watched that the session knows by another path, because they were renamed or are
  /// copies, by hash.
  private var homes: [String: String] = [:]

  /// - Parameter running: The file whose layout runs: the session may know a copy of it.
  init(path: SearchPath, trustOnce: Bool, archive: PluginArchive? = nil, running: PluginFile) {
    (self.path, self.trustOnce, self.archive) = (path, trustOnce, archive)
    homes[running.hash] = running.path
  }

  private func home(of file: PluginFile) -> String {
    homes[file.hash] ?? file.path
  }

  /// - Returns: Lines that tell what became of the event.
  mutating func follow(_ event: PluginEvent, in session: LiveSession) -> [JSONObject] {
    switch event {
    case .problem(let error):
      return [JSONObject([.init("event", "problem"), .init("error", .object(error.json))])]
    case .removed(let file):
      renew(session)
      return [line("removed", file)]
    case .renamed(let file, let old):
      renew(session)
      if old == home(of: session.file) { homes[file.hash] = file.path }
      return [line("renamed", file)]
    case .added(let file), .changed(let file, _):
      renew(session)
      let isNew = if case .added = event { true } else { false }
      let told = [line(isNew ? "added" : "changed", file)]
      let running = session.file
      guard file.path == home(of: running) else { return told }
      let given = finish(session.cancelSwap())
      if file.hash != running.hash { begin(file, in: session) }
      return told + given
    }
  }

  private func renew(_ session: LiveSession) {
    session.maker = LayoutMaker(
      library: PluginLibrary(path), trustOnce: trustOnce, isSupervised: true,
      crashes: CrashFiles())
  }

  /// Swaps to the new bytes between the frames to come.
  private mutating func begin(_ file: PluginFile, in session: LiveSession) {
    let id = session.layout.id
    let report = SwapReport(layout: id, hash: file.hash)
    self.report = report
    session.onSwap = { report.note($0) }
    session.beginSwap(to: name(of: id, in: file, session), stopwatch: { report.seconds })
  }

  /// The name by which the session, and its recording, find a layout of a file.
  private mutating func name(
    of id: String, in file: PluginFile, _ session: LiveSession
  ) -> String {
    // What cannot be kept is still swapped in; the swap itself says what is wrong with the file.
    if let kept = try? archive?.keep(file) {
      homes[file.hash] = file.path
      return "\(kept)#\(id)"
    }
    let provider = try? session.maker.find(id).file
    return provider?.path == file.path ? id : "\(file.path)#\(id)"
  }

  /// Goes on with the swap under way.
  ///
  /// - Returns: Lines that tell how far it came.
  mutating func goOn(in session: LiveSession) -> [JSONObject] { finish(session.stepSwap()) }

  private mutating func finish(_ answer: SwapAnswer?) -> [JSONObject] {
    switch answer {
    case .accepted(let receipt): report?.accept(receipt)
    case .refused(let refusal): report?.refuse(refusal)
    case nil: break
    }
    let lines = report?.takeLines() ?? []
    if answer != nil { report = nil }
    return lines
  }

  private func line(_ event: String, _ file: PluginFile) -> JSONObject {
    var object = JSONObject([.init("event", .string(event)), .init("path", .string(file.path))])
    object["hash"] = .string(file.hash)
    // What is gone is no longer wrong.
    if event != "removed", let refusal = file.verdict.refusal {
      object["error"] = .object(refusal.json)
    }
    return object
  }
}
