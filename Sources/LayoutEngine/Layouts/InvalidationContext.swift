// SPDX-License-Identifier: Apache-2.0
//
// What is to be worked out anew, as an app names it and as a frame carries it.

import LayoutABI
import LayoutModel

/// The parts of a layout that an app declares stale. Only what is named is asked again.
public struct InvalidationContext: Equatable, Sendable {
  /// An element that is no cell.
  public struct Element: Equatable, Sendable {
    /// The kind's name.
    public var kind: String
    /// Of a section's header or footer, the section and 0.
    public var path: ItemPath

    /// The element of this kind at this path.
    public init(kind: String, path: ItemPath) {
      self.kind = kind
      self.path = path
    }
  }

  /// All that the layout knows; members that name elements then add nothing.
  public var everything = false
  /// Counts of sections or items; the data source is asked again.
  public var counts = false
  /// Items whose queries may answer anew.
  public var items: [ItemPath] = []
  /// Supplementary elements to place anew.
  public var supplementaries: [Element] = []
  /// Decorations to place anew.
  public var decorations: [Element] = []
  /// Moves the content offset in the next frame, points.
  public var contentOffsetAdjustment = Vector.zero

  /// Nothing is stale yet.
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
  /// `LAYOUT_MARK_…` combined.
  package var marks = LAYOUT_MARK_NOTHING
  /// The elements that the marks of single elements name.
  package var elements: [layout_element] = []
  /// Moves the content offset, points.
  package var offset = Vector.zero
  /// True when the data source has to be asked.
  package var counts = false

  /// Nothing waits.
  package init() {}

  /// True when there is anything to do.
  package var isSet: Bool { marks != LAYOUT_MARK_NOTHING || counts || offset != .zero }

  /// Adds what another invalidation names.
  package mutating func merge(_ other: Self) {
    marks |= other.marks
    if !other.elements.isEmpty { elements += other.elements }
    offset.dx += other.offset.dx
    offset.dy += other.offset.dy
    counts = counts || other.counts
  }

  /// The same by other names. A mark of which every name is gone is gone too: without names it would
  /// speak of all elements.
  func renamed(_ names: (layout_element) -> [layout_element]) -> Self {
    var renamed = self
    renamed.elements = elements.flatMap(names)
    let left = renamed.elements.reduce(LAYOUT_MARK_NOTHING) { $0 | $1.mark }
    for element in elements where left & element.mark == 0 { renamed.marks &= ~element.mark }
    return renamed
  }
}

extension layout_element {
  /// The mark that speaks of elements of its category.
  var mark: UInt32 {
    switch category {
    case UInt16(LAYOUT_CELL): LAYOUT_MARK_ITEMS
    case UInt16(LAYOUT_SUPPLEMENTARY): LAYOUT_MARK_SUPPLEMENTARIES
    default: LAYOUT_MARK_DECORATIONS
    }
  }
}
