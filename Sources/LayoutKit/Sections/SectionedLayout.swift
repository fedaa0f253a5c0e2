// SPDX-License-Identifier: Apache-2.0
//
// The common part of flow, waterfall and gallery: sections stacked along the scroll axis, each with header,
// insets, items and footer, and the queries about them.

import LayoutABI

/// A layout of stacked sections. Its subclasses place the items of a section.
open class SectionedLayout: Layout {
  /// The room around the items of a section.
  public let sectionInset = Property(
    "sectionInset", Insets.zero, minimum: 0, unit: "pt",
    help: "Room between a section's items and its header, footer and sides.")
  /// The header's size; only its length along the scroll axis counts.
  public let headerReferenceSize = Property(
    "headerReferenceSize", Size.zero, minimum: 0, unit: "pt",
    help: "Size of section headers, of which only the length along the scroll axis counts.")
  /// The footer's size; only its length along the scroll axis counts.
  public let footerReferenceSize = Property(
    "footerReferenceSize", Size.zero, minimum: 0, unit: "pt",
    help: "Size of section footers, of which only the length along the scroll axis counts.")

  /// The part of each section behind which a background lies; none by default.
  public let sectionBackground = Property(
    "sectionBackground", SectionBackground.none,
    help: "What of each section a background lies behind.")
  /// The backgrounds' colour.
  public let sectionBackgroundFill = SectionBackground.fillProperty()
  /// The backgrounds' corner radius.
  public let sectionBackgroundCornerRadius = SectionBackground.cornerRadiusProperty()
  /// The inset of the backgrounds from the part that they are behind.
  public let sectionBackgroundInset = Property(
    "sectionBackgroundInset", Insets.zero, minimum: 0, unit: "pt",
    help: "Room between a section background and the edges of what it lies behind.")

  /// The size of an item.
  public let sizeForItem = Query<Size>("sizeForItem", help: "The size of an item, in points.")
  /// The inset of a section.
  public let insetForSection = Query<Insets>(
    "insetForSection", of: .section, help: "Room around a section's items, instead of sectionInset."
  )
  /// The size of a section's header.
  public let headerSize = Query<Size>(
    "headerSize", of: .section, help: "Size of a section's header, instead of headerReferenceSize.")
  /// The size of a section's footer.
  public let footerSize = Query<Size>(
    "footerSize", of: .section, help: "Size of a section's footer, instead of footerReferenceSize.")

  var sections: Sections?
  /// The span within which headers and footers are pinned.
  private(set) var visible = VisibleSpan()

  open override var kinds: [Kind] { [.cell, .header, .footer, .sectionBackground] }

  /// The properties of section backgrounds.
  final var backgroundProperties: [AnyProperty] {
    [
      sectionBackground, sectionBackgroundFill, sectionBackgroundCornerRadius,
      sectionBackgroundInset,
    ]
  }

  /// The axis along which the sections follow each other.
  var axis: ScrollDirection { .vertical }
  var pinsHeaders: Bool { false }
  var pinsFooters: Bool { false }
  /// The size of an item without an answer of the app.
  var standardItemSize: Size { Size(width: 50, height: 50) }
  /// Returns the object that places the items, with the present properties.
  func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies { SectionBodies() }
  /// The length of separators along the scroll axis; nil when there are none.
  var separatorLength: Double? { nil }
  /// Answers the separators of a section that intersect `rect`.
  func separators(of section: Int, in rect: Rect, into answer: inout Answer) {}
  /// Answers the separator before the line that begins with an item, if it exists.
  func separator(before item: Int, of section: Int, into answer: inout Answer) {}
  /// Reads the two spacings of sections.
  func readSpacings(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {}

  open override func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation)
    throws(LayoutError)
  {
    let sides = axis.across(snapshot.contentInset)
    let breadth = max(0, axis.across(snapshot.viewportSize) - sides.start - sides.end)
    if try !update(snapshot, invalidation, breadth) {
      let fresh = try read(snapshot)
      try fresh.layOut(breadth)
      try measure(fresh, axis.along(snapshot.bounds))
      sections = fresh
    }
    visible = VisibleSpan(snapshot, axis)
  }

  /// Asks for sizes that the viewport needs and that are only assumed so far.
  func measure(_ sections: Sections, _ span: (start: Double, end: Double)) throws(LayoutError) {}

  /// Asks for everything again, into a new object: after a failure the old object stays in use.
  private func read(_ snapshot: borrowing Snapshot) throws(LayoutError) -> Sections {
    let stack = try SectionStack(snapshot, axis)
    try readSectionNumbers(stack, stack.all)
    var itemCount = 0
    for section in stack.all { itemCount += stack.records[section].itemCount }
    let bodies = try makeBodies(itemCount: itemCount)
    for section in stack.all {
      unsafe try bodies.read(&stack.records.start[section], section: section, sizeAnswers)
    }
    return Sections(stack: stack, bodies: bodies, epoch: snapshot.epoch)
  }

  /// Asks for the values of whole sections.
  final func readSectionNumbers(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    try stack.readInsets(insetForSection, sections, else: sectionInset.value)
    try readEdges(stack, sections)
    try readSpacings(stack, sections)
  }

  /// Asks for the lengths of headers and footers.
  final func readEdges(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    try stack.read(headerSize, sections, else: headerReferenceSize.value) { $0.header = $1 }
    try stack.read(footerSize, sections, else: footerReferenceSize.value) { $0.footer = $1 }
  }

  /// The query for item sizes.
  var sizeAnswers: SizeAnswers { SizeAnswers(query: sizeForItem, standard: standardItemSize) }

