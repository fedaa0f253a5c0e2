// SPDX-License-Identifier: Apache-2.0
//
// The headers and footers of stacked sections, at rest and pinned.

/// The two elements that a section may have beside its items.
enum SectionEdge {
  case header, footer

  /// Its index in ``SectionedLayout/kinds``.
  var kind: UInt16 { self == .header ? 1 : 2 }
}

extension SectionedLayout {
  /// Answers the headers and footers that intersect `rect`, as they stand now.
  /// - Complexity: O(log *n* + the sections that `rect` meets). Does not allocate.
  public final func supplementaries(in rect: Rect, into answer: inout Answer) {
    guard let sections else { return }
    let span = sections.stack.direction.along(rect)
    var section = sections.stack.firstSection(reaching: span.start)
    // A pinned element never leaves its section, so these sections are all that can have one here.
    while section < sectionCount, sections.stack.records[section].start <= span.end {
      supplementary(.header, of: section, in: rect, into: &answer)
      supplementary(.footer, of: section, in: rect, into: &answer)
      section += 1
    }
  }

  /// Answers one header or footer, if there is one and it intersects `rect`.
  final func supplementary(
    _ edge: SectionEdge, of section: Int, in rect: Rect?, into answer: inout Answer
  ) {
    guard let sections, sections.stack.length(of: edge, section) > 0 else { return }
    let pins = edge == .header ? pinsHeaders : pinsFooters
    let frame = sections.stack.frame(of: edge, section, pinnedTo: pins ? visible : nil)
    if let rect, !frame.intersects(rect) { return }
    answer.element(
      .supplementary, kind: Int(edge.kind), section, 0, frame,
      zIndex: pins ? VisibleSpan.pinnedZIndex : 0, isPinned: pins)
  }
}
