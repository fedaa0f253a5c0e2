// SPDX-License-Identifier: Apache-2.0
//
// Questions to the layout, outside a frame: they change nothing.

import LayoutEngine
import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// The most elements that ``elements(in:)`` returns.
  public static let elementListLimit = LayoutQuestions.elementListLimit

  /// Every element that intersects `rect`, in content coordinates; with nil every element that the
  /// layout has, up to 1,000,000 points around the content. By category, section, item and kind. A
  /// rectangle with a size below 0 is the one that it covers.
  ///
  /// - Throws: `not-finite` for a rectangle that is not; `too-large` for more than ``elementListLimit``;
  ///   what the layout throws.
  public func elements(in rect: Rect?) throws(LayoutError) -> [LayoutAttributes] {
    try LayoutQuestions(state, self).elements(in: rect)
  }

  /// Visits every element that intersects `rect`, or all, a part at a time: what ``elements(in:)`` lists,
  /// however many there are, in memory that does not grow with their number.
  ///
  /// - Parameter body: Gets each element once. Each part ascends by category, section, item and kind.
  /// - Throws: `not-finite` for a rectangle that is not; what the layout throws, or `body`.
  public func visitElements(
    in rect: Rect?, _ body: ([LayoutAttributes]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try LayoutQuestions(state, self).visitElements(in: rect, body)
  }

  /// The attributes of an item now, or nil when there is no such item.
  public func layoutAttributesForItem(at path: ItemPath) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.cell, "cell", path)
  }

  /// The attributes of a supplementary element now, or nil when the layout has none there.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.supplementary, kind, path)
  }

  /// The attributes of a decoration now, or nil when the layout has none there.
  public func layoutAttributesForDecorationView(
    ofKind kind: String, at path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try LayoutQuestions(state, self).attributes(.decoration, kind, path)
  }

  /// The item at a point in content coordinates: the topmost cell there, or nil.
  public func indexPathForItem(at point: Point) throws(LayoutError) -> ItemPath? {
    try LayoutQuestions(state, self).item(at: point)
  }

  /// The number of sections, as of the last frame.
  public var numberOfSections: Int { state.numberOfSections }

  /// The number of items in a section, as of the last frame; 0 when there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    state.numberOfItems(inSection: section)
  }

  /// Returns true when the data has an item at this path, as of the last frame.
  public func hasItem(at path: ItemPath) -> Bool {
    state.hasItem(at: path)
  }
}
