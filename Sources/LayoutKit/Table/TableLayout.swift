// SPDX-License-Identifier: Apache-2.0
//
// Rows and columns of cells; the first rows and columns may stay on screen.

import LayoutABI

/// A table: sections are rows, items are columns.
///
/// Rows and columns have lengths of their own, from the queries `heightForRow` and `widthForColumn`. The
/// first rows and columns may be pinned, and a row of column headers above them is always pinned. A person
/// or an app can change the width of a column and its place while the table is on screen
/// (``resizeColumn(_:to:)``, ``moveColumn(_:to:)``).
///
/// Rows and columns of one length need no memory; otherwise a row or a column takes 16 bytes. A row
/// with fewer items than others ends earlier.
open class TableLayout: Layout {
  /// The width of columns and the height of rows without an answer of the app.
  public let itemSize = Property(
    "itemSize", Size(width: 120, height: 28), minimum: 0, unit: "pt",
    help: "Width of columns and height of rows that the app gives none.")
  /// The widths of the first columns.
  public let columnWidths = Property<[Double]>(
    "columnWidths", [], minimum: 0, unit: "pt",
    help: "Widths of the first columns, instead of the width of itemSize.")
  /// The room between columns.
  public let columnSpacing = Property(
    "columnSpacing", 0.0, minimum: 0, maximum: 1_000_000, unit: "pt",
    help: "Room between two columns.")
  /// The room between rows.
  public let rowSpacing = Property(
    "rowSpacing", 0.0, minimum: 0, maximum: 1_000_000, unit: "pt", help: "Room between two rows.")
  /// The number of columns that stay on screen.
  public let pinnedColumns = Property(
    "pinnedColumns", 0, minimum: 0, maximum: 1000, unit: "1",
    help:
      "First columns that stay on screen; fewer where they would leave less than a quarter of it.")
  /// The number of rows that stay on screen.
  public let pinnedRows = Property(
    "pinnedRows", 0, minimum: 0, maximum: 1000, unit: "1",
    help: "First rows that stay on screen; fewer where they would leave less than a quarter of it.")
  /// The height of the row of column headers.
  public let columnHeaderHeight = Property(
    "columnHeaderHeight", 0.0, minimum: 0, unit: "pt",
    help: "Height of the row of column headers, which is always on screen; 0: there is none.")
  /// The column by which the app sorted the rows.
  public let sortColumn = Property<Int?>(
    "sortColumn", nil, minimum: 0, maximum: 4_294_967_294, unit: "1",
    help: "Column that the rows are sorted by, which its header shows; unset: none.")
  /// True when the smallest value is the first.
  public let sortsAscending = Property(
    "sortsAscending", true, help: "The smallest value of sortColumn comes first.")

  /// The width of a column.
  public let widthForColumn = Query<Double>(
    "widthForColumn", help: "Width of a column, in points; asked for the longest row.")
  /// The height of a row.
  public let heightForRow = Query<Double>(
    "heightForRow", of: .section, help: "Height of a row, in points.")

  /// The event that a person tapped the header of a column.
  public let sort = Event(
    "sort", [Parameter("column", .index), Parameter("isAscending", .flag)],
    help:
      "The header of a column was tapped: sort the rows, then set sortColumn and sortsAscending.")

  var shape: TableShape?
  /// The columns in the order shown.
  var columns: TableLines?
  var rows: TableLines?
  var changes = ColumnChanges()
  /// The items of the columns in the order shown, and the reverse; empty for the order of the data.
  var order: [UInt32] = []
  var places: [UInt32] = []
  /// True when a column was resized or moved since the last `prepare`.
  var hasNewColumns = false
  /// The version of the data of the rows and columns.
  private var epoch: UInt64 = 0
  private var view = TableView()
  /// The columns that intersect the requested rectangle, ascending by item.
  private var shown: ColumnList?
  /// The height of the headers at the last `prepare`.
  private var headerHeight = 0.0

  open override var properties: [AnyProperty] {
    [
      itemSize, columnWidths, columnSpacing, rowSpacing, pinnedColumns, pinnedRows,
      columnHeaderHeight, sortColumn, sortsAscending,
    ]
  }
  open override var queries: [AnyQuery] { [widthForColumn, heightForRow] }
  open override var events: [Event] { [sort] }
  open override var actions: [Action] { Self.columnActions }
  open override var abilities: Abilities { [.updates, .state] }
  open override var stateSchema: StateSchema? {
    StateSchema("org.layouthost.table.columns", version: 1)
  }
  open override var kinds: [Kind] {
    [
      Kind("cell", .cell, fields: [.row, .column]),
      Kind(
        "columnHeader", .supplementary,
        fields: [.column, Field("sorted", ColumnSort.self, help: "How the rows are sorted by it.")]),
    ]
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    let isKept = shape != nil && snapshot.epoch == epoch && invalidation.marks.isSubset(of: .bounds)
    if !isKept {
      let fresh = try TableShape(snapshot)
      arrange(try readColumns(fresh), try readRows(fresh), fresh)
      epoch = snapshot.epoch
    } else if hasNewColumns, let shape, let rows {
      arrange(try readColumns(shape), rows, shape)
    }
    view = TableView(snapshot)
    pin()
  }

