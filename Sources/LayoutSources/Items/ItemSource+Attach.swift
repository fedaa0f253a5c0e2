// SPDX-License-Identifier: Apache-2.0
//
// Attaching a source to a layout: the queries that it answers, and those that it leaves to the
// user's settings.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

extension ItemSource {
  /// Configures `layout` for this source in `room`: suggests properties, lets `settings` change
  /// them, then answers those of the layout's queries whose property was not set.
  ///
  /// When `room` changes, or later a property, call ``answer(_:room:)``.
  ///
  /// - Parameter room: The viewport size without the content inset.
  /// - Throws: The error of `settings` or the layout.
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

  /// Answers those of the layout's queries whose property was not set, for its current properties
  /// and for `room`. Cards are as high as their text in the current columns, so call it again when
  /// those change; the next frame then queries again. A query whose property was set meanwhile is
  /// unbound, because an answer would override the property.
  ///
  /// - Parameter room: The viewport size without the content inset.
  /// - Throws: The layout's error.
  public func answer(_ layout: CollectionLayout, room: Size) throws(LayoutError) {
    presentation.cover(layout.supplementaryKinds)
    try presentation.follow(layout, room: room)
    try bindSizes(of: layout, room: room)
    try bindRatios(of: layout)
    try bindSections(of: layout, room: room)
    try bindColumns(of: layout)
  }

  /// Chips are close together; the number of columns keeps cards readable; pages have a margin.
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

  /// Answers `sizeForItem`; unbinds it once the user gave all items one size with `itemSize`.
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

  /// Answers queries of sections; one answer holds for all.
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
  /// Returns true when the first case that means horizontal is chosen.
  func scrollsHorizontally() throws(LayoutError) -> Bool {
    try caseName(of: "scrollDirection") == "horizontal"
  }

  /// The name of a property's current case; nil when the layout has no such property.
  func caseName(of name: String) throws(LayoutError) -> String? {
    guard let property = standardProperty(name),
      case .enumeration(let index) = try value(of: name), property.cases.indices.contains(index)
    else { return nil }
    return property.cases[index]
  }

  /// Answers a query of sections with one value if the layout has it; unbinds it once the user set
  /// the property of the same purpose.
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
// Attaching a source of rows to a layout for tables: heights, headers, and the widths of columns.

extension ItemSource {
  /// Suggests rows as high as a line of text, a row of headers, and a pinned first column.
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
  /// True when the layout's cells have rows and columns, and it has a query of column widths.
  var placesRowsAndColumns: Bool {
    let fields = descriptor.kinds.first?.fields.map(\.name) ?? []
    return fields.contains("row") && fields.contains("column")
      && asks("widthForColumn")
  }

  /// Returns true when the layout, or its first child, declares a property of this name and type.
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
// Names of layout/names.h in a layout, which a source may set and answer without asking the user.

extension CollectionLayout {
  /// The property of this name with its standard declaration, of the layout or of its first child.
  func standardProperty(_ name: String) -> PropertyDescriptor? {
    guard let property = try? property(named: name), property.standing.isStandard else {
      return nil
    }
    return property
  }

  /// Returns true when the layout has the standard property of this name.
  func hasStandard(_ name: String) -> Bool { standardProperty(name) != nil }

  /// Returns true when the layout has the standard query of this name.
  func asks(_ query: String) -> Bool {
    descriptor.queries.contains { $0.name == query && $0.standing.isStandard }
  }

  /// Sets a standard property of the layout, if its range contains the value. A layout without it,
  /// or with another declaration of the name, is unchanged.
  func suggest(_ name: String, _ value: LayoutValue) throws(LayoutError) {
    guard let property = standardProperty(name) else { return try suggestInside(name, value) }
    let range = property.minimum...property.maximum
    guard let outside = value.numbers.first(where: { !range.contains($0) }) else {
      return try set(name, to: value)
    }
    tellLeftAlone(
      "the property \(name) takes \(property.text(of: range.lowerBound)) to "
        + "\(property.text(of: range.upperBound)), not \(property.text(of: outside))")
  }

  /// The same for an enumeration.
  func suggest(_ name: String, case caseName: String) throws(LayoutError) {
    if hasStandard(name) { try set(name, toCase: caseName) }
  }

  /// Keeps a value for another child that the layout may open later.
  func suggestInside(_ name: String, _ value: LayoutValue) throws(LayoutError) {
    guard !connection.members.isEmpty, !hasProperty(name) else { return }
    var settings = ChildSettings()
    settings.keep(ChildSetting(path: [], layouts: [], property: name, value: value))
    try connection.keep(settings)
  }

  /// Logs that a name belongs to the layout and was left alone.
  func tellLeftAlone(_ words: String) {
    connection.log.write(
      LogEntry(
        level: .info, message: "layout \(id): \(words); it is left alone",
        plugin: connection.pluginID))
  }
}
