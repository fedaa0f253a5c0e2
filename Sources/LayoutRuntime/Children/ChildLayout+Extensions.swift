// SPDX-License-Identifier: Apache-2.0
//
// The calls of a parent through the extension tables of its child.

import LayoutABI
import LayoutABIDrafts
import LayoutModel

extension ChildLayout {
  /// `advance`
  func advance(to time: Double, _ out: UnsafeMutablePointer<UInt32>) throws(LayoutError) {
    let state = try instance.advance(to: time)
    _ = try context.border.isMoving(state)
    unsafe out.pointee = state
  }

  /// `target`
  func target(
    of scroll: UnsafePointer<layout_scroll>, _ out: UnsafeMutablePointer<layout_point>
  ) throws(LayoutError) {
    var own = layout_scroll.sized()
    (own.flags, own.bounds) = unsafe (scroll.pointee.flags, scroll.pointee.bounds)
    (own.proposed, own.velocity) = unsafe (scroll.pointee.proposed, scroll.pointee.velocity)
    guard let target = try instance.scrollTarget(own) else { return }
    try context.border.scrollTarget(target)
    unsafe out.pointee = target
  }

  /// `preferred_size`
  func prefer(
    _ element: layout_element, _ original: layout_size, _ preferred: layout_size,
    _ out: UnsafeMutablePointer<UInt32>
  ) throws(LayoutError) {
    let (part, shape) = try preparedShape()
    unsafe out.pointee = LAYOUT_MARK_NOTHING
    guard let own = inner(element, in: part) else { return }
    let preference = SizePreference(element: own, original: original, preferred: preferred)
    try HostInput.check(preference, itemCounts: shape.itemCounts, border: context.border)
    let marks = try instance.preferredSize(preference) ?? LAYOUT_MARK_NOTHING
    try context.border.marks(marks, call: Slot.preferredSize.rawValue)
    unsafe out.pointee = marks
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
    unsafe out.pointee = UInt32(clamping: state.count)
    guard let bytes = unsafe bytes, state.count <= capacity else {
      return state.isEmpty ? LAYOUT_OK : LAYOUT_CAPACITY
    }
    unsafe state.withUnsafeBufferPointer { state in
      if let base = state.baseAddress { unsafe bytes.update(from: base, count: state.count) }
    }
    return LAYOUT_OK
  }

  /// `load`
  func load(
    _ version: UInt32, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
  ) throws(LayoutError) {
    let state = unsafe Array(
      UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
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
    unsafe out.pointee = track
    return LAYOUT_OK
  }

  /// `set_offset`
  func setOffset(_ offset: Double, ofSection section: UInt32) throws(LayoutError) -> layout_status {
    let (part, _) = try preparedShape()
    guard offset.isFinite, unsafe Int(section) < parent.itemCounts.count else {
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
    unsafe out.pointee = target
    return LAYOUT_OK
  }
}

extension ChildLayout {
  /// `target_path`
  func reorderingTarget(
    of path: layout_path, at position: Point, _ out: UnsafeMutablePointer<layout_path>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    unsafe out.pointee = path
    // An item that is dragged out of the child's sections is placed by the parent.
    guard let own = part.inner(path), Int(own.section) < shape.itemCounts.count else {
      return LAYOUT_OK
    }
    try HostInput.check(
      ItemPath(Int(own.section), Int(own.item)), position, itemCounts: shape.itemCounts)
    guard let target = try instance.reorderingTarget(of: own, at: position) else {
      return LAYOUT_OK
    }
    try context.border.reorderingTarget(target, of: own, itemCounts: shape.itemCounts)
    unsafe out.pointee = layout_path(section: target.section + part.first, item: target.item)
    return LAYOUT_OK
  }

  /// `attributes_for_moving`
  func reorderingAttributes(
    of path: layout_path, at position: Point, _ answer: UnsafeMutablePointer<layout_answer>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    buffer.clear()
    if let own = part.inner(path) {
      try HostInput.check(
        ItemPath(Int(own.section), Int(own.item)), position, itemCounts: shape.itemCounts)
      if try instance.reorderingAttributes(of: own, at: position, into: buffer) {
        try context.border.movingItem(buffer, at: own, itemCounts: shape.itemCounts)
      }
    }
    return unsafe hand(buffer, to: answer, part)
  }
}

// MARK: - The tables

/// One table for all children of each extension that is passed on: the extensions of 1.0, and
/// reordering.
enum ChildExtensions {
  /// Returns the table of an extension; nil for one that is not passed on.
  static func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case LAYOUT_EXT_DYNAMICS: unsafe dynamics
    case LAYOUT_EXT_SCROLL_TARGET: unsafe scrollTarget
    case LAYOUT_EXT_SELF_SIZING: unsafe selfSizing
    case LAYOUT_EXT_UPDATES: unsafe updates
    case LAYOUT_EXT_STATE: unsafe state
    case LAYOUT_EXT_CROSS_SCROLL: unsafe crossScroll
    case LAYOUT_EXT_REORDERING: unsafe reordering
    default: nil
    }
  }

