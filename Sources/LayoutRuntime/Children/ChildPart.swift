// SPDX-License-Identifier: Apache-2.0
//
// The child's share of its parent's sections, reasons to prepare, kinds, and answers to queries.

import LayoutABI
import LayoutModel

// MARK: - Sections
//
// The sections of a parent's data that a child lays out, and the names of elements on both sides.

/// A range of consecutive sections, which the child sees from 0 on.
struct ChildPart: Equatable {
  /// The first section, in the parent's data.
  let first: UInt32
  /// The number of sections.
  let count: UInt32
  /// True when these are all sections of the parent's data.
  let isWhole: Bool

  /// Creates the part of `counts` with `count` sections from `first` on; `LAYOUT_PATH_NONE` means all that
  /// follow.
  init(first: UInt32, count: UInt32, of counts: SectionCounts) {
    let all = UInt32(clamping: counts.count)
    self.first = min(first, all)
    self.count = min(count, all - self.first)
    isWhole = first == 0 && self.count == all
  }

  /// Returns the item counts of its sections.
  func counts(of counts: SectionCounts) -> SectionCounts {
    if isWhole { return counts }
    if let uniform = counts.uniformCount {
      return SectionCounts(repeating: uniform, count: Int(count))
    }
    return SectionCounts(Array(counts.list[Int(first)..<Int(first + count)]))
  }

  /// Returns the child's number of a parent's section; nil if the section is not in the part.
  func inner(_ section: UInt32) -> UInt32? {
    section >= first && section - first < count ? section - first : nil
  }

  /// Returns the child's path of a parent's item; nil if the item is not in the part.
  func inner(_ path: layout_path) -> layout_path? {
    inner(path.section).map { layout_path(section: $0, item: path.item) }
  }
}

// MARK: Elements

/// The bit that separates a decoration without a section from decorations of the part's first section.
private let sectionless: UInt32 = 0x8000_0000

extension ChildPart {
  /// Returns the parent's path of a child's element; nil if the parent has no section for it.
  @inline(__always)
  func outer(section: UInt32, item: UInt32) -> layout_path? {
    if section != LAYOUT_PATH_NONE { return layout_path(section: section + first, item: item) }
    if isWhole { return layout_path(section: section, item: item) }
    return count > 0 ? layout_path(section: first, item: item | sectionless) : nil
  }

  /// Returns the child's path of a parent's element; nil if the element is not in the part.
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

// MARK: - Reasons

/// The reason for which a child prepares, in its own names.
struct ChildReason {
  /// LAYOUT_MARK_… combined; nothing if the change is not about the child.
  var marks: UInt32 = LAYOUT_MARK_EVERYTHING
  var elements: [layout_element] = []
  /// The part of the batch that is in the child's sections.
  var updates: [layout_update] = []

  /// The reason to prepare everything again.
  static let everything = ChildReason()

  private init() {}

  /// Creates the child's share of a parent's reason.
  ///
  /// For the child, an item that comes from a section outside its part is inserted, and an item that goes to
  /// one is deleted. If whole sections change and the child does not have all sections, it prepares
  /// everything again, because the new numbers of its sections are then unknown.
  ///
  /// - Parameters:
  ///   - named: The elements that the marks name, in the child's names; nil for an element that is not the
  ///     child's.
  ///   - updates: The batch that changed the parent's data.
  ///   - old: The child's sections before; nil if it has not prepared yet.
  init(
    marks: UInt32, named: [(category: UInt16, element: layout_element?)], updates: [layout_update],
    from old: ChildPart?, to new: ChildPart
  ) {
    guard let old else { return }
    if !updates.isEmpty, old.isWhole, new.isWhole {
      self.updates = updates
    } else {
      guard old.first == new.first, old.count == new.count, old.isWhole == new.isWhole,
        !updates.contains(where: { $0.of_section != 0 })
      else { return }
      self.updates = updates.compactMap { $0.share(in: new) }
    }
    if marks & LAYOUT_MARK_EVERYTHING != 0 { return }
    elements = named.compactMap(\.element)
    self.marks = marks & ~Self.foreignMarks(named)
    if !updates.isEmpty, self.updates.isEmpty { self.marks &= ~LAYOUT_MARK_COUNTS }
  }

