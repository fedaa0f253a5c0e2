// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of the waterfall rules F16 to F18, and those of spans.

@testable import LayoutKitHosted

/// All frames of a waterfall.
struct WaterfallOracle {
  var order = ColumnOrder.shortestFirst
  var tolerance = 16.0
  var packing = ColumnPacking.sparse
  var columnCount = 2
  var columnWidth: Double?
  var columnSpacing = 10.0
  var rowSpacing = 10.0
  var viewportSize = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var isHorizontal = false
  var sections: [FlowSection] = []
  var decorations = DecorationOracle()
  /// The answer to `columnSpan` for an item of some size; nil if the app does not answer.
  var spanning: Spanning?
  /// The answer to `columnStart`, in the same way.
  var starting: Spanning?

  /// Spans that follow from the size, so that they follow the item through batches.
  struct Spanning {
    var modulus: Int
    var widest: Int64

    func span(_ size: Size) -> Int64 {
      let number = number(size)
      return number % modulus == 0 ? Int64(number / modulus) % (widest + 3) - 1 : 1
    }

    private func number(_ size: Size) -> Int { Int(size.height * 2) + 3 * Int(size.width * 2) }

    /// The first column, from 1; 0 and less if the order chooses.
    func start(_ size: Size) -> Int64 {
      let number = number(size) + 1
      return number % modulus == 0 ? Int64(number / modulus) % (widest + 4) - 1 : 0
    }
  }

  /// Computes the vertical case; the horizontal one is that with exchanged axes.
  func answer() -> (size: Size, elements: [Element]) {
    if !isHorizontal { return vertical(sections) }
    var turned = self
    turned.viewportSize = viewportSize.turned
    turned.contentInset = contentInset.turned
    let (size, elements) = turned.vertical(
      sections.map {
        var section = $0
        section.insets = $0.insets.turned
        return section
      })
    return (
      size.turned,
      elements.map {
        var element = $0
        element.frame = Rect(
          x: $0.frame.y, y: $0.frame.x, width: $0.frame.height, height: $0.frame.width)
        return element
      }
    )
  }

  private func vertical(_ sections: [FlowSection]) -> (size: Size, elements: [Element]) {
    let width = viewportSize.width - contentInset.left - contentInset.right
    var cells: [Element] = []
    var others: [Element] = []
    var drawn: [Element] = []
    var y = 0.0
    for (index, section) in sections.enumerated() {
      let top = y
      y += section.header + section.insets.top
      y = place(section, index, width, y, &cells)
      y += section.insets.bottom + section.footer
      func element(_ kind: UInt16, _ y: Double, _ height: Double) {
        if height == 0 { return }
        others.append(
          Element(
            category: 1, kind: kind, section: index, item: 0,
            frame: Rect(x: 0, y: y, width: width, height: height)))
      }
      element(1, top, section.header)
      element(2, y - section.footer, section.footer)
      drawn += decorations.background(index, section, top, y, width)
    }
    return (Size(width: width, height: y), cells + others + drawn)
  }

  private func columns(_ room: Double) -> Int {
    guard let columnWidth else { return columnCount }
    var count = 1
    while Double(count + 1) * columnWidth + Double(count) * columnSpacing <= room + 1e-9 {
      count += 1
    }
    return count
  }

  private func place(
    _ section: FlowSection, _ index: Int, _ width: Double, _ top: Double,
    _ cells: inout [Element]
  ) -> Double {
    let space = max(0, width - section.insets.left - section.insets.right)
    let count = columns(space)
    let breadth = max(0, (space - Double(count - 1) * columnSpacing) / Double(count))
    var ends = [Double?](repeating: nil, count: count)
    var turn = 0
    var room = FreeRoom(count: count, top: top)
    for (item, size) in section.sizes.enumerated() {
      let span = spanning.map { max(1, min(Int($0.span(size)), count)) } ?? 1
      let nexts = ends.map { $0.map { $0 + rowSpacing } ?? top }
      func next(_ column: Int) -> Double { nexts[column..<column + span].max() ?? top }
      let start = Int(starting?.start(size) ?? 0)
      var column =
        start > 0 ? min(start - 1, count - span) : choose(span, count, turn, next)
      var (y, length) = (next(column), isHorizontal ? size.width : size.height)
      let needed = (span: span, length: length + rowSpacing)
      if packing == .dense,
        let opening = opening(
          room, needed, before: (column, y), start > 0 ? column...column : 0...count - span, next)
      {
        (column, y) = opening
      } else if start <= 0 {
        turn = (order == .rightToLeft ? count - column : column + span) % count
      }
      room.take(column..<column + span, y, y + length + rowSpacing)
      for other in column..<column + span { ends[other] = max(ends[other] ?? y, y + length) }
      let x = section.insets.left + Double(column) * (breadth + columnSpacing)
      let width = Double(span) * breadth + Double(span - 1) * columnSpacing
      let frame = Rect(x: x, y: y, width: width, height: length)
      cells.append(Element(category: 0, kind: 0, section: index, item: item, frame: frame))
    }
    return ends.compactMap { $0 }.max() ?? top
  }
}

extension WaterfallOracle {
  /// Returns the column of an item that does not choose its own.
  private func choose(_ span: Int, _ count: Int, _ turn: Int, _ next: (Int) -> Double) -> Int {
    let columns = 0...count - span
    let round = turn + span > count ? 0 : turn
    switch order {
    case .leftToRight: return round
    case .rightToLeft: return count - round - span
    case .shortestFirst: return columns.reduce(0) { next($1) < next($0) - 1e-9 ? $1 : $0 }
    case .gridLanes:
      let limit = (columns.map(next).min() ?? 0) + tolerance + 1e-9
      let equal = columns.filter { next($0) <= limit }
      return equal.first { $0 >= turn } ?? equal[0]
    }
  }

