// SPDX-License-Identifier: Apache-2.0
//
// The place of an item in the data, and the item counts of all sections.

// MARK: - Paths
//
// The place of an item in the data. Not named `IndexPath`, because Foundation has that name.

/// The section and the item's index in it.
public struct ItemPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section's index.
  public var section: Int
  /// The item's index in its section.
  public var item: Int

  /// A path from its two indices.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// A path from its two indices, section first.
  public init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }

  /// By section, then by item.
  public static func < (a: Self, b: Self) -> Bool {
    (a.section, a.item) < (b.section, b.item)
  }

  /// "section.item".
  public var description: String { "\(section).\(item)" }
}

// MARK: - Counts

/// The number of items of each section.
///
/// Sections with the same count take no memory: a million of them are two numbers. Two values are
/// equal when each section has the same number of items.
public struct SectionCounts: Sendable {
  /// The number of each section; empty if ``uniform`` holds for all.
  @usableFromInline var listed: [UInt32]
  @usableFromInline var uniform: UInt32
  @usableFromInline var sectionCount: Int

  /// Counts that are listed, one for each section.
  @inlinable public init(_ counts: [UInt32]) {
    (listed, uniform, sectionCount) = (counts, 0, counts.count)
  }

  /// One count for `sectionCount` sections. O(1).
  @inlinable public init(repeating count: UInt32, count sectionCount: Int) {
    precondition(sectionCount >= 0, "a number of sections is not negative")
    (listed, uniform, self.sectionCount) = ([], count, sectionCount)
  }

  /// True when all sections have one common count.
  @inlinable public var isUniform: Bool { listed.isEmpty }

  /// The common number of items of each section; nil for a list, and without sections.
  @inlinable public var uniformCount: UInt32? {
    listed.isEmpty && sectionCount > 0 ? uniform : nil
  }

  /// The counts as a list; empty if one count holds for all. O(1).
  @inlinable public var list: [UInt32] { listed }

  /// The number of items in all sections, or `Int.max` if it is larger. O(1) with one count for
  /// all.
  public var total: Int {
    guard isUniform else { return listed.reduce(0) { $0 + Int($1) } }
    let (product, isTooLarge) = Int(uniform).multipliedReportingOverflow(by: sectionCount)
    return isTooLarge ? .max : product
  }

  /// The first section from `section` on that has items; nil when there is none.
  public func filledSection(from section: Int) -> Int? {
    guard section < sectionCount else { return nil }
    if isUniform { return uniform > 0 ? section : nil }
    return listed[section...].firstIndex { $0 > 0 }
  }

  /// The last section before `section` that has items; nil when there is none.
  public func filledSection(before section: Int) -> Int? {
    guard section > 0 else { return nil }
    if isUniform { return uniform > 0 ? section - 1 : nil }
    return listed[..<section].lastIndex { $0 > 0 }
  }
}

extension SectionCounts: RandomAccessCollection, MutableCollection {
  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of sections.
  @inlinable public var endIndex: Int { sectionCount }

  /// The number of items in a section. Setting a different count in a uniform value makes a list:
  /// O(sections).
  ///
  /// - Precondition: The section exists.
  @inlinable public subscript(section: Int) -> UInt32 {
    get {
      precondition(section >= 0 && section < sectionCount, "there is no such section")
      return listed.isEmpty ? uniform : listed[section]
    }
    set {
      precondition(section >= 0 && section < sectionCount, "there is no such section")
      if listed.isEmpty {
        guard newValue != uniform else { return }
        listed = Array(repeating: uniform, count: sectionCount)
      }
      listed[section] = newValue
    }
  }
}

extension SectionCounts: Equatable {
  /// O(1) if one count holds for all on both sides, or both are the same list.
  public static func == (a: SectionCounts, b: SectionCounts) -> Bool {
    guard a.sectionCount == b.sectionCount else { return false }
    if a.isUniform, b.isUniform { return a.sectionCount == 0 || a.uniform == b.uniform }
    if !a.isUniform, !b.isUniform { return a.listed == b.listed }
    let (list, count) = a.isUniform ? (b.listed, a.uniform) : (a.listed, b.uniform)
    return list.allSatisfy { $0 == count }
  }
}

extension SectionCounts: ExpressibleByArrayLiteral {
  /// Counts that are listed.
  public init(arrayLiteral counts: UInt32...) { self.init(counts) }
}
