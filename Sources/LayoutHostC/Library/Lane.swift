// SPDX-License-Identifier: Apache-2.0
//
// One thread at a time.

import Glibc
import Synchronization

/// The right of one thread to be inside calls with a view, its layouts and its cells. Calls may nest.
final class Lane: Sendable {
  /// The thread inside; 0 for none.
  private let owner = Atomic<UInt>(0)
  /// Of the calls of that thread; touched by it alone.
  nonisolated(unsafe) private var depth = 0

  /// Enters, unless another thread is inside.
  func enter() -> Bool {
    let thread = UInt(pthread_self())
    if owner.load(ordering: .relaxed) != thread {
      let (isFree, _) = owner.compareExchange(
        expected: 0, desired: thread, ordering: .acquiringAndReleasing)
      guard isFree else { return false }
    }
    depth += 1
    return true
  }

  /// Leaves what was entered.
  func leave() {
    depth -= 1
    if depth == 0 { owner.store(0, ordering: .releasing) }
  }
}
