// SPDX-License-Identifier: Apache-2.0
//
// SIGINT, SIGTERM and SIGHUP as something to poll for, so that what is under way ends in order.

import CLayoutSystem
import Glibc
import LayoutModel

/// Becomes readable when the process is asked to end. One for the process; it stays.
enum Interruption {
  /// Set once, before the handlers that use it are in place.
  nonisolated(unsafe) private static var bell: CInt = -1

  /// - Returns: The descriptor to poll.
  /// - Throws: `no-descriptor` when the kernel has none left.
  static func listen() throws(LayoutError) -> CInt {
    guard bell < 0 else { return bell }
    let descriptor = layout_sys_eventfd()
    guard descriptor >= 0 else {
      throw LayoutError(
        .noDescriptor, "no descriptor is left to hear signals by; close some files")
    }
    bell = descriptor
    var action = sigaction()
    // Nothing but a write: all that a handler may do.
    action.__sigaction_handler.sa_handler = { _ in
      var one: UInt64 = 1
      _ = write(Interruption.bell, &one, 8)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      sigaction(signal, &action, nil)
      sigaddset(&signals, signal)
    }
    // Whoever started this process may have blocked them for himself.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return descriptor
  }
}
