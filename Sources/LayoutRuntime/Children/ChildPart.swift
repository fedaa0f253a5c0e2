// SPDX-License-Identifier: Apache-2.0
//
// The sections of a parent's data that a child lays out, and the names of elements on both sides.

import LayoutABI
import LayoutModel

/// Sections that follow each other, which a child sees from 0 on.
struct ChildPart: Equatable {
  /// The first of them in the parent's data.
  let first: UInt32
  /// The number of sections.
  let count: UInt32
  /// True when these are all sections of the parent's data.
  let isWhole: Bool

  /// The part of `counts` that `count` sections from `first` on are; `LAYOUT_PATH_NONE` for all that follow.
  init(first: UInt32, count: UInt32, of counts: SectionCounts) {
    let all = UInt32(clamping: counts.count)
    self.first = min(first, all)
    self.count = min(count, all - self.first)
    isWhole = first == 0 && self.count == all
  }

  /// The items of its sections.
  func counts(of counts: SectionCounts) -> SectionCounts {
    if isWhole { return counts }
    if let uniform = counts.uniformCount {
      return SectionCounts(repeating: uniform, count: Int(count))
    }
    return SectionCounts(Array(counts.list[Int(first)..<Int(first + count)]))
  }

  /// The child's number of a section of the parent's; nil for one of others.
  func inner(_ section: UInt32) -> UInt32? {
    section >= first && section - first < count ? section - first : nil
  }

  /// The child's path of an item of the parent's; nil for one of others.
  func inner(_ path: layout_path) -> layout_path? {
    inner(path.section).map { layout_path(section: $0, item: path.item) }
  }
}

// MARK: Elements

/// The bit that tells a decoration of no section from those of the part's first section.
private let sectionless: UInt32 = 0x8000_0000

extension ChildPart {
  /// The parent's path of a child's element; nil where the parent has no section for it.
  @inline(__always)
  func outer(section: UInt32, item: UInt32) -> layout_path? {
    if section != LAYOUT_PATH_NONE { return layout_path(section: section + first, item: item) }
    if isWhole { return layout_path(section: section, item: item) }
    return count > 0 ? layout_path(section: first, item: item | sectionless) : nil
  }

  /// The child's path of a parent's element; nil for one of others.
  func inner(_ element: layout_element) -> layout_path? {
    let path = layout_path(section: element.section, item: element.item)
    guard element.category == LAYOUT_DECORATION else { return inner(path) }
    if path.section == LAYOUT_PATH_NONE { return isWhole ? path : nil }
    if !isWhole, path.section == first, path.item & sectionless != 0 {
      return layout_path(section: LAYOUT_PATH_NONE, item: path.item & ~sectionless)
    }
    return inner(path)
  }
}
