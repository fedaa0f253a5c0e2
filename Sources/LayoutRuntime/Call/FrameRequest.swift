// SPDX-License-Identifier: Apache-2.0
//
// The question of a frame, and its outcome beside the elements.

import LayoutABI
import LayoutModel

/// The data and the room as a layout is told of them: what becomes a `layout_snapshot`.
public struct DataShape: Equatable, Sendable {
  /// Grows with each change of the data.
  public var epoch: UInt64
  /// Items of each section.
  public var itemCounts: SectionCounts
  /// Room around the content inside the bounds, points.
  public var contentInset: Insets
  /// Pixels a point.
  public var scale: Double
  /// True when the content runs from right to left.
  public var isRightToLeft: Bool

  /// A shape; the defaults describe no data at scale 1.
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

/// The question of one frame to a layout. A value without references while nothing is
/// invalidated, so that steady scrolling allocates nothing.
public struct FrameRequest: Sendable {
  /// The host's clock, seconds.
  public var time: Double
  /// The viewport of the last frame.
  public var oldBounds: Rect
  /// The viewport of this frame.
  public var bounds: Rect
  /// The finger in content coordinates; nil when no touch moves or moved the content.
  public var touch: Point?
  /// LAYOUT_MARK_… that are pending; anything but nothing makes the layout prepare.
  public var marks: UInt32
  /// The elements that the item, supplementary and decoration marks name.
  public var elements: [layout_element]
  /// The batch that changed the data.
  public var updates: [layout_update]
  /// The rectangle whose elements are wanted.
  public var rect: Rect
  /// The offsets of sections that scroll across (`layout.cross-scroll/1`); the layout is told
  /// what differs from what it knows.
  public var crossOffsets: CrossOffsets

  /// A frame at `bounds` that asks for what is inside it.
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

/// The outcome of a frame beside the elements.
public struct FrameOutcome: Sendable, Equatable {
  /// Of the whole content.
  public var contentSize: Size
  /// True when the layout prepared in this frame.
  public var didPrepare: Bool
  /// True when a layout with dynamics still moves and wants the next frame.
  public var isMoving: Bool
  /// Calls into the plugin, in order.
  public var calls: FrameCalls
  /// The number of calls into the plugin, for the gates.
  public var callCount: Int { calls.count }

  /// An outcome; without `calls` none was made.
  public init(
    contentSize: Size, didPrepare: Bool, isMoving: Bool, calls: FrameCalls = FrameCalls()
  ) {
    self.contentSize = contentSize
    self.didPrepare = didPrepare
    self.isMoving = isMoving
    self.calls = calls
  }
}
