// SPDX-License-Identifier: Apache-2.0
//
// Separators between the lines of a section, each named by the first item of the line behind it: so
// it goes along when that item does.

import LayoutABI

extension FlowLayout {
  /// Answers the separators of a section that intersect `rect`.
  /// - Complexity: O(log *n* + the items of the lines that `rect` meets). Does not allocate.
  final func visitSeparators(of section: Int, in rect: Rect, into answer: inout Answer) {
    guard let sections, let bodies = sections.bodies as? FlowBodies, let thickness = separatorLength
    else { return }
    let record = sections.stack.records[section]
    let span = sections.stack.direction.along(rect)
    // Where lines start whose separators meet the span, and a little more for the rounding.
    let start = span.start + (record.alongSpacing - thickness) / 2
    let end = span.end + (record.alongSpacing + thickness) / 2
    let slack = LineRule.slack(max(start.magnitude, end.magnitude))
    bodies.visitLineStarts(
      from: start - slack, to: end + slack, record, sections.stack.direction
    ) { item, lineStart in
      let frame = separatorFrame(record, lineStart, thickness)
      if !frame.isEmpty, frame.intersects(rect) { add(frame, section, item, to: &answer) }
    }
  }

  /// Answers the separator before the line that begins with `item`, if there is one.
  final func namedSeparator(before item: Int, of section: Int, into answer: inout Answer) {
    guard let sections, let bodies = sections.bodies as? FlowBodies,
      let thickness = separatorLength, item > 0, item < itemCount(in: section)
    else { return }
    let record = sections.stack.records[section]
    guard let start = bodies.start(ofLineFrom: item, record, sections.stack.direction) else {
      return
    }
    let frame = separatorFrame(record, start, thickness)
    if !frame.isEmpty { add(frame, section, item, to: &answer) }
  }

  /// In the middle between a line and the one before it.
  private func separatorFrame(
    _ record: SectionRecord, _ lineStart: Double, _ thickness: Double
  ) -> Rect {
    let sides = axis.across(separatorInset.value)
    return axis.rect(
      along: lineStart - (record.alongSpacing + thickness) / 2, across: record.side + sides.start,
      length: thickness, breadth: record.room - sides.start - sides.end)
  }

  private func add(_ frame: Rect, _ section: Int, _ item: Int, to answer: inout Answer) {
    // Above the cells, because without room between two lines it lies on both; below what is pinned.
    answer.element(
      .decoration, kind: Int(SectionDecoration.separator.kind), section, item, frame, zIndex: 1)
    answer.field(separatorFill.value)
  }
}
