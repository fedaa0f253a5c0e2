// SPDX-License-Identifier: Apache-2.0
//
// Sections of groups of items from a text: UIKit's compositional layout as data.

import LayoutABI

/// A layout whose sections are described in a text: items in nested rows and columns, repeated.
///
/// All attributes of an item follow from its number by one division, so no data is stored for items,
/// except for groups in which views decide about their sizes. `docs/layouts/compositional.md` has the
/// grammar of the description.
open class CompositionalLayout: Layout {
  /// The axis that the content scrolls along.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical, help: "The axis that the content scrolls along.")
  /// The description of the sections, used in rotation.
  public let sectionsText = Property(
    "sections", Text(CompositionalLayout.standardSections),
    help: """
      The sections in turn: section(OPTIONS) { GROUP }, a group being item(W, H), row(W, H) { … } or \
      column(W, H) { … }; W and H 120, 50%, 50%w, 50%h, ~120, ~120+, 96+ or fill; 3 * or fit * \
      repeats. See \
      docs/layouts/compositional.md.
      """)
  /// The backgrounds' colour.
  public let sectionBackgroundFill = SectionBackground.fillProperty()
  /// The backgrounds' corner radius.
  public let sectionBackgroundCornerRadius = SectionBackground.cornerRadiusProperty()

  var sections: ComposedSections?
  /// The span within which headers and footers are pinned.
  private(set) var visible = VisibleSpan()

  open override var properties: [AnyProperty] {
    [scrollDirection, sectionsText, sectionBackgroundFill, sectionBackgroundCornerRadius]
  }

  open override var kinds: [Kind] {
    [
      .cell, .header, .footer, Kind("badge", .supplementary), .sectionBackground,
      Kind("leading", .supplementary), Kind("trailing", .supplementary),
    ]
  }

  open override var abilities: Abilities { [.selfSizing, .crossScroll] }

