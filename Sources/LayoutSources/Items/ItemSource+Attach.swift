// SPDX-License-Identifier: Apache-2.0
//
// A source meets a layout: which questions it answers, and which it leaves to the user's settings.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

extension ItemSource {
  /// Makes `layout` show this source well in `room`: suggests properties, lets `settings` change
  /// them, then answers those of the layout's queries whose property nobody set.
  ///
  /// When the room changes, or later a property, call ``answer(_:room:)``.
  ///
  /// - Parameter room: The container less its content insets.
  /// - Throws: What `settings` or the layout throws.
  public func attach(
    to layout: CollectionLayout, room: Size,
    settings: (CollectionLayout) throws(LayoutError) -> Void = { _ in }
  ) throws(LayoutError) {
    presentation.isTable = self is any TabularSource && layout.placesRowsAndColumns
    for words in layout.descriptor.differentNames { layout.tellLeftAlone(words) }
    try suggestProperties(of: layout, room: room)
    try settings(layout)
    try answer(layout, room: room)
  }

  /// Answers those of the layout's queries whose property nobody set, for the properties that it has now
  /// and for `room`. Cards are as high as their text in the columns that there are, so it has to be
  /// called again when those change; the next frame then asks anew. A query whose property was set
  /// meanwhile is left to the property again, for an answer would beat it.
  ///
  /// - Parameter room: The container less its content insets.
  /// - Throws: What the layout throws.
  public func answer(_ layout: CollectionLayout, room: Size) throws(LayoutError) {
    try presentation.follow(layout, room: room)
    try bindSizes(of: layout, room: room)
    try bindRatios(of: layout)
    try bindSections(of: layout, room: room)
    try bindColumns(of: layout)
  }

  /// Chips stand close together; there are as many columns as keep a card readable; pages have a margin.
  private func suggestProperties(
    of layout: CollectionLayout, room: Size
  ) throws(LayoutError) {
    let scale = presentation.scale(in: room)
    let inset = HeadingMetrics.sectionInset.scaled(by: scale)
    try layout.suggest("lineAlignment", case: "leading")
    try layout.suggest(
      "pageInset",
      .insets(Insets(top: inset.left, left: inset.left, bottom: inset.left, right: inset.left)))
    if let height = try layout.number("targetHeight") {
      let wanted = suggestedLayout == "gallery" ? height : CardMetrics.rowHeight
      try layout.suggest("targetHeight", .number(wanted * scale))
    }
    try suggestTable(of: layout, scale)
    let count = ((room.width - inset.left - inset.right) / (190 * scale)).rounded(.down)
    let columns: [(String, LayoutValue)] = [
      ("columnCount", .integer(Int64(count.clamped(to: 1...100)))),
      ("columnSpacing", .number(12 * scale)), ("rowSpacing", .number(12 * scale)),
    ]
    let hasColumns = layout.hasStandard("columnCount")
    for (name, value) in columns {
      try hasColumns ? layout.suggest(name, value) : layout.suggestInside(name, value)
    }
  }

  /// Answers `aspectRatioForItem`.
  private func bindRatios(of layout: CollectionLayout) throws(LayoutError) {
    guard layout.asks("aspectRatioForItem") else { return }
    try layout.bind("aspectRatioForItem") {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Double>) in
      try self.fillRatios(section: section, range: range, &out)
    }
  }

  /// Answers `sizeForItem`; leaves it to `itemSize` once the user gave all items one size.
  private func bindSizes(of layout: CollectionLayout, room: Size) throws(LayoutError) {
    guard layout.asks("sizeForItem") else { return }
    guard let sizing = try ItemSizing(of: layout, room: room, presentation) else {
      return try layout.unbind("sizeForItem")
    }
    try layout.bind("sizeForItem") {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
      try self.fillSizes(section: section, range: range, sizing, &out)
    }
  }

  /// Answers what layouts ask of a section; one answer holds for all.
  private func bindSections(of layout: CollectionLayout, room: Size) throws(LayoutError) {
    let scale = presentation.textScale
    try layout.bindSame(
      "insetForSection", unlessSet: "sectionInset", HeadingMetrics.sectionInset.scaled(by: scale))
    let extent = HeadingMetrics.extent * scale
    let header =
      try layout.scrollsHorizontally() && !layout.hasStandard("pageInset")
      ? Size(width: extent, height: room.height) : Size(width: room.width, height: extent)
    try layout.bindSame("headerSize", unlessSet: "headerReferenceSize", header)
    for name in ["minimumLineSpacing", "minimumInteritemSpacing"] {
      try layout.bindSame(name, unlessSet: name, HeadingMetrics.spacing * scale)
    }
  }
}

