// SPDX-License-Identifier: Apache-2.0
//
// How often a piece of work asks the heap for memory, plugins' work included.

import CAllocationCounter

/// Runs `body` and counts the heap allocations of this thread in it.
///
/// Counts malloc and its siblings in the program and in all that it loaded, so what a plugin
/// allocates counts too.
@inline(never)
public func countAllocations<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
  layout_allocations_start()
  do throws(E) { try body() } catch {
    _ = layout_allocations_stop()
    throw error
  }
  return Int(layout_allocations_stop())
}

/// The heap memory that this process holds, plugins included. Only a process that does nothing else,
/// such as the one of an exit test, gives figures that mean something.
public func liveHeapBytes() -> Int { Int(layout_allocations_live_bytes()) }
