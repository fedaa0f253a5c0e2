// SPDX-License-Identifier: Apache-2.0
//
// A source on a live view, for `render`, `swap` and the demo.

import LayoutHost
import LayoutModel
import LayoutScenarios
import LayoutSources

/// A collection view that shows a source, with one layout after the other.
final class Gallery {
  let source: any ItemSource
  let view: CollectionView
  /// The maker of layouts; replaced when plugins were dropped in.
  var maker: LayoutMaker
  private let tier: LayoutTier
  /// The settings that a layout had a property for.
  private(set) var usedSettings: Set<String>

  /// Opens a source with its first layout, without a first frame.
  ///
  /// - Parameters:
  ///   - settings: `name=value` of each property to set.
  ///   - areShared: True when the settings are meant for several layouts: those whose property this
  ///     one does not have are then left to the others.
  ///   - textScale: The factor of text, and of sizes that depend on it.
  init(
    _ source: any ItemSource, layout name: String, settings: [String] = [],
    areShared: Bool = false, viewportSize: Size, isRightToLeft: Bool = false,
    textScale: Double = 1, maker: LayoutMaker, tier: LayoutTier
  ) throws(LayoutError) {
    self.source = source
    self.maker = maker
    self.tier = tier
    source.presentation.chosenScale = textScale
    let layout = try maker.make(name, tier: tier)
    var used: Set<String> = []
    try source.attach(to: layout, room: viewportSize) { (layout) throws(LayoutError) in
      used = try Self.apply(settings, areShared: areShared, to: layout)
    }
    usedSettings = used
    view = CollectionView(viewportSize: viewportSize, layout: layout)
    view.isRightToLeft = isRightToLeft
    source.connect(to: view)
  }

  var layout: CollectionLayout { view.collectionViewLayout }

  /// Puts another layout on the view.
  /// - Returns: The anchor that kept its place.
  @discardableResult
  func show(
    _ name: String, settings: [String] = [], areShared: Bool = false
  ) throws(LayoutError) -> Anchor? {
    let layout = try maker.make(name, tier: tier)
    try source.attach(to: layout, room: view.viewportSize) { (layout) throws(LayoutError) in
      usedSettings.formUnion(try Self.apply(settings, areShared: areShared, to: layout))
    }
    return try view.setLayout(layout)
  }

  /// Reloads the data if the source found a difference to its estimate.
  func refresh() throws(LayoutError) {
    if try source.refresh() { try view.reloadData() }
  }

  /// Scrolls to a place, inside the edges. An item moves to the start with the header of its
  /// section, or to the layout's resting place for it: in a carousel, the middle.
  func scroll(to place: Place) throws(LayoutError) {
    try view.layoutIfNeeded()
    let edges = view.contentOffsetEdges
    switch place {
    case .point(let point): try view.setContentOffset(edges.clamp(point))
    case .along(let length):
      try view.setContentOffset(
        edges.clamp(
          scrollsHorizontally
            ? Point(x: length, y: edges.start.y) : Point(x: edges.start.x, y: length)))
    case .item(let path): try scroll(to: path)
    }
  }

  private func scroll(to path: ItemPath) throws(LayoutError) {
    try check(path)
    guard try view.layoutAttributesForItem(at: path) != nil else { throw noPlace(for: path) }
    try view.scrollToItem(at: path, position: scrollsHorizontally ? .left : .top)
    if let header = try offsetOfHeader(before: path) {
      try view.setContentOffset(view.contentOffsetEdges.clamp(header))
    }
    guard try comeToRest(), try !isWhollyShown(path) else { return }
    // The page that contains the item's middle, if the nearest page begins after it.
    try view.scrollToItem(at: path, position: [.centeredHorizontally, .centeredVertically])
    _ = try comeToRest()
  }

  /// Scrolls to the place where a released drag would rest, so that a layout with pages never shows
  /// half of one.
  ///
  /// - Returns: True when the offset changed.
  private func comeToRest() throws(LayoutError) -> Bool {
    let offset = view.contentOffset
    let target = try view.release(velocity: .zero).target
    try view.setContentOffset(target)
    return target != offset
  }

  private func isWhollyShown(_ path: ItemPath) throws(LayoutError) -> Bool {
    guard let frame = try view.layoutAttributesForItem(at: path)?.frame else { return true }
    return frame.x >= view.bounds.x && frame.maxX <= view.bounds.maxX && frame.y >= view.bounds.y
      && frame.maxY <= view.bounds.maxY
  }

