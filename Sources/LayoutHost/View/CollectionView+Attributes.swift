// SPDX-License-Identifier: Apache-2.0
//
// Questions to the layout, outside a frame: they change nothing.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// The distance around the content to which ``searchArea`` goes, points.
  private static let reach = 1_000_000.0

  /// The most elements that ``elements(in:)`` returns.
  public static let elementListLimit = 1_048_576

  /// Every element that intersects `rect`, in content coordinates; with nil every element that the
  /// layout has, up to 1,000,000 points around the content. By category, section, item and kind. A
  /// rectangle with a size below 0 is the one that it covers.
  ///
  /// - Throws: `not-finite` for a rectangle that is not; `too-large` for more than ``elementListLimit``;
  ///   what the layout throws.
  public func elements(in rect: Rect?) throws(LayoutError) -> [LayoutAttributes] {
    var (found, partCount) = ([] as [LayoutAttributes], 0)
    try visitElements(in: rect) { (part) throws(LayoutError) in
      guard found.count + part.count <= Self.elementListLimit else {
        throw LayoutError(
          .tooLarge,
          "the rectangle holds more than the \(Self.elementListLimit) elements that are listed at "
            + "once; ask about a smaller one, or visit them part by part")
      }
      found += part
      partCount += 1
    }
    // One answer ascends; several do so each for itself.
    return partCount < 2 ? found : found.sorted { $0.record.key < $1.record.key }
  }

  /// Visits every element that intersects `rect`, or all, a part at a time: what ``elements(in:)`` lists,
  /// however many there are, in memory that does not grow with their number.
  ///
  /// - Parameter body: Gets each element once. Each part ascends by category, section, item and kind.
  /// - Throws: `not-finite` for a rectangle that is not; what the layout throws, or `body`.
  public func visitElements(
    in rect: Rect?, _ body: ([LayoutAttributes]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try prepareToAsk()
    let (kinds, mirror) = (layout.kinds, mirror)
    let area = rect.map { mirror.turn($0.standardized) } ?? searchArea
    guard area.isFinite else {
      throw LayoutError(.notFinite, "elements are asked for in a finite rectangle")
    }
    let itemCount = data.shape.itemCounts.reduce(0) { $0 + Int($1) }
    try withoutActuallyEscaping(body) { (body) throws(LayoutError) in
      let walk = ElementWalk(
        connection: layout.connection, scratch: frames.scratch,
        step: area.height >= area.width ? container.height : container.width
      ) { (answer, indices) throws(LayoutError) in
        try body(indices.map { answer.attributes(at: $0, kinds: kinds, mirror: mirror) })
      }
      try walk.run(in: area, itemCount: itemCount)
    }
  }

  /// The area in which `elements(in: nil)` looks: the content with 1,000,000 points around it.
  private var searchArea: Rect {
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

  /// Returns true when the data has an item at this path, as of the last frame.
  public func hasItem(at path: ItemPath) -> Bool {
    path.item >= 0 && path.item < numberOfItems(inSection: path.section)
  }

  private func attributes(
    _ category: ElementCategory, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try prepareToAsk()
    if category == .cell, !hasItem(at: path) { return nil }
    try layout.connection.attributes(
      for: try layout.engine.element(category, kind: kind, path), into: frames.scratch)
    return values(in: frames.scratch).first
  }

  /// A layout answers after it prepared once, and for the data that it prepared for.
  private func prepareToAsk() throws(LayoutError) {
    guard !frames.isRunning else { throw FramePass.reentrant }
    if !frames.isShown || frames.owed != nil { try layoutIfNeeded() }
  }

  private func values(in buffer: AnswerBuffer) -> [LayoutAttributes] {
    let answer = Answer(buffer)
    return answer.records.indices.map {
      answer.attributes(at: $0, kinds: layout.kinds, mirror: mirror)
    }
  }
}
