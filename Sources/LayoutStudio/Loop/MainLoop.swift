// SPDX-License-Identifier: Apache-2.0
//
// GLib's main loop with closures.

import CSoup
import Glibc

/// The default main loop of the process. The whole studio runs on its thread.
final class MainLoop {
  /// A source of the loop, until it is cancelled.
  struct Source {
    fileprivate let id: UInt32

    /// Cancels the source. Not allowed after it has ended by itself.
    func cancel() { g_source_remove(id) }
  }

  private let loop = g_main_loop_new(nil, 0)

  deinit { g_main_loop_unref(loop) }

  /// Runs until ``quit()``.
  func run() { g_main_loop_run(loop) }

  /// Ends ``run()`` after the present callback.
  func quit() { g_main_loop_quit(loop) }

  /// Runs `body` repeatedly, with a pause before each call, while it returns true.
  @discardableResult
  func every(milliseconds: Int, _ body: @escaping () -> Bool) -> Source {
    let box = Unmanaged.passRetained(Callback(body)).toOpaque()
    return Source(
      id: g_timeout_add_full(
        Int32(LAYOUT_G_PRIORITY_DEFAULT), UInt32(milliseconds), { Callback.run($0) }, box,
        { Callback.release($0) }))
  }

  /// Runs `body` once, after a pause.
  @discardableResult
  func after(milliseconds: Int, _ body: @escaping () -> Void) -> Source {
    every(milliseconds: milliseconds) {
      body()
      return false
    }
  }

  /// Runs `body` each time a file descriptor is readable, while it returns true.
  @discardableResult
  func whenReadable(_ descriptor: CInt, _ body: @escaping () -> Bool) -> Source {
    let box = Unmanaged.passRetained(Callback(body)).toOpaque()
    let conditions = LAYOUT_G_IO_IN | LAYOUT_G_IO_HUP | LAYOUT_G_IO_ERR
    return Source(
      id: g_unix_fd_add_full(
        Int32(LAYOUT_G_PRIORITY_DEFAULT), descriptor, UInt32(conditions),
        { _, _, data in Callback.run(data) }, box, { Callback.release($0) }))
  }

  /// The monotonic clock, seconds.
  static var now: Double { Double(g_get_monotonic_time()) / 1e6 }
}

/// A closure that C code owns.
private final class Callback {
  private let body: () -> Bool

  init(_ body: @escaping () -> Bool) { self.body = body }

  static func run(_ data: UnsafeMutableRawPointer?) -> Int32 {
    guard let data else { return 0 }
    return Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
  }

  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Callback>.fromOpaque(data).release() }
  }
}