  open override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if property === sectionsText { _ = try CompositionParser.parse(sectionsText.wanted) }
  }

  /// - Complexity: O(sections + measured items); O(1) when only the viewport moved.
  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    let inset = snapshot.contentInset
    let room = CompositionRoom(
      direction: scrollDirection.value,
      size: Size(
        width: max(0, snapshot.viewportSize.width - inset.left - inset.right),
        height: max(0, snapshot.viewportSize.height - inset.top - inset.bottom)),
      contentInset: inset)
    let isNew = !invalidation.marks.subtracting(.bounds).subtracting(.items).isEmpty
    if isNew || sections?.room != room || sections?.epoch != snapshot.epoch {
      let known = known(invalidation)
      sections = try ComposedSections(
        try readCompositions(), room, snapshot, measured: try carriedSizes(known, invalidation),
        boundaries: carriedBoundaries(known, invalidation, snapshot.sectionCount),
        offsets: sections?.offsets ?? SectionOffsets())
    } else {
      sections?.stackAgain()
    }
    visible = VisibleSpan(snapshot, room.direction)
  }

  /// Returns the compositions of ``sectionsText``; reads them again if the text differs from the
  /// text of the present sections.
  private func readCompositions() throws(LayoutError) -> CompositionList {
    if let list = sections?.list, list.text == sectionsText.value { return list }
    return try CompositionList(sectionsText.value)
  }

  /// Returns the present sections if the sizes from views are still valid: the data is the same or
  /// follows from it by a batch, and the description and the direction are the same.
  private func known(_ invalidation: borrowing Invalidation) -> ComposedSections? {
    guard let sections, sections.list.text == sectionsText.value,
      sections.direction == scrollDirection.value, !invalidation.marks.contains(.everything),
      invalidation.updateCount > 0 || !invalidation.marks.contains(.counts)
    else { return nil }
    return sections
  }

  /// Returns the sizes that views reported, with the present paths of their items.
  private func carriedSizes(
    _ known: ComposedSections?, _ invalidation: borrowing Invalidation
  ) throws(LayoutError) -> MeasuredGroups {
    guard var measured = known?.measured, !measured.items.isEmpty else { return MeasuredGroups() }
    var paths = measured.paths
    if invalidation.updateCount > 0 { try mapPaths(&paths) }
    measured.move(to: paths)
    return measured
  }

  /// Returns the lengths that views of headers and footers reported, with the present numbers of
  /// their sections.
  private func carriedBoundaries(
    _ known: ComposedSections?, _ invalidation: borrowing Invalidation, _ newCount: Int
  ) -> MeasuredBoundaries {
    guard let known, !known.boundaries.isEmpty else { return MeasuredBoundaries() }
    if invalidation.updateCount == 0 { return known.boundaries }
    guard let map = ChangeMap(invalidation.updates),
      let origins = map.sections.origins(oldCount: known.count, newCount: newCount)
    else { return MeasuredBoundaries() }
    return known.boundaries.moved(origins)
  }

  open override func isPinned(_ element: ElementID) -> Bool {
    let section = Int(element.section)
    guard element.category == Category.supplementary.rawValue, let sections,
      section < sections.count, let side = BoundarySide(rawValue: element.kind)
    else { return false }
    return sections.composition(section)[side].pins
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    if change.old.size != change.new.size { return .bounds }
    guard let sections, sections.pinsAnything else { return [] }
    let direction = sections.direction
    return direction.along(change.old.origin) == direction.along(change.new.origin) ? [] : .bounds
  }

  open override var contentSize: Size {
    guard let sections else { return .zero }
    return sections.direction.size(
      along: sections.stack.length, across: sections.stack.breadth)
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    guard let sections else { return }
    let range = sections.sections(meeting: rect)
    for section in range { cells(of: section, in: rect, into: &answer) }
    for section in range { supplementaries(of: section, in: rect, into: &answer) }
    for section in range { background(of: section, in: rect, into: &answer) }
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    let (section, item) = (Int(element.section), Int(element.item))
    guard let sections, section < sections.count else { return }
    switch (element.category, element.kind) {
    case (Category.cell.rawValue, 0):
      cell(section, item, into: &answer)
    case (Category.supplementary.rawValue, Self.badgeKind):
      badge(section, item, into: &answer)
    case (Category.decoration.rawValue, Self.backgroundKind) where item == 0:
      background(of: section, in: nil, into: &answer)
    case (Category.supplementary.rawValue, let kind) where item == 0:
      guard let side = BoundarySide(rawValue: kind) else { return }
      boundary(side, of: section, in: nil, into: &answer)
    default: return
    }
  }

  /// Gives cells, headers and footers with an estimated extent the sizes that their views prefer;
  /// groups get the sizes of their content.
  /// - Complexity: O(items of the group + log groups); the sections behind it move once, in the
  ///   `prepare` that follows.
  open override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    let (section, item) = (Int(element.section), Int(element.item))
    guard let sections, section < sections.count, preferred.width >= 0, preferred.height >= 0,
      preferred.width + preferred.height < .infinity
    else { return [] }
    let wanted = preferred.boundedLengths
    if element.category == Category.supplementary.rawValue {
      guard let side = BoundarySide(rawValue: element.kind), item == 0 else { return [] }
      return sections.resize(side, of: section, to: wanted) ? .bounds : []
    }
    guard element.category == Category.cell.rawValue,
      item < sections.stack.records[section].itemCount
    else { return [] }
    return try sections.resize(section, item, to: wanted) ? .bounds : []
  }

  // MARK: Sections that scroll across

  open override func crossTrack(at point: Point) -> CrossTrack? {
    sections.flatMap { $0.track(at: $0.direction.along(point)) }
  }

  open override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    sections?.offsets[section] = offset
  }

  open override func crossTarget(
    _ proposed: Double, velocity: Double, section: Int
  ) -> Double {
    sections?.rest(ofSection: section, at: proposed, velocity: velocity) ?? proposed
  }
}

// MARK: - No description
//
// The sections of a layout without a description.

extension CompositionalLayout {
  /// A grid under a pinned header, large cards in pages, and a list in columns of three that scrolls
  /// across too. The grid comes first, because it fills the view if there is only one section.
  static var standardSections: StaticString {
    """
    # a grid
    section(gap: 10, insets: 8 24 24 24, header: 40 wide, pin: header) {
      row(100%, 96, gap: 10) { fit * item(88+, 100%) }
    }

    # cards to page through
    section(gap: 12, insets: 8 24 24 24, header: 40 wide, scroll: groupPaging) { item(300, 190) }

    # a list in columns of three
    section(gap: 12, insets: 4 24 24 24, header: 40 wide, scroll: groupPaging) {
      column(300, 256, gap: 8) { 3 * item }
    }
    """
  }
}
