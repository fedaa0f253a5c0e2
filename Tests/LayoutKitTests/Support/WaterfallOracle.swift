// SPDX-License-Identifier: Apache-2.0
//
// The waterfall rules F16 to F18 once more, as plainly as they are written down.

@testable import LayoutKitHosted

/// All frames of a waterfall.
struct WaterfallOracle {
  var order = ColumnOrder.shortestFirst
  var columnCount = 2
  var columnWidth: Double?
  var columnSpacing = 10.0
  var rowSpacing = 10.0
  var container = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var sections: [FlowSection] = []
  var decorations = DecorationOracle()

  func answer() -> (size: Size, elements: [Element]) {
    let width = container.width - contentInset.left - contentInset.right
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
    for (item, size) in section.sizes.enumerated() {
      let column: Int
      switch order {
      case .leftToRight: column = item % count
      case .rightToLeft: column = count - 1 - item % count
      case .shortestFirst:
        let nexts = ends.map { $0.map { $0 + rowSpacing } ?? top }
        column = nexts.indices.reduce(0) { nexts[$1] < nexts[$0] - 1e-9 ? $1 : $0 }
      }
      let y = ends[column].map { $0 + rowSpacing } ?? top
      ends[column] = y + size.height
      let x = section.insets.left + Double(column) * (breadth + columnSpacing)
      let frame = Rect(x: x, y: y, width: breadth, height: size.height)
      cells.append(Element(category: 0, kind: 0, section: index, item: item, frame: frame))
    }
    return ends.compactMap { $0 }.max() ?? top
  }
}

extension WaterfallOracle {
  /// The scene of the layout.
  var scene: Scene {
    Scene(
      itemCounts: sections.map { UInt32($0.sizes.count) },
      bounds: Rect(origin: .zero, size: container), contentInset: contentInset)
  }

  func configure(_ live: LiveLayout) throws {
    try live.set("order", order)
    try live.set("columnCount", columnCount)
    try live.set("columnWidth", columnWidth)
    try live.set("columnSpacing", columnSpacing)
    try live.set("rowSpacing", rowSpacing)
    try decorations.configureBackgrounds(live)
    let sections = sections
    try live.bindSizes(sections.map(\.sizes))
    try live.bind("insetForSection", { section, _ in sections[section].insets }, nothing: .zero)
    try live.bind(
      "headerSize", { section, _ in Size(width: 9, height: sections[section].header) },
      nothing: .zero)
    try live.bind(
      "footerSize", { section, _ in Size(width: 9, height: sections[section].footer) },
      nothing: .zero)
  }

  static func random(_ seed: UInt64) -> WaterfallOracle {
    var chance = Chance(seed)
    var oracle = WaterfallOracle()
    oracle.order = ColumnOrder(rawValue: Int.random(in: 0..<3, using: &chance)) ?? .shortestFirst
    oracle.columnCount = Int.random(in: 1...(chance.flag(6) ? 90 : 12), using: &chance)
    oracle.columnWidth = chance.flag() ? chance.halves(20...600) : nil
    oracle.columnSpacing = chance.flag() ? 10 : chance.halves(0...30)
    oracle.rowSpacing = chance.flag() ? 10 : chance.halves(0...30)
    oracle.container = Size(width: chance.halves(100...1800), height: chance.halves(100...900))
    for _ in 0..<Int.random(in: 0...4, using: &chance) {
      var section = FlowSection.random(&chance)
      if chance.flag(4) {
        section.sizes = (0..<1200).map { _ in Size(width: 5, height: chance.halves(1...300)) }
      }
      oracle.sections.append(section)
    }
    oracle.decorations = .random(&chance)
    return oracle
  }
}
