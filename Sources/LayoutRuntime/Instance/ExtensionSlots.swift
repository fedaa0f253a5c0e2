// SPDX-License-Identifier: Apache-2.0
//
// The functions of an instance's table and of its extension tables, checked not to be null.

import LayoutABI
import LayoutABIDrafts
import LayoutModel

// MARK: - Of the instance

/// A copy of the table's slots, none of them null. It is copied once, so a later change of the
/// table by the plugin has no effect, and a call costs one indirection.
///
/// Unsafe: functions of a plugin. They must be called with their own context while the image is
/// held.
@unsafe
package struct InstanceSlots {
  package typealias Context = UnsafeMutableRawPointer?

  package let context: Context
  package let destroy: @convention(c) (Context) -> Void
  package let setProperty:
    @convention(c) (Context, UInt32, UnsafePointer<layout_value>?) -> layout_status
  package let getProperty:
    @convention(c) (Context, UInt32, UnsafeMutablePointer<layout_value>?) -> layout_status
  package let shouldInvalidate:
    @convention(c) (Context, UnsafePointer<layout_bounds_change>?, UnsafeMutablePointer<UInt32>?) ->
      layout_status
  package let prepare:
    @convention(c) (
      Context, UnsafePointer<layout_snapshot>?, UnsafePointer<layout_invalidation>?
    ) -> layout_status
  package let contentSize:
    @convention(c) (Context, UnsafeMutablePointer<layout_size>?) -> layout_status
  package let attributesInRect:
    @convention(c) (Context, layout_rect, UnsafeMutablePointer<layout_answer>?) -> layout_status
  package let attributesFor:
    @convention(c) (Context, layout_element, UnsafeMutablePointer<layout_answer>?) -> layout_status
  package let `extension`: @convention(c) (Context, layout_text) -> UnsafeRawPointer?

  /// Reads a table that `create` returned.
  /// - Throws: `table-too-short` or `slot-missing`; the instance is then leaked on purpose, because
  ///   its `destroy` slot cannot be trusted either.
  package init(_ table: UnsafePointer<layout_instance>, plugin: String) throws(LayoutError) {
    let size = unsafe Int(table.pointee.struct_size)
    guard size >= LAYOUT_1_0_SIZE_instance else {
      throw LayoutError(
        .tableTooShort,
        "the instance's table has \(size) bytes of the \(LAYOUT_1_0_SIZE_instance) that ABI 1.0 needs; "
          + "set struct_size to sizeof", plugin: plugin, call: Slot.create.rawValue)
    }
    unsafe try Self.checkReserved(table.pointee.reserved, "the instance's table", plugin, .create)
    unsafe context = unsafe table.pointee.context
    unsafe destroy = unsafe try Self.present(table.pointee.destroy, "destroy", plugin)
    unsafe setProperty = unsafe try Self.present(table.pointee.set_property, "set_property", plugin)
    unsafe getProperty = unsafe try Self.present(table.pointee.get_property, "get_property", plugin)
    unsafe shouldInvalidate = unsafe try Self.present(
      table.pointee.should_invalidate, "should_invalidate", plugin)
    unsafe prepare = unsafe try Self.present(table.pointee.prepare, "prepare", plugin)
    unsafe contentSize = unsafe try Self.present(table.pointee.content_size, "content_size", plugin)
    unsafe attributesInRect = unsafe try Self.present(
      table.pointee.attributes_in_rect, "attributes_in_rect", plugin)
    unsafe attributesFor = unsafe try Self.present(
      table.pointee.attributes_for, "attributes_for", plugin)
    unsafe `extension` = unsafe try Self.present(table.pointee.extension, "extension", plugin)
  }

  /// Checks that a reserved member is zero, so that a later version can give it a meaning.
  static func checkReserved(
    _ value: UInt32, _ place: String, _ plugin: String, _ call: Slot
  ) throws(LayoutError) {
    guard value != 0 else { return }
    throw LayoutError(
      .reservedUsed,
      "`reserved` of \(place) is \(value), of which this host knows 0; start tables from zeros, or use a "
        + "newer host", plugin: plugin, call: call.rawValue)
  }

  static func present<Function>(
    _ slot: Function?, _ name: String, _ plugin: String
  ) throws(LayoutError) -> Function {
    if let slot { return slot }
    throw LayoutError(
      .slotMissing, "the slot \(name) is null; every slot has to be set", plugin: plugin,
      call: Slot.create.rawValue)
  }
}

// MARK: - Of extensions

/// `layout.updates/1`
///
/// Unsafe: as ``InstanceSlots``.
@unsafe
struct UpdateSlots {
  typealias End =
    @convention(c) (
      UnsafeMutableRawPointer?, layout_element, UnsafeMutablePointer<layout_answer>?
    ) -> layout_status

