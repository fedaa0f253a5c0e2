// SPDX-License-Identifier: Apache-2.0
//
// The order in which elements are read, which differs from the order of drawing.

import LayoutABI
import LayoutModel

/// The order in which assistive technology reads the cells of a section.
public enum CellReadingOrder: Sendable {
  /// By item: the order of the data.
  case items
  /// Row by row: cells whose upper edges are equal make a row, read in the reading direction.
  case rows
  /// Column by column: cells whose leading edges are equal make a column, read from above. In a
  /// waterfall the cells on screen of one column follow each other then; a cell that spans several
  /// belongs to the first.
  case columns
}

/// Section by section: the elements before the cells of a section, its cells with their
/// supplementaries, and the elements after them.
///
/// "Before" uses the reading direction, along the axis of the larger distance. A kind that occurs
/// at any item but the first belongs to items, any other to its section: updates use the same rule.
struct ReadingOrder {
  /// One place in the order, by index of the records.
  struct Entry: Equatable {
    let index: Int
    /// The elements that belong to that cell.
    var parts: [Int] = []
  }

  private let records: UnsafeBufferPointer<layout_attributes>
  private let isRightToLeft: Bool
  private let cellOrder: CellReadingOrder
  private var itemKinds: Set<UInt16> = []

  /// - Parameters:
  ///   - records: Ascending by category, section, item and kind.
  ///   - isRightToLeft: True when the records themselves run from right to left.
  ///   - cellOrder: The order of the cells of a section.
  init(
    _ records: UnsafeBufferPointer<layout_attributes>, isRightToLeft: Bool = false,
    cells cellOrder: CellReadingOrder = .items
  ) {
    self.records = records
    self.isRightToLeft = isRightToLeft
    self.cellOrder = cellOrder
    for record in records where record.category != LAYOUT_CELL && record.item > 0 {
      itemKinds.insert(record.kind)
    }
  }

  /// Returns the order of the elements at `indices`, which ascend.
  func entries(of indices: [Int]) -> [Entry] {
    var sections: [UInt32: [Int]] = [:]
    for index in indices { sections[records[index].section, default: []].append(index) }
    return sections.keys.sorted().flatMap { entries(ofSection: sections[$0] ?? []) }
  }

  private func entries(ofSection indices: [Int]) -> [Entry] {
    var cells: [Entry] = []
    var rest: [Int] = []
    for index in indices {
      let record = records[index]
      if record.category == LAYOUT_CELL {
        cells.append(Entry(index: index))
      } else if itemKinds.contains(record.kind),
        let cell = cells.firstIndex(where: { records[$0.index].item == record.item })
      {
        cells[cell].parts.append(index)
      } else {
        rest.append(index)
      }
    }
    guard let middle = middle(of: cells) else { return rest.map { Entry(index: $0) } }
    let before = rest.filter { isBefore(records[$0].frame.center, middle) }
    let behind = rest.filter { !before.contains($0) }
    return before.map { Entry(index: $0) } + inOrder(cells) + behind.map { Entry(index: $0) }
  }

  /// Returns the cells, which are in the order of the data, in the wanted order.
  private func inOrder(_ cells: [Entry]) -> [Entry] {
    if cellOrder == .items { return cells }
    let places = cells.enumerated().map { place, cell in
      let (x, y) = (leadingEdge(cell), records[cell.index].frame.y)
      return cellOrder == .columns
        ? (lane: x, along: y, place: place) : (lane: y, along: x, place: place)
    }
    var lane = -Double.infinity
    let byLane = places.sorted { ($0.lane, $0.place) < ($1.lane, $1.place) }.map { place in
      // Cells of one lane may differ by the rounding to pixels.
      if place.lane - lane >= Self.pixel { lane = place.lane }
      return (lane: lane, along: place.along, place: place.place)
    }
    return byLane.sorted { $0 < $1 }.map { cells[$0.place] }
  }

  private static let pixel = 1.0

  /// Returns the edge of a cell that is first in the reading direction; later edges are greater.
  private func leadingEdge(_ cell: Entry) -> Double {
    let frame = records[cell.index].frame
    return isRightToLeft ? -frame.maxX : frame.x
  }

  /// The centre of the smallest rectangle around the cells; nil without cells.
  private func middle(of cells: [Entry]) -> Point? {
    guard let first = cells.first else { return nil }
    var (low, high) = (records[first.index].frame.origin, records[first.index].frame.origin)
    for cell in cells {
      let frame = records[cell.index].frame
      low = Point(x: min(low.x, frame.x), y: min(low.y, frame.y))
      high = Point(x: max(high.x, frame.maxX), y: max(high.y, frame.maxY))
    }
    return Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
  }

  private func isBefore(_ point: Point, _ middle: Point) -> Bool {
    let (dx, dy) = (point.x - middle.x, point.y - middle.y)
    return abs(dx) > abs(dy) ? (dx < 0) != isRightToLeft : dy < 0
  }
}

// MARK: - Table rows

/// Groups the cells of a table into rows, in the order in which their columns are shown.
struct TableRows {
  let state: EngineState

  init(_ state: EngineState) { self.state = state }

  /// Makes the tree a table if its cells have rows and columns.
  func gather(_ root: inout AccessibilityElement) {
    guard root.children.contains(where: { $0.row != nil }) else { return }
    root.role = .table
    root.row = state.numberOfSections
    let sections = Set(root.children.compactMap { $0.path?.section })
    root.column = sections.map { state.numberOfItems(inSection: $0) }.max()
    let others = root.children.filter { $0.row == nil && $0.role != .columnHeader }
    var cells = root.children.filter { $0.row != nil }
    // A header in the first row has the path of its cell, so it seems to belong to that cell.
    let headers =
      root.children.filter { $0.role == .columnHeader }
      + cells.flatMap(\.children)
      .filter { $0.role == .columnHeader }
    for index in cells.indices { cells[index].children.removeAll { $0.role == .columnHeader } }
    root.children = others + gathered(headers) + gathered(cells)
  }

  /// Returns rows of the elements, which are ordered by row.
  private func gathered(_ elements: [AccessibilityElement]) -> [AccessibilityElement] {
    var rows: [AccessibilityElement] = []
    for element in elements {
      if rows.isEmpty || rows[rows.count - 1].row != element.row {
        rows.append(row(of: element))
      }
      let last = rows.count - 1
      let place = rows[last].children.firstIndex { ($0.column ?? 0) > (element.column ?? 0) }
      rows[last].children.insert(element, at: place ?? rows[last].children.count)
      rows[last].frame = rows[last].frame.union(element.frame)
    }
    return rows
  }

  private func row(of child: AccessibilityElement) -> AccessibilityElement {
    var row = AccessibilityElement(
      role: .row, index: child.row, count: state.numberOfSections, frame: child.frame)
    row.row = child.row
    return row
  }
}
