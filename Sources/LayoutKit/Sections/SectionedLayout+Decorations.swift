// SPDX-License-Identifier: Apache-2.0
//
// What stacked layouts draw themselves: backgrounds behind sections, and separators between lines.

import LayoutABI

/// The decorations of a section.
enum SectionDecoration {
  case background, separator

  /// Its index in ``SectionedLayout/kinds``.
  var kind: UInt16 { self == .background ? 3 : 4 }
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
    guard let sections,
      let frame = sections.stack.frame(
        of: sectionBackground.value, section, in: (0, sections.stack.breadth),
        inset: sectionBackgroundInset.value)
    else { return }
    if let rect, !frame.intersects(rect) { return }
    answer.background(
      frame, of: section, kind: SectionDecoration.background.kind,
      fill: sectionBackgroundFill.value, cornerRadius: sectionBackgroundCornerRadius.value)
  }
}
