// SPDX-License-Identifier: Apache-2.0
//
// The part of the seam that a layout may leave out: calls through its extension tables.

import LayoutABI
import LayoutModel

/// Calls that go through a layout's extension tables. The default of each says that the layout leaves
/// the matter to the host.
public protocol LayoutExtensions: AnyObject {
  /// Asks for the ends of elements in the update that the last `frame(_:shape:into:)` showed
  /// (`layout.updates/1`).
  ///
  /// - Parameters:
  ///   - defaults: What the host would do, one record an element, in any order.
  ///   - buffer: Receives one record for each of `defaults`, in the same order, checked. Another
  ///     buffer than `defaults`; empty after an error.
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool

  /// All starting and final attributes were collected: `finalize_updates`, for a layout that has it.
  func finalizeUpdates() throws(LayoutError)

  /// Tells a layout with `layout.transition/1`; any other hears nothing.
  func notify(_ notice: TransitionNotice) throws(LayoutError)

  /// The path that the item from `path` takes if dropped with its centre at `position`, in content
  /// coordinates (`layout.reordering/1`); nil when the layout leaves it to the host.
  func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath?

  /// The attributes of the item while it is held at `position` (`layout.reordering/1`), one record.
  ///
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool

  /// Tells the layout what visible elements prefer to measure (`layout.self-sizing/1`).
  ///
  /// - Returns: LAYOUT_MARK_… of what that invalidates, combined; nil when the layout has no ear
  ///   for it.
  func setPreferredSizes(_ preferences: [SizePreference]) throws(LayoutError) -> UInt32?

  /// The track whose strip contains `point`, in content coordinates (`layout.cross-scroll/1`); nil where
  /// nothing scrolls across. Offsets are set with the frame: see ``FrameRequest/crossOffsets``.
  func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack?

  /// Returns the offset at which a section that scrolls across comes to rest after a release
  /// (`layout.cross-scroll/1`); nil when the layout leaves it to the host.
  ///
  /// - Parameters:
  ///   - proposed: Where it would rest by itself, points, inside the ends.
  ///   - velocity: Of the offset, points per second.
  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double?

  /// The layout's state (`layout.state/1`) as bytes of its schema; nil when it keeps none.
  func saveState() throws(LayoutError) -> [UInt8]?

  /// Gives the layout a state that `saveState()` returned under `version` of its schema. An error
  /// leaves it as it was.
  ///
  /// - Returns: False when the layout keeps no state.
  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool
}

extension LayoutExtensions {
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool { false }

  public func finalizeUpdates() throws(LayoutError) {}

  public func notify(_ notice: TransitionNotice) throws(LayoutError) {}

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? { nil }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool { false }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? { nil }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? { nil }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? { nil }

  public func saveState() throws(LayoutError) -> [UInt8]? { nil }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool { false }
}
