// SPDX-License-Identifier: Apache-2.0
//
// Pages that repeat patterns of small, medium and large cells, horizontally or vertically.

import LayoutABI

/// Pages of the container's size, each filled with a pattern of cells: the same pattern on every
/// page, or several in rotation.
///
/// All attributes of an item follow from its index by one division, so no data is stored for items.
/// Each section starts on a new page, with the first pattern. Answers are left to right; the host
/// mirrors them.
open class MosaicLayout: Layout {
  /// The axis along which pages follow each other.
  public let scrollDirection = Property<ScrollDirection>(
    "scrollDirection", .horizontal, help: "The axis that pages follow each other along.")
  /// The room between columns and between rows.
  public let padding = Property<Double>(
    "padding", 8, minimum: 0, unit: "pt", help: "Between columns and between rows.")
  /// The width of a column; nil if the columns fill the page.
  public let columnWidth = Property<Double?>(
    "columnWidth", nil, minimum: 0, unit: "pt",
    help: "Of a column; unset: the columns fill the page.")
  /// The height of a row; nil if the rows fill the page.
  public let rowHeight = Property<Double?>(
    "rowHeight", nil, minimum: 0, unit: "pt", help: "Of a row; unset: the rows fill the page.")
  /// The size of a cell over several columns and rows; nil for exactly these.
  public let largeSize = Property<Size?>(
    "largeSize", nil, minimum: 0, unit: "pt",
    help: "Of a cell over several columns and rows; unset: just that.")
  /// The height of a cell over several rows of a column; nil for exactly these.
  public let mediumHeight = Property<Double?>(
    "mediumHeight", nil, minimum: 0, unit: "pt",
    help: "Of a cell over several rows of a column; unset: just that.")
  /// The pattern that each page repeats.
  public let pattern = Property<[Double]>(
    "pattern", MosaicPattern.pageOfTwelve, minimum: 0, maximum: 1000, unit: "1",
    members: ["columns", "rows", "slots"],
    help: "What each page repeats: a grid, and column, row, width, height of each slot.")
  /// The room between the cells and the edges of their page.
  public let pageInset = Property<Insets>(
    "pageInset", .zero, minimum: 0, unit: "pt", help: "Between the cells and the edges of a page.")
  /// The header's size; only its height counts.
  public let headerReferenceSize = Property<Size>(
    "headerReferenceSize", .zero, minimum: 0, unit: "pt",
    help: "Size of section headers, which stand on a section's first page; only the height counts.")
  /// Patterns in rotation, instead of ``pattern``.
  public let patterns = Property<[Double]?>(
    "patterns", nil, minimum: 0, maximum: 1_000_000, unit: "1",
    help:
      "Patterns in rotation, instead of pattern: columns, rows, number of slots, then its slots, for each."
  )

  /// The size of a section's header.
  public let headerSize = Query<Size>(
    "headerSize", of: .section, help: "Size of a section's header, instead of headerReferenceSize.")

  private var rotation = PatternRotation()
  /// The height of each section's header, points; 0 for none.
  private var headers: [Double] = []
  /// The axis of the pages.
  private var axis = ScrollDirection.horizontal
  /// The size of the whole container, including insets, so that pages agree with the host's paging.
  private var page = Size.zero
  /// The content inset before the first page.
  private var inset = 0.0
  /// The extent of cells along the axis from the start of their page; more than the page's length
  /// if columns or rows are large.
  private var reach = 0.0
  /// The first page of each section, and at the end the number of pages.
  private var firstPages: [Int] = [0]
  private var itemCounts: [Int] = []

  open override var properties: [AnyProperty] {
    [
      padding, columnWidth, rowHeight, largeSize, mediumHeight, pattern, patterns, scrollDirection,
      pageInset, headerReferenceSize,
    ]
  }
  open override var queries: [AnyQuery] { [headerSize] }
  open override var kinds: [Kind] {
    [
      Kind(
        "cell", .cell, fields: [Field("style", MosaicStyle.self, help: "How large the cell is.")]),
      .header,
    ]
  }
  open override var abilities: Abilities { .scrollTarget }

