// SPDX-License-Identifier: Apache-2.0
//
// The calls that a scenario can look at, in the order made.

import LayoutHost
import LayoutModel

/// Notes calls of the data source and the delegate, into the layout, and of the reuse pools: the last
/// ``limit`` of them, so that a session may go on for hours before somebody asks.
final class TraceLog {
  /// The number of calls that are kept.
  static let limit = 100_000

  /// The calls kept; once they are ``limit``, a ring whose oldest is at ``first``.
  private var calls: [String] = []
  private var first = 0
  private var droppedCount = 0

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

extension TraceLog: Stage {
  func make(_ view: ReusableView) { note("stage make \(view.serialNumber)") }
  func bind(_ view: ReusableView) { note("stage bind \(view.serialNumber)") }
  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
    note("stage apply \(view.serialNumber) \(attributes.kind) \(attributes.path)")
  }
  func recycle(_ view: ReusableView) { note("stage recycle \(view.serialNumber)") }
}
