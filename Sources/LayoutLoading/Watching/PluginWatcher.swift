// SPDX-License-Identifier: Apache-2.0
//
// Watching the plugin directories, for hosts with a loop of their own.

import CLayoutSystem
import Glibc
import LayoutModel

/// Watches a search path and says what changed once it has settled.
///
/// Lives in the loop of its owner: poll ``descriptor`` for reading, and call ``process(_:)`` when it
/// is readable. ``PluginEvents`` does that on a thread of its own.
///
/// A file is looked at when it has been still for 50 ms. One that is still open for writing, or is
/// cut off, waits for two seconds of stillness before it is told as what it is. Directories that
/// come later, are replaced or are lost in an overflow of the kernel's queue are looked through anew.
public final class PluginWatcher {
  /// Readable when ``process(_:)`` has something to do; for `poll`, `epoll`, or GLib's and libevent's
  /// sources. Valid as long as the watcher; do not read it.
  public let descriptor: Int32

  private let directories: [SearchPath.Directory]
  private let store: TrustStore
  private let timer: Int32
  private var watch: DirectoryWatch
  private var queue: SettlingQueue<PluginPlace>
  private var ledger = PluginLedger()
  /// Told with the next events; each once until it changes.
  private var problems: [LayoutError] = []
  private var toldTrustProblem: LayoutError?

  /// Starts to watch. What is there now is in ``files`` and gives no event.
  ///
  /// - Throws: `watch-unavailable` when the kernel has no queue, timer or descriptor left.
  /// - Complexity: O(bytes of all files), as they are judged.
  public convenience init(
    _ path: SearchPath = .standard(), trusting store: TrustStore = TrustStore()
  ) throws(LayoutError) {
    try self.init(path, trusting: store, at: layout_sys_monotonic_ns())
  }

  /// The same with a clock of the caller's: `now` here and in ``process(at:)``, in nanoseconds.
  package init(
    _ path: SearchPath, trusting store: TrustStore = TrustStore(),
    times: SettlingQueue<PluginPlace>.Times = .init(), at now: Int64
  ) throws(LayoutError) {
    self.store = store
    directories = Self.distinct(path.directories)
    watch = try DirectoryWatch(directories.map(\.path))
    queue = SettlingQueue(times: times)
    let timer = layout_sys_timer()
    guard timer >= 0 else { throw Self.unavailable(-timer) }
    let either = layout_sys_either(watch.descriptor, timer)
    guard either >= 0 else {
      close(timer)
      throw Self.unavailable(-either)
    }
    (self.timer, descriptor) = (timer, either)
    // Watches first: what changes while the files are read is reported afterwards.
    problems = watch.arm()
    let trusted = readTrusted()
    var looks: [PluginLedger.Look] = []
    for place in directories.indices.flatMap(candidates) {
      let file = look(at: place, trusted)
      if file?.isCutOff == true { queue.touch(place, at: now) } else { looks.append((place, file)) }
    }
    _ = ledger.record(looks)
    setTimer()
  }

  deinit {
    close(descriptor)
    close(timer)
  }

  /// The files as last told, refused ones included, in the order of the search path, then by name.
  public var files: [PluginFile] { ledger.files }

  /// Takes note of what happened and hands over what has settled, in order. Never waits; returns at
  /// once when there is nothing.
  ///
  /// - Complexity: O(bytes of the files that changed), as they are judged.
  public func process(_ receive: (PluginEvent) throws -> Void) rethrows {
    for event in process(at: layout_sys_monotonic_ns()) { try receive(event) }
  }

  package func process(at now: Int64) -> [PluginEvent] {
    takeNotices(at: now)
    let due = queue.take(at: now)
    var looks: [PluginLedger.Look] = []
    let trusted = due.isEmpty ? TrustList() : readTrusted()
    for entry in due {
      let file = look(at: entry.key, trusted)
      if let file, !entry.isLastLook, entry.isOpen || file.isCutOff {
        queue.putBack(entry)
      } else {
        looks.append((entry.key, file))
      }
    }
    setTimer()
    defer { problems = [] }
    return problems.map(PluginEvent.problem) + ledger.record(looks)
  }

  private func takeNotices(at now: Int64) {
    let report = watch.report()
    for (place, isOpen) in report.touched { queue.touch(place, isOpen: isOpen, at: now) }
    guard !report.upset.isEmpty else { return }
    problems += watch.arm()
    for index in report.upset.sorted() {
      for place in candidates(in: index) + ledger.places(in: index) { queue.touch(place, at: now) }
    }
  }

  private func candidates(in index: Int) -> [PluginPlace] {
    // A directory that is not there, or not to be listed, is an empty one.
    let names = (try? FileSystem.names(in: directories[index].path)) ?? []
    return names.filter(PluginLibrary.isCandidate).map { PluginPlace(directory: index, name: $0) }
  }

  private func look(at place: PluginPlace, _ trusted: TrustList) -> PluginFile? {
    let directory = directories[place.directory]
    let path = directory.path(of: place.name)
    guard FileSystem.exists(path) else { return nil }
    let file = PluginFile(judging: path, trust: directory.trust, trusting: trusted)
    return file.isStrangeLibrary ? nil : file
  }

  /// Read anew at each look; a file that cannot be believed makes nobody trusted.
  private func readTrusted() -> TrustList {
    do throws(LayoutError) {
      defer { toldTrustProblem = nil }
      return try store.read()
    } catch {
      if toldTrustProblem != error { problems.append(error) }
      toldTrustProblem = error
      return TrustList()
    }
  }

  private func setTimer() { _ = layout_sys_timer_set(timer, queue.deadline ?? -1) }

  /// The same directory by two names would tell everything twice.
  private static func distinct(_ directories: [SearchPath.Directory]) -> [SearchPath.Directory] {
    var seen: [String] = []
    return directories.filter { directory in
      let path = FileSystem.resolved(directory.path) ?? directory.path
      defer { seen.append(path) }
      return !seen.contains(path)
    }
  }

  private static func unavailable(_ code: Int32) -> LayoutError {
    LayoutError(
      "watch-unavailable",
      "the kernel gives no descriptor to wait on: \(FileSystem.reason(code)); "
        + "raise the limit of open files")
  }
}

extension PluginFile {
  /// Whether the file ends before it should, as one does that is being written. Shorter than an ELF
  /// header it is not even known as one.
  var isCutOff: Bool { verdict.refusal?.code == "truncated" || !hash.isEmpty && size < 64 }
}
