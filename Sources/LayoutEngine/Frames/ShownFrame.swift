// SPDX-License-Identifier: Apache-2.0
//
// One frame: the layout's answer, the view of each element, and the geometry.

import LayoutModel
import LayoutRuntime

/// A frame on screen or in preparation. Two of them alternate, so that a failed frame leaves the
/// other one intact.
final class ShownFrame {
  let buffer = AnswerBuffer()
  /// Serial numbers of the views, one for each element, in the order of `buffer`.
  let serials = PlainArray<Int32>()
  /// The scroll state of the query for elements.
  var scroll: ScrollState
  /// The time of the frame, seconds.
  var time = 0.0
  var mirror = ContentMirror.off
  /// True when the content runs right to left, even if the layout handles the direction itself.
  var isRightToLeft = false
  var grid = PixelGrid(scale: 1)
  /// The views that show wrong elements, because the data source failed when they were to be filled
  /// again after a failed frame. The next frame fills them.
  var unfilled: Set<Int32> = []
  /// The layout that answered.
  var layout: EngineLayout

  init(layout: EngineLayout, scroll: ScrollState) {
    self.layout = layout
    self.scroll = scroll
  }

  var kinds: KindTable { layout.kinds }

  var answer: Answer { Answer(buffer) }

  /// Returns the attributes of the element at `index`, as its view has them.
  func attributes(at index: Int) -> LayoutAttributes {
    answer.attributes(at: index, kinds: kinds, mirror: mirror)
  }
}

// MARK: - Another layout
//
// The data that a frame needs about a layout that takes over.

/// The way in which a layout takes over a view.
struct Handover {
  /// The viewport for which it prepared over the same data; nil when it must prepare.
  var preparedBounds: Rect?
  /// True when the content offset is already right: no anchor is needed.
  var keepsOffset = false
}

// MARK: - Counters
//
// Costs of frames, as counts that do not depend on the machine.

/// Counts since the creation of a collection view. Subtract two readings to get one frame.
///
/// The protocol carries the operators to apps, which import the type without its module.
public struct FrameCounters: AdditiveArithmetic, Sendable {
  /// Frames that reached the stage.
  public var frames = 0
  /// Calls into the plugin.
  public var pluginCalls = 0
  /// Frame requests to the layout's connection: more than `frames` when the offset was corrected.
  public var exchanges = 0
  /// Frames in which the layout prepared.
  public var prepares = 0
  /// Views made.
  public var made = 0
  /// Views filled by the data source or the layout.
  public var binds = 0
  /// Times that attributes were applied to a view.
  public var applies = 0
  /// Cells filled before they became visible.
  public var preparations = 0
  /// Views put back into a pool.
  public var recycles = 0
  /// Views that a full pool released.
  public var drops = 0
  /// Elements of an answer outside of its rectangle, which are not shown.
  public var outside = 0

  /// All counts 0.
  public init() {}

  /// Nothing counted.
  public static var zero: Self { Self() }

  /// The cost of one answer of a layout.
  init(of outcome: FrameOutcome) {
    exchanges = 1
    pluginCalls = outcome.callCount
    prepares = outcome.didPrepare ? 1 : 0
  }

  /// Returns the counts of both.
  public static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.combine(b, +)
    return sum
  }

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
