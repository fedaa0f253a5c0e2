// SPDX-License-Identifier: Apache-2.0
//
// The last calls to a layout, kept for the record of a crash.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// One call to a layout, with its arguments.
public struct CallNote: Sendable {
  /// The arguments of a call. For long ones only the length is kept.
  public enum Arguments: Sendable {
    /// No arguments.
    case none
    /// The arguments of a frame.
    case frame(Frame)
    /// A rectangle whose elements are requested, in content coordinates.
    case rect(Rect)
    /// The one element that is requested.
    case element(layout_element)
    /// A scroll that comes to rest: the offset in points, the velocity in points a second, the
    /// viewport.
    case target(proposed: Point, velocity: Vector, bounds: Rect)
    /// A value that is set.
    case value(LayoutValue, property: Int)
    /// A property that is read.
    case property(Int)
    /// An action, by index, and its arguments.
    case action(Int, arguments: [LayoutValue])
    /// An item that is moved, and its centre in content coordinates.
    case place(ItemPath, Point)
    /// A point in content coordinates.
    case point(Point)
    /// The offset at which a section would rest by itself.
    case crossTarget(Double, velocity: Double, section: Int)
    /// The number of elements, preferences or bytes.
    case count(Int)
  }

  /// The arguments of a frame, without the elements that its marks name.
  public struct Frame: Sendable {
    /// The host's clock, in seconds.
    public var time: Double
    /// The viewport in content coordinates.
    public var bounds: Rect
    /// The rectangle whose elements are requested.
    public var rect: Rect
    /// The position of the finger in content coordinates.
    public var touch: Point?
    /// The pending LAYOUT_MARK_… constants.
    public var marks: UInt32
    /// The number of items of each section; nil if more than ``keptCount`` sections have counts of
    /// their own.
    public var itemCounts: SectionCounts?
    /// The batch that changed the data; empty if it has more than ``keptCount`` changes.
    public var updates: [layout_update]
    /// The number of changes in the batch.
    public var updateCount: Int

    /// The longest list that is kept: 256 calls are remembered, and each may have other data.
    public static let keptCount = 4096
  }

  /// The slot, or the name of an action; a frame, which may make several calls, is `frame`.
  public var call: String
  /// The epoch of the data at the time of the call.
  public var epoch: UInt64
  /// The arguments of the call.
  public var arguments: Arguments
}

/// The last 256 calls to one instance, and the property values before the first of them.
///
/// The memory is allocated once. Recording a frame's call writes into it and allocates nothing.
struct CallRing {
  static let capacity = 256

  private var notes: [CallNote]
  /// The number of calls so far, including calls that are no longer kept.
  private(set) var count = 0
  /// The values, by index of the property, that were set by calls that are no longer kept.
  private(set) var earlierValues: [LayoutValue?]

  /// - Parameter values: The values that were set before the first call.
  init(values: [LayoutValue?]) {
    notes = Array(
      repeating: CallNote(call: "", epoch: 0, arguments: .none), count: Self.capacity)
    earlierValues = values
  }

  /// Records a call that is about to be made.
  mutating func append(_ note: CallNote) {
    let place = count % Self.capacity
    if case .value(let value, let property) = notes[place].arguments {
      earlierValues[property] = value
    }
    notes[place] = note
    count += 1
  }

  /// Removes all calls, because there is a new instance.
  mutating func restart(values: [LayoutValue?]) {
    for place in notes.indices { notes[place].arguments = .none }
    (count, earlierValues) = (0, values)
  }

  /// The kept calls, oldest first.
  var calls: [CallNote] {
    guard count > Self.capacity else { return Array(notes[..<count]) }
    let first = count % Self.capacity
    return Array(notes[first...] + notes[..<first])
  }
}

// MARK: - The record of a crash
//
// The facts that the host has when a layout crashes, hangs or breaks a rule.

/// The facts about the end of a layout in a worker.
public struct CrashRecord {
  /// The file whose code ran.
  public let file: PluginFile
  /// The layout's id.
  public let layout: String
  /// True if the worker was confined.
  public let isSandboxed: Bool
  /// The error, with the plugin's id and the call that it was in.
  public let error: LayoutError
  /// The layout; nil if the worker ended before there was one.
  public let instance: Instance?

  /// The state of a layout that had started.
  public struct Instance {
    /// The layout as it describes itself.
    public let descriptor: LayoutDescriptor
    /// The queries, with the app's answers bound.
    public let queries: QueryTable
    /// The current data.
    public let shape: DataShape
    /// The values, by index of the property, that were set before the first of ``calls``; nil for
    /// properties that were not set.
    public let values: [LayoutValue?]
    /// The settings of layouts inside it, as they were at the end.
    public let childSettings: ChildSettings
    /// The last calls, oldest first. The last one did not return.
    public let calls: [CallNote]
    /// The number of calls in the instance's life, including calls that are no longer kept.
    public let callCount: Int
  }

  /// Returns true if an error is the end of a layout in a worker.
  static func isDue(_ error: LayoutError) -> Bool {
    error.endsInstance || ["worker-died", "worker-hung"].contains(error.code)
  }
}
