// SPDX-License-Identifier: Apache-2.0
//
// Lines of items, broken and spread like those of UIKit's flow layout. Open for subclasses.

import LayoutABI

/// Fills lines with items and stacks the lines along the scroll axis, section by section.
///
/// Items have the app's answer to `sizeForItem`, otherwise `itemSize`. An item with an answer to `fillsLine` other than
/// 0 is alone in its line and takes its whole room, whatever that is; of its size only the length counts, and
/// alignments do not apply. A section with equal items needs no memory per item; otherwise an item takes 17 bytes.
open class FlowLayout: SectionedLayout {
  /// The axis that the content scrolls along; lines run across it.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical, help: "The axis that the content scrolls along.")
  /// The size of an item without an answer of the app.
  public let itemSize = Property(
    "itemSize", Size(width: 50, height: 50), minimum: 0, unit: "pt",
    help: "Size of an item that the app gives no size.")
  /// The room between lines.
  public let lineSpacing = Property(
    "minimumLineSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two lines.")
  /// The minimal room between the items of a line.
  public let interitemSpacing = Property(
    "minimumInteritemSpacing", 10.0, minimum: 0, unit: "pt",
    help: "Least room between two items of a line.")
  /// True when headers stay on screen while their section is visible.
  public let headersPin = Property(
    "sectionHeadersPinToVisibleBounds", false,
    help: "Whether headers stay on screen while their section is there.")
  /// True when footers stay on screen while their section is visible.
  public let footersPin = Property(
    "sectionFootersPinToVisibleBounds", false,
    help: "Whether footers stay on screen while their section is there.")
  /// The size instead of `itemSize` for items whose size is not known yet.
  public let estimatedItemSize = Property(
    "estimatedItemSize", Size?.none, minimum: 0, unit: "pt",
    help: "Size to assume for items that the app gives no size, instead of itemSize.")
  /// The alignment of the items of a line.
  public let lineAlignment = Property(
    "lineAlignment", LineAlignment.uikit, help: "How the items of a line are spread.")
  /// The alignment of items in a line that is thicker than they are.
  public let itemAlignment = Property(
    "itemAlignment", ItemAlignment.center, help: "Where items stand in a line thicker than they.")
  /// True when there are separators between the lines of a section.
  public let separators = Property(
    "separators", false, help: "Whether there are separators between the lines of a section.")
  /// The separators' colour.
  public let separatorFill = Property(
    "separatorFill", 0xC6C6_C8FF as Int64, minimum: 0, maximum: 0xFFFF_FFFF, unit: "0xRRGGBBAA",
    help: "Colour of separators, red, green, blue and opacity.")
  /// The separators' thickness along the scroll axis.
  public let separatorThickness = Property(
    "separatorThickness", 1.0, minimum: 0, unit: "pt",
    help: "Thickness of separators, which lie in the middle between two lines.")
  /// The amount by which separators are shorter than a line.
  public let separatorInset = Property(
    "separatorInset", Insets.zero, minimum: 0, unit: "pt",
    help: "Room between a separator and the ends of its line; only these two sides count.")

  /// The room between the lines of a section.
  public let lineSpacingQuery = Query<Double>(
    "minimumLineSpacing", of: .section, help: "Room between the lines of a section.")
  /// The minimal room between the items of a section's lines.
  public let interitemSpacingQuery = Query<Double>(
    "minimumInteritemSpacing", of: .section,
    help: "Least room between the items of a section's lines.")

  /// 1 for an item that takes a whole line, 0 for any other.
  public let fillsLine = Query<Int64>(
    "fillsLine", help: "Gives an item a line of its own, over its whole room: 1, or 0 if not.")

  open override var properties: [AnyProperty] {
    [
      scrollDirection, itemSize, lineSpacing, interitemSpacing, sectionInset, headerReferenceSize,
      footerReferenceSize, headersPin, footersPin, estimatedItemSize, lineAlignment, itemAlignment,
    ] + backgroundProperties + [separators, separatorFill, separatorThickness, separatorInset]
  }

  open override var kinds: [Kind] { super.kinds + [.separator] }

  open override var queries: [AnyQuery] {
    [
      sizeForItem, insetForSection, lineSpacingQuery, interitemSpacingQuery, headerSize, footerSize,
      fillsLine,
    ]
  }

  override var axis: ScrollDirection { scrollDirection.value }
  override var pinsHeaders: Bool { headersPin.value }
  override var pinsFooters: Bool { footersPin.value }
  override var separatorLength: Double? { separators.value ? separatorThickness.value : nil }
  override var standardItemSize: Size { estimatedItemSize.value ?? itemSize.value }

