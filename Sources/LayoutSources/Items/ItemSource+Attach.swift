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
    guard layout.hasStandard("columnCount") else { return }
    let count = ((room.width - inset.left - inset.right) / (190 * scale)).rounded(.down)
    try layout.suggest("columnCount", .integer(Int64(count.clamped(to: 1...100))))
    try layout.suggest("columnSpacing", .number(12 * scale))
    try layout.suggest("rowSpacing", .number(12 * scale))
  }

  /// Answers `aspectRatioForItem`.
  private func bindRatios(of layout: CollectionLayout) throws(LayoutError) {
    guard layout.asks("aspectRatioForItem") else { return }
    try layout.bind("aspectRatioForItem") {
      (section: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Double>) in
      var ratios = out.mutableSpan
      return try self.fillRatios(section: section, range: range, &ratios)
    }
  }

  /// Answers `sizeForItem`; leaves it to `itemSize` once the user gave all items one size.
  private func bindSizes(of layout: CollectionLayout, room: Size) throws(LayoutError) {
    guard layout.asks("sizeForItem") else { return }
    guard let sizing = try ItemSizing(of: layout, room: room, presentation) else {
      return try layout.unbind("sizeForItem")
    }
    try layout.bind("sizeForItem") {
      (section: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
      var sizes = out.mutableSpan
      return try self.fillSizes(section: section, range: range, sizing, &sizes)
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
    try bind(query) { (_: Int, _: Range<Int>, out: UnsafeMutableBufferPointer<R>) in
      out[0] = value
      return .uniform
    }
  }
}