  let prepareForUpdates:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<layout_update>?, UInt32) ->
      layout_status
  let initial: End
  let final: End
  let finalizeUpdates: @convention(c) (UnsafeMutableRawPointer?) -> layout_status

  init(_ table: UnsafePointer<layout_updates>, _ plugin: String) throws(LayoutError) {
    unsafe prepareForUpdates = unsafe try InstanceSlots.present(
      table.pointee.prepare_for_updates, "prepare_for_updates", plugin)
    unsafe initial = unsafe try InstanceSlots.present(table.pointee.initial, "initial", plugin)
    unsafe final = unsafe try InstanceSlots.present(table.pointee.final, "final", plugin)
    unsafe finalizeUpdates = unsafe try InstanceSlots.present(
      table.pointee.finalize_updates, "finalize_updates", plugin)
  }
}

/// `layout.transition/1`
///
/// Unsafe: as ``InstanceSlots``.
@unsafe
struct TransitionSlots {
  typealias Name = @convention(c) (UnsafeMutableRawPointer?, layout_text) -> layout_status
  typealias Notice = @convention(c) (UnsafeMutableRawPointer?) -> layout_status

  let prepareFrom: Name
  let prepareTo: Name
  let finalize: Notice
  let prepareForBoundsChange:
    @convention(c) (UnsafeMutableRawPointer?, layout_rect) -> layout_status
  let finalizeBoundsChange: Notice

  init(_ table: UnsafePointer<layout_transition>, _ plugin: String) throws(LayoutError) {
    unsafe prepareFrom = unsafe try InstanceSlots.present(
      table.pointee.prepare_from, "prepare_from", plugin)
    unsafe prepareTo = unsafe try InstanceSlots.present(
      table.pointee.prepare_to, "prepare_to", plugin)
    unsafe finalize = unsafe try InstanceSlots.present(table.pointee.finalize, "finalize", plugin)
    unsafe prepareForBoundsChange = unsafe try InstanceSlots.present(
      table.pointee.prepare_for_bounds_change, "prepare_for_bounds_change", plugin)
    unsafe finalizeBoundsChange = unsafe try InstanceSlots.present(
      table.pointee.finalize_bounds_change, "finalize_bounds_change", plugin)
  }
}

/// `layout.reordering/1`
///
/// Unsafe: as ``InstanceSlots``.
@unsafe
struct ReorderingSlots {
  let targetPath:
    @convention(c) (
      UnsafeMutableRawPointer?, layout_path, layout_point, UnsafeMutablePointer<layout_path>?
    ) -> layout_status
  let attributesForMoving:
    @convention(c) (
      UnsafeMutableRawPointer?, layout_path, layout_point, UnsafeMutablePointer<layout_answer>?
    ) -> layout_status

  init(_ table: UnsafePointer<layout_reordering>, _ plugin: String) throws(LayoutError) {
    unsafe targetPath = unsafe try InstanceSlots.present(
      table.pointee.target_path, "target_path", plugin)
    unsafe attributesForMoving = unsafe try InstanceSlots.present(
      table.pointee.attributes_for_moving, "attributes_for_moving", plugin)
  }
}

/// `layout.state/1`
///
/// Unsafe: as ``InstanceSlots``.
@unsafe
struct StateSlots {
  let save:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32, UnsafeMutablePointer<UInt32>?
    ) -> layout_status
  let load:
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt8>?, UInt32) ->
      layout_status

  init(_ table: UnsafePointer<layout_state>, _ plugin: String) throws(LayoutError) {
    unsafe save = unsafe try InstanceSlots.present(table.pointee.save, "save", plugin)
    unsafe load = unsafe try InstanceSlots.present(table.pointee.load, "load", plugin)
  }
}

/// `layout.cross-scroll/1`
///
/// Unsafe: as ``InstanceSlots``.
@unsafe
struct CrossScrollSlots {
  let trackAt:
    @convention(c) (
      UnsafeMutableRawPointer?, layout_point, UnsafeMutablePointer<layout_cross_track>?
    ) -> layout_status
  let setOffset: @convention(c) (UnsafeMutableRawPointer?, UInt32, Double) -> layout_status
  let crossTarget:
    @convention(c) (
      UnsafeMutableRawPointer?, UInt32, Double, Double, UnsafeMutablePointer<Double>?
    ) -> layout_status

  init(_ table: UnsafePointer<layout_cross_scroll>, _ plugin: String) throws(LayoutError) {
    unsafe trackAt = unsafe try InstanceSlots.present(table.pointee.track_at, "track_at", plugin)
    unsafe setOffset = unsafe try InstanceSlots.present(
      table.pointee.set_offset, "set_offset", plugin)
    unsafe crossTarget = unsafe try InstanceSlots.present(
      table.pointee.cross_target, "cross_target", plugin)
  }
}
