// SPDX-License-Identifier: Apache-2.0
//
// The protocol of all sources of data: counts, contents, and sizes in bulk.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// Data that a collection view can show with any layout.
///
/// The content of an item does not depend on the layout: a stage draws it as a chip, a tile or a
/// card, depending on its size. Only sizes depend on the layout.
public protocol ItemSource: CollectionViewDataSource {
  /// The title of the data, such as "Unicode 15.0".
  var title: String { get }
  /// The id of the default layout for the data.
  var suggestedLayout: String { get }
  /// The scale and margins of its views in its layout.
  var presentation: SourcePresentation { get }
  /// The number of sections.
  var sectionCount: Int { get }
  /// The common number of items of all sections; nil if sections differ. With a common number no
  /// section is asked, and a million of them cost nothing.
  var itemCountOfEverySection: Int? { get }
  /// The number of items in a section.
  func itemCount(in section: Int) -> Int
  /// Returns the content of the item's cell.
  ///
  /// - Throws: The read error of a source that reads on demand.
  func content(at path: ItemPath) throws(LayoutError) -> ViewContent
  /// Returns the content of the section's header.
  func heading(of section: Int) -> ViewContent
  /// The index of the section's colour: the same wherever the section is shown.
  func hueIndex(of section: Int) -> Int
  /// Writes the sizes of the items in `range`, points, or returns that one size holds for all.
  ///
  /// - Complexity: O(length of `range`).
  func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) throws -> QueryCoverage
  /// Writes width divided by height of the items in `range`, or returns that one ratio holds for
  /// all.
  ///
  /// - Complexity: O(length of `range`).
  func fillRatios(
    section: Int, range: Range<Int>, _ ratios: inout MutableSpan<Double>
  ) throws -> QueryCoverage
  /// Returns the content of a supplementary element of an item, such as a table's column header.
  ///
  /// - Throws: The read error of a source that reads on demand.
  func content(ofKind kind: String, at path: ItemPath) throws(LayoutError) -> ViewContent
  /// Applies changes that reading found: other counts, other rows.
  ///
  /// - Returns: True if something changed; then reload the view.
  func refresh() throws(LayoutError) -> Bool
}

extension ItemSource {
  /// The default for text.
  public var suggestedLayout: String { "flow" }

  /// The section's heading; for a badge, the number of its item, counted from 1; for a source of
  /// rows and columns, the name of a column.
  public func content(ofKind kind: String, at path: ItemPath) throws(LayoutError) -> ViewContent {
    switch kind {
    case "columnHeader":
      return try (self as? any TabularSource)?.columnHeading(path.item) ?? .none
    case "badge": return .text("\(path.item + 1)")
    default: return heading(of: path.section)
    }
  }

  /// The section's own number.
  public func hueIndex(of section: Int) -> Int { section }

  /// Does nothing: most sources have read everything once they are open.
  public func refresh() throws(LayoutError) -> Bool { false }

  /// Nil: sections differ.
  public var itemCountOfEverySection: Int? { nil }

  /// The number of items in all sections. O(1) if each section has the same number.
  public var itemCount: Int {
    if let count = itemCountOfEverySection { return count * sectionCount }
    return (0..<sectionCount).reduce(0) { $0 + itemCount(in: $1) }
  }

  /// The look of everything in a section.
  public func appearance(of section: Int) -> ViewAppearance {
    // The rows of a table have one colour.
    ViewAppearance(
      hueIndex: presentation.isTable ? 0 : hueIndex(of: section), textScale: presentation.textScale,
      headingMargin: presentation.headingMargin)
  }

  /// Ratios of cards with a readable width.
  public func fillRatios(
    section: Int, range: Range<Int>, _ ratios: inout MutableSpan<Double>
  ) throws -> QueryCoverage {
    var sizes = [Size](repeating: .zero, count: range.count)
    var span = sizes.mutableSpan
    let style = SizingStyle.card(width: SizingStyle.readableWidth)
    let coverage = try fillSizes(section: section, range: range, style: style, &span)
    let answered = coverage == .all ? range.count : coverage == .uniform ? 1 : 0
    for place in 0..<answered {
      ratios[place] = max(1, sizes[place].width) / max(1, sizes[place].height)
    }
    return coverage
  }
}

