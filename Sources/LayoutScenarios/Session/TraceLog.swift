// SPDX-License-Identifier: Apache-2.0
//
// The calls that a scenario can look at, in the order made.

import LayoutHost
import LayoutModel

/// Notes calls of the data source and the delegate, into the layout, and of the reuse pools.
final class TraceLog {
  private var calls: [String] = []

  func note(_ call: String) { calls.append(call) }

  /// The calls since the last time.
  func take() -> [String] {
    defer { calls.removeAll() }
    return calls
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