  open override var contentSize: Size {
    guard let columns, let rows, rows.count > 0, columns.count > 0 else { return .zero }
    return Size(width: columns.length, height: headerHeight + rows.length)
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    if change.old.size != change.new.size { return .bounds }
    let isPinning = headerHeight > 0 || view.pinnedRows > 0 || view.pinnedColumns > 0
    return isPinning && change.old.origin != change.new.origin ? .bounds : []
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    guard let rows else { return }
    try findColumns(meeting: rect)
    let top = rect.y - headerHeight
    for row in 0..<view.pinnedRows { add(row, in: rect, to: &answer) }
    let range = rows.lines(from: top, to: top + rect.height)
    for row in max(range.lowerBound, view.pinnedRows)..<max(range.upperBound, view.pinnedRows) {
      add(row, in: rect, to: &answer)
    }
    addHeaders(in: rect, to: &answer)
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    guard let shape, Int(element.section) < shape.rowCount,
      Int(element.item) < shape.itemCount(of: Int(element.section))
    else { return }
    let column = column(atPlace: place(ofColumn: Int(element.item)))
    if element.category == LAYOUT_CELL, element.kind == 0 {
      let row = Int(element.section)
      cell(row, column, frame(row: row, column), to: &answer)
    } else if isHeader(element), element.section == 0, headerHeight > 0 {
      header(column, to: &answer)
    }
  }

  open override func isPinned(_ element: ElementID) -> Bool {
    if isHeader(element) { return true }
    return Int(element.section) < view.pinnedRows
      || place(ofColumn: Int(element.item)) < view.pinnedColumns
  }

  // A header belongs to a column, and does not move when another row becomes the first.
  open override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    guard isHeader(element), let columns, Int(element.item) < columns.count else { return }
    attributes.frame = headerFrame(column(atPlace: place(ofColumn: Int(element.item))))
    attributes.alpha = 1
  }

  open override func saveState(to writer: inout StateWriter) { changes.save(to: &writer) }

  open override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    guard version == 1 else {
      throw .argument("a state of a version that this table does not know")
    }
    changes = try ColumnChanges(&reader)
    hasNewColumns = true
  }

}

/// The order of the rows by a column.
enum ColumnSort: Int, PropertyCases {
  case none = 0
  case ascending
  case descending

  static var caseNames: [StaticString] { ["none", "ascending", "descending"] }
}

/// The viewport of a table, with its pinned rows and columns.
struct TableView {
  /// The viewport less the content's insets.
  var room = Rect.zero
  var pinnedColumns = 0
  var pinnedRows = 0
  /// The movement of pinned rows and columns from their places at rest.
  var shift = Vector(dx: 0, dy: 0)

  init() {}

  init(_ snapshot: borrowing Snapshot) { room = snapshot.bounds.inset(by: snapshot.contentInset) }
}

/// A column in an answer.
struct ShownColumn {
  var item: Int
  /// The place in the order shown.
  var place: Int
  var x: Double
  var width: Double
  var isPinned: Bool
}

/// Columns that are handled together, ascending by item.
private final class ColumnList {
  var columns: Room<ShownColumn>

  init(capacity: Int) throws(LayoutError) { columns = try Room(capacity: capacity) }

  /// Inserts a column in the order of items: at the end, unless columns were moved.
  @inline(__always)
  func insert(_ column: ShownColumn) {
    var place = columns.count
    columns.append(column)
    while place > 0, columns[place - 1].item > column.item {
      columns[place] = columns[place - 1]
      place -= 1
    }
    columns[place] = column
  }
}

extension TableLayout {
  /// Returns the column at a place in the order shown, with its present frame.
  @inline(__always)
  private func column(atPlace place: Int) -> ShownColumn {
    let line = columns?[place] ?? TableLine(start: 0, length: 0)
    let isPinned = place < view.pinnedColumns
    return ShownColumn(
      item: order.isEmpty ? place : Int(order[place]), place: place,
      x: line.start + (isPinned ? view.shift.dx : 0), width: line.length, isPinned: isPinned)
  }

  /// Lists the columns that may intersect a rectangle, ascending by item.
  private func findColumns(meeting rect: Rect) throws(LayoutError) {
    guard let columns else { return }
    let pinned = view.pinnedColumns
    let range = columns.lines(from: rect.x, to: rect.maxX)
    let scrolled = max(range.lowerBound, pinned)..<max(range.upperBound, pinned)
    let count = pinned + scrolled.count
    if shown == nil || count > shown?.columns.capacity ?? 0 {
      shown = try ColumnList(capacity: max(64, 2 * count))
    }
    guard let shown else { return }
    shown.columns.count = 0
    for place in 0..<pinned { shown.insert(column(atPlace: place)) }
    for place in scrolled { shown.insert(column(atPlace: place)) }
  }

