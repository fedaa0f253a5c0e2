// SPDX-License-Identifier: Apache-2.0
//
// A source of rows meets a layout for tables: heights, headers, and the widths of columns.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

extension ItemSource {
  /// Rows as high as a line of text, a row of headers, and a first column that stays.
  func suggestTable(of layout: CollectionLayout, _ scale: Double) throws(LayoutError) {
    guard presentation.isTable else { return }
    try layout.suggest(
      "itemSize",
      .size(Size(width: 120 * scale, height: (EntryMetrics.rowHeight * scale).rounded())))
    if layout.has("columnHeaderHeight", .number) {
      let height = (EntryMetrics.headerHeight * scale).rounded()
      try layout.set("columnHeaderHeight", to: .number(height))
    }
    if layout.has("pinnedColumns", .integer) { try layout.set("pinnedColumns", to: .integer(1)) }
  }

  /// Answers `widthForColumn`.
  func bindColumns(of layout: CollectionLayout) throws(LayoutError) {
    guard layout.placesRowsAndColumns else { return }
    guard presentation.isTable, let table = self as? any TabularSource else { return }
    let scale = presentation.textScale
    try layout.bind("widthForColumn") {
      (_: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Double>) in
      let looks = try table.columnLooks()
      for (place, column) in range.enumerated() {
        out[place] = looks.indices.contains(column) ? (looks[column].width * scale).rounded() : .nan
      }
      return .all
    }
  }
}

extension CollectionLayout {
  /// True when the layout's cells tell their row and column, and it asks how wide columns are.
  var placesRowsAndColumns: Bool {
    let fields = descriptor.kinds.first?.fields.map(\.name) ?? []
    return fields.contains("row") && fields.contains("column")
      && asks("widthForColumn")
  }

  /// Returns true when the layout declares a property of this name and type.
  func has(_ name: String, _ type: ValueType) -> Bool {
    descriptor.properties.contains { $0.name == name && $0.type == type }
  }

  /// The value of a property that is an integer; nil when the layout has no such property.
  func integer(_ name: String) throws(LayoutError) -> Int? {
    guard has(name, .integer), case .integer(let value) = try value(of: name) else { return nil }
    return Int(clamping: value)
  }
}
