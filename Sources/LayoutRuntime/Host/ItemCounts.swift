// SPDX-License-Identifier: Apache-2.0
//
// The data's counts, where every call of a query's function tests its path.

import LayoutModel

/// The items of each section, in memory of its own: testing a path counts no references, which
/// would cost as much as the rest of the answer.
final class ItemCounts {
  private var base: UnsafeMutablePointer<UInt32>?
  /// The items of every section where there is no list.
  private var uniform: UInt32 = 0
  /// The number of sections.
  private(set) var sectionCount = 0

  deinit { base?.deallocate() }

  /// Takes over other counts.
  func assign(_ counts: SectionCounts) {
    base?.deallocate()
    base = nil
    sectionCount = counts.count
    uniform = counts.uniformCount ?? 0
    let list = counts.list
    guard !list.isEmpty else { return }
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    base = memory
  }

  /// The items of a section; nil when there is no such section.
  subscript(section: UInt32) -> UInt32? {
    guard section < sectionCount else { return nil }
    return base.map { $0[Int(section)] } ?? uniform
  }

  /// Returns true when the item exists.
  func contains(_ section: UInt32, _ item: UInt32) -> Bool {
    guard section < sectionCount else { return false }
    guard let base else { return item < uniform }
    return item < base[Int(section)]
  }
}
