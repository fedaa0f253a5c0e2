// SPDX-License-Identifier: Apache-2.0
//
// The calls of a parent through the extension tables of its child.

import LayoutABI
import LayoutModel

extension ChildLayout {
  /// `advance`
  func advance(to time: Double, _ out: UnsafeMutablePointer<UInt32>) throws(LayoutError) {
    let state = try instance.advance(to: time)
    _ = try context.border.isMoving(state)
    out.pointee = state
  }

  /// `target`
  func target(
    of scroll: UnsafePointer<layout_scroll>, _ out: UnsafeMutablePointer<layout_point>
  ) throws(LayoutError) {
    var own = layout_scroll.sized()
    (own.flags, own.bounds) = (scroll.pointee.flags, scroll.pointee.bounds)
    (own.proposed, own.velocity) = (scroll.pointee.proposed, scroll.pointee.velocity)
    guard let target = try instance.scrollTarget(own) else { return }
    try context.border.scrollTarget(target)
    out.pointee = target
  }

  /// `preferred_size`
  func prefer(
    _ element: layout_element, _ original: layout_size, _ preferred: layout_size,
    _ out: UnsafeMutablePointer<UInt32>
  ) throws(LayoutError) {
    let (part, shape) = try preparedShape()
    out.pointee = LAYOUT_MARK_NOTHING
    guard let own = inner(element, in: part) else { return }
    let preference = SizePreference(element: own, original: original, preferred: preferred)
    try HostInput.check(preference, itemCounts: shape.itemCounts, border: context.border)
    let marks = try instance.preferredSize(preference) ?? LAYOUT_MARK_NOTHING
    try context.border.marks(marks, call: Slot.preferredSize.rawValue)
    out.pointee = marks
  }

  /// `prepare_for_updates`, with the child's share of the batch.
  func prepareForUpdates() throws(LayoutError) {
    if !updates.isEmpty { try instance.prepareForUpdates(updates) }
  }

  /// `save`
  func save(
    _ bytes: UnsafeMutablePointer<UInt8>?, _ capacity: UInt32, _ out: UnsafeMutablePointer<UInt32>
  ) throws(LayoutError) -> layout_status {
    let state = try instance.saveState() ?? []
    out.pointee = UInt32(clamping: state.count)
    guard let bytes, state.count <= capacity else {
      return state.isEmpty ? LAYOUT_OK : LAYOUT_CAPACITY
    }
    state.withUnsafeBufferPointer { state in
      if let base = state.baseAddress { bytes.update(from: base, count: state.count) }
    }
    return LAYOUT_OK
  }

  /// `load`
  func load(
    _ version: UInt32, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
  ) throws(LayoutError) {
    let state = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
    if try instance.loadState(state, version: version) { noteState() }
  }

  /// `track_at`
  func track(
    at point: Point, _ out: UnsafeMutablePointer<layout_cross_track>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    try HostInput.check(crossPoint: point)
    guard var track = try instance.crossTrack(at: point) else { return LAYOUT_UNANSWERED }
    _ = try context.border.crossTrack(track, at: point, sectionCount: shape.itemCounts.count)
    track.section += part.first
    out.pointee = track
    return LAYOUT_OK
  }

  /// `set_offset`
  func setOffset(_ offset: Double, ofSection section: UInt32) throws(LayoutError) -> layout_status {
    let (part, _) = try preparedShape()
    guard offset.isFinite, Int(section) < parent.itemCounts.count else {
      return LAYOUT_ERROR_ARGUMENT
    }
    crossOffsets[Int(section)] = offset
    if let own = part.inner(section) { try instance.setCrossOffset(offset, ofSection: Int(own)) }
    return LAYOUT_OK
  }

  /// `cross_target`
  func crossTarget(
    _ section: UInt32, _ proposed: Double, _ velocity: Double, _ out: UnsafeMutablePointer<Double>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    guard let own = part.inner(section) else { return LAYOUT_ERROR_ARGUMENT }
    try HostInput.check(
      crossTarget: proposed, velocity, section: Int(own), sectionCount: shape.itemCounts.count)
    guard
      let target = try instance.crossTarget(proposed, velocity: velocity, ofSection: Int(own))
    else { return LAYOUT_OK }
    try context.border.crossTarget(target)
    out.pointee = target
    return LAYOUT_OK
  }
}