  private func frame(row: Int, _ column: ShownColumn) -> Rect {
    let line = rows?[row] ?? TableLine(start: 0, length: 0)
    let shift = row < view.pinnedRows ? view.shift.dy : 0
    return Rect(
      x: column.x, y: headerHeight + line.start + shift, width: column.width, height: line.length)
  }

  private func headerFrame(_ column: ShownColumn) -> Rect {
    Rect(x: column.x, y: view.shift.dy, width: column.width, height: headerHeight)
  }

  /// Answers the cells of a row that intersect a rectangle.
  private func add(_ row: Int, in rect: Rect, to answer: inout Answer) {
    guard let shown, let shape else { return }
    let columns = unsafe shown.columns.start
    let end = shape.itemCount(of: row)
    var frame = frame(row: row, ShownColumn(item: 0, place: 0, x: 0, width: 0, isPinned: false))
    for index in 0..<shown.columns.count where unsafe columns[index].item < end {
      let column = unsafe columns[index]
      (frame.x, frame.width) = (column.x, column.width)
      if frame.intersects(rect) { cell(row, column, frame, to: &answer) }
    }
  }

  @inline(__always)
  private func cell(_ row: Int, _ column: ShownColumn, _ frame: Rect, to answer: inout Answer) {
    let isPinned = row < view.pinnedRows
    answer.element(
      .cell, kind: 0, row, column.item, frame,
      zIndex: (isPinned ? 2 : 0) + (column.isPinned ? 1 : 0),
      isPinned: isPinned || column.isPinned)
    answer.field(row)
    answer.field(column.place)
  }

  /// Answers the column headers that intersect a rectangle.
  private func addHeaders(in rect: Rect, to answer: inout Answer) {
    guard headerHeight > 0, let shape, let shown else { return }
    let columns = unsafe shown.columns.start
    let end = shape.itemCount(of: 0)
    for index in 0..<shown.columns.count where unsafe columns[index].item < end {
      let column = unsafe columns[index]
      if headerFrame(column).intersects(rect) { header(column, to: &answer) }
    }
  }

  private func header(_ column: ShownColumn, to answer: inout Answer) {
    answer.element(
      .supplementary, kind: 1, 0, column.item, headerFrame(column),
      zIndex: column.isPinned ? 5 : 4, isPinned: true)
    answer.field(column.place)
    let isSorted = sortColumn.value == column.item
    answer.field(isSorted ? sortsAscending.value ? ColumnSort.ascending : .descending : .none)
  }
}

// Outside of the class: each plugin gets a copy of every function in the class's method table.
extension TableLayout {
  /// Sets rows and columns, all of them or none.
  private func arrange(_ columns: TableColumns, _ rows: TableLines, _ shape: TableShape) {
    (self.columns, self.rows, self.shape) = (columns.lines, rows, shape)
    (order, places) = (columns.order, columns.order)
    for place in 0..<order.count { places[Int(order[place])] = UInt32(place) }
    headerHeight = shape.rowCount > 0 ? columnHeaderHeight.value : 0
    hasNewColumns = false
  }

  private func readRows(_ shape: TableShape) throws(LayoutError) -> TableLines {
    let height = itemSize.value.height
    let lengths = LineLengths(query: heightForRow, standard: { _ in height }, standardOfAll: height)
    return try lengths.lines(count: shape.rowCount, spacing: rowSpacing.value)
  }

  /// Computes which rows and columns are pinned, and their movement with the viewport.
  private func pin() {
    guard let columns, let rows else { return }
    view.pinnedColumns = Self.pinned(
      columns, wanted: pinnedColumns.value, from: 0, room: view.room.width)
    view.pinnedRows = Self.pinned(
      rows, wanted: pinnedRows.value, from: headerHeight, room: view.room.height)
    let size = contentSize
    let right = view.pinnedColumns > 0 ? columns[view.pinnedColumns - 1].end : 0
    let bottom = view.pinnedRows > 0 ? rows[view.pinnedRows - 1].end : 0
    view.shift = Vector(
      dx: max(0, min(view.room.x, size.width - right)),
      dy: max(0, min(view.room.y, size.height - headerHeight - bottom)))
  }

  /// Returns the number of lines that stay on screen: they leave a quarter of the room free.
  private static func pinned(
    _ lines: TableLines, wanted: Int, from start: Double, room: Double
  ) -> Int {
    partition(0..<min(wanted, lines.count)) { start + lines[$0].end <= 0.75 * room }
  }

  private func isHeader(_ element: ElementID) -> Bool {
    element.category == LAYOUT_SUPPLEMENTARY && element.kind == 1
  }
}
