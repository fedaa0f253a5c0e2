// SPDX-License-Identifier: Apache-2.0
//
// The data's counts, where every call of a query's function tests its path.

/// The items of each section, in memory of its own: testing a path counts no references, which
/// would cost as much as the rest of the answer.
final class ItemCounts {
  private var base: UnsafeMutablePointer<UInt32>?
  /// The number of sections.
  private(set) var sectionCount = 0

  deinit { base?.deallocate() }

  /// Takes over other counts.
  func assign(_ counts: [UInt32]) {
    base?.deallocate()
    base = nil
    sectionCount = counts.count
    guard sectionCount > 0 else { return }
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: sectionCount)
    memory.initialize(from: counts, count: sectionCount)
    base = memory
  }

  /// The items of a section; nil when there is no such section.
  subscript(section: UInt32) -> UInt32? {
    guard let base, section < sectionCount else { return nil }
    return base[Int(section)]
  }

  /// Returns true when the item exists.
  func contains(_ section: UInt32, _ item: UInt32) -> Bool {
    guard let base, section < sectionCount else { return false }
    return item < base[Int(section)]
  }
}