  /// True when the viewport moves against the reading direction, so that the sizes before it are
  /// asked for.
  var looksBack = false

  override func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies {
    try FlowBodies(
      FlowRules(line: lineAlignment.value, item: itemAlignment.value), itemCount: itemCount)
  }

  override func readSpacings(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    try stack.read(lineSpacingQuery, sections, else: lineSpacing.value) { $0.alongSpacing = $1 }
    try stack.read(interitemSpacingQuery, sections, else: interitemSpacing.value) {
      $0.acrossSpacing = $1
    }
  }

  /// With an estimated size, the app is asked about items when they come near the viewport.
  override var sizeAnswers: SizeAnswers {
    SizeAnswers(
      query: sizeForItem, standard: standardItemSize,
      isLazy: estimatedItemSize.value != nil && sizeForItem.isBound,
      fullLines: fillsLine.isBound
        ? FullLineAnswers(query: fillsLine, direction: axis) : nil)
  }

  override func measure(
    _ sections: Sections, _ span: (start: Double, end: Double)
  ) throws(LayoutError) {
    if sizeAnswers.isLazy { try findSizes(sections, span) }
  }

  override func separators(of section: Int, in rect: Rect, into answer: inout Answer) {
    visitSeparators(of: section, in: rect, into: &answer)
  }

  override func separator(before item: Int, of section: Int, into answer: inout Answer) {
    namedSeparator(before: item, of: section, into: &answer)
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    let marks = super.shouldInvalidate(change)
    guard let sections, sizeAnswers.isLazy, let bodies = sections.bodies as? FlowBodies
    else { return marks }
    let (old, new) = (axis.along(change.old), axis.along(change.new))
    looksBack = new.start < old.start && new.end > old.start
    let span = VisibleSpan(start: new.start, end: new.end)
    return hasEstimates(sections, bodies, in: span) ? marks.union(.bounds) : marks
  }

  open override var abilities: Abilities { super.abilities.union(.selfSizing) }

  /// Gives cells the size that their views prefer if there is an estimated size; otherwise cells have the
  /// size from the app.
  /// - Complexity: O(log *n*); the `prepare` that follows breaks lines until it meets an old break again.
  open override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    guard estimatedItemSize.value != nil else { return [] }
    return resize(element, to: preferred)
  }
}

// MARK: - Estimates
//
// Sizes that are assumed until an item comes near the viewport, and preferred sizes of views.

extension FlowLayout {
  /// The maximal number of rounds in one frame: if items turned out to have no extent, the app
  /// would be asked about all of them at once.
  private static var roundLimit: Int { 256 }

  /// Asks about the items in the viewport and one viewport further, until none of them has an assumed
  /// size. Items before the viewport keep their assumed sizes, so that a jump does not move its
  /// target; they are asked about when the viewport moves back over them.
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

  /// Returns true when the span contains an assumed size.
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

  /// Asks once about all assumed sizes in the span.
  /// - Returns: True when there were any.
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

// MARK: - Separators
//
// Separators between the lines of a section. Each has the path of the first item of the line behind
// it, and moves with that item.

extension FlowLayout {
  /// Answers the separators of a section that intersect `rect`.
  /// - Complexity: O(log *n* + the items of the lines that `rect` intersects). Does not allocate.
  final func visitSeparators(of section: Int, in rect: Rect, into answer: inout Answer) {
    guard let sections, let bodies = sections.bodies as? FlowBodies, let thickness = separatorLength
    else { return }
    let record = sections.stack.records[section]
    let span = sections.stack.direction.along(rect)
    // The starts of lines whose separators intersect the span, with a margin for the rounding.
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

  /// Answers the separator before the line that begins with `item`, if it exists.
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

  /// Returns the frame in the middle between a line and the line before it.
  private func separatorFrame(
    _ record: SectionRecord, _ lineStart: Double, _ thickness: Double
  ) -> Rect {
    let sides = axis.across(separatorInset.value)
    return axis.rect(
      along: lineStart - (record.alongSpacing + thickness) / 2, across: record.side + sides.start,
      length: thickness, breadth: record.room - sides.start - sides.end)
  }

  private func add(_ frame: Rect, _ section: Int, _ item: Int, to answer: inout Answer) {
    // Above the cells, because it overlaps two lines that have no room between them; below pinned
    // elements.
    answer.element(
      .decoration, kind: Int(SectionDecoration.separator.kind), section, item, frame, zIndex: 1)
    answer.field(separatorFill.value)
  }
}
