// SPDX-License-Identifier: Apache-2.0
//
// The bounds of one answer: its size, from the limits, and its area, from the requested rectangle.

import LayoutABI
import LayoutModel

/// The bounds of one answer.
package struct AnswerScope: Sendable {
  /// The largest counts that the layout may answer.
  let allowed: AnswerCounts
  /// The largest counts that the host takes at once; at most as large as ``allowed``.
  package let most: AnswerCounts
  /// The area in which its elements must lie; nil for answers that are not about a rectangle.
  package let area: AnswerArea?
  /// The rectangle, for messages.
  let rect: Rect?
}

extension AnswerLimits {
  /// Returns the scope of an answer to a rectangle.
  package func scope(of rect: Rect) -> AnswerScope {
    let allowed = elementCount(in: rect)
    return AnswerScope(
      allowed: counts(ofElements: allowed),
      most: counts(ofElements: min(allowed, max(mostElements, 0))), area: AnswerArea(rect),
      rect: rect)
  }

  /// Returns the scope of an answer about `count` named elements.
  package func scope(ofElements count: Int) -> AnswerScope {
    let most = counts(ofElements: max(count, elements, 0))
    return AnswerScope(allowed: most, most: most, area: nil, rect: nil)
  }

  fileprivate func counts(ofElements count: Int) -> AnswerCounts {
    let (words, isMany) = count.multipliedReportingOverflow(by: max(wordsPerElement, 0))
    return AnswerCounts(records: count, transforms: count, payload: isMany ? .max : words)
  }
}

/// The edges of a rectangle, for testing many frames against it.
package struct AnswerArea: Sendable {
  private let rect: Rect
  private let (maxX, maxY): (Double, Double)
  private let isEmpty: Bool

  init(_ rect: Rect) {
    self.rect = rect
    (maxX, maxY) = (rect.maxX, rect.maxY)
    isEmpty = rect.isEmpty
  }

  /// Returns true when `frame` intersects the rectangle, by the rule of `layout_rect.intersects`.
  @inline(__always)
  func intersects(_ frame: Rect) -> Bool {
    if isEmpty || frame.isEmpty { return frame.intersects(rect) }
    return frame.x < maxX && rect.x < frame.maxX && frame.y < maxY && rect.y < frame.maxY
  }
}

extension TrustBorder {
  /// Returns the scope of the answers about each element of `asked`. They may use as many payload
  /// words as were handed over.
  package func scope(answering asked: AnswerBuffer) -> AnswerScope {
    var most = limits.counts(ofElements: max(asked.count, limits.elements, 0))
    let given = unsafe asked.records.reduce(0) {
      $0 + ($1.payload > 0 && hasKnownKind($1) ? kinds[Int($1.kind)].words.count : 0)
    }
    most.payload = max(most.payload, given)
    return AnswerScope(allowed: most, most: most, area: nil, rect: nil)
  }

  /// Refuses an answer that holds more than its scope.
  ///
  /// - Throws: `answer-too-large` for more than the layout may answer, `too-large` for more than the
  ///   host takes at once; each with the first count that is beyond its limit.
  package func check(
    _ counts: AnswerCounts, in scope: AnswerScope, call: String
  ) throws(LayoutError) {
    if counts.fits(in: scope.most) { return }
    guard counts.fits(in: scope.allowed) else {
      let (count, what, limit) = counts.excess(over: scope.allowed)
      throw tooMany(count, what + place(scope), limit: limit, call: call)
    }
    let (count, what, limit) = counts.excess(over: scope.most)
    throw LayoutError(
      .tooLarge,
      "an answer of \(count) \(what)\(place(scope)), where at most \(limit) are taken at once; ask "
        + "about smaller rectangles, or raise AnswerLimits.mostElements", plugin: plugin, call: call
    )
  }

  private func place(_ scope: AnswerScope) -> String {
    guard let rect = scope.rect else { return "" }
    return " in a rectangle of \(Self.text(rect.width)) × \(Self.text(rect.height)) points"
  }

  /// Returns the error for a call that hands over more of something than it may.
  package func tooMany(
    _ count: Int, _ what: String, limit: Int, call: String
  ) -> LayoutError {
    LayoutError(
      .answerTooLarge,
      "it answers \(count) \(what), where at most \(limit) are taken; an app that shows so much "
        + "raises AnswerLimits", plugin: plugin, call: call)
  }
}

extension AnswerCounts {
  /// Returns the first count that is greater than in `other`, with its name and the other's count.
  fileprivate func excess(over other: Self) -> (count: Int, what: String, limit: Int) {
    if records > other.records { return (records, "elements", other.records) }
    if transforms > other.transforms { return (transforms, "transforms", other.transforms) }
    return (payload, "payload words", other.payload)
  }
}

extension LayoutError {
  /// True when the error ends the use of an instance: it broke a rule or answered more than
  /// the limits allow.
  package var endsInstance: Bool { code == .breach || code == .answerTooLarge }

  /// Returns the same error with a message of at most so many bytes.
  package func cut(toBytes byteCount: Int) -> LayoutError {
    var error = self
    error.message = message.cut(toBytes: byteCount)
    return error
  }
}
