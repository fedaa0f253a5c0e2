// SPDX-License-Identifier: Apache-2.0
//
// What is to be worked out anew, as an app names it and as a frame carries it.

import LayoutABI
import LayoutModel

/// What an app declares stale in a layout. Only what is named is asked again.
public struct InvalidationContext: Equatable, Sendable {
  /// An element that is no cell.
  public struct Element: Equatable, Sendable {
    public var kind: String
    public var path: ItemPath

    public init(kind: String, path: ItemPath) {
      self.kind = kind
      self.path = path
    }
  }

  /// All that the layout knows; the other members then add nothing.
  public var everything = false
  /// Counts of sections or items; the data source is asked again.
  public var counts = false
  public var items: [ItemPath] = []
  public var supplementaries: [Element] = []
  public var decorations: [Element] = []
  /// Moves the content offset in the next frame, points.
  public var contentOffsetAdjustment = Vector.zero

  public init() {}

  /// The context of `invalidate()`: forget everything.
  public static var all: Self {
    var context = Self()
    context.everything = true
    return context
  }
}

/// Marks and elements that wait for the next frame.
package struct PendingInvalidation {
  package var marks = LAYOUT_MARK_NOTHING
  package var elements: [layout_element] = []
  package var offset = Vector.zero
  package var counts = false

  package init() {}

  /// Whether there is anything to do.
  package var isSet: Bool { marks != LAYOUT_MARK_NOTHING || counts || offset != .zero }

  /// Adds what another invalidation names.
  package mutating func merge(_ other: Self) {
    marks |= other.marks
    if !other.elements.isEmpty { elements += other.elements }
    offset.dx += other.offset.dx
    offset.dy += other.offset.dy
    counts = counts || other.counts
  }
}
