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

  private let path: SearchPath
  private let directories: [SearchPath.Directory]
  private var trusted: FreshList
  private var quarantined: FreshList
  private let timer: Timer
  private var watch: DirectoryWatch
  private var queue: SettlingQueue<PluginPlace>
  private var ledger = PluginLedger()
  /// Looks that a thread is at.
  private var underWay: FileLooks?
  /// Told with the next events; each once until it changes.
  private var problems: [LayoutError] = []
  /// The lists by which files were judged last.
  private var lists = (trusted: TrustList(), quarantined: TrustList())
  /// The events that are yet to be handed over, the oldest first.
  private var waiting: [PluginEvent] = []
  /// Events that one call hands over: whoever puts thousands of files into a directory must not hold a
  /// loop with frames in it.
  static let eventLimit = 256

  /// Starts to watch. What is there now is in ``files`` and gives no event.
  ///
  /// - Parameters:
  ///   - store: The list of what the user trusts; while it cannot be believed nothing is trusted.
  ///   - quarantine: The list of what gets no further call; while it cannot be believed nothing is
  ///     refused by it.
  /// - Throws: `watch-unavailable` when the kernel has no queue, timer or descriptor left.
  /// - Complexity: O(bytes of all files), as they are judged.
  public convenience init(
    _ path: SearchPath = .standard(), trusting store: TrustStore = TrustStore(),
    refusing quarantine: QuarantineStore = QuarantineStore()
  ) throws(LayoutError) {
    try self.init(
      path, trusting: store, refusing: quarantine, at: layout_sys_monotonic_ns())
  }

  /// The same with a clock of the caller's: `now` here and in ``process(at:)``, in nanoseconds.
  package init(
    _ path: SearchPath, trusting store: TrustStore = TrustStore(),
    refusing quarantine: QuarantineStore = QuarantineStore(),
    times: SettlingQueue<PluginPlace>.Times = .init(), at now: Int64
  ) throws(LayoutError) {
    trusted = FreshList { () throws(LayoutError) in try store.read() }
    quarantined = FreshList { () throws(LayoutError) in try quarantine.read() }
    self.path = path
    directories = Self.distinct(path.directories)
    watch = try DirectoryWatch(directories.map(\.path))
    queue = SettlingQueue(times: times)
    timer = try Timer()
    let either = layout_sys_either(watch.descriptor, timer.descriptor)
    guard either >= 0 else { throw Self.unavailable(-either) }
    descriptor = either
    // Watches first: what changes while the files are read is reported afterwards.
    problems = watch.arm()
    let first = looks(
      at: directories.indices.flatMap(candidates).map { .init(key: $0, touched: now) })
    first.run()
    for (order, file) in zip(first.orders, first.files ?? []) where file?.isCutOff == true {
      queue.touch(order.entry.key, at: now)
    }
    _ = finish(first)
    setTimer()
  }

  deinit { close(descriptor) }

  /// The files as last told, refused ones included, in the order of the search path, then by name.
  public var files: [PluginFile] { ledger.files }

  /// The plugins of the files, as they were last told. Reads no file.
  public var library: PluginLibrary { library(on: path) }

  /// Returns the plugins of the watched files in the directories of `path`.
  public func library(on path: SearchPath) -> PluginLibrary {
    let wanted = Set(directories.indices.filter { path.directories.contains(directories[$0]) })
    return PluginLibrary(
      watched: ledger.files(in: wanted), on: path, trusted: lists.trusted,
      quarantined: lists.quarantined)
  }

  /// True when a thread reads files that have settled.
  package var isReading: Bool { underWay != nil }

  /// True when events wait for the next call.
  package var hasMore: Bool { !waiting.isEmpty }

  /// Takes note of what happened and hands over what has settled, in order. Never waits; returns at
  /// once when there is nothing. More than a megabyte of files that have settled, or more than 16 of
  /// them, are read and judged on a thread of its own, and handed over by a later call. A call hands over
  /// 256 events at most; the descriptor stays readable while there are more.
  public func process(_ receive: (PluginEvent) throws -> Void) rethrows {
    for event in process(at: layout_sys_monotonic_ns()) { try receive(event) }
  }

  package func process(at now: Int64) -> [PluginEvent] {
    takeNotices(at: now)
    if let looks = underWay { waiting += finish(looks) }
    // What settles while there is more to hand over is looked at afterwards.
    if underWay == nil, waiting.count <= Self.eventLimit { waiting += lookAtDue(at: now) }
    waiting.insert(contentsOf: problems.map(PluginEvent.problem), at: 0)
    problems = []
    let told = Array(waiting.prefix(Self.eventLimit))
    waiting.removeFirst(told.count)
    if !waiting.isEmpty { timer.set(0) } else if underWay == nil { setTimer() }
    return told
  }

  /// Looks at what is due, or begins to.
  private func lookAtDue(at now: Int64) -> [PluginEvent] {
    let due = queue.take(at: now)
    guard !due.isEmpty else { return [] }
    let looks = looks(at: due)
    underWay = looks
    if looks.isQuick {
      looks.run()
      return finish(looks)
    }
    // Until the thread sets it; what becomes due meanwhile is looked at afterwards.
    timer.set(-1)
    looks.start(ringing: timer)
    return []
  }

  private func looks(at entries: [SettlingQueue<PluginPlace>.Entry]) -> FileLooks {
    let orders = entries.map { entry in
      let directory = directories[entry.key.directory]
      return FileLooks.Order(
        entry: entry, path: directory.path(of: entry.key.name), directory: directory)
    }
    lists = (trusted.read(telling: &problems), quarantined.read(telling: &problems))
    return FileLooks(orders, trusting: lists.trusted, refusing: lists.quarantined)
  }

  /// Takes what was found, if all was.
  private func finish(_ looks: FileLooks) -> [PluginEvent] {
    guard let files = looks.files else { return [] }
    underWay = nil
    var taken: [PluginLedger.Look] = []
    // What was touched since it was looked at is looked at anew.
    for (order, file) in zip(looks.orders, files) where !queue.contains(order.entry.key) {
      let entry = order.entry
      if let file, !entry.isLastLook, entry.isOpen || file.isCutOff {
        queue.putBack(entry)
      } else {
        taken.append((entry.key, file))
      }
    }
    return ledger.record(taken)
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

  private func setTimer() { timer.set(queue.deadline ?? -1) }

  /// The same directory by two names would tell everything twice.
  private static func distinct(_ directories: [SearchPath.Directory]) -> [SearchPath.Directory] {
    var seen: [String] = []
    return directories.filter { directory in
      let path = FileSystem.resolved(directory.path) ?? directory.path
      defer { seen.append(path) }
      return !seen.contains(path)
    }
  }

  static func unavailable(_ code: Int32) -> LayoutError {
    LayoutError(
      .watchUnavailable,
      "the kernel gives no descriptor to wait on: \(FileSystem.reason(code)); "
        + "raise the limit of open files")
  }
}

extension PluginFile {
  /// True when the file ends before it should, as one does that is being written. Shorter
  /// than an ELF header it is not even known as one.
  var isCutOff: Bool { verdict.refusal?.code == .truncated || !hash.isEmpty && size < 64 }
}
