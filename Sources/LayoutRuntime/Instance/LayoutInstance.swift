// SPDX-License-Identifier: Apache-2.0
//
// A live layout, and the only code that calls through its function table.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel

/// One instance of a layout.
///
/// The value is unique: the end of its lifetime calls `destroy` exactly once. It retains its image,
/// so the code behind the table outlives the last call. It checks statuses and counts; the trust
/// border checks the content of the answers.
///
/// Memory safety: it is not copyable, so `destroy` is called once. It holds the image that contains
/// its slots.
@safe
public struct LayoutInstance: ~Copyable {
  private let image: PluginImage
  let slots: InstanceSlots
  let context: HostContext
  let extensions: InstanceExtensions
  let actions: UnsafeBufferPointer<UnsafePointer<layout_action>?>
  let onDamage: MemoryDamage.Handler

  /// Makes an instance of the layout at `index` of the image's plugin.
  /// - Throws: The error of `create`, `table-too-short`, `slot-missing`.
  package init(
    of image: PluginImage, layout index: Int, context: HostContext,
    onDamage: @escaping MemoryDamage.Handler
  ) throws(LayoutError) {
    let create = unsafe try InstanceSlots.present(
      image.table.pointee.create, "create", context.plugin)
    var made: UnsafePointer<layout_instance>?
    context.enter(.create)
    let status = unsafe create(context.table, UInt32(index), &made)
    context.leave()
    try context.check(status)
    guard let made = unsafe made else {
      throw context.border.breach(.value, "it gave no instance", call: Slot.create.rawValue)
    }
    let slots = unsafe try InstanceSlots(made, plugin: context.plugin)
    do throws(LayoutError) { extensions = unsafe try InstanceExtensions(slots, context) } catch {
      context.enter(.destroy)
      unsafe slots.destroy(slots.context)
      context.leave()
      throw error
    }
    self.image = image
    unsafe self.slots = unsafe slots
    self.context = context
    self.onDamage = onDamage
    let descriptor = unsafe image.table.pointee.layouts?[index]
    unsafe actions = unsafe UnsafeBufferPointer(
      start: descriptor?.pointee.actions, count: Int(descriptor?.pointee.action_count ?? 0))
  }

  deinit {
    context.enter(.destroy)
    unsafe slots.destroy(slots.context)
    context.leave()
  }

  /// Makes one call.
  /// - Throws: The error of its status or of a callback.
  @inline(__always)
  func run(_ call: Slot, _ body: (UnsafeMutableRawPointer?) -> layout_status) throws(LayoutError) {
    context.enter(call)
    let status = unsafe body(slots.context)
    context.leave()
    if context.isSuspicious(status) { try context.check(status) }
  }
}

extension LayoutInstance {
  /// Sets the property at `index`; takes effect with the next `prepare`.
  package func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    let lent = LentValues([value])
    unsafe try run(.setProperty) { unsafe slots.setProperty($0, UInt32(index), lent.base) }
  }

  /// Reads a copy of the property at `index`.
  package func property(at index: Int) throws(LayoutError) -> LayoutValue {
    var value = layout_value()
    unsafe try run(.getProperty) { unsafe slots.getProperty($0, UInt32(index), &value) }
    do throws(ValueMismatch) { return try LayoutValue(copying: value) } catch {
      throw context.border.breach(
        .value, error.description, call: Slot.getProperty.rawValue)
    }
  }

  /// Tells the layout a change of the viewport, and returns the marks that it invalidates.
  package func shouldInvalidate(
    _ change: layout_bounds_change
  ) throws(LayoutError) -> UInt32 {
    var marks = LAYOUT_MARK_NOTHING
    unsafe try withUnsafePointer(to: change) { (change) throws(LayoutError) in
      unsafe try run(.shouldInvalidate) { unsafe slots.shouldInvalidate($0, change, &marks) }
    }
    return marks
  }

  /// Prepares for the data and room of `snapshot`. Then asks again for the extensions that were not
  /// offered before, unless only the viewport changed, which may happen in each frame.
  package func prepare(
    _ snapshot: layout_snapshot, _ invalidation: layout_invalidation
  ) throws(LayoutError) {
    unsafe try withUnsafePointer(to: snapshot) { (snapshot) throws(LayoutError) in
      unsafe try withUnsafePointer(to: invalidation) { (invalidation) throws(LayoutError) in
        unsafe try run(.prepare) { unsafe slots.prepare($0, snapshot, invalidation) }
      }
    }
    if invalidation.marks & ~LAYOUT_MARK_BOUNDS != 0 { unsafe try extensions.ask(slots, context) }
  }

  /// Returns the size of the whole content.
  package func contentSize() throws(LayoutError) -> Size {
    var size = Size.zero
    unsafe try run(.contentSize) { unsafe slots.contentSize($0, &size) }
    return size
  }

  /// Fills `buffer` with every element in `rect` for a frame, unchecked and unsorted.
  func frameAttributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    let scope = context.border.limits.scope(of: rect)
    unsafe try fillFrame(buffer, in: scope, .attributesInRect) {
      unsafe slots.attributesInRect($0, rect, $1)
    }
  }

  /// Fills `buffer` with every element in `rect`, unchecked and unsorted.
  package func attributes(
    in rect: Rect, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    let scope = context.border.limits.scope(of: rect)
    unsafe try fill(buffer, in: scope, .attributesInRect) {
      unsafe slots.attributesInRect($0, rect, $1)
    }
  }

  /// Fills `buffer` with the named element, or with none, unchecked.
  package func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    let scope = context.border.limits.scope(ofElements: 1)
    unsafe try fill(buffer, in: scope, .attributesFor) {
      unsafe slots.attributesFor($0, element, $1)
    }
  }
}