  open override var contentSize: Size {
    guard let sections else { return .zero }
    return sections.stack.direction.size(
      along: sections.stack.length, across: sections.stack.breadth)
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    visitCells(in: rect) { answer.cell($0, $1, $2) }
    supplementaries(in: rect, into: &answer)
    decorations(in: rect, into: &answer)
  }

  open override func attributes(for element: ElementID, into answer: inout Answer)
    throws(LayoutError)
  {
    let section = Int(element.section)
    guard section < sectionCount else { return }
    switch (element.category, element.kind) {
    case (Category.cell.rawValue, 0):
      guard let frame = cellFrame(section: section, item: Int(element.item)) else { return }
      answer.cell(section, Int(element.item), frame)
    case (Category.supplementary.rawValue, SectionEdge.header.kind) where element.item == 0:
      supplementary(.header, of: section, in: nil, into: &answer)
    case (Category.supplementary.rawValue, SectionEdge.footer.kind) where element.item == 0:
      supplementary(.footer, of: section, in: nil, into: &answer)
    case (Category.decoration.rawValue, SectionDecoration.background.kind) where element.item == 0:
      background(of: section, in: nil, into: &answer)
    case (Category.decoration.rawValue, SectionDecoration.separator.kind):
      separator(before: Int(element.item), of: section, into: &answer)
    default: return
    }
  }

  open override func isPinned(_ element: ElementID) -> Bool {
    guard element.category == Category.supplementary.rawValue else { return false }
    return element.kind == SectionEdge.header.kind ? pinsHeaders : pinsFooters
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    if axis.across(change.old.size) != axis.across(change.new.size) { return .bounds }
    let moves = axis.along(change.old) != axis.along(change.new)
    return moves && (pinsHeaders || pinsFooters) ? .bounds : []
  }
}

extension SectionedLayout {
  /// The number of sections.
  public final var sectionCount: Int { sections?.stack.records.count ?? 0 }

  /// Returns the number of items of a section; 0 when there is no such section.
  public final func itemCount(in section: Int) -> Int {
    guard let sections, section >= 0, section < sectionCount else { return 0 }
    return sections.stack.records[section].itemCount
  }

  /// Returns the frame of a cell at rest, or nil when there is no such item.
  /// - Complexity: O(log *n* + the items of its line).
  public final func cellFrame(section: Int, item: Int) -> Rect? {
    guard let sections, item >= 0, item < itemCount(in: section) else { return nil }
    return sections.bodies.frame(
      item, sections.stack.records[section], sections.stack.direction)
  }

  /// Calls `visit` with each cell whose frame at rest intersects `rect`, in order of the data; in a
  /// waterfall of more than 64 columns, or with dense packing, section by section and in any order within a
  /// section.
  /// - Complexity: For a flow or a gallery O(log *n* + the cells of the lines that intersect `rect`), for a
  ///   waterfall O(columns · (log *n* + the cells beside `rect` or in it)). Does not allocate.
  public final func visitCells(
    in rect: Rect, _ visit: (_ section: Int, _ item: Int, _ frame: Rect) -> Void
  ) {
    guard let sections else { return }
    let span = sections.stack.direction.along(rect)
    var section = sections.stack.firstSection(reaching: span.start)
    while section < sectionCount, sections.stack.records[section].start <= span.end {
      sections.bodies.visit(
        section, sections.stack.records[section], sections.stack.direction, in: rect, visit)
      section += 1
    }
  }
}

// MARK: - Named changes
//
// Preparing for a named change: only the named elements are asked for again and placed again.

extension SectionedLayout {
  /// Updates the sections, if the reason for the `prepare` is precise enough.
  /// - Returns: False when everything must be asked for and laid out again; nothing changed then.
  final func update(
    _ snapshot: borrowing Snapshot, _ invalidation: borrowing Invalidation, _ breadth: Double
  ) throws(LayoutError) -> Bool {
    guard let sections, sections.stack.direction == axis,
      invalidation.marks.isDisjoint(with: [.everything, .properties])
    else { return false }
    let isNamed = invalidation.updateCount > 0
    guard isNamed || (sections.epoch == snapshot.epoch && !invalidation.marks.contains(.counts))
    else { return false }
    try sections.settleWantedSizes()
    if isNamed || !invalidation.marks.isDisjoint(with: [.items, .supplementaries]) {
      guard let batch = DataBatch(invalidation),
        let change = try SectionsChange.make(batch, of: sections, for: snapshot, by: self)
      else { return false }
      change.commit(to: sections)
      sections.epoch = snapshot.epoch
    }
    if breadth != sections.stack.breadth { try sections.layOut(breadth) }
    sections.stack.stackIfDue()
    do throws(LayoutError) {
      try measure(sections, axis.along(snapshot.bounds))
    } catch {
      // The sections already have the new data. The assumed sizes are used in this frame, and the
      // next frame gets the error.
      if !isNamed { throw error }
      invalidate(.bounds)
    }
    return true
  }

  /// Requests another size for one cell from the next `prepare`, which places the items once for all such
  /// cells.
  /// - Returns: The marks of this change: the content's length, but no answer of the app.
  final func resize(_ element: ElementID, to size: Size) -> Marks {
    let (section, item) = (Int(element.section), Int(element.item))
    guard let sections, element.category == Category.cell.rawValue, item < itemCount(in: section),
      size.width >= 0, size.height >= 0, size.width + size.height < .infinity
    else { return [] }
    return sections.want(size.boundedLengths, for: item, of: section) ? .bounds : []
  }
}
