// SPDX-License-Identifier: Apache-2.0
//
// Questions to the layout, outside a frame: they change nothing.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// How far around the content ``searchArea`` goes, points.
  private static let reach = 1_000_000.0

  /// Every element that intersects `rect`, in content coordinates; with nil every element that the
  /// layout has, up to 1,000,000 points around the content. By category, section, item and kind. A
  /// rectangle with a size below 0 is the one that it covers.
  /// - Throws: `not-finite` for a rectangle that is not; what the layout throws.
  public func elements(in rect: Rect?) throws(LayoutError) -> [LayoutAttributes] {
    try prepareToAsk()
    let area = rect.map { mirror.turn($0.standardized) } ?? searchArea
    guard area.isFinite else {
      throw LayoutError("not-finite", "elements are asked for in a finite rectangle")
    }
    try layout.connection.attributes(in: area, into: frames.scratch)
    return values(in: frames.scratch)
  }

  /// Where `elements(in: nil)` looks: the content with 1,000,000 points around it.
  package var searchArea: Rect {
    Rect(origin: .zero, size: scroll.contentSize).grown(by: Self.reach)
  }

  /// The attributes of an item now, or nil when there is no such item.
  public func layoutAttributesForItem(at path: ItemPath) throws(LayoutError) -> LayoutAttributes? {
    try attributes(.cell, "cell", path)
  }

  /// The attributes of a supplementary element now, or nil when the layout has none there.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try attributes(.supplementary, kind, path)
  }

  /// The attributes of a decoration now, or nil when the layout has none there.
  public func layoutAttributesForDecorationView(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try attributes(.decoration, kind, path)
  }

  /// The item at a point in content coordinates: the topmost cell there, or nil.
  public func indexPathForItem(at point: Point) throws(LayoutError) -> ItemPath? {
    let spot = Rect(origin: point, size: .zero)
    return try elements(in: spot).filter { $0.category == .cell }
      .max { ($0.zIndex, $0.path) < ($1.zIndex, $1.path) }?.path
  }

  /// The number of sections, as of the last frame.
  public var numberOfSections: Int { data.shape.itemCounts.count }

  /// The number of items in a section, as of the last frame; 0 when there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    data.shape.itemCounts.indices.contains(section) ? Int(data.shape.itemCounts[section]) : 0
  }

  /// Whether the data has an item at this path, as of the last frame.
  public func hasItem(at path: ItemPath) -> Bool {
    path.item >= 0 && path.item < numberOfItems(inSection: path.section)
  }

  private func attributes(
    _ category: ElementCategory, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try prepareToAsk()
    if category == .cell, !hasItem(at: path) { return nil }
    try layout.connection.attributes(
      for: try layout.element(category, kind: kind, path), into: frames.scratch)
    return values(in: frames.scratch).first
  }

  /// A layout answers after it prepared once.
  private func prepareToAsk() throws(LayoutError) {
    guard !frames.isRunning else { throw FramePass.reentrant }
    if !frames.isShown { try layoutIfNeeded() }
  }

  private func values(in buffer: AnswerBuffer) -> [LayoutAttributes] {
    let answer = Answer(buffer)
    return answer.records.indices.map {
      answer.attributes(at: $0, kinds: layout.kinds, mirror: mirror)
    }
  }
}