  /// Returns the marks that name only elements of others. A mark that names no element is about all of them.
  private static func foreignMarks(
    _ named: [(category: UInt16, element: layout_element?)]
  ) -> UInt32 {
    var marks = LAYOUT_MARK_NOTHING
    for (category, mark) in [
      (LAYOUT_CELL, LAYOUT_MARK_ITEMS), (LAYOUT_SUPPLEMENTARY, LAYOUT_MARK_SUPPLEMENTARIES),
      (LAYOUT_DECORATION, LAYOUT_MARK_DECORATIONS),
    ] {
      let own = named.filter { $0.category == category }
      if !own.isEmpty, own.allSatisfy({ $0.element == nil }) { marks |= mark }
    }
    return marks
  }
}

extension layout_update {
  /// Returns an item's change in the names of a child with these sections; nil if the change is not in them.
  fileprivate func share(in part: ChildPart) -> layout_update? {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    let (from, to) = (part.inner(before), part.inner(after))
    if from == nil, to == nil { return nil }
    var share = self
    (share.before, share.after) = (from ?? none, to ?? none)
    let hasTwo = action == LAYOUT_UPDATE_MOVE || action == LAYOUT_UPDATE_RELOAD
    if hasTwo, from == nil { share.action = LAYOUT_UPDATE_INSERT }
    if hasTwo, to == nil { share.action = LAYOUT_UPDATE_DELETE }
    return share
  }
}

// MARK: - Kinds

/// The parent's kind for each kind of a child: the kind of the same category and name. The cell kinds match
/// each other.
struct ChildKinds {
  /// A kind of the parent, as a kind of the child.
  struct Entry {
    let kind: UInt16
    /// True if the parent declares the same fields.
    let keepsFields: Bool
  }

  /// The parent's kind, by kind of the child; nil if the parent does not declare it.
  let outer: [Entry?]
  private let inner: [UInt16?]

  init(of child: LayoutDescriptor, in parent: LayoutDescriptor) {
    var inner = [UInt16?](repeating: nil, count: parent.kinds.count)
    outer = child.kinds.enumerated().map { index, kind in
      let place =
        index == 0
        ? 0 : parent.kinds.firstIndex { $0.category == kind.category && $0.name == kind.name }
      guard let place, inner[place] == nil else { return nil }
      inner[place] = UInt16(index)
      return Entry(
        kind: UInt16(place), keepsFields: kind.hasFields(of: parent.kinds[place]))
    }
    self.inner = inner
  }

  /// Returns the child's number of a parent's kind; nil if the child has no kind of that name.
  func inner(_ kind: UInt16) -> UInt16? { Int(kind) < inner.count ? inner[Int(kind)] : nil }

  /// Returns the names of the child's kinds that the parent does not declare.
  func missing(of child: LayoutDescriptor) -> [String] {
    child.kinds.indices.filter { outer[$0] == nil }.map { child.kinds[$0].name }
  }
}

extension KindDescriptor {
  /// Returns true if the words of a payload mean the same.
  fileprivate func hasFields(of other: KindDescriptor) -> Bool {
    fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy {
        $0.name == $1.name && $0.type == $1.type && $0.cases == $1.cases
      }
  }
}

// MARK: - Queries
//
// Answers a child's queries with the answers to its parent's queries of the same names.

/// Passes the queries of a child on to the object that answers its parent.
final class ChildQueries: QueryAnswering {
  /// The parent's number of the child's first section.
  var firstSection: UInt32 = 0
  /// The answers of the parent.
  var answers: any QueryAnswering
  /// The parent's query, by query of the child; nil if the parent does not declare it.
  private let places: [Int?]
  private let isOfSections: [Bool]

  init(of child: LayoutDescriptor, in parent: HostContext) {
    answers = parent.queries
    let own = parent.descriptor.queries
    places = child.queries.map { query in own.firstIndex { $0.isAnswered(as: query) } }
    isOfSections = child.queries.map { $0.scope == .section }
  }

  func isBound(_ index: Int) -> Bool {
    places.indices.contains(index) && places[index].map(answers.isBound) ?? false
  }

  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard let place = places[index] else { return LAYOUT_UNANSWERED }
    return unsafe answers.answerOne(
      place, section: section + firstSection, item: item, arguments: arguments, into: out)
  }

  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard let place = places[index] else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    if isOfSections[index] {
      return unsafe answers.answerMany(
        place, section: 0, first: first + firstSection, count: count, into: out)
    }
    return unsafe answers.answerMany(
      place, section: section + firstSection, first: first, count: count, into: out)
  }

  func takeError(call: String) -> LayoutError? { answers.takeError(call: call) }
}

extension QueryDescriptor {
  /// Returns true if an answer to this query is also an answer to the other.
  fileprivate func isAnswered(as other: QueryDescriptor) -> Bool {
    name == other.name && scope == other.scope && result == other.result
      && arguments == other.arguments
  }
}