  /// The opening before the place that the order gives.
  private func opening(
    _ room: FreeRoom, _ item: (span: Int, length: Double), before place: (column: Int, y: Double),
    _ columns: ClosedRange<Int>, _ next: (Int) -> Double
  ) -> (column: Int, y: Double)? {
    func isBefore(_ column: Int, _ y: Double) -> Bool {
      let isNearer = order == .rightToLeft ? column > place.column : column < place.column
      return y < place.y - 1e-9 || (y < place.y + 1e-9 && isNearer)
    }
    let all = columns.compactMap { column in
      room.first(column..<column + item.span, item.length).map { (column, $0) }
    }
    .filter { $0.1 < next($0.0) - 1e-9 && isBefore($0.0, $0.1) }
    guard let topmost = all.map(\.1).min() else { return nil }
    let limit = topmost + 1e-9 + (order == .gridLanes ? tolerance : 0)
    let equal = all.filter { $0.1 <= limit }
    return order == .rightToLeft ? equal.last : equal.first
  }

  /// The scene of the layout.
  var scene: Scene {
    Scene(
      itemCounts: sections.map { UInt32($0.sizes.count) },
      bounds: Rect(origin: .zero, size: viewportSize), contentInset: contentInset)
  }

  func configure(_ live: LiveLayout) throws {
    try live.set("order", order)
    try live.set("flowTolerance", tolerance)
    try live.set("packing", packing)
    try live.set("columnCount", columnCount)
    try live.set("columnWidth", columnWidth)
    try live.set("columnSpacing", columnSpacing)
    try live.set("rowSpacing", rowSpacing)
    try decorations.configureBackgrounds(live)
    try live.set("scrollDirection", isHorizontal ? ScrollDirection.horizontal : .vertical)
    let sections = sections
    if let spanning {
      try live.bind("columnSpan", { spanning.span(sections[$0].sizes[$1]) }, nothing: 1)
    }
    if let starting {
      try live.bind("columnStart", { starting.start(sections[$0].sizes[$1]) }, nothing: 0)
    }
    try live.bindSizes(sections.map(\.sizes))
    func length(_ length: Double) -> Size {
      isHorizontal ? Size(width: length, height: 9) : Size(width: 9, height: length)
    }
    try live.bind("insetForSection", { section, _ in sections[section].insets }, nothing: .zero)
    try live.bind(
      "headerSize", { section, _ in length(sections[section].header) },
      nothing: .zero)
    try live.bind(
      "footerSize", { section, _ in length(sections[section].footer) },
      nothing: .zero)
  }

  /// Random data; with `spans`, items span columns, the content scrolls in either direction, and half of
  /// the time items are packed densely.
  static func random(_ seed: UInt64, spans: Bool = false) -> WaterfallOracle {
    var chance = Chance(seed)
    var oracle = WaterfallOracle()
    if spans {
      oracle.isHorizontal = chance.flag()
      oracle.spanning = Spanning(
        modulus: Int.random(in: 1...6, using: &chance),
        widest: Int64.random(in: 1...(chance.flag(5) ? 90 : 5), using: &chance))
      if chance.flag() {
        oracle.starting = Spanning(
          modulus: Int.random(in: 2...9, using: &chance),
          widest: Int64.random(in: 1...5, using: &chance))
        if chance.flag(3) { oracle.spanning = nil }
      }
    }
    oracle.order = ColumnOrder(rawValue: Int.random(in: 0..<4, using: &chance)) ?? .shortestFirst
    oracle.tolerance = chance.flag() ? 16 : chance.halves(0...80)
    oracle.columnCount = Int.random(in: 1...(chance.flag(6) ? 90 : 12), using: &chance)
    oracle.columnWidth = chance.flag() ? chance.halves(20...600) : nil
    oracle.columnSpacing = chance.flag() ? 10 : chance.halves(0...30)
    oracle.rowSpacing = chance.flag() ? 10 : chance.halves(0...30)
    oracle.viewportSize = Size(width: chance.halves(100...1800), height: chance.halves(100...900))
    for _ in 0..<Int.random(in: 0...4, using: &chance) {
      var section = FlowSection.random(&chance)
      if chance.flag(4) {
        section.sizes = (0..<1200).map { _ in
          Size(
            width: oracle.isHorizontal ? chance.halves(1...300) : 5,
            height: chance.halves(1...300))
        }
      }
      oracle.sections.append(section)
    }
    // Decorations are computed only for the vertical case.
    if !oracle.isHorizontal { oracle.decorations = .random(&chance) }
    if spans, chance.flag() { oracle.packing = .dense }
    return oracle
  }
}

/// The room in columns that no item and no spacing behind an item takes.
private struct FreeRoom {
  private var columns: [[(start: Double, end: Double)]]

  init(count: Int, top: Double) {
    columns = Array(repeating: [(top, .infinity)], count: count)
  }

  /// The first place in all of these columns.
  func first(_ run: Range<Int>, _ length: Double) -> Double? {
    let starts = run.flatMap { columns[$0].map(\.start) }.sorted()
    return starts.first { start in
      run.allSatisfy { column in
        columns[column].contains { $0.start <= start && start + length <= $0.end + 1e-9 }
      }
    }
  }

  mutating func take(_ run: Range<Int>, _ start: Double, _ end: Double) {
    for column in run {
      columns[column] = columns[column].flatMap { free in
        if free.start > start || end > free.end + 1e-9 { return [free] }
        return [(free.start, start), (end, free.end)].filter { $0.1 > $0.0 }
      }
    }
  }
}
