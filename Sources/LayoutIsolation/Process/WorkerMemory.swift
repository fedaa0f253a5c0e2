// SPDX-License-Identifier: Apache-2.0
//
// The memory of all workers together.

import Glibc
import Synchronization

/// The most memory that all workers of this process may have together, besides the limit that each has
/// (``WorkerOptions/memoryLimit``).
///
/// The supervisor looks at it as often as at the workers, twice a second while something happens. Beyond
/// the limit it ends the worker that has the most, until the others are below it. What a worker writes
/// into memory that it shares with the host counts too.
public enum WorkerMemory {
  private static let state = Mutex(defaultLimit)

  /// In bytes; half of the machine's memory unless the app sets it. More than 0.
  public static var limit: Int {
    get { state.withLock { $0 } }
    set {
      precondition(newValue > 0, "a limit of \(newValue) bytes leaves the workers none")
      state.withLock { $0 = newValue }
    }
  }

  private static let defaultLimit: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES)), bytes = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytes > 0 ? pages / 2 * bytes : 4 << 30
  }()

  /// The places in `bytes` of the workers that have to end for the sum to be below the limit: the
  /// largest first.
  static func excess(_ bytes: [Int], limit: Int) -> [Int] {
    var sum = bytes.reduce(0, +)
    var places: [Int] = []
    for place in bytes.indices.sorted(by: { bytes[$0] > bytes[$1] }) where sum > limit {
      places.append(place)
      sum -= bytes[place]
    }
    return places
  }
}
