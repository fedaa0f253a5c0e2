// SPDX-License-Identifier: Apache-2.0
//
// The share of a child in what its parent has: sections, the reason to prepare, kinds, and answers
// to queries.

import LayoutABI
import LayoutModel

// MARK: - Sections
//
// The sections of a parent's data that a child lays out, and the names of elements on both sides.

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

// MARK: - Reasons

/// The reason for which a child prepares, in its own names.
struct ChildReason {
  /// LAYOUT_MARK_… combined; nothing where the child is not concerned.
  var marks: UInt32 = LAYOUT_MARK_EVERYTHING
  var elements: [layout_element] = []
  /// The batch, as far as it is in the child's sections.
  var updates: [layout_update] = []

  /// The reason to start over.
  static let everything = ChildReason()

  private init() {}

  /// Takes the child's share out of a parent's reason.
  ///
  /// Items that come from sections of others, or go there, are inserted and deleted for the child. Where
  /// whole sections change and the child has not all of them, it starts over: which of its sections are
  /// which is then for nobody to say.
  ///
  /// - Parameters:
  ///   - named: The elements that the marks name, in the child's names; nil for those of others.
  ///   - updates: The batch that changed the parent's data.
  ///   - old: The child's sections before; nil when it has not prepared yet.
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

  /// The marks that name elements of others alone. One that names no element is about all of them.
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
  /// The change of an item as a child with these sections sees it; nil when it sees nothing of it.
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

/// Which kind of the parent each kind of a child is: the one of the same category and name. The cell is the
/// cell.
struct ChildKinds {
  /// A kind of the parent, as a kind of the child.
  struct Entry {
    let kind: UInt16
    /// True when the parent declares the same fields.
    let keepsFields: Bool
  }

  /// By kind of the child; nil for one that the parent does not declare.
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

  /// The child's number of a kind of the parent; nil when it has none of that name.
  func inner(_ kind: UInt16) -> UInt16? { Int(kind) < inner.count ? inner[Int(kind)] : nil }

  /// The names of the child's kinds that the parent does not declare.
  func missing(of child: LayoutDescriptor) -> [String] {
    child.kinds.indices.filter { outer[$0] == nil }.map { child.kinds[$0].name }
  }
}

extension KindDescriptor {
  /// Returns true when the words of a payload mean the same.
  fileprivate func hasFields(of other: KindDescriptor) -> Bool {
    fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy {
        $0.name == $1.name && $0.type == $1.type && $0.cases == $1.cases
      }
  }
}

// MARK: - Queries
//
// The answers to a child's queries: those to its parent's queries of the same names.

/// Passes the questions of a child on to whoever answers its parent.
final class ChildQueries: QueryAnswering {
  /// The parent's number of the child's first section.
  var firstSection: UInt32 = 0
  /// Of its parent.
  var answers: any QueryAnswering
  /// By query of the child; nil for one that the parent does not ask.
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
  /// Returns true when an answer to this query is one to the other.
  fileprivate func isAnswered(as other: QueryDescriptor) -> Bool {
    name == other.name && scope == other.scope && result == other.result
      && arguments == other.arguments
  }
}