// MARK: - State
//
// `layout.state/1`: bytes that a layout saves in one instance and restores in another.

/// The rules of a layout's state, the same in every process.
package enum StateRules {
  /// The largest number of bytes of a state.
  package static let byteLimit = 16 << 20

  /// - Throws: `state-too-large`.
  package static func check(_ count: Int, plugin: String, call: Slot) throws(LayoutError) {
    guard count > byteLimit else { return }
    throw LayoutError(
      .stateTooLarge,
      "a state of \(count) bytes, where at most \(byteLimit >> 20) MiB are taken", plugin: plugin,
      call: call.rawValue)
  }
}

extension LayoutInstance {
  /// Returns the state as bytes; nil if the layout keeps none.
  func saveState() throws(LayoutError) -> [UInt8]? {
    guard let save = unsafe extensions.state?.save else { return nil }
    let room = GuardedArray<UInt64>()
    try room.reserve(4096 / 8)
    for _ in 0..<4 {
      let capacity = UInt32(clamping: room.capacity * 8)
      var count: UInt32 = 0
      let bytes = unsafe room.base.map {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
      }
      context.enter(.save)
      let status = unsafe save(slots.context, bytes, capacity, &count)
      context.leave()
      if !room.isWhole {
        onDamage(
          MemoryDamage(plugin: context.plugin, call: Slot.save.rawValue, array: "the state"))
      }
      if status == LAYOUT_CAPACITY, context.failure == nil, count > capacity {
        try StateRules.check(Int(count), plugin: context.plugin, call: .save)
        try room.reserve((Int(count) + 7) / 8)
        continue
      }
      if context.isSuspicious(status) { try context.check(status) }
      guard count <= capacity else {
        throw context.border.breach(
          .room, "it claims \(count) bytes, with room for \(capacity)", call: Slot.save.rawValue)
      }
      return unsafe Array(UnsafeRawBufferPointer(start: room.base, count: Int(count)))
    }
    throw context.border.breach(
      .room, "it asks for more room each time", call: Slot.save.rawValue)
  }

  /// Gives the layout a state. Returns false if it keeps none.
  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    guard let load = unsafe extensions.state?.load else { return false }
    try StateRules.check(bytes.count, plugin: context.plugin, call: .load)
    unsafe try bytes.withUnsafeBufferPointer { (bytes) throws(LayoutError) in
      unsafe try run(.load) { unsafe load($0, version, bytes.baseAddress, UInt32(bytes.count)) }
    }
    return true
  }
}

// MARK: - Damage
//
// The one error that stops the host: a plugin in this process wrote to memory where it must not.

/// The damage that was found past the end of the memory that a plugin was given.
public struct MemoryDamage: Sendable, Equatable {
  /// The id of the plugin.
  public var plugin: String
  /// The ABI slot that was running.
  public var call: String
  /// The array past whose end it wrote: `records`, `transforms` or `payload`; `the state` if it was
  /// saving its state.
  public var array: String

  /// The message for people and for the crash record.
  public var message: String {
    "\(plugin), \(call): wrote behind the room for \(array) (rule: memory); "
      + "memory can no longer be trusted, the process stops"
  }

  /// A function that is called if a guard is damaged. It must not return, because any memory may be
  /// overwritten.
  public typealias Handler = @Sendable (MemoryDamage) -> Never

  /// Writes the message to standard error and aborts.
  public static let stopProcess: Handler = { damage in
    let line = Array("layouthost: \(damage.message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    abort()
  }
}
