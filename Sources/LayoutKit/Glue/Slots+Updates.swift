// SPDX-License-Identifier: Apache-2.0
//
// The C functions of layout.updates/1 and layout.transition/1.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

extension Layout {
  /// Runs `body` on the layout behind `context`, and turns what it throws into a status and a text.
  static func call(
    _ context: UnsafeMutableRawPointer?, _ body: (Layout) throws(LayoutError) -> Void
  ) -> layout_status {
    perform(Layout.self, on: context, body)
  }
}

@c @implementation
public func layout_kit_prepare_for_updates(
  _ context: UnsafeMutableRawPointer!, _ updates: UnsafePointer<layout_update>!, _ count: UInt32
) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareForUpdates(Updates(updates, count: count))
  }
}

@c @implementation
public func layout_kit_initial(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  edit(answer, of: context) { (layout, attributes) throws(LayoutError) in
    try layout.initialAttributes(for: element, &attributes)
  }
}

@c @implementation
public func layout_kit_final(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element,
  _ answer: UnsafeMutablePointer<layout_answer>!
) -> layout_status {
  edit(answer, of: context) { (layout, attributes) throws(LayoutError) in
    try layout.finalAttributes(for: element, &attributes)
  }
}

@c @implementation
public func layout_kit_finalize_updates(_ context: UnsafeMutableRawPointer!) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeUpdates() }
}

@c @implementation
public func layout_kit_prepare_from(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareTransition(from: BorrowedText(id))
  }
}

@c @implementation
public func layout_kit_prepare_to(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareTransition(to: BorrowedText(id))
  }
}

@c @implementation
public func layout_kit_finalize_transition(_ context: UnsafeMutableRawPointer!) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeTransition() }
}

@c @implementation
public func layout_kit_prepare_for_bounds_change(
  _ context: UnsafeMutableRawPointer!, _ old: layout_rect
) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in
    try layout.prepareForBoundsChange(from: old)
  }
}

@c @implementation
public func layout_kit_finalize_bounds_change(
  _ context: UnsafeMutableRawPointer!
) -> layout_status {
  Layout.call(context) { (layout) throws(LayoutError) in try layout.finalizeBoundsChange() }
}

/// Lets `body` change the one record that the host put into `answer`. A transform that is new and
/// has no room gives LAYOUT_CAPACITY with what is needed.
private func edit(
  _ answer: UnsafeMutablePointer<layout_answer>?, of context: UnsafeMutableRawPointer?,
  _ body: (Layout, inout ElementAttributes) throws(LayoutError) -> Void
) -> layout_status {
  guard let answer, answer.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_answer),
    answer.pointee.record_count == 1, let record = answer.pointee.records,
    record.pointee.transform <= answer.pointee.transform_count
  else { return LAYOUT_ERROR_ARGUMENT }
  var attributes = ElementAttributes(
    frame: record.pointee.frame, zIndex: record.pointee.z_index, alpha: record.pointee.alpha,
    isHidden: record.pointee.flags & LAYOUT_HIDDEN != 0, transform: nil)
  if record.pointee.transform > 0, let transforms = answer.pointee.transforms {
    attributes.transform = transforms[Int(record.pointee.transform) - 1]
  }
  let status = Layout.call(context) { (layout) throws(LayoutError) in
    try body(layout, &attributes)
  }
  guard status == LAYOUT_OK else { return status }
  answer.pointee.transform_count = attributes.transform == nil ? 0 : 1
  if let transform = attributes.transform {
    guard answer.pointee.transform_capacity > 0, let transforms = answer.pointee.transforms else {
      return LAYOUT_CAPACITY
    }
    transforms.pointee = transform
  }
  record.pointee.frame = attributes.frame
  record.pointee.z_index = attributes.zIndex
  record.pointee.alpha = attributes.alpha
  record.pointee.flags =
    record.pointee.flags & ~LAYOUT_HIDDEN | (attributes.isHidden ? LAYOUT_HIDDEN : 0)
  record.pointee.transform = attributes.transform == nil ? 0 : 1
  return LAYOUT_OK
}
