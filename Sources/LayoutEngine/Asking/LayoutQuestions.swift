// SPDX-License-Identifier: Apache-2.0
//
// Questions to the layout, outside a frame: they change nothing.

import LayoutModel
import LayoutRuntime

/// Asks the layout on screen about elements, in the coordinates that people see.
package struct LayoutQuestions {
  let state: EngineState
  let app: any EngineApp

  /// Asks the layout of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  /// The distance around the content to which ``searchArea`` goes, points.
  private static let reach = 1_000_000.0
  /// The most elements that ``elements(in:)`` returns.
  package static let elementListLimit = 1_048_576

  /// Returns every element that intersects `rect`, or all, by category, section, item and kind.
  ///
  /// - Throws: `not-finite` for a rectangle that is not; `too-large` for more than
  ///   ``elementListLimit``; what the layout throws.
  package func elements(in rect: Rect?) throws(LayoutError) -> [LayoutAttributes] {
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

  /// Visits every element that intersects `rect`, or all, a part at a time.
  ///
  /// - Parameter body: Gets each element once. Each part ascends by category, section, item and kind.
  /// - Throws: `not-finite` for a rectangle that is not; what the layout throws, or `body`.
  package func visitElements(
    in rect: Rect?, _ body: ([LayoutAttributes]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try prepareToAsk()
    let (layout, mirror, container) = (state.layout, state.mirror, state.container)
    let area = rect.map { mirror.turn($0.standardized) } ?? searchArea
    guard area.isFinite else {
      throw LayoutError(.notFinite, "elements are asked for in a finite rectangle")
    }
    let itemCount = state.data.shape.itemCounts.total
    try withoutActuallyEscaping(body) { (body) throws(LayoutError) in
      let walk = ElementWalk(
        connection: layout.connection, scratch: state.frames.scratch,
        step: area.height >= area.width ? container.height : container.width
      ) { (answer, indices) throws(LayoutError) in
        try body(
          indices.map { answer.attributes(at: $0, kinds: layout.kinds, mirror: mirror) })
      }
      try walk.run(in: area, itemCount: itemCount)
    }
  }

  /// The area in which all elements are looked for: the content with 1,000,000 points around it.
  private var searchArea: Rect {
    Rect(origin: .zero, size: state.scroll.contentSize).grown(by: Self.reach)
  }

  /// Returns the item at a point in content coordinates: the topmost cell there, or nil.
  ///
  /// - Throws: What the layout throws.
  package func item(at point: Point) throws(LayoutError) -> ItemPath? {
    try elements(in: Rect(origin: point, size: .zero)).filter { $0.category == .cell }
      .max { ($0.zIndex, $0.path) < ($1.zIndex, $1.path) }?.path
  }

  /// Returns the frame of an item now, or nil when there is no such item.
  ///
  /// - Throws: What the layout throws.
  func frame(ofItemAt path: ItemPath) throws(LayoutError) -> Rect? {
    try attributes(.cell, "cell", path)?.frame
  }

  /// Returns the attributes of an element now, or nil when there is none.
  ///
  /// - Throws: What the layout throws.
  package func attributes(
    _ category: ElementCategory, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) -> LayoutAttributes? {
    try prepareToAsk()
    if category == .cell, !state.hasItem(at: path) { return nil }
    let (layout, scratch) = (state.layout, state.frames.scratch)
    try layout.connection.attributes(
      for: try layout.element(category, kind: kind, path), into: scratch)
    guard scratch.count > 0 else { return nil }
    return Answer(scratch).attributes(at: 0, kinds: layout.kinds, mirror: state.mirror)
  }

  /// A layout answers after it prepared once, and for the data that it prepared for.
  private func prepareToAsk() throws(LayoutError) {
    try state.frames.checkIdle()
    if !state.frames.isShown || state.frames.owed != nil { try app.layoutIfNeeded() }
  }
}
