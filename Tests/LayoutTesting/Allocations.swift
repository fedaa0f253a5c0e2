// SPDX-License-Identifier: Apache-2.0
//
// The number of heap allocations of a piece of work, including those of plugins.

import CAllocationCounter

/// Runs `body` and counts the heap allocations of this thread in it.
///
/// Counts malloc and its siblings in the program and in every library that it loaded, so the
/// allocations of a plugin count too.
@inline(never)
public func countAllocations<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
  layout_allocations_start()
  do throws(E) { try body() } catch {
    _ = layout_allocations_stop()
    throw error
  }
  return Int(layout_allocations_stop())
}

/// The heap memory of this process, including plugins. The figures are only meaningful in a process without other
/// work, such as that of an exit test.
public func liveHeapBytes() -> Int { Int(layout_allocations_live_bytes()) }
