// SPDX-License-Identifier: Apache-2.0
//
// The extensions that a layout serves, and their C functions.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

// MARK: - Which a layout serves

@c @implementation
public func layout_kit_extension(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> UnsafeRawPointer? {
  guard let layout = unsafe Layout.behind(context) else { return nil }
  let abilities = layout.abilities
  func table<Table>(
    _ ability: Abilities, _ name: StaticString, _ table: UnsafePointer<Table>!
  ) -> UnsafeRawPointer? {
    unsafe abilities.contains(ability) && id.equals(name) ? UnsafeRawPointer(table) : nil
  }
  return unsafe table(.scrollTarget, "layout.scroll-target/1", layout_kit_scroll_target_table())
    ?? table(.dynamics, "layout.dynamics/1", layout_kit_dynamics_table())
    ?? table(.updates, "layout.updates/1", layout_kit_updates_table())
    ?? table(.transition, "layout.transition/1", layout_kit_transition_table())
    ?? table(.selfSizing, "layout.self-sizing/1", layout_kit_self_sizing_table())
    ?? table(.reordering, "layout.reordering/1", layout_kit_reordering_table())
    ?? table(.state, "layout.state/1", layout_kit_state_table())
    ?? table(.crossScroll, "layout.cross-scroll/1", layout_kit_cross_scroll_table())
}

@c @implementation
public func layout_kit_target(
  _ context: UnsafeMutableRawPointer!, _ scroll: UnsafePointer<layout_scroll>!,
  _ out: UnsafeMutablePointer<layout_point>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let scroll = unsafe scroll,
    let out = unsafe out,
    unsafe scroll.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_scroll)
  else { return LAYOUT_ERROR_ARGUMENT }
  unsafe out.pointee = unsafe layout.scrollTarget(for: Scroll(scroll))
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_advance(
  _ context: UnsafeMutableRawPointer!, _ time: Double, _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out else {
    return LAYOUT_ERROR_ARGUMENT
  }
  unsafe out.pointee = layout.advance(to: time) ? LAYOUT_MOVING : LAYOUT_AT_REST
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_preferred_size(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element, _ original: layout_size,
  _ preferred: layout_size, _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let out = unsafe out else { return LAYOUT_ERROR_ARGUMENT }
  return unsafe Layout.call(context) { (layout) throws(LayoutError) in
    unsafe out.pointee = try layout.setPreferredSize(preferred, for: element, original: original)
      .rawValue
  }
}

// MARK: - Updates and transitions

extension Layout {
  /// Runs `body` on the layout behind `context`, and converts its error to a status and a text.
  static func call(
    _ context: UnsafeMutableRawPointer?, _ body: (Layout) throws(LayoutError) -> Void
  ) -> layout_status {
    unsafe perform(Layout.self, on: context, body)
  }
}

@c @implementation
public func layout_kit_prepare_for_updates(
  _ context: UnsafeMutableRawPointer!, _ updates: UnsafePointer<layout_update>!, _ count: UInt32
) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in
    unsafe try layout.prepareForUpdates(Updates(updates, count: count))
  }
}

@c @implementation
public func layout_kit_initial(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  unsafe edit(answer, of: context) { (layout, attributes) throws(LayoutError) in
    try layout.initialAttributes(for: element, &attributes)
  }
}

@c @implementation
public func layout_kit_final(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  unsafe edit(answer, of: context) { (layout, attributes) throws(LayoutError) in
    try layout.finalAttributes(for: element, &attributes)
  }
}

@c @implementation
public func layout_kit_finalize_updates(_ context: UnsafeMutableRawPointer!) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeUpdates() }
}

@c @implementation
public func layout_kit_prepare_from(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareTransition(from: BorrowedText(id))
  }
}

@c @implementation
public func layout_kit_prepare_to(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareTransition(to: BorrowedText(id))
  }
}

@c @implementation
public func layout_kit_finalize_transition(_ context: UnsafeMutableRawPointer!) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeTransition() }
}

@c @implementation
public func layout_kit_prepare_for_bounds_change(
  _ context: UnsafeMutableRawPointer!, _ old: layout_rect
) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareForBoundsChange(from: old)
  }
}

@c @implementation
public func layout_kit_finalize_bounds_change(
  _ context: UnsafeMutableRawPointer!
) -> layout_status {
  unsafe Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeBoundsChange() }
}

