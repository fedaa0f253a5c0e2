// SPDX-License-Identifier: Apache-2.0
//
// The columns of a table with the changes of a person: width, place, and the saved state.

import LayoutABI

/// The widths and the order of columns that a person set.
struct ColumnChanges {
  /// A width that a person set.
  struct Width {
    var column: Int
    var width: Double
  }
  /// The widths, ascending by column.
  var widths: [Width] = []
  /// The columns in the order shown; columns of the data that are not listed follow. Empty if none moved.
  var order: [UInt32] = []

  /// Returns the width that a person set for a column.
  /// - Complexity: O(log changed columns).
  func width(of column: Int) -> Double? {
    let place = partition(0..<widths.count) { widths[$0].column < column }
    return place < widths.count && widths[place].column == column ? widths[place].width : nil
  }

  /// Stores the width of a column.
  mutating func setWidth(_ width: Double, of column: Int) {
    let place = partition(0..<widths.count) { widths[$0].column < column }
    if place < widths.count, widths[place].column == column {
      widths[place].width = width
    } else {
      widths.insert(Width(column: column, width: width), at: place)
    }
  }

  /// Returns the items of `count` columns in the order shown; empty for the order of the data.
  func order(of count: Int) -> [UInt32] {
    if order.isEmpty { return [] }
    var isListed = [Bool](repeating: false, count: count)
    var shown: [UInt32] = []
    shown.reserveCapacity(count)
    for column in order where Int(column) < count && !isListed[Int(column)] {
      isListed[Int(column)] = true
      shown.append(column)
    }
    for column in 0..<count where !isListed[column] { shown.append(UInt32(column)) }
    return shown
  }
}

/// The columns of a table as they were read.
struct TableColumns {
  /// The columns in the order shown.
  let lines: TableLines
  /// Their items; empty for the order of the data.
  let order: [UInt32]
}

extension Field {
  /// The number of a cell's row in the order shown.
  static var row: Field { Field("row", Int.self, help: "The row as it is shown, counted from 0.") }
  /// The number of a cell's column in the order shown.
  static var column: Field {
    Field("column", Int.self, help: "The column as it is shown, counted from 0.")
  }
}

extension TableLayout {
  /// Sets the width of a column, from the next frame on.
  /// - Parameters:
  ///   - column: The item.
  ///   - width: Points; at least 0, which hides the column.
  /// - Throws: An error if there is no such column, or if the width is negative or not finite.
  /// - Complexity: O(columns), in the next frame.
  public final func resizeColumn(_ column: Int, to width: Double) throws(LayoutError) {
    try check(column)
    guard width >= 0, width < .infinity else {
      throw .argument("negative or not finite; give 0 or more", about: "width")
    }
    changes.setWidth(width.boundedLength, of: column)
    changeColumns()
  }

  /// Moves a column to another place, from the next frame on.
  /// - Parameters:
  ///   - column: The item.
  ///   - place: The new place in the order shown, counted from 0 without the column itself.
  /// - Throws: An error if there is no such column or place.
  /// - Complexity: O(columns).
  public final func moveColumn(_ column: Int, to place: Int) throws(LayoutError) {
    try check(column)
    guard place >= 0, place < columnCount else {
      throw .argument(
        "there is no such place; give one below the number of columns", about: "place")
    }
    if changes.order.isEmpty { changes.order = (0..<columnCount).map { UInt32($0) } }
    var order = changes.order(of: columnCount)
    if let old = order.firstIndex(of: UInt32(column)) { order.remove(at: old) }
    order.insert(UInt32(column), at: place)
    changes.order = order
    changeColumns()
  }

  /// Removes the changes of a person.
  public final func resetColumns() {
    changes = ColumnChanges()
    changeColumns()
  }

  /// The number of columns in the last frame.
  public final var columnCount: Int { shape?.columnCount ?? 0 }

  private func changeColumns() {
    hasNewColumns = true
    // The rows are kept: only other marks make the layout read them again.
    invalidate(.bounds)
  }

  private func check(_ column: Int) throws(LayoutError) {
    guard column >= 0, column < columnCount else {
      throw .argument("there is no such column; give an item of the longest row", about: "column")
    }
  }

  /// Returns the place of a column in the order shown.
  @inline(__always)
  final func place(ofColumn column: Int) -> Int {
    column < places.count ? Int(places[column]) : column
  }