// MARK: - Views
//
// Filling a collection view's cells and headers.

extension ItemSource {
  /// Registers the views that the source fills and makes it the data source of `collectionView`,
  /// which does not retain it. There is a view for each supplementary kind of its layout, and of
  /// every layout that the source is attached to before or after. One that the app registered,
  /// with the kind as its reuse identifier, stays.
  public func connect(to collectionView: CollectionView) {
    collectionView.register(Cell.self, forCellWithReuseIdentifier: "cell")
    presentation.connect(to: collectionView)
    presentation.isRightToLeft = collectionView.isRightToLeft
    collectionView.dataSource = self
  }

  public func numberOfSections(in collectionView: CollectionView) throws -> Int { sectionCount }

  public func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int? {
    itemCountOfEverySection
  }

  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    itemCount(in: section)
  }

  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = try content(at: path)
    cell.appearance = appearance(of: path.section)
    return cell
  }

  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    view.content = try content(ofKind: kind, at: path)
    view.appearance = appearance(of: path.section)
    return view
  }
}

// MARK: - Scale and margins

/// The scale and margins of a source's views. One object belongs to one source.
public final class SourcePresentation {
  /// The scale of text, chips and margins.
  public private(set) var textScale = 1.0
  /// The scale chosen by the user, 0.5 to 4; it is multiplied with the view's own. The next
  /// ``ItemSource/attach(to:room:settings:)`` or ``ItemSource/answer(_:room:)`` uses it.
  public var chosenScale = 1.0 {
    didSet { chosenScale = chosenScale.isFinite ? chosenScale.clamped(to: 0.5...4) : 1 }
  }
  /// The distance from the leading edge of a heading to its first mark: the inset of the items
  /// below it, points.
  public private(set) var headingMargin: Double?

  /// True with a layout that places rows and columns: then a source of rows has a section for each.
  public internal(set) var isTable = false
  /// The number of pinned columns, which name the rows.
  var pinnedColumnCount = 0
  /// True when the view reads from right to left.
  var isRightToLeft = false
  /// The look of a table's columns, once it was computed.
  var columnLooks: [ColumnLook]?
  /// The view that the source fills.
  private weak var view: CollectionView?
  /// The supplementary kinds of the layouts so far, and those that most layouts have.
  private var kinds: Set<String> = ["header", "footer", "columnHeader"]

  /// The default presentation.
  public init() {}

  /// The scale for a view with `room` for its content.
  public func scale(in room: Size) -> Double { TextScale.factor(for: room) * chosenScale }

  /// Registers views of all kinds in `view`, and of those that layouts bring later.
  func connect(to view: CollectionView) {
    self.view = view
    cover(view.collectionViewLayout.supplementaryKinds)
  }

  /// Registers views of the kinds of a layout in the view, now or when it is connected. A view that
  /// is registered already stays.
  func cover(_ names: [String]) {
    kinds.formUnion(names)
    guard let view else { return }
    for kind in kinds.sorted()
    where !view.hasSupplementaryView(ofKind: kind, withReuseIdentifier: kind) {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
  }

  /// Updates the values for a layout and the room for its content.
  func follow(_ layout: CollectionLayout, room: Size) throws(LayoutError) {
    textScale = scale(in: room)
    pinnedColumnCount = isTable ? try layout.integer("pinnedColumns") ?? 0 : 0
    if let inset = try layout.pageInset() {
      headingMargin = inset.left
    } else if layout.asks("insetForSection") || layout.hasStandard("sectionInset") {
      headingMargin = try layout.sectionInset(textScale).left
    } else {
      headingMargin = nil
    }
  }
}
