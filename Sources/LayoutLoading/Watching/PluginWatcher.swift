// SPDX-License-Identifier: Apache-2.0
//
// Watching the plugin directories, for hosts with an event loop.

import CLayoutSystem
import Glibc
import LayoutModel

/// Watches a search path and reports changes after they have settled.
///
/// Use it in an event loop: poll ``descriptor`` for reading, and call ``process(_:)`` when it is
/// readable. ``PluginEvents`` does that on a separate thread.
///
/// A file is checked when it has been unchanged for 50 ms. A file that is still open for writing,
/// or is truncated, waits for two seconds without a change before its final check. Directories that
/// appear later, are replaced or lose notices in an overflow of the kernel's queue are scanned
/// again.
public final class PluginWatcher {
  /// Readable when ``process(_:)`` has work; for `poll`, `epoll`, or GLib's and libevent's sources.
  /// Valid during the life of the watcher; do not read it.
  public let descriptor: Int32

  private let path: SearchPath
  private let directories: [SearchPath.Directory]
  private var trusted: FreshList
  private var quarantined: FreshList
  private let timer: Timer
  private var watch: DirectoryWatch
  private var queue: SettlingQueue<PluginPlace>
  private var ledger = PluginLedger()
  /// The checks that a thread is running.
  private var underWay: FileLooks?
  /// Problems for the next events; each is reported once until it changes.
  private var problems: [LayoutError] = []
  /// The lists used for the last judgement of files.
  private var lists = (trusted: TrustList(), quarantined: TrustList())
  /// The events that are still to be delivered, the oldest first.
  private var waiting: [PluginEvent] = []
  /// The maximum number of events of one call: thousands of new files in a directory must not block
  /// a loop with frames.
  static let eventLimit = 256

  /// Starts to watch. Existing files are in ``files`` and give no event.
  ///
  /// - Parameters:
  ///   - store: The user's list of trusted hashes; while it is not safe to use, nothing is trusted.
  ///   - quarantine: The list of hashes in quarantine; while it is not safe to use, it refuses
  ///     nothing.
  /// - Throws: `watch-unavailable` when the kernel has no free queue, timer or file descriptor.
  /// - Complexity: O(bytes of all files), because they are judged.
  public convenience init(
    _ path: SearchPath = .standard(), trusting store: TrustStore = TrustStore(),
    refusing quarantine: QuarantineStore = QuarantineStore()
  ) throws(LayoutError) {
    try self.init(
      path, trusting: store, refusing: quarantine, at: layout_sys_monotonic_ns())
  }

  /// The same with the caller's clock: `now` here and in ``process(at:)``, in nanoseconds.
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
    // Watches first, so that changes while the files are read are reported afterwards.
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

  /// The files as last reported, refused ones included, in the order of the search path, then by
  /// name.
  public var files: [PluginFile] { ledger.files }

  /// The plugins of the files, as last reported. Reads no file.
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

  /// True when events are left for the next call.
  package var hasMore: Bool { !waiting.isEmpty }

  /// Takes the kernel's notices and delivers the events of settled files, in order. Never waits;
  /// returns at once when there is nothing. More than a megabyte of settled files, or more than 16
  /// of them, are read and judged on a separate thread, and delivered by a later call. A call
  /// delivers at most 256 events; the descriptor stays readable while there are more.
  ///
  /// - Parameter receive: Takes one event. An error of it ends the call; the events after that one
  ///   are delivered by the next call.
  public func process(_ receive: (PluginEvent) throws -> Void) rethrows {
    try process(at: layout_sys_monotonic_ns(), receive)
  }

  package func process(at now: Int64, _ receive: (PluginEvent) throws -> Void) rethrows {
    let told = process(at: now)
    var next = told.startIndex
    defer { if next < told.endIndex { putBack(told[next...]) } }
    while next < told.endIndex {
      let event = told[next]
      next += 1
      try receive(event)
    }
  }

  /// Keeps events that were not delivered, before all others.
  private func putBack(_ events: ArraySlice<PluginEvent>) {
    waiting.insert(contentsOf: events, at: 0)
    setTimer()
  }

  package func process(at now: Int64) -> [PluginEvent] {
    takeNotices(at: now)
    if let looks = underWay { waiting += finish(looks) }
    // Files that settle while events are left are checked afterwards.
    if underWay == nil, waiting.count <= Self.eventLimit { waiting += lookAtDue(at: now) }
    waiting.insert(contentsOf: problems.map(PluginEvent.problem), at: 0)
    problems = []
    let told = Array(waiting.prefix(Self.eventLimit))
    waiting.removeFirst(told.count)
    setTimer()
    return told
  }

  /// Checks the files that are due, or starts to.
  private func lookAtDue(at now: Int64) -> [PluginEvent] {
    let due = queue.take(at: now)
    guard !due.isEmpty else { return [] }
    let looks = looks(at: due)
    underWay = looks
    if looks.isQuick {
      looks.run()
      return finish(looks)
    }
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

  /// Takes the results, if all are done.
  private func finish(_ looks: FileLooks) -> [PluginEvent] {
    guard let files = looks.files else { return [] }
    underWay = nil
    var taken: [PluginLedger.Look] = []
    // A file that changed since its check is checked again.
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
    // A directory that is missing, or unreadable, counts as empty.
    let names = (try? FileSystem.names(in: directories[index].path)) ?? []
    return names.filter(PluginLibrary.isCandidate).map { PluginPlace(directory: index, name: $0) }
  }

  /// Makes the descriptor readable at the time of the next event.
  private func setTimer() {
    guard waiting.isEmpty else { return timer.set(0) }
    guard let underWay else { return timer.set(queue.deadline ?? -1) }
    // Off until the thread sets it; files that become due meanwhile are checked afterwards.
    timer.set(-1)
    // The thread may have set it before that.
    if underWay.files != nil { timer.set(0) }
  }

  /// The same directory with two names would give each event twice.
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
      "the kernel refuses a descriptor to wait on: \(FileSystem.reason(code)); "
        + "raise the limit of open files")
  }
}

extension PluginFile {
  /// True when the file ends too early, like a file that is being written. A file shorter than an
  /// ELF header is not even recognised as ELF.
  var isCutOff: Bool { verdict.refusal?.code == .truncated || !hash.isEmpty && size < 64 }
}