  /// Asks for the widths of columns, and returns them in the order shown.
  final func readColumns(_ shape: TableShape) throws(LayoutError) -> TableColumns {
    let (listed, width) = (columnWidths.value, itemSize.value.width)
    let lengths = LineLengths(
      query: widthForColumn, section: shape.widest,
      standard: { $0 < listed.count ? listed[$0] : width },
      standardOfAll: listed.isEmpty ? width : nil)
    var lines = try lengths.lines(count: shape.columnCount, spacing: columnSpacing.value)
    let order = changes.order(of: shape.columnCount)
    if !order.isEmpty || !changes.widths.isEmpty {
      let own = lines
      lines = try TableLines(count: own.count, spacing: columnSpacing.value) { place in
        let column = order.isEmpty ? place : Int(order[place])
        return changes.width(of: column) ?? own[column].length
      }
    }
    return TableColumns(lines: lines, order: order)
  }

  static var columnActions: [Action] {
    unsafe [
      Action(
        "resizeColumn", [Parameter("column", .index), Parameter("width", .number)], result: nil,
        help: "Gives a column another width.", function: unsafeBitCast(resize, to: Function.self)),
      Action(
        "moveColumn", [Parameter("column", .index), Parameter("place", .index)], result: nil,
        help: "Moves a column to a place in the order shown.",
        function: unsafeBitCast(move, to: Function.self)),
      .plain("resetColumns", help: "Gives all columns their own widths and places.") { context in
        unsafe Layout.perform(TableLayout.self, on: context) { $0.resetColumns() }
      },
      unsafe Action(
        "tapElement",
        [Parameter("kind", .index), Parameter("section", .index), Parameter("item", .index)],
        result: nil, help: "A person tapped an element that is no cell: a header asks to sort.",
        function: unsafeBitCast(tap, to: Function.self)),
    ]
  }

  /// Posts `sort`: ascending, or the reverse order if the rows are sorted by the column already.
  fileprivate func tapHeader(_ column: Int) throws(LayoutError) {
    try check(column)
    let isSorted = sortColumn.value == column
    post(sort, [.index(column), .flag(!(isSorted && sortsAscending.value))])
  }
}

/// A C function of any prototype.
private typealias Function = @convention(c) () -> Void

private let resize: @convention(c) (Action.Context, UInt32, Double) -> layout_status = {
  context, column, width in
  unsafe Layout.perform(TableLayout.self, on: context) { (layout) throws(LayoutError) in
    try layout.resizeColumn(Int(column), to: width)
  }
}

private let move: @convention(c) (Action.Context, UInt32, UInt32) -> layout_status = {
  context, column, place in
  unsafe Layout.perform(TableLayout.self, on: context) { (layout) throws(LayoutError) in
    try layout.moveColumn(Int(column), to: Int(place))
  }
}

private let tap: @convention(c) (Action.Context, UInt32, UInt32, UInt32) -> layout_status = {
  context, kind, _, item in
  unsafe Layout.perform(TableLayout.self, on: context) { (layout) throws(LayoutError) in
    if kind == 1 { try layout.tapHeader(Int(item)) }
  }
}

extension ColumnChanges {
  /// Writes the changes of a person.
  func save(to writer: inout StateWriter) {
    writer.write(widths.count)
    for width in widths {
      writer.write(width.column)
      writer.write(width.width)
    }
    writer.write(order.count)
    for column in order { writer.write(Int(column)) }
  }

  /// Reads what ``save(to:)`` wrote.
  /// - Throws: An error if the bytes are something else.
  init(_ reader: inout StateReader) throws(LayoutError) {
    var last = -1
    for _ in 0..<(try Self.readCount(&reader)) {
      let (column, width) = (try reader.readInt(), try reader.readDouble())
      guard column > last, column <= Int(UInt32.max), width >= 0, width < .infinity else {
        throw .argument("the state holds a width that is none")
      }
      widths.append(Width(column: column, width: width.boundedLength))
      last = column
    }
    for _ in 0..<(try Self.readCount(&reader)) {
      guard let column = UInt32(exactly: try reader.readInt()) else {
        throw .argument("the state holds a column that is none")
      }
      order.append(column)
    }
    guard reader.isAtEnd else { throw .argument("the state goes on behind its end") }
  }

  /// Reads the length of a list; a length that is too large is found at the end of the bytes.
  private static func readCount(_ reader: inout StateReader) throws(LayoutError) -> Int {
    let count = try reader.readInt()
    guard count >= 0 else { throw .argument("the state holds a count below 0") }
    return count
  }
}