  /// Keeps a table for as long as the process lives.
  private static func kept<Table>(_ table: Table) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return UnsafeRawPointer(place)
  }

  nonisolated(unsafe) private static let dynamics: UnsafeRawPointer = {
    var table = layout_dynamics.sized()
    unsafe table.advance = { raw, time, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out, time.isFinite else { throw .null("time or state") }
        unsafe try child.advance(to: time, out)
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let scrollTarget: UnsafeRawPointer = {
    var table = layout_scroll_target.sized()
    unsafe table.target = { raw, scroll, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let scroll = unsafe scroll, let out = unsafe out,
          unsafe scroll.pointee.struct_size >= LAYOUT_1_0_SIZE_scroll
        else {
          throw .null("scroll")
        }
        unsafe try child.target(of: scroll, out)
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let selfSizing: UnsafeRawPointer = {
    var table = layout_self_sizing.sized()
    unsafe table.preferred_size = { raw, element, original, preferred, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out else { throw .null("place for marks") }
        unsafe try child.prefer(element, original, preferred, out)
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let updates: UnsafeRawPointer = {
    var table = layout_updates.sized()
    unsafe table.prepare_for_updates = { raw, _, _ in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in try child.prepareForUpdates() }
    }
    unsafe table.initial = { raw, element, answer in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer = unsafe answer else { throw .null("answer") }
        return unsafe try child.updateAttributes(.initial, element, answer)
      }
    }
    unsafe table.final = { raw, element, answer in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer = unsafe answer else { throw .null("answer") }
        return unsafe try child.updateAttributes(.final, element, answer)
      }
    }
    unsafe table.finalize_updates = { raw in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        try child.instance.finalizeUpdates()
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let state: UnsafeRawPointer = {
    var table = layout_state.sized()
    unsafe table.save = { raw, bytes, capacity, out in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out else { throw .null("count") }
        return unsafe try child.save(bytes, capacity, out)
      }
    }
    unsafe table.load = { raw, version, bytes, count in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        unsafe try child.load(version, bytes, count)
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let reordering: UnsafeRawPointer = {
    var table = layout_reordering.sized()
    unsafe table.target_path = { raw, path, position, out in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out else { throw .null("path") }
        return unsafe try child.reorderingTarget(of: path, at: position, out)
      }
    }
    unsafe table.attributes_for_moving = { raw, path, position, answer in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer = unsafe answer else { throw .null("answer") }
        return unsafe try child.reorderingAttributes(of: path, at: position, answer)
      }
    }
    return unsafe kept(table)
  }()

  nonisolated(unsafe) private static let crossScroll: UnsafeRawPointer = {
    var table = layout_cross_scroll.sized()
    unsafe table.track_at = { raw, point, out in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out else { throw .null("track") }
        return unsafe try child.track(at: point, out)
      }
    }
    unsafe table.set_offset = { raw, section, offset in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        try child.setOffset(offset, ofSection: section)
      }
    }
    unsafe table.cross_target = { raw, section, proposed, velocity, out in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out = unsafe out else { throw .null("target") }
        return unsafe try child.crossTarget(section, proposed, velocity, out)
      }
    }
    return unsafe kept(table)
  }()
}
