// SPDX-License-Identifier: Apache-2.0
//
// The C functions of the table that a parent holds for its child.

import LayoutABI
import LayoutModel

extension ChildLayout {
  /// Returns the child behind the context that the parent passes back.
  static func behind(_ raw: UnsafeMutableRawPointer?) -> ChildLayout? {
    unsafe raw.map { unsafe Unmanaged<ChildLayout>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs one operation on the child.
  static func run(
    _ raw: UnsafeMutableRawPointer?, _ body: (ChildLayout) throws(LayoutError) -> layout_status
  ) -> layout_status {
    guard let child = unsafe behind(raw) else { return LAYOUT_ERROR_ARGUMENT }
    return child.perform { () throws(LayoutError) in try body(child) }
  }

  /// Runs an operation without a status of its own.
  static func call(
    _ raw: UnsafeMutableRawPointer?, _ body: (ChildLayout) throws(LayoutError) -> Void
  ) -> layout_status {
    unsafe run(raw) { (child) throws(LayoutError) in
      try body(child)
      return LAYOUT_OK
    }
  }

  fileprivate func setProperty(_ index: UInt32, _ value: layout_value) throws(LayoutError) {
    let properties = context.descriptor.properties
    guard Int(index) < properties.count else {
      throw LayoutError(.invalidArgument, "it has no property at \(index)")
    }
    let read: LayoutValue
    do throws(ValueMismatch) { read = try LayoutValue(copying: value) } catch {
      throw LayoutError(.invalidArgument, error.description)
    }
    try properties[Int(index)].check(read, layout: id)
    // A value that the app set by path stays in force over a value that the parent passes on: after
    // a restart or a swap, a new instance could not know which of the two was set last.
    guard !isSetByPath(properties[Int(index)].name) else { return }
    try instance.setProperty(at: Int(index), to: read)
    noteSetting()
  }

  fileprivate func property(_ index: UInt32) throws(LayoutError) -> layout_value {
    guard Int(index) < context.descriptor.properties.count else {
      throw LayoutError(.invalidArgument, "it has no property at \(index)")
    }
    let value = try instance.property(at: Int(index))
    try context.border.value(value, of: context.descriptor.properties[Int(index)])
    let values = LentValues([value])
    let record = unsafe values.base?.pointee ?? layout_value()
    lent = consume values
    return record
  }

  fileprivate func shouldInvalidate(
    _ change: UnsafePointer<layout_bounds_change>
  ) throws(LayoutError) -> UInt32 {
    guard part != nil else { return LAYOUT_MARK_NOTHING }
    var own = layout_bounds_change.sized()
    own.flags = unsafe change.pointee.flags
    own.old_bounds = unsafe change.pointee.old_bounds
    own.new_bounds = unsafe change.pointee.new_bounds
    own.touch = unsafe change.pointee.touch
    own.time = unsafe change.pointee.time
    guard own.old_bounds.isExtent, own.new_bounds.isExtent, own.time.isFinite,
      own.touch.x.isFinite, own.touch.y.isFinite
    else { throw LayoutError(.invalidArgument, "a change of bounds has to be finite") }
    followCounts()
    let marks = try instance.shouldInvalidate(own)
    try context.border.marks(marks, call: Slot.shouldInvalidate.rawValue)
    bounds = own.new_bounds
    return marks
  }

  fileprivate func contentSize() throws(LayoutError) -> Size {
    _ = try preparedShape()
    let size = try instance.contentSize()
    try context.border.contentSize(size)
    return size
  }
}

/// The tables of a child, for calls by its parent.
enum ChildTables {
  /// The slots that every child has; only `context` differs.
  static var instance: layout_instance {
    var table = layout_instance.sized()
    unsafe table.destroy = { raw in
      guard let child = unsafe ChildLayout.behind(raw), unsafe child.parent.isInCall else { return }
      unsafe child.parent.childHost?.close(child)
    }
    unsafe table.set_property = { raw, index, value in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let value = unsafe value else { throw .null("value") }
        unsafe try child.setProperty(index, value.pointee)
      }
    }
    unsafe table.get_property = { raw, index, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        let value = try child.property(index)
        unsafe out?.pointee = value
      }
    }
    unsafe table.should_invalidate = { raw, change, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let change = unsafe change, let out = unsafe out,
          unsafe change.pointee.struct_size >= LAYOUT_1_0_SIZE_bounds_change
        else { throw .null("change") }
        unsafe out.pointee = unsafe try child.shouldInvalidate(change)
      }
    }
    unsafe table.prepare = { raw, snapshot, invalidation in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let snapshot = unsafe snapshot, let invalidation = unsafe invalidation,
          unsafe snapshot.pointee.struct_size >= LAYOUT_1_0_SIZE_snapshot,
          unsafe invalidation.pointee.struct_size >= LAYOUT_1_0_SIZE_invalidation
        else { throw .null("snapshot or reason") }
        guard unsafe snapshot.pointee.bounds.isExtent else {
          throw LayoutError(.invalidArgument, "bounds have to be finite, and no size below 0")
        }
        unsafe try child.prepare(snapshot, invalidation)
      }
    }
    unsafe table.content_size = { raw, out in
      unsafe ChildLayout.call(raw) { (child) throws(LayoutError) in
        let size = try child.contentSize()
        unsafe out?.pointee = size
      }
    }
    unsafe table.attributes_in_rect = { raw, rect, answer in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer = unsafe answer else { throw .null("answer") }
        return unsafe try child.attributes(in: rect, into: answer)
      }
    }
    unsafe table.attributes_for = { raw, element, answer in
      unsafe ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer = unsafe answer else { throw .null("answer") }
        return unsafe try child.attributes(for: element, into: answer)
      }
    }
    unsafe table.extension = { raw, id in
      guard let child = unsafe ChildLayout.behind(raw), unsafe child.parent.isInCall,
        !child.context.isInCall,
        let name = try? String(copying: id), let table = unsafe ChildExtensions.table(name),
        child.instance.offers(name)
      else { return nil }
      return unsafe table
    }
    return table
  }
}

extension LayoutError {
  /// Returns the error for a pointer that a parent left out.
  static func null(_ what: String) -> LayoutError {
    LayoutError(.invalidArgument, "the \(what) is null or too short")
  }
}
