// SPDX-License-Identifier: Apache-2.0
//
// The calls that a scenario can look at, in the order made.

import LayoutHost
import LayoutModel
import LayoutRuntime

/// Notes calls of the data source and the delegate, into the layout, and of the reuse pools: the last
/// ``limit`` of them, so that a session may go on for hours before somebody asks.
final class TraceLog {
  /// The number of calls that are kept.
  static let limit = 100_000

  /// The calls kept; once they are ``limit``, a ring whose oldest is at ``first``.
  private var calls: [String] = []
  private var first = 0
  private var droppedCount = 0
  /// True when exchanges with the layout are timed.
  var isTimed = false
  private var timed: [TimedCall] = []
  private var assumed: [AssumedSize] = []
  /// The rectangle of the last frame that the layout was asked for.
  private var asked: Rect?

  /// Exchanges of one frame that are kept.
  private static let timedLimit = 64
  /// Sizes of one frame that are kept.
  private static let assumedLimit = 4096

  /// Runs `body`, an exchange with the layout, and notes its time.
  func time<Result>(
    _ name: @autoclosure () -> String, _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    guard isTimed else { return try body() }
    let start = ContinuousClock.now
    defer { note(name(), ContinuousClock.now - start) }
    return try body()
  }

  /// Notes the time of calls, where there were any.
  func note(_ name: String, _ time: Duration) {
    guard isTimed, !name.isEmpty, timed.count < Self.timedLimit else { return }
    let (seconds, attoseconds) = time.components
    timed.append(
      TimedCall(name: name, microseconds: Double(seconds) * 1e6 + Double(attoseconds) / 1e12))
  }

  func noteAsked(_ rect: Rect) { if isTimed { asked = rect } }

  /// Notes the sizes that the layout gave views that want others. The first frame has most of them, before
  /// anybody could ask for times.
  func noteAssumed(_ preferences: [SizePreference]) {
    for preference in preferences.prefix(max(0, Self.assumedLimit - assumed.count)) {
      guard let category = ElementCategory(rawValue: preference.element.category) else { continue }
      assumed.append(
        AssumedSize(
          category: category,
          path: ItemPath(Int(preference.element.section), Int(preference.element.item)),
          size: preference.original))
    }
  }

  /// Takes the sizes that views did not agree to since the last time, oldest first.
  func takeAssumed() -> [AssumedSize] {
    defer { assumed = [] }
    return assumed
  }

  /// Takes what was timed, and the rectangle that was asked for, since the last time.
  func takeTimes() -> (calls: [TimedCall], asked: Rect?) {
    defer { (timed, asked) = ([], nil) }
    return (timed, asked)
  }

  func note(_ call: String) {
    guard calls.count == Self.limit else { return calls.append(call) }
    calls[first] = call
    first = (first + 1) % Self.limit
    droppedCount += 1
  }

  /// The calls kept since the last time, oldest first, and how many were dropped before them.
  func take() -> (calls: [String], droppedCount: Int) {
    defer { (calls, first, droppedCount) = ([], 0, 0) }
    return (Array(calls[first...] + calls[..<first]), droppedCount)
  }
}

/// A size that a layout gave an element before its view said how large it wants to be.
package struct AssumedSize: Equatable, Sendable {
  /// The category of the element.
  package var category: ElementCategory
  /// The item or the section of the element.
  package var path: ItemPath
  /// Points.
  package var size: Size

  /// A size of an element.
  package init(category: ElementCategory, path: ItemPath, size: Size) {
    (self.category, self.path, self.size) = (category, path, size)
  }
}

/// Calls into a layout that went over in one exchange.
package struct TimedCall: Sendable {
  /// Their names, by the header.
  package var name: String
  /// The wall time of the exchange.
  package var microseconds: Double
}

extension TraceLog: Stage {
  func make(_ view: ReusableView) { note("stage make \(view.serialNumber)") }
  func bind(_ view: ReusableView) { note("stage bind \(view.serialNumber)") }
  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
    note("stage apply \(view.serialNumber) \(attributes.kind) \(attributes.path)")
  }
  func recycle(_ view: ReusableView) { note("stage recycle \(view.serialNumber)") }
}
