// SPDX-License-Identifier: Apache-2.0
//
// The request for a frame, and its outcome without the elements.

import LayoutABI
import LayoutModel

/// The data and the room of a layout; it is passed to the layout as a `layout_snapshot`.
public struct DataShape: Equatable, Sendable {
  /// Grows with each change of the data.
  public var epoch: UInt64
  /// The number of items of each section.
  public var itemCounts: SectionCounts
  /// The insets around the content inside the bounds, in points.
  public var contentInset: Insets
  /// The number of pixels in a point.
  public var scale: Double
  /// True if the content runs from right to left.
  public var isRightToLeft: Bool

  /// Creates a shape. The defaults describe no data at scale 1.
  public init(
    epoch: UInt64 = 0, itemCounts: SectionCounts = [], contentInset: Insets = .zero,
    scale: Double = 1,
    isRightToLeft: Bool = false
  ) {
    self.epoch = epoch
    self.itemCounts = itemCounts
    self.contentInset = contentInset
    self.scale = scale
    self.isRightToLeft = isRightToLeft
  }
}

/// The request for one frame to a layout. It holds no references while nothing is invalidated, so
/// steady scrolling allocates nothing.
public struct FrameRequest: Sendable {
  /// The host's clock, in seconds.
  public var time: Double
  /// The viewport of the last frame.
  public var oldBounds: Rect
  /// The viewport of this frame.
  public var bounds: Rect
  /// The position of the finger in content coordinates; nil if no touch moves or moved the content.
  public var touch: Point?
  /// The pending LAYOUT_MARK_… constants. The layout prepares if there are any.
  public var marks: UInt32
  /// The elements that the item, supplementary and decoration marks name.
  public var elements: [layout_element]
  /// The batch that changed the data.
  public var updates: [layout_update]
  /// The rectangle whose elements are wanted.
  public var rect: Rect
  /// The offsets of sections that scroll across (`layout.cross-scroll/1`). The layout is told only
  /// the offsets that differ from those it knows.
  public var crossOffsets: CrossOffsets

  /// Creates a request at `bounds` for the elements inside it.
  public init(time: Double, oldBounds: Rect, bounds: Rect, marks: UInt32 = 0) {
    self.time = time
    self.oldBounds = oldBounds
    self.bounds = bounds
    self.touch = nil
    self.marks = marks
    self.elements = []
    self.updates = []
    self.rect = bounds
    self.crossOffsets = CrossOffsets()
  }
}

/// The outcome of a frame, without the elements.
public struct FrameOutcome: Sendable, Equatable {
  /// The size of the whole content.
  public var contentSize: Size
  /// True if the layout prepared in this frame.
  public var didPrepare: Bool
  /// True if a layout with dynamics still moves and wants the next frame.
  public var isMoving: Bool
  /// The calls into the plugin, in order.
  public var calls: FrameCalls
  /// The number of calls into the plugin, for the performance gates.
  public var callCount: Int { calls.count }

  /// Creates an outcome. Without `calls` it has no calls.
  public init(
    contentSize: Size, didPrepare: Bool, isMoving: Bool, calls: FrameCalls = FrameCalls()
  ) {
    self.contentSize = contentSize
    self.didPrepare = didPrepare
    self.isMoving = isMoving
    self.calls = calls
  }
}
