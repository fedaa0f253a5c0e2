// SPDX-License-Identifier: Apache-2.0
//
// What stacked layouts draw themselves: backgrounds behind sections, and separators between lines.

import LayoutABI

/// What of a section its background lies behind.
public enum SectionBackground: Int, PropertyCases, Sendable {
  /// There is no background.
  case none = 0
  /// The items and the section's inset around them.
  case items
  /// The whole section, header and footer too.
  case section

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["none", "items", "section"] }
}

/// The decorations of a section.
enum SectionDecoration {
  case background, separator

  /// Its index in ``SectionedLayout/kinds``.
  var kind: UInt16 { self == .background ? 3 : 4 }
  /// Backgrounds lie below the cells. Separators lie above them, because without room between two
  /// lines they lie on both, and below what is pinned.
  var zIndex: Int32 { self == .background ? -1 : 1 }
}

extension SectionedLayout {
  /// Answers the section backgrounds and the separators that intersect `rect`.
  /// - Complexity: O(log *n* + the sections and lines that `rect` meets). Does not allocate.
  public final func decorations(in rect: Rect, into answer: inout Answer) {
    guard let sections, sectionBackground.value != .none || separatorLength != nil
    else { return }
    let span = sections.stack.direction.along(rect)
    // A separator that is thicker than the room between two lines may leave its section.
    let margin = separatorLength ?? 0
    var section = sections.stack.firstSection(reaching: span.start - margin)
    while section < sectionCount, sections.stack.records[section].start <= span.end + margin {
      background(of: section, in: rect, into: &answer)
      if separatorLength != nil { separators(of: section, in: rect, into: &answer) }
      section += 1
    }
  }

  /// Answers a section's background, if there is one and it intersects `rect`.
  final func background(of section: Int, in rect: Rect?, into answer: inout Answer) {
    guard let frame = backgroundFrame(of: section), !frame.isEmpty else { return }
    if let rect, !frame.intersects(rect) { return }
    let decoration = SectionDecoration.background
    answer.element(
      .decoration, kind: Int(decoration.kind), section, 0, frame, zIndex: decoration.zIndex)
    answer.field(sectionBackgroundFill.value)
    answer.field(sectionBackgroundCornerRadius.value)
  }

  private func backgroundFrame(of section: Int) -> Rect? {
    guard let sections, sectionBackground.value != .none else { return nil }
    let record = sections.stack.records[section]
    let isWhole = sectionBackground.value == .section
    let start = isWhole ? record.start : record.start + record.header
    let end = isWhole ? record.end : record.end - record.footer
    return sections.stack.direction.rect(
      along: start, across: 0, length: end - start, breadth: sections.stack.breadth
    ).inset(by: sectionBackgroundInset.value)
  }
}
