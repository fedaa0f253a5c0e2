// SPDX-License-Identifier: Apache-2.0
//
// The last calls to a layout, kept for the record of a crash.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// One call to a layout, with what it was given.
public struct CallNote: Sendable {
  /// The arguments of a call. Long ones are told by their length.
  public enum Arguments: Sendable {
    /// None.
    case none
    /// Those of a frame.
    case frame(Frame)
    /// A rectangle whose elements are wanted, content coordinates.
    case rect(Rect)
    /// The one element that is wanted.
    case element(layout_element)
    /// A scroll that comes to rest: the offset in points, points a second, the viewport.
    case target(proposed: Point, velocity: Vector, bounds: Rect)
    /// A value that is set.
    case value(LayoutValue, property: Int)
    /// A value that is asked for.
    case property(Int)
    /// An action, by index, and its arguments.
    case action(Int, arguments: [LayoutValue])
    /// An item that is moved, and its centre in content coordinates.
    case place(ItemPath, Point)
    /// In content coordinates.
    case point(Point)
    /// The place at which a section would rest by itself.
    case crossTarget(Double, velocity: Double, section: Int)
    /// Elements, preferences or bytes.
    case count(Int)
  }

  /// The arguments of a frame, but for the elements that its marks name.
  public struct Frame: Sendable {
    /// The host's clock, seconds.
    public var time: Double
    /// The viewport in content coordinates.
    public var bounds: Rect
    /// Whose elements are wanted.
    public var rect: Rect
    /// The finger in content coordinates.
    public var touch: Point?
    /// LAYOUT_MARK_… that are pending.
    public var marks: UInt32
    /// Items of each section; nil when more than ``keptCount`` sections have counts of their own.
    public var itemCounts: SectionCounts?
    /// The batch that changed the data; empty when it has more than ``keptCount`` changes.
    public var updates: [layout_update]
    /// Changes of the batch.
    public var updateCount: Int

    /// Lists of up to so many are kept: 256 calls are remembered, and each may be about other data.
    public static let keptCount = 4096
  }

  /// The slot, or the name of an action; a frame, which may make several calls, is `frame`.
  public var call: String
  /// Of the data then.
  public var epoch: UInt64
  /// The values that it was given.
  public var arguments: Arguments
}

/// The last 256 calls to one instance, and the properties as they were before the first of them.
///
/// The room is made once; noting a frame's call writes into it and allocates nothing.
struct CallRing {
  static let capacity = 256

  private var notes: [CallNote]
  /// Calls so far, those that were forgotten too.
  private(set) var count = 0
  /// Values by index of the property that were set by calls that were forgotten.
  private(set) var earlierValues: [LayoutValue?]

  /// - Parameter values: Set before the first call.
  init(values: [LayoutValue?]) {
    notes = Array(
      repeating: CallNote(call: "", epoch: 0, arguments: .none), count: Self.capacity)
    earlierValues = values
  }

  /// Notes a call that is about to be made.
  mutating func append(_ note: CallNote) {
    let place = count % Self.capacity
    if case .value(let value, let property) = notes[place].arguments {
      earlierValues[property] = value
    }
    notes[place] = note
    count += 1
  }

  /// Forgets all: the instance is another one.
  mutating func restart(values: [LayoutValue?]) {
    for place in notes.indices { notes[place].arguments = .none }
    (count, earlierValues) = (0, values)
  }

  /// The calls that are known, oldest first.
  var calls: [CallNote] {
    guard count > Self.capacity else { return Array(notes[..<count]) }
    let first = count % Self.capacity
    return Array(notes[first...] + notes[..<first])
  }
}

// MARK: - The record of a crash
//
// What is known when a layout crashes, hangs or breaks a rule.

/// All that the host knows of the end of a layout in a worker.
public struct CrashRecord {
  /// The file whose bytes ran.
  public let file: PluginFile
  /// The layout's id.
  public let layout: String
  /// True when the worker was confined.
  public let isSandboxed: Bool
  /// With the plugin's id, and the call that it was in.
  public let error: LayoutError
  /// Nil when it ended before there was a layout.
  public let instance: Instance?

  /// A layout that had started.
  public struct Instance {
    /// The layout as it describes itself.
    public let descriptor: LayoutDescriptor
    /// With the app's answers bound.
    public let queries: QueryTable
    /// The data as they are.
    public let shape: DataShape
    /// The values by index of the property that were set before the first of ``calls``; nil for those
    /// that were not set.
    public let values: [LayoutValue?]
    /// The settings of layouts that it was made of, as they were at the end.
    public let childSettings: ChildSettings
    /// The last calls, oldest first; the last one is the one that did not come back.
    public let calls: [CallNote]
    /// Calls in the instance's life, those that are forgotten too.
    public let callCount: Int
  }

  /// Returns true when an error is the end of a layout in a worker.
  static func isDue(_ error: LayoutError) -> Bool {
    error.endsInstance || ["worker-died", "worker-hung"].contains(error.code)
  }
}
