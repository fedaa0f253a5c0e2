// SPDX-License-Identifier: Apache-2.0
//
// A live layout, and the only code that calls through its function table.

import LayoutABI
import LayoutLoading
import LayoutModel

/// One instance of a layout.
///
/// The value is unique: ending its lifetime calls `destroy` exactly once. It retains its image, so
/// the code behind the table outlives the last call. It checks statuses and counts; what the
/// answers say is for the trust border.
public struct LayoutInstance: ~Copyable {
  private let image: PluginImage
  let slots: InstanceSlots
  let context: HostContext
  let extensions: InstanceExtensions
  let actions: UnsafeBufferPointer<UnsafePointer<layout_action>?>
  let onDamage: MemoryDamage.Handler

  /// Makes an instance of the layout at `index` of the image's plugin.
  /// - Throws: what `create` said, `table-too-short`, `slot-missing`.
  package init(
    of image: PluginImage, layout index: Int, context: HostContext,
    onDamage: @escaping MemoryDamage.Handler
  ) throws(LayoutError) {
    let create = try InstanceSlots.present(
      image.table.pointee.create, "create", context.plugin)
    var made: UnsafePointer<layout_instance>?
    context.enter(.create)
    let status = create(context.table, UInt32(index), &made)
    context.leave()
    try context.check(status)
    guard let made else {
      throw context.border.breach(.value, "it gave no instance", call: Slot.create.rawValue)
    }
    let slots = try InstanceSlots(made, plugin: context.plugin)
    do throws(LayoutError) { extensions = try InstanceExtensions(slots, context) } catch {
      context.enter(.destroy)
      slots.destroy(slots.context)
      context.leave()
      throw error
    }
    self.image = image
    self.slots = slots
    self.context = context
    self.onDamage = onDamage
    let descriptor = image.table.pointee.layouts?[index]
    actions = UnsafeBufferPointer(
      start: descriptor?.pointee.actions, count: Int(descriptor?.pointee.action_count ?? 0))
  }

  deinit {
    context.enter(.destroy)
    slots.destroy(slots.context)
    context.leave()
  }

  /// Makes one call.
  /// - Throws: what its status or a callback said.
  @inline(__always)
  func run(_ call: Slot, _ body: (UnsafeMutableRawPointer?) -> layout_status) throws(LayoutError) {
    context.enter(call)
    let status = body(slots.context)
    context.leave()
    if context.isSuspicious(status) { try context.check(status) }
  }
}

extension LayoutInstance {
  /// Sets the property at `index`; takes effect with the next `prepare`.
  package func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    let lent = LentValues([value])
    try run(.setProperty) { slots.setProperty($0, UInt32(index), lent.base) }
  }

  /// Reads the property at `index`, a copy.
  package func property(at index: Int) throws(LayoutError) -> LayoutValue {
    var value = layout_value()
    try run(.getProperty) { slots.getProperty($0, UInt32(index), &value) }
    do throws(ValueMismatch) { return try LayoutValue(copying: value) } catch {
      throw context.border.breach(
        .value, error.description, call: Slot.getProperty.rawValue)
    }
  }

  /// Tells of a change of the viewport; returns what it invalidates.
  package func shouldInvalidate(
    _ change: layout_bounds_change
  ) throws(LayoutError) -> UInt32 {
    var marks = LAYOUT_MARK_NOTHING
    try withUnsafePointer(to: change) { (change) throws(LayoutError) in
      try run(.shouldInvalidate) { slots.shouldInvalidate($0, change, &marks) }
    }
    return marks
  }

  /// Prepares for the data and room of `snapshot`, and asks anew for the extensions that were not
  /// offered before; not where the viewport alone is another, which may be in each frame.
  package func prepare(
    _ snapshot: layout_snapshot, _ why: layout_invalidation
  ) throws(LayoutError) {
    try withUnsafePointer(to: snapshot) { (snapshot) throws(LayoutError) in
      try withUnsafePointer(to: why) { (why) throws(LayoutError) in
        try run(.prepare) { slots.prepare($0, snapshot, why) }
      }
    }
    if why.marks & ~LAYOUT_MARK_BOUNDS != 0 { try extensions.ask(slots, context) }
  }

  /// The size of the whole content.
  package func contentSize() throws(LayoutError) -> Size {
    var size = Size.zero
    try run(.contentSize) { slots.contentSize($0, &size) }
    return size
  }

  /// Fills `buffer` with every element in `rect` for a frame, unchecked and unsorted.
  func frameAttributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    let scope = context.border.limits.scope(of: rect)
    try fillFrame(buffer, in: scope, .attributesInRect) { slots.attributesInRect($0, rect, $1) }
  }

  /// Fills `buffer` with every element in `rect`, unchecked and unsorted.
  package func attributes(
    in rect: Rect, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    let scope = context.border.limits.scope(of: rect)
    try fill(buffer, in: scope, .attributesInRect) { slots.attributesInRect($0, rect, $1) }
  }

  /// Fills `buffer` with the element named, or with none, unchecked.
  package func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    let scope = context.border.limits.scope(ofElements: 1)
    try fill(buffer, in: scope, .attributesFor) { slots.attributesFor($0, element, $1) }
  }
}
