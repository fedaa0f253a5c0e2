// SPDX-License-Identifier: Apache-2.0
//
// Every element of an area, a part at a time, so that memory does not grow with the data.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Asks a layout for the elements of an area in as many answers as it takes.
///
/// Much data is asked for strip by strip along the longer side of the area, each as long as brings about
/// ``stripCount`` elements, going by the one before. A part that holds more than one answer may is halved.
/// An element that reaches over several parts belongs to the one in which it begins.
struct ElementWalk {
  let connection: any LayoutConnection
  /// Room for one answer.
  let scratch: AnswerBuffer
  /// The length of the first strip, points.
  let step: Double
  /// Hears of each part: the answer, and the indices of the elements that belong to it.
  let body: (Answer, [Int]) throws(LayoutError) -> Void

  /// Elements asked for at once: their attributes take about 10 MB.
  private static let stripCount = 65_536.0

  /// Walks through `area`.
  ///
  /// - Parameter itemCount: Items of the data: one answer is asked for where they are few.
  /// - Throws: What the layout throws, or `body`; `too-large` where a part cannot be halved any more.
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
  /// - Returns: How many elements belong to it.
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

  /// The rectangle to ask about: a point more towards the parts before, because elements that only touch
  /// an edge are no answer.
  var asked: Rect {
    let x = low.x > area.x ? max(low.x - 1, area.x) : low.x
    let y = low.y > area.y ? max(low.y - 1, area.y) : low.y
    return Rect(x: x, y: y, width: high.x - x, height: high.y - y)
  }

  /// Returns true when an element of the area begins here. What begins before the area begins
  /// at its edge.
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
