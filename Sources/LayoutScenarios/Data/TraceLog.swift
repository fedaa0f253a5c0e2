// SPDX-License-Identifier: Apache-2.0
//
// The calls for the step `trace`, in order.

import LayoutHost
import LayoutModel
import LayoutRuntime

/// Records calls of the data source, the delegate, the layout and the reuse pools: the last
/// ``limit`` of them, so that memory is bounded in long sessions.
final class TraceLog {
  /// The maximum number of calls.
  static let limit = 100_000

  /// The calls; once there are ``limit`` of them, a ring whose oldest is at ``first``.
  private var calls: [String] = []
  private var first = 0
  private var droppedCount = 0
  /// True when calls are kept. Without them no text is made of one.
  var keepsCalls = true {
    didSet { if !keepsCalls { (calls, first, droppedCount) = ([], 0, 0) } }
  }
  /// True when exchanges with the layout are timed.
  var isTimed = false
  private var timed: [TimedCall] = []
  private var assumed: [AssumedSize] = []
  /// The rectangle of the last frame request to the layout.
  private var asked: Rect?

  /// The maximum number of exchanges of one frame.
  private static let timedLimit = 64
  /// The maximum number of sizes of one frame.
  private static let assumedLimit = 4096

  /// Runs `body`, an exchange with the layout, and records its time.
  func time<Result>(
    _ name: @autoclosure () -> String, _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    guard isTimed else { return try body() }
    let start = ContinuousClock.now
    defer { note(name(), ContinuousClock.now - start) }
    return try body()
  }

  /// Records the time of calls, if there were any.
  func note(_ name: String, _ time: Duration) {
    guard isTimed, !name.isEmpty, timed.count < Self.timedLimit else { return }
    let (seconds, attoseconds) = time.components
    timed.append(
      TimedCall(name: name, microseconds: Double(seconds) * 1e6 + Double(attoseconds) / 1e12))
  }

  func noteAsked(_ rect: Rect) { if isTimed { asked = rect } }

  /// Records the sizes that the layout gave to views with other preferences. The first frame has
  /// most of them, before timing can be turned on.
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

  /// Takes the sizes that views refused since the last time, oldest first.
  func takeAssumed() -> [AssumedSize] {
    defer { assumed = [] }
    return assumed
  }

  /// Takes the timed exchanges, and the rectangle of the request, since the last time.
  func takeTimes() -> (calls: [TimedCall], asked: Rect?) {
    defer { (timed, asked) = ([], nil) }
    return (timed, asked)
  }

  func note(_ call: @autoclosure () -> String) {
    guard keepsCalls else { return }
    guard calls.count == Self.limit else { return calls.append(call()) }
    calls[first] = call()
    first = (first + 1) % Self.limit
    droppedCount += 1
  }

  /// Takes the calls since the last time, oldest first, and the number of dropped calls before
  /// them.
  func take() -> (calls: [String], droppedCount: Int) {
    defer { (calls, first, droppedCount) = ([], 0, 0) }
    return (Array(calls[first...] + calls[..<first]), droppedCount)
  }
}

/// A size that a layout gave an element before its view gave its preferred size.
package struct AssumedSize: Equatable, Sendable {
  /// The category of the element.
  package var category: ElementCategory
  /// The item or the section of the element.
  package var path: ItemPath
  /// The size, points.
  package var size: Size

  /// A size of an element.
  package init(category: ElementCategory, path: ItemPath, size: Size) {
    (self.category, self.path, self.size) = (category, path, size)
  }
}

/// Calls into a layout in one exchange.
package struct TimedCall: Sendable {
  /// Their names, as in the header.
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
