// SPDX-License-Identifier: Apache-2.0
//
// Looking at the files that have settled: here when that takes no time, else on a thread of its own.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

/// One round of looks at files. To read and hash a megabyte takes a millisecond or two, which is all that
/// a loop with frames in it has to spare.
final class FileLooks: @unchecked Sendable {
  // Sendable because all is immutable but `found`, which has a lock.

  /// The files to look at, and the way to judge them.
  struct Order: Sendable {
    var entry: SettlingQueue<PluginPlace>.Entry
    var path: String
    var directory: SearchPath.Directory
  }

  let orders: [Order]
  private let trusted: TrustList
  private let quarantined: TrustList
  private let found = Mutex<[PluginFile?]?>(nil)

  /// Bytes that are read while a loop waits for them.
  static let quickBytes = 1 << 20
  /// Files that are: each takes a tenth of a millisecond, however short it is.
  static let quickCount = 16

  init(_ orders: [Order], trusting trusted: TrustList, refusing quarantined: TrustList) {
    (self.orders, self.trusted, self.quarantined) = (orders, trusted, quarantined)
  }

  /// The files that were found, in the order of ``orders``; nil until all were.
  var files: [PluginFile?]? { found.withLock { $0 } }

  /// True when looking takes no longer than a frame can wait. What is too large is not read.
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

  /// Looks at all of them.
  func run() {
    let files = orders.map { look(at: $0) }
    found.withLock { $0 = files }
  }

  /// Looks at all of them on another thread, and makes the timer readable when that is done.
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

/// A timer's descriptor, closed with its last owner.
final class Timer: Sendable {
  let descriptor: Int32

  /// - Throws: `watch-unavailable`.
  init() throws(LayoutError) {
    descriptor = layout_sys_timer()
    guard descriptor >= 0 else { throw PluginWatcher.unavailable(-descriptor) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes the descriptor readable at a time of the monotonic clock, in nanoseconds; never, when that is
  /// negative.
  func set(_ time: Int64) { _ = layout_sys_timer_set(descriptor, time) }
}

// MARK: - Fresh lists
//
// A list of hashes that may change between two looks at files.

/// Read anew at each look.
struct FreshList {
  private let source: () throws(LayoutError) -> TrustList
  private var toldProblem: LayoutError?

  init(_ source: @escaping () throws(LayoutError) -> TrustList) { self.source = source }

  /// The list as it is now; empty while it cannot be believed, which is told once.
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
