// SPDX-License-Identifier: Apache-2.0
//
// Horizontal pages that repeat a pattern of small, medium and large cells.

import LayoutABI
import LayoutKit

/// Pages of the container's size, each filled by the same pattern of cells.
///
/// Everything about an item follows from its index by one division, so nothing is stored for it.
/// Each section starts on a page of its own. Answers are left to right; the host mirrors.
final class Mosaic: Layout {
  private let padding = Property<Double>(
    "padding", 8, minimum: 0, unit: "pt", help: "Between columns and between rows.")
  private let columnWidth = Property<Double?>(
    "columnWidth", nil, minimum: 0, unit: "pt",
    help: "Of a column; unset: the columns fill the page.")
  private let rowHeight = Property<Double?>(
    "rowHeight", nil, minimum: 0, unit: "pt", help: "Of a row; unset: the rows fill the page.")
  private let largeSize = Property<Size?>(
    "largeSize", nil, minimum: 0, unit: "pt",
    help: "Of a cell over several columns and rows; unset: just that.")
  private let mediumHeight = Property<Double?>(
    "mediumHeight", nil, minimum: 0, unit: "pt",
    help: "Of a cell over several rows of a column; unset: just that.")
  private let pattern = Property<[Double]>(
    "pattern", Pattern.pageOfTwelve, minimum: 0, maximum: 1000, unit: "1",
    members: ["columns", "rows", "slots"],
    help: "What each page repeats: a grid, and column, row, width, height of each slot.")

  /// The cells of a page, relative to it.
  private var cells: [(frame: Rect, style: Style)] = []
  /// The whole container, insets or not, so that pages and the host's own paging agree.
  private var page = Size.zero
  private var inset = Insets.zero
  /// How far the cells reach to the right; more than the page's width when the columns are wide.
  private var reach = 0.0
  /// The first page of each section, and at the end how many pages there are.
  private var firstPages: [Int] = [0]
  private var itemCounts: [Int] = []

  override var properties: [AnyProperty] {
    [padding, columnWidth, rowHeight, largeSize, mediumHeight, pattern]
  }
  override var kinds: [Kind] {
    [Kind("cell", .cell, fields: [Field("style", Style.self, help: "How large the cell is.")])]
  }
  override var abilities: Abilities { .scrollTarget }

  private var pageCount: Int { firstPages[firstPages.count - 1] }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if property === pattern { _ = try Pattern(pattern.wanted) }
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, _ why: borrowing Invalidation
  ) throws(LayoutError) {
    let pattern = try Pattern(pattern.value)
    inset = snapshot.contentInset
    page = snapshot.container
    place(pattern)
    countPages(snapshot)
  }

  override var contentSize: Size {
    Size(width: Double(pageCount) * page.width, height: page.height)
  }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    guard let pages = pages(meeting: rect) else { return }
    var section = section(ofPage: pages.lowerBound)
    for number in pages {
      while firstPages[section + 1] <= number { section += 1 }
      let first = (number - firstPages[section]) * cells.count
      for slot in 0..<min(cells.count, itemCounts[section] - first) {
        add(section, first + slot, onPage: number, slot, ifIn: rect, to: &answer)
      }
    }
  }

  override func attributes(for element: ElementName, into answer: inout Answer) {
    let (section, item) = (Int(element.section), Int(element.item))
    guard element.category == LAYOUT_CELL, section < itemCounts.count, item < itemCounts[section]
    else { return }
    let number = firstPages[section] + item / cells.count
    add(section, item, onPage: number, item % cells.count, ifIn: nil, to: &answer)
  }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old.size == change.new.size ? [] : .bounds
  }

  /// A whole page: the nearest to where scrolling would rest, and with a velocity at least the next
  /// one that way. After an update only what rested on a page before does so again; what somebody put
  /// between two pages stays.
  override func scrollTarget(for scroll: Scroll) -> Point {
    guard page.width > 0, pageCount > 0 else { return scroll.proposed }
    let here = (scroll.bounds.x + inset.left) / page.width
    if scroll.isAfterUpdate, here != here.rounded() { return scroll.proposed }
    var target = ((scroll.proposed.x + inset.left) / page.width).rounded()
    if scroll.velocity.dx > 0 { target = max(target, here.rounded(.down) + 1) }
    if scroll.velocity.dx < 0 { target = min(target, here.rounded(.up) - 1) }
    target = min(max(target, 0), Double(pageCount - 1))
    return Point(x: target * page.width - inset.left, y: scroll.proposed.y)
  }
}

extension Mosaic {
  /// Works out the cells of one page.
  private func place(_ pattern: Pattern) {
    let gap = padding.value
    let width = columnWidth.value ?? fill(page.width, pattern.columns, gap)
    let height = rowHeight.value ?? fill(page.height, pattern.rows, gap)
    cells.removeAll(keepingCapacity: true)
    reach = 0
    for slot in pattern.slots {
      var frame = Rect(
        x: (width + gap) * slot.column, y: (height + gap) * slot.row,
        width: span(slot.columnSpan, width, gap), height: span(slot.rowSpan, height, gap))
      switch slot.style {
      case .small: break
      case .medium: if slot.rowSpan > 1, let tall = mediumHeight.value { frame.height = tall }
      case .large: if let large = largeSize.value { frame.size = large }
      }
      cells.append((frame, slot.style))
      reach = max(reach, frame.maxX)
    }
  }

  /// The extent of each of `count` columns that fill `length`.
  private func fill(_ length: Double, _ count: Double, _ gap: Double) -> Double {
    max(0, (length - (count - 1) * gap) / count)
  }

  private func span(_ count: Double, _ extent: Double, _ gap: Double) -> Double {
    count * extent + (count - 1) * gap
  }

  /// Gives each section its pages.
  private func countPages(_ snapshot: borrowing Snapshot) {
    firstPages.removeAll(keepingCapacity: true)
    itemCounts.removeAll(keepingCapacity: true)
    var pages = 0
    for section in 0..<snapshot.sectionCount {
      let count = snapshot.itemCount(in: section)
      firstPages.append(pages)
      itemCounts.append(count)
      pages += (count + cells.count - 1) / cells.count
    }
    firstPages.append(pages)
  }

  /// The pages whose cells may meet `rect`, one more on each side for the division's rounding; all
  /// of them when they have no width to tell them by.
  private func pages(meeting rect: Rect) -> ClosedRange<Int>? {
    guard pageCount > 0 else { return nil }
    guard page.width > 0 else { return 0...(pageCount - 1) }
    let last = Double(pageCount - 1)
    let low = max(0, ((rect.x - reach) / page.width).rounded(.down) - 1)
    let high = min(last, (max(rect.x, rect.maxX) / page.width).rounded(.down) + 1)
    return low <= high ? Int(low)...Int(high) : nil
  }

  /// The section of a page, by bisection.
  private func section(ofPage number: Int) -> Int {
    var (low, high) = (0, itemCounts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstPages[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }

  private func add(
    _ section: Int, _ item: Int, onPage number: Int, _ slot: Int, ifIn rect: Rect?,
    to answer: inout Answer
  ) {
    var frame = cells[slot].frame
    frame.x = Double(number) * page.width + frame.x
    if let rect, !frame.intersects(rect) { return }
    answer.cell(section, item, frame)
    answer.field(cells[slot].style)
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.mosaic", name: "Mosaic", version: "1.0.0",
    layouts: [
      .make(
        Mosaic.self, id: "mosaic", name: "Mosaic",
        help: "Horizontal pages of small, medium and large cells.")
    ]
  ).table(for: abi)
}
