// SPDX-License-Identifier: Apache-2.0
//
// A table computed cell by cell, with which the layout's answers are compared.

import LayoutABI

@testable import LayoutKitHosted

/// A table and its settings, and every element of it, computed in the simplest way.
struct TableOracle {
  var counts: [Int] = []
  var widths: [Double?] = []
  var heights: [Double?] = []
  var itemSize = Size(width: 40, height: 20)
  var spacing = Size(width: 0, height: 0)
  var header = 0.0
  var pinned = (columns: 0, rows: 0)
  /// The columns in the order shown.
  var order: [Int] = []
  var bounds = Rect(x: 0, y: 0, width: 320, height: 240)
  var inset = Insets.zero

  /// Makes a random table, with few enough cells to compute all of them.
  static func random(_ seed: UInt64) -> TableOracle {
    var chance = Chance(seed)
    var table = TableOracle()
    let columns = Int.random(in: 1...30, using: &chance)
    let isEven = chance.flag()
    table.counts = (0..<Int.random(in: 0...40, using: &chance)).map { _ in
      isEven ? columns : Int.random(in: 0...columns, using: &chance)
    }
    let most = table.counts.max() ?? 0
    if chance.flag() {
      table.widths = (0..<most).map { _ in chance.flag(4) ? nil : chance.halves(0...160) }
    }
    if chance.flag() {
      table.heights = table.counts.map { _ in chance.flag(4) ? nil : chance.halves(0...80) }
    }
    if chance.flag(3) { table.spacing = Size(width: 3, height: 1.5) }
    if chance.flag() { table.header = 24 }
    table.pinned = (
      Int.random(in: 0...3, using: &chance), Int.random(in: 0...3, using: &chance)
    )
    table.order = Array(0..<most)
    if chance.flag(3) { table.order.shuffle(using: &chance) }
    table.bounds.x = chance.halves(-80...2000)
    table.bounds.y = chance.halves(-80...1200)
    if chance.flag(3) { table.inset = Insets(top: 10, left: 5, bottom: 7, right: 3) }
    return table
  }

  var scene: Scene {
    Scene(itemCounts: counts.map(UInt32.init), bounds: bounds, contentInset: inset)
  }

  /// Sets the properties and answers the queries.
  func configure(_ live: LiveLayout) throws {
    try live.set("itemSize", itemSize)
    try live.set("columnSpacing", spacing.width)
    try live.set("rowSpacing", spacing.height)
    try live.set("columnHeaderHeight", header)
    try live.set("pinnedColumns", pinned.columns)
    try live.set("pinnedRows", pinned.rows)
    if !widths.isEmpty { try live.bind("widthForColumn", { widths[$1] }, nothing: Double.nan) }
    if !heights.isEmpty {
      try live.bind("heightForRow", { row, _ in heights[row] }, nothing: Double.nan)
    }
  }

  private func width(_ place: Int) -> Double {
    widths.isEmpty ? itemSize.width : widths[order[place]] ?? itemSize.width
  }

  private func height(_ row: Int) -> Double {
    heights.isEmpty ? itemSize.height : heights[row] ?? itemSize.height
  }

  private func x(_ place: Int) -> Double {
    (0..<place).reduce(0) { $0 + width($1) + spacing.width }
  }

  private func y(_ row: Int) -> Double {
    header + (0..<row).reduce(0) { $0 + height($1) + spacing.height }
  }

  /// The size of the content.
  var contentSize: Size {
    guard !counts.isEmpty, !order.isEmpty else { return .zero }
    let (place, row) = (order.count - 1, counts.count - 1)
    return Size(width: x(place) + width(place), height: y(row) + height(row))
  }

  /// The pinned columns and rows that leave a quarter of the viewport.
  private var held: (columns: Int, rows: Int) {
    let room = bounds.inset(by: inset)
    let columns = (0...min(pinned.columns, order.count)).last {
      $0 == 0 || x($0 - 1) + width($0 - 1) <= 0.75 * room.width
    }
    let rows = (0...min(pinned.rows, counts.count)).last {
      $0 == 0 || y($0 - 1) + height($0 - 1) <= 0.75 * room.height
    }
    return (columns ?? 0, rows ?? 0)
  }

  /// Every element, in the order of the contract.
  var elements: [Element] {
    guard !order.isEmpty else { return [] }
    let (held, room) = (held, bounds.inset(by: inset))
    let right = held.columns > 0 ? x(held.columns - 1) + width(held.columns - 1) : 0
    let bottom = held.rows > 0 ? y(held.rows - 1) + height(held.rows - 1) : header
    let dx = max(0, min(room.x, contentSize.width - right))
    let dy = max(0, min(room.y, contentSize.height - bottom))
    var all: [Element] = []
    for row in counts.indices {
      for item in 0..<counts[row] {
        let place = order.firstIndex(of: item) ?? 0
        let (pinsX, pinsY) = (place < held.columns, row < held.rows)
        all.append(
          Element(
            category: 0, kind: 0, section: row, item: item,
            frame: Rect(
              x: x(place) + (pinsX ? dx : 0), y: y(row) + (pinsY ? dy : 0), width: width(place),
              height: height(row)), zIndex: (pinsY ? 2 : 0) + (pinsX ? 1 : 0),
            fields: ["row": UInt64(row), "column": UInt64(place)]))
      }
    }
    guard header > 0, !counts.isEmpty else { return all }
    for item in 0..<counts[0] {
      let place = order.firstIndex(of: item) ?? 0
      let pinsX = place < held.columns
      all.append(
        Element(
          category: 1, kind: 1, section: 0, item: item,
          frame: Rect(x: x(place) + (pinsX ? dx : 0), y: dy, width: width(place), height: header),
          zIndex: pinsX ? 5 : 4, fields: ["column": UInt64(place), "sorted": 0]))
    }
    return all
  }
}
