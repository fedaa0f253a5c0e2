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

extension ChildLayout {
  /// `target_path`
  func reorderingTarget(
    of path: layout_path, at position: Point, _ out: UnsafeMutablePointer<layout_path>
  ) throws(LayoutError) -> layout_status {
    let (part, shape) = try preparedShape()
    out.pointee = path
    // What is dragged out of the child's sections is for its parent to place.
    guard let own = part.inner(path), Int(own.section) < shape.itemCounts.count else {
      return LAYOUT_OK
    }
    try HostInput.check(
      ItemPath(Int(own.section), Int(own.item)), position, itemCounts: shape.itemCounts)
    guard let target = try instance.reorderingTarget(of: own, at: position) else {
      return LAYOUT_OK
    }
    try context.border.reorderingTarget(target, of: own, itemCounts: shape.itemCounts)
    out.pointee = layout_path(section: target.section + part.first, item: target.item)
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
    return hand(buffer, to: answer, part)
  }
}

// MARK: - The tables

/// One table for all children of each extension that is passed on: those of 1.0, and reordering.
enum ChildExtensions {
  /// The table of an extension; nil for one that is not passed on.
  static func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case LAYOUT_EXT_DYNAMICS: dynamics
    case LAYOUT_EXT_SCROLL_TARGET: scrollTarget
    case LAYOUT_EXT_SELF_SIZING: selfSizing
    case LAYOUT_EXT_UPDATES: updates
    case LAYOUT_EXT_STATE: state
    case LAYOUT_EXT_CROSS_SCROLL: crossScroll
    case LAYOUT_EXT_REORDERING: reordering
    default: nil
    }
  }

  /// Keeps a table for as long as the process lives.
  private static func kept<Table>(_ table: Table) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    place.initialize(to: table)
    return UnsafeRawPointer(place)
  }

  nonisolated(unsafe) private static let dynamics: UnsafeRawPointer = {
    var table = layout_dynamics.sized()
    table.advance = { raw, time, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out, time.isFinite else { throw .null("time or state") }
        try child.advance(to: time, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let scrollTarget: UnsafeRawPointer = {
    var table = layout_scroll_target.sized()
    table.target = { raw, scroll, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let scroll, let out, scroll.pointee.struct_size >= LAYOUT_1_0_SIZE_scroll else {
          throw .null("scroll")
        }
        try child.target(of: scroll, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let selfSizing: UnsafeRawPointer = {
    var table = layout_self_sizing.sized()
    table.preferred_size = { raw, element, original, preferred, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("place for marks") }
        try child.prefer(element, original, preferred, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let updates: UnsafeRawPointer = {
    var table = layout_updates.sized()
    table.prepare_for_updates = { raw, _, _ in
      ChildLayout.call(raw) { (child) throws(LayoutError) in try child.prepareForUpdates() }
    }
    table.initial = { raw, element, answer in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer else { throw .null("answer") }
        return try child.updateAttributes(.initial, element, answer)
      }
    }
    table.final = { raw, element, answer in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer else { throw .null("answer") }
        return try child.updateAttributes(.final, element, answer)
      }
    }
    table.finalize_updates = { raw in
      ChildLayout.call(raw) { (child) throws(LayoutError) in try child.instance.finalizeUpdates() }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let state: UnsafeRawPointer = {
    var table = layout_state.sized()
    table.save = { raw, bytes, capacity, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("count") }
        return try child.save(bytes, capacity, out)
      }
    }
    table.load = { raw, version, bytes, count in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        try child.load(version, bytes, count)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let reordering: UnsafeRawPointer = {
    var table = layout_reordering.sized()
    table.target_path = { raw, path, position, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("path") }
        return try child.reorderingTarget(of: path, at: position, out)
      }
    }
    table.attributes_for_moving = { raw, path, position, answer in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer else { throw .null("answer") }
        return try child.reorderingAttributes(of: path, at: position, answer)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let crossScroll: UnsafeRawPointer = {
    var table = layout_cross_scroll.sized()
    table.track_at = { raw, point, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("track") }
        return try child.track(at: point, out)
      }
    }
    table.set_offset = { raw, section, offset in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        try child.setOffset(offset, ofSection: section)
      }
    }
    table.cross_target = { raw, section, proposed, velocity, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("target") }
        return try child.crossTarget(section, proposed, velocity, out)
      }
    }
    return kept(table)
  }()
}