  open override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if property === pattern { _ = try MosaicPattern.one(pattern.wanted) }
    if property === patterns, let numbers = patterns.wanted {
      _ = try MosaicPattern.several(numbers)
    }
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    let all =
      if let numbers = patterns.value { try MosaicPattern.several(numbers) } else {
        [try MosaicPattern.one(pattern.value)]
      }
    // An answer that is refused changes nothing.
    headers = try readHeaders(snapshot.sectionCount)
    axis = scrollDirection.value
    let insets = snapshot.contentInset
    inset = axis.along(insets).start
    page = snapshot.viewportSize
    rotation = PatternRotation()
    for pattern in all {
      rotation.add(cells(of: pattern), columns: pattern.columns, rows: pattern.rows)
    }
    countPages(snapshot)
    measureReach()
  }

  open override var contentSize: Size {
    axis.size(along: Double(pageCount) * length, across: axis.across(page))
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) {
    guard let pages = pages(meeting: rect) else { return }
    var section = section(ofPage: pages.lowerBound)
    for number in pages {
      while firstPages[section + 1] <= number { section += 1 }
      let page = number - firstPages[section]
      let grid = grid(ofPage: page, section)
      var item = rotation.firstItem(ofPage: page)
      for cell in rotation.cells(onPage: page) {
        if item == itemCounts[section] { break }
        add(section, item, cell, grid, onPage: number, ifIn: rect, to: &answer)
        item += 1
      }
    }
    section = self.section(ofPage: pages.lowerBound)
    while section < itemCounts.count, firstPages[section] <= pages.upperBound {
      addHeader(section, ifIn: rect, to: &answer)
      section += 1
    }
  }

  open override func attributes(for element: ElementID, into answer: inout Answer) {
    let (section, item) = (Int(element.section), Int(element.item))
    guard section < itemCounts.count else { return }
    if element.category == LAYOUT_CELL, item < itemCounts[section] {
      let place = rotation.place(of: item)
      add(
        section, item, place.cell, grid(ofPage: place.page, section),
        onPage: firstPages[section] + place.page, ifIn: nil, to: &answer)
    } else if element.category == LAYOUT_SUPPLEMENTARY, element.kind == 1, item == 0 {
      addHeader(section, ifIn: nil, to: &answer)
    }
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old.size == change.new.size ? [] : .bounds
  }

  /// Returns a page: the nearest to the proposed offset, and with a velocity at least the next page
  /// in its direction. After an update a viewport that was on a page returns to a page; a viewport
  /// between two pages stays there.
  open override func scrollTarget(for scroll: Scroll) -> Point {
    guard pageCount > 0 else { return scroll.proposed }
    let velocity = axis.along(scroll.velocity)
    let here = (axis.along(scroll.bounds.origin) + inset) / length
    if scroll.isAfterUpdate, here != here.rounded() { return scroll.proposed }
    var target = ((axis.along(scroll.proposed) + inset) / length).rounded()
    if velocity > 0 { target = max(target, here.rounded(.down) + 1) }
    if velocity < 0 { target = min(target, here.rounded(.up) - 1) }
    target = min(max(target, 0), Double(pageCount - 1)) * length - inset
    return axis.moving(scroll.proposed, to: target)
  }
}

extension MosaicLayout {
  private var pageCount: Int { firstPages[firstPages.count - 1] }

  /// The length of a page along the axis, above 0: that of its cells where the view has none, such
  /// as in a window before it is shown, so that few pages are at one place.
  private var length: Double { axis.along(page) > 0 ? axis.along(page) : max(1, reach) }

  /// Computes the cells of one page.
  private func cells(of pattern: MosaicPattern) -> [PageCell] {
    var cells: [PageCell] = []
    cells.reserveCapacity(pattern.slots.count)
    for slot in pattern.slots {
      var cell = PageCell(slot: slot, style: slot.style)
      switch slot.style {
      case .small: break
      case .medium: if slot.rowSpan > 1 { cell.height = mediumHeight.value }
      case .large: (cell.width, cell.height) = (largeSize.value?.width, largeSize.value?.height)
      }
      cells.append(cell)
    }
    return cells
  }

