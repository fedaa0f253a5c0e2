// SPDX-License-Identifier: Apache-2.0
//
// Threads for background work.

import CLayoutSystem
import Glibc
import LayoutModel

/// A detached thread that blocks signals, so that the app's own threads receive them.
package enum QuietThread {
  private final class Order {
    let (name, body): (StaticString, @Sendable () -> Void)

    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }
  }

  /// Checks that this number of further threads can be made at once. The test threads end
  /// immediately.
  ///
  /// - Throws: `no-threads` with the system's reason.
  package static func checkRoom(for count: Int) throws(LayoutError) {
    let gate = Gate()
    defer { gate.open() }
    for _ in 0..<count {
      let failure = start("layout-probe") { gate.wait() }
      guard failure == 0 else {
        throw LayoutError(
          .noThreads,
          "no thread can be made: \(FileSystem.reason(failure)); raise the limit of processes "
            + "(ulimit -u) or of memory (ulimit -v)")
      }
    }
  }

  /// Runs `body` on a thread called `name`; synchronously if no thread can be made, and in a
  /// simulation.
  package static func run(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
    if layout_sys_is_simulated() != 0 || start(name, body) != 0 { body() }
  }

  /// Starts a thread called `name`; returns 0, or an error number.
  ///
  /// - Parameter stackSize: Bytes; nil for the system's default.
  package static func start(
    _ name: StaticString, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Int32 {
    let context = Unmanaged.passRetained(Order(name, body)).toOpaque()
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let failure = pthread_create(&thread, &attributes, main, context)
    if failure == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<Order>.fromOpaque(context).release()
    }
    return failure
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      guard let context = $0 else { return nil }
      let order = Unmanaged<Order>.fromOpaque(context).takeRetainedValue()
      layout_sys_name_thread(order.name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) })
      order.body()
      return nil
    }
}

/// A futex word on which threads wait.
private final class Gate: @unchecked Sendable {
  // Sendable because only futex calls and atomic accesses touch the word.
  private let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  init() { word.initialize(to: 0) }

  deinit { word.deallocate() }

  func wait() {
    while layout_sys_load_acquire_u32(word) == 0 { _ = layout_sys_futex_wait(word, 0, -1) }
  }

  func open() {
    layout_sys_store_release_u32(word, 1)
    _ = layout_sys_futex_wake(word, UInt32.max)
  }
}
