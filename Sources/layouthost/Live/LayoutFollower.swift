// SPDX-License-Identifier: Apache-2.0
//
// The effect of a changed plugin file on a session that runs one of its layouts.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// Swaps a session's layout when its file changes, or the file of a child layout. Other files only
/// change the layouts that steps can name.
struct LayoutFollower {
  let path: SearchPath
  let trustOnce: Bool
  /// The archive of plugin versions of a recorded session.
  let archive: PluginArchive?
  /// The path of the running layout's file if it is in no plugin directory: other files of its
  /// directory are ignored.
  private let lone: String?
  /// The report of the swap under way.
  private var report: SwapReport?
  /// The file of that swap.
  private var underWay: PluginFile?
  /// The watched paths of files that the session knows by another path, because they were renamed
  /// or are copies, by hash.
  private var homes: [String: String] = [:]

  /// - Parameter running: The file of the running layout: the session may know a copy of it.
  init(path: SearchPath, trustOnce: Bool, archive: PluginArchive? = nil, running: PluginFile) {
    (self.path, self.trustOnce, self.archive) = (path, trustOnce, archive)
    let place = Self.place(running.path)
    let directory = FileSystem.parent(of: place)
    let isKnown = path.directories.contains { FileSystem.resolved($0.path) == directory }
    lone = isKnown ? nil : place
    homes[running.hash] = place
  }

  /// The directories to watch: those of the search path, and that of the running file.
  var watched: SearchPath {
    guard let lone else { return path }
    let directory = SearchPath.Directory(path: FileSystem.parent(of: lone), isRequired: false)
    return SearchPath(path.directories + [directory])
  }

  /// Returns the change of the running file since it was loaded, from the state of a watcher that
  /// has just started.
  func missed(by watcher: PluginWatcher, in session: LiveSession) -> PluginEvent? {
    let home = home(of: session.file)
    let file = watcher.files.first { Self.place($0.path) == home }
    guard let file, file.hash != session.file.hash else { return nil }
    return .changed(file, from: session.file)
  }

  private func home(of file: PluginFile) -> String { homes[file.hash] ?? Self.place(file.path) }

  /// A path with its directory resolved; the file itself may be missing, or a link.
  private static func place(_ path: String) -> String {
    let parent = FileSystem.parent(of: path)
    return "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: path))"
  }

  /// Returns true for another file in the directory of the running one.
  private func isForeign(_ file: PluginFile, was old: String? = nil) -> Bool {
    guard let lone else { return false }
    let places = [file.path, old].compactMap { $0.map(Self.place) }
    return places.allSatisfy {
      $0 != lone && FileSystem.parent(of: $0) == FileSystem.parent(of: lone)
    }
  }

  /// Handles the events since the last call. The list of known layouts is updated once for all of
  /// them; no file is read for that.
  ///
  /// - Returns: Lines for the events and their results.
  mutating func follow(
    _ events: [PluginEvent], of watcher: PluginWatcher, in session: LiveSession
  ) -> [JSONObject] {
    guard !events.isEmpty else { return [] }
    session.maker = LayoutMaker(
      library: watcher.library(on: path), trustOnce: trustOnce, isSupervised: true,
      crashes: CrashFiles())
    return events.flatMap { follow($0, in: session) }
  }

  private mutating func follow(_ event: PluginEvent, in session: LiveSession) -> [JSONObject] {
    switch event {
    case .problem(let error):
      return [JSONObject([.init("event", "problem"), .init("error", .object(error.json))])]
    case .added(let file) where isForeign(file), .removed(let file) where isForeign(file),
      .changed(let file, _) where isForeign(file):
      return []
    case .renamed(let file, let old) where isForeign(file, was: old): return []
    case .removed(let file):
      return [line("removed", file)]
    case .renamed(let file, let old):
      if Self.place(old) == home(of: session.file) { homes[file.hash] = Self.place(file.path) }
      return [line("renamed", file)]
    case .added(let file), .changed(let file, _):
      let isNew = if case .added = event { true } else { false }
      let told = [line(isNew ? "added" : "changed", file)]
      let running = session.file
      guard Self.place(file.path) == home(of: running) else {
        guard let part = session.layout.part(in: file) else { return told }
        let whole = underWay ?? running
        let given = finish(session.cancelSwap())
        begin(whole, part: part, in: session)
        return told + given
      }
      let given = finish(session.cancelSwap())
      if file.hash != running.hash { begin(file, in: session) }
      return told + given
    }
  }

  /// Starts a swap to the new bytes, of the layout or of a child layout, between the next frames.
  private mutating func begin(
    _ file: PluginFile, part: SwapPart? = nil, in session: LiveSession
  ) {
    let id = session.layout.id
    let report = SwapReport(layout: id, part: part?.id, hash: (part?.file ?? file).hash)
    (self.report, underWay) = (report, file)
    session.onSwap = { report.note($0) }
    session.beginSwap(
      to: name(of: id, in: file, session), of: file, part: part, stopwatch: { report.seconds })
  }

  /// Returns the name for a layout of a file in the session and its recording.
  private mutating func name(
    of id: String, in file: PluginFile, _ session: LiveSession
  ) -> String {
    // A file that cannot be archived is still swapped in; the swap itself reports an error of the
    // file.
    if let kept = try? archive?.keep(file) {
      homes[file.hash] = Self.place(file.path)
      return "\(kept)#\(id)"
    }
    let provider = try? session.maker.find(id).file
    return provider?.path == file.path ? id : "\(file.path)#\(id)"
  }

  /// Continues the swap under way.
  ///
  /// - Returns: Lines for its progress.
  mutating func resume(in session: LiveSession) -> [JSONObject] { finish(session.stepSwap()) }

  private mutating func finish(_ answer: SwapAnswer?) -> [JSONObject] {
    switch answer {
    case .accepted(let receipt): report?.accept(receipt)
    case .refused(let refusal): report?.refuse(refusal)
    case nil: break
    }
    let lines = report?.takeLines() ?? []
    if answer != nil { (report, underWay) = (nil, nil) }
    return lines
  }

  private func line(_ event: String, _ file: PluginFile) -> JSONObject {
    var object = JSONObject([.init("event", .string(event)), .init("path", .string(file.path))])
    object["hash"] = .string(file.hash)
    // A removed file is reported without its refusal.
    if event != "removed", let refusal = file.verdict.refusal {
      object["error"] = .object(refusal.json)
    }
    return object
  }
}