  /// Asks for the heights of headers.
  private func readHeaders(_ count: Int) throws(LayoutError) -> [Double] {
    let answers = try headerSize.answers(count: count)
    var headers: [Double] = []
    headers.reserveCapacity(count)
    for section in 0..<count {
      let height = (answers[section] ?? headerReferenceSize.value).height
      guard height >= 0, height < .infinity else {
        throw .failed(
          "negative or not finite; answer 0 or more", about: headerSize.name, section: section)
      }
      headers.append(height)
    }
    return headers
  }

  /// Returns the rows and columns of a page of a section; the first page has room for the header.
  private func grid(ofPage page: Int, _ section: Int) -> PageGrid {
    grid(rotation.grid(ofPage: page), header: page == 0 ? headers[section] : 0)
  }

  private func grid(_ pattern: (columns: Double, rows: Double), header: Double) -> PageGrid {
    let (inset, gap) = (pageInset.value, padding.value)
    let top = max(inset.top, header)
    let width = max(0, page.width - inset.left - inset.right)
    let height = max(0, page.height - top - inset.bottom)
    return PageGrid(
      origin: Point(x: inset.left, y: top),
      cell: Size(
        width: columnWidth.value ?? fill(width, pattern.columns, gap),
        height: rowHeight.value ?? fill(height, pattern.rows, gap)), gap: gap)
  }

  /// Computes the maximal extent of cells from the start of their page: the largest is below the
  /// highest header.
  private func measureReach() {
    var highest = 0.0
    for header in headers { highest = max(highest, header) }
    reach = highest
    for number in 0..<rotation.pageCount {
      let plain = grid(rotation.grid(ofPage: number), header: 0)
      let lower = grid(rotation.grid(ofPage: number), header: highest)
      for cell in rotation.cells(onPage: number) {
        reach = max(reach, axis.along(rotation.cells[cell].frame(plain)).end)
        reach = max(reach, axis.along(rotation.cells[cell].frame(lower)).end)
      }
    }
  }

  /// Returns the extent of each of `count` columns that fill `length`.
  private func fill(_ length: Double, _ count: Double, _ gap: Double) -> Double {
    max(0, (length - (count - 1) * gap) / count)
  }

  /// Computes the pages of each section.
  private func countPages(_ snapshot: borrowing Snapshot) {
    firstPages.removeAll(keepingCapacity: true)
    itemCounts.removeAll(keepingCapacity: true)
    var pages = 0
    for section in 0..<snapshot.sectionCount {
      let count = snapshot.itemCount(in: section)
      firstPages.append(pages)
      itemCounts.append(count)
      pages += rotation.pages(for: count)
    }
    firstPages.append(pages)
  }

  /// Returns the pages whose cells may intersect `rect`.
  private func pages(meeting rect: Rect) -> ClosedRange<Int>? {
    PageRow(count: pageCount, length: length, reach: reach).pages(meeting: axis.along(rect))
  }

  /// Returns the section of a page.
  private func section(ofPage number: Int) -> Int {
    partition(0..<itemCounts.count) { firstPages[$0] <= number } - 1
  }

  @inline(__always)
  private func add(
    _ section: Int, _ item: Int, _ cell: Int, _ grid: PageGrid, onPage number: Int,
    ifIn rect: Rect?, to answer: inout Answer
  ) {
    var frame = rotation.cells[cell].frame(grid)
    frame.origin = axis.moving(
      frame.origin, to: Double(number) * length + axis.along(frame.origin))
    if let rect, !frame.intersects(rect) { return }
    answer.cell(section, item, frame)
    answer.field(rotation.cells[cell].style)
  }

  /// Answers a section's header, at the upper edge of its first page; an empty section has none.
  private func addHeader(_ section: Int, ifIn rect: Rect?, to answer: inout Answer) {
    guard headers[section] > 0, itemCounts[section] > 0 else { return }
    let start = Double(firstPages[section]) * length
    let frame = Rect(
      origin: axis.moving(.zero, to: start), size: Size(width: page.width, height: headers[section])
    )
    if let rect, !frame.intersects(rect) { return }
    answer.element(.supplementary, kind: 1, section, 0, frame, zIndex: 0)
  }
}
