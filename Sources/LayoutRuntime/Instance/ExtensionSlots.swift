// SPDX-License-Identifier: Apache-2.0
//
// The functions of the extension tables, known to be there.

import LayoutABI
import LayoutABIDrafts
import LayoutModel

/// `layout.updates/1`
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
    prepareForUpdates = try InstanceSlots.present(
      table.pointee.prepare_for_updates, "prepare_for_updates", plugin)
    initial = try InstanceSlots.present(table.pointee.initial, "initial", plugin)
    final = try InstanceSlots.present(table.pointee.final, "final", plugin)
    finalizeUpdates = try InstanceSlots.present(
      table.pointee.finalize_updates, "finalize_updates", plugin)
  }
}

/// `layout.transition/1`
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
    prepareFrom = try InstanceSlots.present(table.pointee.prepare_from, "prepare_from", plugin)
    prepareTo = try InstanceSlots.present(table.pointee.prepare_to, "prepare_to", plugin)
    finalize = try InstanceSlots.present(table.pointee.finalize, "finalize", plugin)
    prepareForBoundsChange = try InstanceSlots.present(
      table.pointee.prepare_for_bounds_change, "prepare_for_bounds_change", plugin)
    finalizeBoundsChange = try InstanceSlots.present(
      table.pointee.finalize_bounds_change, "finalize_bounds_change", plugin)
  }
}

/// `layout.reordering/1`
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
    targetPath = try InstanceSlots.present(table.pointee.target_path, "target_path", plugin)
    attributesForMoving = try InstanceSlots.present(
      table.pointee.attributes_for_moving, "attributes_for_moving", plugin)
  }
}

/// `layout.state/1`
struct StateSlots {
  let save:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32, UnsafeMutablePointer<UInt32>?
    ) -> layout_status
  let load:
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt8>?, UInt32) ->
      layout_status

  init(_ table: UnsafePointer<layout_state>, _ plugin: String) throws(LayoutError) {
    save = try InstanceSlots.present(table.pointee.save, "save", plugin)
    load = try InstanceSlots.present(table.pointee.load, "load", plugin)
  }
}

/// `layout.cross-scroll/1`
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
    trackAt = try InstanceSlots.present(table.pointee.track_at, "track_at", plugin)
    setOffset = try InstanceSlots.present(table.pointee.set_offset, "set_offset", plugin)
    crossTarget = try InstanceSlots.present(table.pointee.cross_target, "cross_target", plugin)
  }
}
