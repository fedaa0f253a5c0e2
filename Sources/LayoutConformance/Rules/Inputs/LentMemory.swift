// SPDX-License-Identifier: Apache-2.0
//
// Pages that hold what a prepare is lent, and nothing else.

import Glibc
import LayoutABI

/// Memory of its own for the records of one prepare; gone after it.
struct LentMemory: ~Copyable {
  private let pages: UnsafeMutableRawPointer
  private let byteCount: Int

  private init(_ byteCount: Int) throws(Finding) {
    let size = (byteCount + 4095) / 4096 * 4096
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { throw .skipped("there is no memory to lend") }
    (pages, self.byteCount) = (place, size)
  }

  deinit { munmap(pages, byteCount) }

  /// Takes the right to write away.
  func protect() { mprotect(pages, byteCount, PROT_READ) }

  /// Lays the records for the trial's world out in pages, and lends them to `body`.
  static func lend(
    _ trial: Trial,
    _ body: (
      borrowing LentMemory, UnsafePointer<layout_snapshot>, UnsafePointer<layout_invalidation>
    ) throws(Finding) -> Void
  ) throws(Finding) {
    let counts = trial.world.counts
    let memory = try LentMemory(1024 + counts.count * 4)
    let snapshot = memory.pages.bindMemory(to: layout_snapshot.self, capacity: 1)
    let why = (memory.pages + 512).bindMemory(to: layout_invalidation.self, capacity: 1)
    let lent = (memory.pages + 1024).bindMemory(to: UInt32.self, capacity: counts.count)
    lent.update(from: counts, count: counts.count)
    snapshot.pointee = trial.makeSnapshot(UnsafeBufferPointer(start: lent, count: counts.count))
    why.pointee = trial.makeReason(
      LAYOUT_MARK_EVERYTHING, UnsafeBufferPointer(start: nil, count: 0),
      UnsafeBufferPointer(start: nil, count: 0))
    try body(memory, snapshot, why)
  }
}