/// Calls `body` to change the one record that the host put into `answer`. A new transform without
/// room for it gives LAYOUT_CAPACITY with the needed counts.
private func edit(
  _ answer: UnsafeMutablePointer<layout_answer>?, of context: UnsafeMutableRawPointer?,
  _ body: (Layout, inout ElementAttributes) throws(LayoutError) -> Void
) -> layout_status {
  guard let answer = unsafe answer,
    unsafe answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer),
    unsafe answer.pointee.record_count == 1, let record = unsafe answer.pointee.records,
    unsafe record.pointee.transform <= answer.pointee.transform_count
  else { return LAYOUT_ERROR_ARGUMENT }
  var attributes = unsafe ElementAttributes(
    frame: record.pointee.frame, zIndex: record.pointee.z_index, alpha: record.pointee.alpha,
    isHidden: record.pointee.flags & LAYOUT_HIDDEN != 0, transform: nil)
  if unsafe record.pointee.transform > 0, let transforms = unsafe answer.pointee.transforms {
    attributes.transform = unsafe transforms[Int(record.pointee.transform) - 1]
  }
  let status = unsafe Layout.call(context) { (layout) throws(LayoutError) in
    try body(layout, &attributes)
  }
  guard status == LAYOUT_OK else { return status }
  unsafe answer.pointee.transform_count = attributes.transform == nil ? 0 : 1
  if let transform = attributes.transform {
    guard unsafe answer.pointee.transform_capacity > 0,
      let transforms = unsafe answer.pointee.transforms
    else {
      return LAYOUT_CAPACITY
    }
    unsafe transforms.pointee = transform
  }
  unsafe record.pointee.frame = attributes.frame
  unsafe record.pointee.z_index = attributes.zIndex
  unsafe record.pointee.alpha = attributes.alpha
  unsafe record.pointee.flags =
    unsafe record.pointee.flags & ~LAYOUT_HIDDEN | (attributes.isHidden ? LAYOUT_HIDDEN : 0)
  unsafe record.pointee.transform = attributes.transform == nil ? 0 : 1
  return LAYOUT_OK
}

// MARK: - Reordering and state

@c @implementation
public func layout_kit_target_path(
  _ context: UnsafeMutableRawPointer!, _ current: layout_path, _ position: layout_point,
  _ out: UnsafeMutablePointer<layout_path>!
) -> layout_status {
  guard let out = unsafe out else { return LAYOUT_ERROR_ARGUMENT }
  return unsafe Layout.call(context) { (layout) throws(LayoutError) in
    unsafe out.pointee = try layout.targetPath(moving: current, to: position)
  }
}

@c @implementation
public func layout_kit_attributes_for_moving(
  _ context: UnsafeMutableRawPointer!, _ path: layout_path, _ position: layout_point,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let answer = unsafe answer,
    unsafe answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer)
  else { return LAYOUT_ERROR_ARGUMENT }
  var room = unsafe Answer(answer)
  do throws(LayoutError) {
    try layout.attributes(moving: path, to: position, into: &room)
    return room.finish()
  } catch {
    return layout.report(error)
  }
}

@c @implementation
public func layout_kit_save(
  _ context: UnsafeMutableRawPointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: UInt32,
  _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out else {
    return LAYOUT_ERROR_ARGUMENT
  }
  var writer = unsafe StateWriter(bytes, capacity: Int(capacity))
  do throws(LayoutError) {
    try layout.saveState(to: &writer)
  } catch {
    return layout.report(error)
  }
  unsafe out.pointee = UInt32(truncatingIfNeeded: writer.count)
  return writer.count <= Int(capacity) ? LAYOUT_OK : LAYOUT_CAPACITY
}

@c @implementation
public func layout_kit_load(
  _ context: UnsafeMutableRawPointer!, _ version: UInt32, _ bytes: UnsafePointer<UInt8>!,
  _ count: UInt32
) -> layout_status {
  guard let layout = unsafe Layout.behind(context) else { return LAYOUT_ERROR_ARGUMENT }
  var reader = unsafe StateReader(bytes, count: Int(count))
  do throws(LayoutError) {
    try layout.loadState(from: &reader, version: version)
    return LAYOUT_OK
  } catch {
    return layout.report(error)
  }
}

// MARK: - Sections that scroll across

@c @implementation
public func layout_kit_track_at(
  _ context: UnsafeMutableRawPointer!, _ point: layout_point,
  _ out: UnsafeMutablePointer<layout_cross_track>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out else {
    return LAYOUT_ERROR_ARGUMENT
  }
  // A layout may choose by section only; a point outside of the strip is on no track.
  guard let track = layout.crossTrack(at: point), track.contains(point) else {
    return LAYOUT_UNANSWERED
  }
  unsafe out.pointee = track.record
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_set_offset(
  _ context: UnsafeMutableRawPointer!, _ section: UInt32, _ offset: Double
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), offset - offset == 0,
    Int(section) < layout.preparedSectionCount
  else { return LAYOUT_ERROR_ARGUMENT }
  layout.setCrossOffset(offset, ofSection: Int(section))
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_cross_target(
  _ context: UnsafeMutableRawPointer!, _ section: UInt32, _ proposed: Double, _ velocity: Double,
  _ out: UnsafeMutablePointer<Double>!
) -> layout_status {
  guard let layout = unsafe Layout.behind(context), let out = unsafe out else {
    return LAYOUT_ERROR_ARGUMENT
  }
  unsafe out.pointee = layout.crossTarget(proposed, velocity: velocity, section: Int(section))
  return LAYOUT_OK
}
