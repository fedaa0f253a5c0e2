// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of the waterfall rules F16 to F18, and those of spans.

@testable import LayoutKitHosted

/// All frames of a waterfall.
struct WaterfallOracle {
  var order = ColumnOrder.shortestFirst
  var tolerance = 16.0
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
    let room = max(0, width - section.insets.left - section.insets.right)
    let count = columns(room)
    let breadth = max(0, (room - Double(count - 1) * columnSpacing) / Double(count))
    var ends = [Double?](repeating: nil, count: count)
    var turn = 0
    for (item, size) in section.sizes.enumerated() {
      let span = spanning.map { max(1, min(Int($0.span(size)), count)) } ?? 1
      let nexts = ends.map { $0.map { $0 + rowSpacing } ?? top }
      func next(_ column: Int) -> Double { nexts[column..<column + span].max() ?? top }
      let column: Int
      if let start = starting?.start(size), start > 0 {
        column = min(Int(start) - 1, count - span)
      } else {
        column = choose(span, count, turn, next)
        turn = (order == .rightToLeft ? count - column : column + span) % count
      }
      let (y, length) = (next(column), isHorizontal ? size.width : size.height)
      for other in column..<column + span { ends[other] = y + length }
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

  /// The scene of the layout.
  var scene: Scene {
    Scene(
      itemCounts: sections.map { UInt32($0.sizes.count) },
      bounds: Rect(origin: .zero, size: viewportSize), contentInset: contentInset)
  }

  func configure(_ live: LiveLayout) throws {
    try live.set("order", order)
    try live.set("flowTolerance", tolerance)
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

  /// Random data; with `spans`, items span columns and the content scrolls in either direction.
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
    return oracle
  }
}
