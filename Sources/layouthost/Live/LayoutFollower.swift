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
  /// Where the running layout's file is now, when it was renamed: its bytes tell which it is.
  private var moved: (hash: String, path: String)?

  init(path: SearchPath, trustOnce: Bool) { (self.path, self.trustOnce) = (path, trustOnce) }

  private func home(of file: PluginFile) -> String {
    moved?.hash == file.hash ? moved?.path ?? file.path : file.path
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
      if old == home(of: session.file) { moved = (file.hash, file.path) }
      return [line("renamed", file)]
    case .added(let file), .changed(let file, _):
      renew(session)
      let isNew = if case .added = event { true } else { false }
      let told = [line(isNew ? "added" : "changed", file)]
      let running = session.file
      guard file.path == home(of: running), file.hash != running.hash else { return told }
      return told + swap(to: file, in: session)
    }
  }

  private func renew(_ session: LiveSession) {
    session.maker = LayoutMaker(
      library: PluginLibrary(path), trustOnce: trustOnce, isSupervised: true,
      crashes: CrashFiles())
  }

  private func swap(to file: PluginFile, in session: LiveSession) -> [JSONObject] {
    let id = session.layout.id
    let report = SwapReport(layout: id, hash: file.hash)
    session.onSwap = { report.note($0) }
    defer { session.onSwap = nil }
    let provider = try? session.maker.find(id).file
    let name = provider?.path == file.path ? id : "\(file.path)#\(id)"
    switch session.replaceLayout(with: name, stopwatch: { report.seconds }) {
    case .accepted(let receipt): report.accept(receipt)
    case .refused(let refusal): report.refuse(refusal)
    }
    return report.lines
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
