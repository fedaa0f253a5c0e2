// SPDX-License-Identifier: Apache-2.0
//
// Reading the files that have settled: synchronously if that is fast, else on a separate thread.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

/// One round of file checks. Reading and hashing a megabyte takes one or two milliseconds, the
/// limit for a loop with frames.
final class FileLooks: @unchecked Sendable {
  // Sendable because everything is immutable except `found`, which has a lock.

  /// The files to check, and the way to judge them.
  struct Order: Sendable {
    var entry: SettlingQueue<PluginPlace>.Entry
    var path: String
    var directory: SearchPath.Directory
  }

  let orders: [Order]
  private let trusted: TrustList
  private let quarantined: TrustList
  private let found = Mutex<[PluginFile?]?>(nil)

  /// The maximum number of bytes for a synchronous round.
  static let quickBytes = 1 << 20
  /// The maximum number of files for a synchronous round: each takes at least a tenth of a
  /// millisecond.
  static let quickCount = 16

  init(_ orders: [Order], trusting trusted: TrustList, refusing quarantined: TrustList) {
    (self.orders, self.trusted, self.quarantined) = (orders, trusted, quarantined)
  }

  /// The files found, in the order of ``orders``; nil until all are done.
  var files: [PluginFile?]? { found.withLock { $0 } }

  /// True when the round is short enough for a frame to wait. Files that are too large are not
  /// read.
  var isQuick: Bool {
    guard orders.count <= Self.quickCount else { return false }
    var left = Self.quickBytes
    for order in orders {
      let size = FileSystem.status(of: order.path).map { Int($0.st_size) } ?? 0
      if size <= FileSystem.sizeLimit { left -= size }
      if left < 0 { return false }
    }
    return true
  }

  /// Checks all of them.
  func run() {
    let files = orders.map { look(at: $0) }
    found.withLock { $0 = files }
  }

  /// Checks all of them on another thread, and makes the timer readable at the end.
  func start(ringing timer: Timer) {
    QuietThread.run("plugin-looks") { [self] in
      run()
      timer.set(0)
    }
  }

  private func look(at order: Order) -> PluginFile? {
    guard FileSystem.exists(order.path) else { return nil }
    let file = PluginFile(
      judging: order.path, in: order.directory, trusting: trusted, refusing: quarantined)
    return file.isStrangeLibrary ? nil : file
  }
}

/// A timer's descriptor, closed with its last reference.
final class Timer: Sendable {
  let descriptor: Int32

  /// - Throws: `watch-unavailable`.
  init() throws(LayoutError) {
    descriptor = layout_sys_timer()
    guard descriptor >= 0 else { throw PluginWatcher.unavailable(-descriptor) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes the descriptor readable at a time of the monotonic clock, in nanoseconds; never for a
  /// negative time.
  func set(_ time: Int64) { _ = layout_sys_timer_set(descriptor, time) }
}

// MARK: - Fresh lists
//
// A list of hashes that may change between two checks of files.

/// Read again at each check.
struct FreshList {
  private let source: () throws(LayoutError) -> TrustList
  private var toldProblem: LayoutError?

  init(_ source: @escaping () throws(LayoutError) -> TrustList) { self.source = source }

  /// The current list; empty while it is not safe to use, which is reported once.
  mutating func read(telling problems: inout [LayoutError]) -> TrustList {
    do throws(LayoutError) {
      let list = try source()
      toldProblem = nil
      return list
    } catch {
      if toldProblem != error { problems.append(error) }
      toldProblem = error
      return TrustList()
    }
  }
}
