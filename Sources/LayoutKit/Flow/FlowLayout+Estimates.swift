// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are assumed until an item comes near the viewport, and sizes that views prefer.

import LayoutABI

extension FlowLayout {
  /// More rounds are left to the next frame: an app whose items turn out to have no extent would be
  /// asked about all of them at once.
  private static var roundLimit: Int { 256 }

  /// Asks about what the viewport shows and what lies one viewport further on, until nothing there is
  /// assumed any more. What is above the viewport stays assumed, so that a jump does not move what it
  /// was to show; it is asked about when the viewport moves back over it.
  final func findSizes(
    _ sections: Sections, _ span: (start: Double, end: Double)
  ) throws(LayoutError) {
    guard let bodies = sections.bodies as? FlowBodies else { return }
    let length = max(0, span.end - span.start)
    let reach = VisibleSpan(
      start: looksBack ? span.start - length : span.start, end: span.end + length)
    let visible = VisibleSpan(start: span.start, end: span.end)
    guard hasEstimates(sections, bodies, in: visible) else { return }
    for _ in 0..<Self.roundLimit {
      if try !findSizes(sections, bodies, in: reach) { return }
    }
    invalidate(.bounds)
  }

  /// Returns true when a size in the span is only assumed.
  final func hasEstimates(
    _ sections: Sections, _ bodies: FlowBodies, in span: VisibleSpan
  ) -> Bool {
    var section = sections.stack.firstSection(reaching: span.start)
    while section < sections.stack.records.count,
      sections.stack.records[section].start <= span.end
    {
      let record = sections.stack.records[section]
      if !bodies.estimates(in: span, record, sections.stack.direction).isEmpty { return true }
      section += 1
    }
    return false
  }

  /// Asks once about all that is assumed in the span.
  /// - Returns: Whether there was anything to ask about.
  private func findSizes(
    _ sections: Sections, _ bodies: FlowBodies, in span: VisibleSpan
  ) throws(LayoutError) -> Bool {
    let direction = sections.stack.direction
    var found: [(section: Int, changes: ItemChanges)] = []
    var section = sections.stack.firstSection(reaching: span.start)
    while section < sections.stack.records.count,
      sections.stack.records[section].start <= span.end
    {
      let ranges = bodies.estimates(in: span, sections.stack.records[section], direction)
      if !ranges.isEmpty { found.append((section, try ask(ranges, section))) }
      section += 1
    }
    if found.isEmpty { return false }
    var count = 0
    for (_, changes) in found { count += changes.replaced.count }
    try bodies.reserve(changes: count)
    for (section, changes) in found { sections.apply(changes, to: section) }
    sections.stack.stack()
    return true
  }

  private func ask(
    _ ranges: [Range<Int>], _ section: Int
  ) throws(LayoutError) -> ItemChanges {
    var asker = SizeAsker(sizeAnswers)
    var changes = ItemChanges()
    for range in ranges {
      for item in range {
        asker.want(
          ItemKey(UInt32(truncatingIfNeeded: section), UInt32(truncatingIfNeeded: item)),
          changes.replaced.count)
        changes.replaced.append(SizedItem(item: item, size: .zero))
      }
    }
    try asker.finish { _, place, size, _ in changes.replaced[place].size = size }
    return changes
  }
}
