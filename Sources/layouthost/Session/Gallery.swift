// SPDX-License-Identifier: Apache-2.0
//
// A source on a live view: what `render`, `swap` and the demo work on.

import LayoutHost
import LayoutModel
import LayoutScenarios
import LayoutSources

/// A collection view that shows a source, with one layout after the other.
final class Gallery {
  let source: any ItemSource
  let view: CollectionView
  /// Where layouts come from; another one when plugins were dropped in.
  var maker: LayoutMaker
  private let tier: LayoutTier
  /// The settings that a layout had a property for.
  private(set) var usedSettings: Set<String>

  /// Opens a source with its first layout; nothing is laid out yet.
  ///
  /// - Parameters:
  ///   - settings: `name=value` of each property to set.
  ///   - areShared: Whether the settings are meant for several layouts: those whose property this
  ///     one does not have are then left to the others.
  init(
    _ source: any ItemSource, layout name: String, settings: [String] = [],
    areShared: Bool = false, container: Size, maker: LayoutMaker, tier: LayoutTier
  ) throws(LayoutError) {
    self.source = source
    self.maker = maker
    self.tier = tier
    let layout = try maker.make(name, tier: tier)
    var used: Set<String> = []
    try source.attach(to: layout, room: container) { (layout) throws(LayoutError) in
      used = try Self.apply(settings, areShared: areShared, to: layout)
    }
    usedSettings = used
    view = CollectionView(container: container, layout: layout)
    source.connect(to: view)
  }

  var layout: CollectionLayout { view.collectionViewLayout }

  /// Puts another layout on the view.
  /// - Returns: What kept its place.
  @discardableResult
  func show(
    _ name: String, settings: [String] = [], areShared: Bool = false
  ) throws(LayoutError) -> Anchor? {
    let layout = try maker.make(name, tier: tier)
    try source.attach(to: layout, room: view.container) { (layout) throws(LayoutError) in
      usedSettings.formUnion(try Self.apply(settings, areShared: areShared, to: layout))
    }
    return try view.setLayout(layout)
  }

  /// Shows the data as they are now, when the source found them to be other than they seemed.
  func refresh() throws(LayoutError) {
    if try source.refresh() { try view.reloadData() }
  }

  /// Scrolls to a place, inside the edges.
  func scroll(to place: Place) throws(LayoutError) {
    try view.layoutIfNeeded()
    let edges = view.contentOffsetEdges
    let offset =
      switch place {
      case .point(let point): point
      case .along(let length):
        scrollsHorizontally
          ? Point(x: length, y: edges.start.y) : Point(x: edges.start.x, y: length)
      case .item(let path): try origin(of: path)
      }
    try view.setContentOffset(edges.clamp(offset))
    guard case .item = place else { return }
    // Where a finger that lets go would leave it: a layout that stops on items is never seen between.
    let target = try view.release(velocity: .zero).target
    try view.setContentOffset(target)
  }

  /// Whether the content is longer than the view sideways only.
  var scrollsHorizontally: Bool {
    view.contentSize.width > view.container.width
      && view.contentSize.height <= view.container.height
  }

  /// The offset `distance` further along the axis in which the content scrolls, inside the edges.
  func offset(from start: Point, by distance: Double) -> Point {
    view.contentOffsetEdges.clamp(
      scrollsHorizontally
        ? Point(x: start.x + distance, y: start.y) : Point(x: start.x, y: start.y + distance))
  }

  private func origin(of path: ItemPath) throws(LayoutError) -> Point {
    guard let frame = try view.layoutAttributesForItem(at: path)?.frame else {
      throw LayoutError(
        "unknown-path",
        "there is no item \(path): \(source.title) has \(source.sectionCount) "
          + "sections" + sectionHint(path.section))
    }
    let header = path.item == 0 ? try headerFrame(of: path.section) : nil
    return start(of: frame, header: header)
  }

  /// The offset that shows a cell; the header of its section comes along when there is one: at the
  /// start where it leads, in the middle where the items go round it.
  private func start(of frame: Rect, header: Rect?) -> Point {
    let insets = view.contentInset
    var origin = frame.origin
    if let header {
      let leads = scrollsHorizontally ? header.x <= frame.x : header.y <= frame.y
      origin =
        leads
        ? header.origin
        : Point(
          x: header.center.x - view.container.width / 2,
          y: header.center.y - view.container.height / 2)
    }
    return Point(x: origin.x - insets.left, y: origin.y - insets.top)
  }

  private func headerFrame(of section: Int) throws(LayoutError) -> Rect? {
    guard layout.supplementaryKinds.contains("header") else { return nil }
    return try view.layoutAttributesForSupplementaryElement(
      ofKind: "header", at: ItemPath(section, 0))?.frame
  }

  private func sectionHint(_ section: Int) -> String {
    guard (0..<source.sectionCount).contains(section) else { return "" }
    return ", and section \(section) has \(source.itemCount(in: section)) items"
  }

  /// Sets properties from `name=value`.
  /// - Returns: The settings that the layout has a property for.
  private static func apply(
    _ settings: [String], areShared: Bool, to layout: CollectionLayout
  ) throws(LayoutError) -> Set<String> {
    var used: Set<String> = []
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let property = layout.descriptor.properties.first(where: { $0.name == name }) else {
        if areShared { continue }
        // Asked for its error, which names what may have been meant.
        try layout.set(name, to: .none)
        continue
      }
      try layout.set(name, to: property.value(text: String(parts[1])))
      used.insert(setting)
    }
    return used
  }
}

/// A place to scroll to, as people write it.
enum Place: Equatable {
  /// Points along the axis in which the content scrolls.
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
