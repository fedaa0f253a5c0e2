// SPDX-License-Identifier: Apache-2.0
//
// The start and the end of a child's elements in a batch, in the coordinates of its parent.

import LayoutABI

extension ChildLayout {
  /// The functions `initial` and `final` of `layout.updates/1`.
  typealias Slot =
    @convention(c) (
      UnsafeMutableRawPointer?, layout_element, UnsafeMutablePointer<layout_answer>?
    ) -> layout_status

  /// Calls the child to change the attributes of one element, in the child's coordinates.
  func change(
    _ attributes: inout ElementAttributes, of element: ElementID,
    by slot: Slot?
  ) throws(LayoutError) {
    guard let child = unsafe child, let slot = unsafe slot else { return }
    var record = layout_attributes()
    record.frame = attributes.frame
    record.frame.x -= origin.x
    record.frame.y -= origin.y
    (record.category, record.kind) = (element.category, element.kind)
    (record.section, record.item) = (element.section, element.item)
    (record.z_index, record.alpha) = (attributes.zIndex, attributes.alpha)
    record.flags = attributes.isHidden ? LAYOUT_HIDDEN : 0
    var transform = attributes.transform ?? .identity
    record.transform = attributes.transform == nil ? 0 : 1
    let isTransformed = attributes.transform != nil
    var count: UInt32 = 0
    let status = unsafe withUnsafeMutablePointer(to: &record) { record in
      unsafe withUnsafeMutablePointer(to: &transform) { transform in
        var answer = layout_answer.sized()
        unsafe (answer.records, answer.record_count, answer.record_capacity) = unsafe (record, 1, 1)
        unsafe (answer.transforms, answer.transform_capacity) = unsafe (transform, 1)
        answer.transform_count = isTransformed ? 1 : 0
        let status = unsafe slot(child.pointee.context, element, &answer)
        count = answer.record_count
        return status
      }
    }
    try check(status)
    guard count == 1 else { return }
    attributes.frame = record.frame
    attributes.frame.x += origin.x
    attributes.frame.y += origin.y
    (attributes.zIndex, attributes.alpha) = (record.z_index, record.alpha)
    attributes.isHidden = record.flags & LAYOUT_HIDDEN != 0
    attributes.transform = record.transform > 0 ? transform : nil
  }
}
