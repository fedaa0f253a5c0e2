// SPDX-License-Identifier: Apache-2.0
//
// Queries of the layout outside of a frame, which change nothing.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Asks the layout on screen about elements, in visible coordinates.
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
  /// - Throws: `not-finite` for a rectangle that is not finite; `too-large` for more than
  ///   ``elementListLimit``; the layout's error.
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
    // The elements of one answer ascend, but not those of several.
    return partCount < 2 ? found : found.sorted { $0.record.key < $1.record.key }
  }

  /// Visits every element that intersects `rect`, or all, a part at a time.
  ///
  /// - Parameter body: Gets each element once. Each part ascends by category, section, item and kind.
  /// - Throws: `not-finite` for a rectangle that is not finite; the error of the layout or of
  ///   `body`.
  package func visitElements(
    in rect: Rect?, _ body: ([LayoutAttributes]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try prepareToAsk()
    let (layout, mirror, viewportSize) = (state.layout, state.mirror, state.viewportSize)
    let area = rect.map { mirror.turn($0.standardized) } ?? searchArea
    guard area.isFinite else {
      throw LayoutError(.notFinite, "elements are asked for in a finite rectangle")
    }
    let itemCount = state.data.shape.itemCounts.total
    try withoutActuallyEscaping(body) { (body) throws(LayoutError) in
      let walk = ElementWalk(
        connection: layout.connection, scratch: state.frames.scratch,
        step: area.height >= area.width ? viewportSize.height : viewportSize.width
      ) { (answer, indices) throws(LayoutError) in
        try body(
          indices.map { answer.attributes(at: $0, kinds: layout.kinds, mirror: mirror) })
      }
      try walk.run(in: area, itemCount: itemCount)
    }
  }

  /// The area of a search for all elements: the content with 1,000,000 points around it.
  private var searchArea: Rect {
    Rect(origin: .zero, size: state.scroll.contentSize).grown(by: Self.reach)
  }

  /// Returns the item at a point in content coordinates: the topmost cell there, or nil.
  ///
  /// - Throws: The layout's error.
  package func item(at point: Point) throws(LayoutError) -> ItemPath? {
    try elements(in: Rect(origin: point, size: .zero)).filter { $0.category == .cell }
      .max { ($0.zIndex, $0.path) < ($1.zIndex, $1.path) }?.path
  }

  /// Returns the current frame of an item, or nil when there is no such item.
  ///
  /// - Throws: The layout's error.
  func frame(ofItemAt path: ItemPath) throws(LayoutError) -> Rect? {
    try attributes(.cell, "cell", path)?.frame
  }

  /// Returns the current attributes of an element, or nil when there is none.
  ///
  /// - Throws: The layout's error.
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

  /// A layout can answer only after it prepared, and for the data that it prepared for.
  private func prepareToAsk() throws(LayoutError) {
    try state.frames.checkIdle()
    if !state.frames.isLayoutInStep { try app.layoutIfNeeded() }
  }
}

// MARK: - Every element of an area
//
// Every element of an area, a part at a time, so that memory does not grow with the data.

/// Asks a layout for the elements of an area in several answers if needed.
///
/// A large area is queried strip by strip along its longer side. The length of a strip is chosen
/// for about ``stripCount`` elements, based on the strip before. A part with more elements than one
/// answer may have is halved. An element that extends over several parts belongs to the one in
/// which it begins.
struct ElementWalk {
  let connection: any LayoutConnection
  /// The buffer for one answer.
  let scratch: AnswerBuffer
  /// The length of the first strip, points.
  let step: Double
  /// Receives each part: the answer, and the indices of the elements that belong to it.
  let body: (Answer, [Int]) throws(LayoutError) -> Void

  /// Elements of one query: their attributes take about 10 MB.
  private static let stripCount = 65_536.0

  /// Visits `area`.
  ///
  /// - Parameter itemCount: Items of the data: a single query is used for few items.
  /// - Throws: The error of the layout or of `body`; `too-large` when a part cannot be halved any
  ///   more.
  func run(in area: Rect, itemCount: Int) throws(LayoutError) {
    guard Double(itemCount) > Self.stripCount, !area.isEmpty else {
      try visit(Part(area))
      return
    }
    let isTall = area.height >= area.width
    var (start, end) = isTall ? (area.y, area.maxY) : (area.x, area.maxX)
    var length = max(step, 1)
    while start < end {
      let stop = min(max(start + length, start.nextUp), end)
      let count = try visit(Part(area).strip(from: start, to: stop, isTall: isTall))
      length *= min(max(Self.stripCount / Double(max(count, 1)), 0.25), 4)
      start = stop
    }
  }

  /// Asks for one part, or for its halves.
  ///
  /// - Returns: The number of elements that belong to it.
  @discardableResult
  private func visit(_ part: Part) throws(LayoutError) -> Int {
    do throws(LayoutError) {
      try connection.attributes(in: part.asked, into: scratch)
    } catch {
      guard error.code == .tooLarge, let (first, second) = part.halves else { throw error }
      return try visit(first) + visit(second)
    }
    let answer = Answer(scratch)
    let indices = answer.records.indices.filter { part.owns(answer.records[$0].frame) }
    try body(answer, indices)
    return indices.count
  }
}

/// A part of an area. The parts of an area share no point but cover all of it.
private struct Part {
  /// The whole area.
  private let area: Rect
  private var (low, high): (Point, Point)

  init(_ area: Rect) {
    self.area = area
    (low, high) = (area.origin, Point(x: area.maxX, y: area.maxY))
  }

  /// The part between two positions along one side.
  func strip(from start: Double, to end: Double, isTall: Bool) -> Part {
    var part = self
    if isTall {
      (part.low.y, part.high.y) = (start, end)
    } else {
      (part.low.x, part.high.x) = (start, end)
    }
    return part
  }

  /// The part in halves across its longer side; nil when it is less than a point long.
  var halves: (Part, Part)? {
    let isTall = high.y - low.y >= high.x - low.x
    let (start, end) = isTall ? (low.y, high.y) : (low.x, high.x)
    let middle = start + (end - start) / 2
    guard end - start > 1, middle > start, middle < end else { return nil }
    return (
      strip(from: start, to: middle, isTall: isTall), strip(from: middle, to: end, isTall: isTall)
    )
  }

  /// The rectangle of the query: a point larger towards the parts before, because elements that
  /// only touch an edge are no answer.
  var asked: Rect {
    let x = low.x > area.x ? max(low.x - 1, area.x) : low.x
    let y = low.y > area.y ? max(low.y - 1, area.y) : low.y
    return Rect(x: x, y: y, width: high.x - x, height: high.y - y)
  }

  /// Returns true when an element of the area begins here. An element that begins before the area
  /// counts as beginning at its edge.
  func owns(_ frame: Rect) -> Bool {
    Self.owns(frame.x, from: low.x, to: high.x, of: area.x, area.maxX)
      && Self.owns(frame.y, from: low.y, to: high.y, of: area.y, area.maxY)
  }

  private static func owns(
    _ position: Double, from low: Double, to high: Double, of start: Double, _ end: Double
  ) -> Bool {
    (position >= low || low == start) && (position < high || high == end)
  }
}
