// SPDX-License-Identifier: Apache-2.0
//
// Threads for work that nobody waits for.

import CLayoutSystem
import Glibc

/// A detached thread that leaves signals to the app's own threads.
enum QuietThread {
  private final class Order {
    let (name, body): (StaticString, @Sendable () -> Void)

    init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }
  }

  /// Runs `body` on a thread called `name`, or, where none can be made, here and now.
  static func run(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Order(name, body)).toOpaque()
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard pthread_create(&thread, nil, start, context) == 0 else {
      Unmanaged<Order>.fromOpaque(context).release()
      return body()
    }
    pthread_detach(thread)
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      guard let context = $0 else { return nil }
      let order = Unmanaged<Order>.fromOpaque(context).takeRetainedValue()
      layout_sys_name_thread(order.name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) })
      order.body()
      return nil
    }
}
