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

  /// `layout.dynamics/1`
  let advance: Advance?
  /// `layout.scroll-target/1`
  let target: Target?

  /// Asks for the tables.
  /// - Throws: `table-too-short` or `slot-missing`, naming the extension.
  init(_ slots: InstanceSlots, _ context: HostContext) throws(LayoutError) {
    let dynamics: layout_dynamics? = try Self.table(
      LAYOUT_EXT_DYNAMICS, slots, context)
    advance = try dynamics.map { (table) throws(LayoutError) in
      try InstanceSlots.present(table.advance, "advance", context.plugin)
    }
    let scrollTarget: layout_scroll_target? = try Self.table(
      LAYOUT_EXT_SCROLL_TARGET, slots, context)
    target = try scrollTarget.map { (table) throws(LayoutError) in
      try InstanceSlots.present(table.target, "target", context.plugin)
    }
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

extension LayoutInstance {
  /// Whether elements move by themselves.
  package var hasDynamics: Bool { extensions.advance != nil }

  /// Whether the instance offers the extension of this id.
  package func offers(_ extensionID: String) -> Bool {
    InstanceExtensions.find(extensionID, slots, context) != nil
  }

  /// Moves the elements on to `time`; returns the state as the plugin wrote it.
  package func advance(to time: Double) throws(LayoutError) -> UInt32 {
    guard let advance = extensions.advance else { return LAYOUT_AT_REST }
    var state = LAYOUT_AT_REST
    try run(.advance) { advance($0, time, &state) }
    return state
  }

  /// Where scrolling shall rest; nil when the layout does not say.
  package func scrollTarget(_ scroll: layout_scroll) throws(LayoutError) -> Point? {
    guard let target = extensions.target else { return nil }
    var point = scroll.proposed
    try withUnsafePointer(to: scroll) { (scroll) throws(LayoutError) in
      try run(.target) { target($0, scroll, &point) }
    }
    return point
  }
}