  /// True when the content is longer than the view sideways only.
  var scrollsHorizontally: Bool {
    view.contentSize.width > view.viewportSize.width
      && view.contentSize.height <= view.viewportSize.height
  }

  /// Returns the offset `distance` further along the scrolling axis, inside the edges.
  func offset(from start: Point, by distance: Double) -> Point {
    view.contentOffsetEdges.clamp(
      scrollsHorizontally
        ? Point(x: start.x + distance, y: start.y) : Point(x: start.x, y: start.y + distance))
  }

  /// - Throws: `unknown-path` when the data have no such item.
  private func check(_ path: ItemPath) throws(LayoutError) {
    let sections = source.sectionCount
    guard path.section < sections else {
      throw LayoutError(
        .unknownPath,
        "there is no item \(path): \(source.title) has \(counted(sections, "section")), counted from 0"
      )
    }
    let items = source.itemCount(in: path.section)
    guard path.item < items else {
      throw LayoutError(
        .unknownPath,
        "there is no item \(path): section \(path.section) has \(counted(items, "item")), counted "
          + "from 0")
    }
  }

  /// Returns the error for an item of the data that the layout does not show.
  private func noPlace(for path: ItemPath) -> LayoutError {
    LayoutError(
      .unknownPath,
      "\(layout.id) gives the item \(path) no place: it does not show every item; "
        + "use an item that it shows, or another layout")
  }

  /// Returns the offset that shows the first item of a section with its header: the header at the
  /// start if it comes first, in the middle if the items surround it.
  private func offsetOfHeader(before path: ItemPath) throws(LayoutError) -> Point? {
    guard path.item == 0, let header = try headerFrame(of: path.section),
      let frame = try view.layoutAttributesForItem(at: path)?.frame
    else { return nil }
    let insets = view.contentInset
    let leads = scrollsHorizontally ? header.x <= frame.x : header.y <= frame.y
    let origin =
      leads
      ? header.origin
      : Point(
        x: header.center.x - view.viewportSize.width / 2,
        y: header.center.y - view.viewportSize.height / 2)
    return Point(x: origin.x - insets.left, y: origin.y - insets.top)
  }

  private func headerFrame(of section: Int) throws(LayoutError) -> Rect? {
    guard layout.supplementaryKinds.contains("header") else { return nil }
    return try view.layoutAttributesForSupplementaryElement(
      ofKind: "header", at: ItemPath(section, 0))?.frame
  }

  /// Sets properties from `name=value`.
  /// - Returns: The settings that the layout has a property for.
  private static func apply(
    _ settings: [String], areShared: Bool, to layout: CollectionLayout
  ) throws(LayoutError) -> Set<String> {
    var used: Set<String> = []
    // Properties that choose child layouts come before properties of the children.
    for setting in settings.filter({ !isPath($0) }) + settings.filter(isPath) {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let property: PropertyDescriptor
      do throws(LayoutError) { property = try layout.property(named: name) } catch {
        if areShared, error.code == .unknownProperty { continue }
        throw error
      }
      try layout.set(name, to: property.value(text: String(parts[1])))
      used.insert(setting)
    }
    return used
  }

  private static func isPath(_ setting: String) -> Bool {
    setting.prefix { $0 != "=" }.contains(".")
  }
}

/// A place to scroll to, in its written form.
enum Place: Equatable {
  /// Points along the scrolling axis.
  case along(Double)
  case point(Point)
  case item(ItemPath)

  /// `1200`, `0,1200`, or `12.3` for item 3 of section 12.
  init(_ text: String) throws(UsageError) {
    let pair = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double(String($0))
    }
    let path = text.split(separator: ".", omittingEmptySubsequences: false).map { Int(String($0)) }
    if pair.count == 2, let x = pair[0], let y = pair[1], x.isFinite, y.isFinite {
      self = .point(Point(x: x, y: y))
    } else if path.count == 2, let section = path[0], let item = path[1], section >= 0, item >= 0 {
      self = .item(ItemPath(section, item))
    } else if let length = Double(text), length.isFinite {
      self = .along(length)
    } else {
      throw UsageError(
        "--at: '\(text)' is neither an offset (1200), a point (0,1200) nor an item (12.3)")
    }
  }
}