extension CollectionLayout {
  /// Returns true when the first case that means sideways is chosen.
  func scrollsHorizontally() throws(LayoutError) -> Bool {
    try caseName(of: "scrollDirection") == "horizontal"
  }

  /// The name of the case that a property holds; nil when the layout has no such property.
  func caseName(of name: String) throws(LayoutError) -> String? {
    guard let property = standardProperty(name),
      case .enumeration(let index) = try value(of: name), property.cases.indices.contains(index)
    else { return nil }
    return property.cases[index]
  }

  /// Answers a query of sections with one value if the layout asks it; leaves it to the property that
  /// stands for it once the user set that.
  func bindSame<R: QueryType>(
    _ query: String, unlessSet property: String, _ value: R
  ) throws(LayoutError) {
    guard asks(query) else { return }
    guard try isUntouched(property) else { return try unbind(query) }
    try bind(query) { (_: Int, _: Range<Int>, out: inout MutableSpan<R>) in
      out[0] = value
      return .uniform
    }
  }
}

// MARK: - Tables
//
// A source of rows meets a layout for tables: heights, headers, and the widths of columns.

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
      (_: Int, range: Range<Int>, out: inout MutableSpan<Double>) in
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

  /// Returns true when the layout, or the first one that it is made of, declares a property of this name and
  /// type.
  func has(_ name: String, _ type: ValueType) -> Bool {
    (try? property(named: name))?.type == type
  }

  /// The value of a property that is an integer; nil when the layout has no such property.
  func integer(_ name: String) throws(LayoutError) -> Int? {
    guard has(name, .integer), case .integer(let value) = try value(of: name) else { return nil }
    return Int(clamping: value)
  }
}

// MARK: - Names
//
// Names of layout/names.h in a layout: what a source may set and answer without a word from the user.

extension CollectionLayout {
  /// The property of this name, declared as the list of standard names has it: of the layout, or of the
  /// first one that it is made of.
  func standardProperty(_ name: String) -> PropertyDescriptor? {
    guard let property = try? property(named: name), property.standing.isStandard else {
      return nil
    }
    return property
  }

  /// Returns true when the layout has the standard property of this name.
  func hasStandard(_ name: String) -> Bool { standardProperty(name) != nil }

  /// Returns true when the layout asks the standard query of this name.
  func asks(_ query: String) -> Bool {
    descriptor.queries.contains { $0.name == query && $0.standing.isStandard }
  }

  /// Sets a standard property that the layout has, in a range that holds the value. A layout without it is
  /// left as it is, and so is one that declares something else under this name.
  func suggest(_ name: String, _ value: LayoutValue) throws(LayoutError) {
    guard let property = standardProperty(name) else { return try suggestInside(name, value) }
    let range = property.minimum...property.maximum
    guard let outside = value.numbers.first(where: { !range.contains($0) }) else {
      return try set(name, to: value)
    }
    tellLeftAlone(
      "the property \(name) takes \(range.lowerBound) to \(range.upperBound), not \(outside)")
  }

  /// The same for an enumeration.
  func suggest(_ name: String, case caseName: String) throws(LayoutError) {
    if hasStandard(name) { try set(name, toCase: caseName) }
  }

  /// Keeps a value for another layout that may come into this one, where it is made of others.
  func suggestInside(_ name: String, _ value: LayoutValue) throws(LayoutError) {
    guard !connection.members.isEmpty, !hasProperty(name) else { return }
    var settings = ChildSettings()
    settings.keep(ChildSetting(path: [], layouts: [], property: name, value: value))
    try connection.keep(settings)
  }

  /// Leaves word of a name that stays the layout's own.
  func tellLeftAlone(_ words: String) {
    connection.log.write(
      LogEntry(
        level: .info, message: "layout \(id): \(words); it is left alone",
        plugin: connection.pluginID))
  }
}
