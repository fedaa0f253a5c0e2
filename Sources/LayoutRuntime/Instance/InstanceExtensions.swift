// SPDX-License-Identifier: Apache-2.0
//
// The extension tables of an instance that the host calls through.

import LayoutABI
import LayoutModel

/// What the instance offers beside its table, asked once when it was made.
struct InstanceExtensions {
  typealias Advance =
    @convention(c) (UnsafeMutableRawPointer?, Double, UnsafeMutablePointer<UInt32>?) ->
    layout_status
  typealias Target =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<layout_scroll>?, UnsafeMutablePointer<layout_point>?
    ) -> layout_status
  typealias PreferredSize =
    @convention(c) (
      UnsafeMutableRawPointer?, layout_element, layout_size, layout_size,
      UnsafeMutablePointer<UInt32>?
    ) -> layout_status

  /// `layout.dynamics/1`
  let advance: Advance?
  /// `layout.scroll-target/1`
  let target: Target?
  /// `layout.self-sizing/1`
  let preferredSize: PreferredSize?
  let updates: UpdateSlots?
  let transition: TransitionSlots?
  let reordering: ReorderingSlots?
  let state: StateSlots?
  let crossScroll: CrossScrollSlots?

  /// Asks for the tables.
  /// - Throws: `table-too-short` or `slot-missing`, naming the extension.
  init(_ slots: InstanceSlots, _ context: HostContext) throws(LayoutError) {
    let plugin = context.plugin
    advance = try Self.slots(of: LAYOUT_EXT_DYNAMICS, slots, context) {
      (table: layout_dynamics) throws(LayoutError) in
      try InstanceSlots.present(table.advance, "advance", plugin)
    }
    target = try Self.slots(of: LAYOUT_EXT_SCROLL_TARGET, slots, context) {
      (table: layout_scroll_target) throws(LayoutError) in
      try InstanceSlots.present(table.target, "target", plugin)
    }
    preferredSize = try Self.slots(of: LAYOUT_EXT_SELF_SIZING, slots, context) {
      (table: layout_self_sizing) throws(LayoutError) in
      try InstanceSlots.present(table.preferred_size, "preferred_size", plugin)
    }
    updates = try Self.slots(of: LAYOUT_EXT_UPDATES, slots, context) {
      (table) throws(LayoutError) in try UpdateSlots(table, plugin)
    }
    transition = try Self.slots(of: LAYOUT_EXT_TRANSITION, slots, context) {
      (table) throws(LayoutError) in try TransitionSlots(table, plugin)
    }
    reordering = try Self.slots(of: LAYOUT_EXT_REORDERING, slots, context) {
      (table) throws(LayoutError) in try ReorderingSlots(table, plugin)
    }
    state = try Self.slots(of: LAYOUT_EXT_STATE, slots, context) {
      (table) throws(LayoutError) in try StateSlots(table, plugin)
    }
    crossScroll = try Self.slots(of: LAYOUT_EXT_CROSS_SCROLL, slots, context) {
      (table) throws(LayoutError) in try CrossScrollSlots(table, plugin)
    }
  }

  /// The slots of the extension's table; nil when the instance has none.
  private static func slots<Table, Slots>(
    of id: String, _ slots: InstanceSlots, _ context: HostContext,
    _ body: (Table) throws(LayoutError) -> Slots
  ) throws(LayoutError) -> Slots? {
    guard let table: Table = try table(id, slots, context) else { return nil }
    return try body(table)
  }

  private static func table<Table>(
    _ id: String, _ slots: InstanceSlots, _ context: HostContext
  ) throws(LayoutError) -> Table? {
    guard let raw = find(id, slots, context) else { return nil }
    // The size stands first in every table, so it may be read before the rest is known to be there.
    let given = Int(raw.load(as: UInt32.self))
    guard given >= MemoryLayout<Table>.size else {
      throw LayoutError(
        "table-too-short",
        "the table of \(id) has \(given) bytes of the \(MemoryLayout<Table>.size) that are needed; "
          + "build the plugin against the current headers", plugin: context.plugin,
        call: Slot.extension_.rawValue)
    }
    return raw.load(as: Table.self)
  }

  /// The raw table of an extension, or nil.
  static func find(
    _ id: String, _ slots: InstanceSlots, _ context: HostContext
  ) -> UnsafeRawPointer? {
    context.enter(.extension_)
    defer { context.leave() }
    return layout_text.withLent(id) { slots.extension(slots.context, $0) }
  }
}
