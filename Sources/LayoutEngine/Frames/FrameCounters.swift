// SPDX-License-Identifier: Apache-2.0
//
// What frames cost, in counts that do not depend on the machine.

import LayoutRuntime

/// Counts since a collection view was made. Subtract two readings to get one frame.
public struct FrameCounters: Equatable, Sendable {
  /// Frames that reached the stage.
  public var frames = 0
  /// Calls into the plugin.
  public var pluginCalls = 0
  /// Frames asked of the layout's connection: more than `frames` when the offset was corrected.
  public var exchanges = 0
  /// Frames in which the layout prepared.
  public var prepares = 0
  /// Views made.
  public var made = 0
  /// Views filled by the data source or the layout.
  public var binds = 0
  /// Times that a view was given attributes.
  public var applies = 0
  /// Cells filled before they came into sight.
  public var preparations = 0
  /// Views put back into a pool.
  public var recycles = 0
  /// Views that a full pool let go.
  public var drops = 0
  /// Elements that a layout answered outside of the rectangle asked for, which are not shown.
  public var outside = 0

  /// Nothing counted.
  public init() {}

  /// The cost of one answer of a layout.
  init(of outcome: FrameOutcome) {
    exchanges = 1
    pluginCalls = outcome.callCount
    prepares = outcome.didPrepare ? 1 : 0
  }

  /// Adds what another frame cost.
  mutating func add(_ other: Self) { combine(other, +) }

  /// Returns the counts between two readings.
  public static func - (a: Self, b: Self) -> Self {
    var difference = a
    difference.combine(b, -)
    return difference
  }

  private mutating func combine(_ other: Self, _ operation: (Int, Int) -> Int) {
    frames = operation(frames, other.frames)
    pluginCalls = operation(pluginCalls, other.pluginCalls)
    exchanges = operation(exchanges, other.exchanges)
    prepares = operation(prepares, other.prepares)
    made = operation(made, other.made)
    binds = operation(binds, other.binds)
    applies = operation(applies, other.applies)
    preparations = operation(preparations, other.preparations)
    recycles = operation(recycles, other.recycles)
    drops = operation(drops, other.drops)
    outside = operation(outside, other.outside)
  }
}
