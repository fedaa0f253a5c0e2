// SPDX-License-Identifier: Apache-2.0
//
// The extension tables of an instance that the host calls through.

import LayoutABI
import LayoutABIDrafts
import LayoutModel

/// The extensions that the instance offers in addition to its table. The host asks for them once
/// the instance is made. After each `prepare` for more than another viewport it asks again for
/// those that were not offered. An extension that was offered once stays, even if the instance no
/// longer offers it.
///
/// Memory safety: the functions belong to the image that the instance holds; only the instance
/// calls them.
@safe
final class InstanceExtensions {
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
  private(set) var advance: Advance?
  /// `layout.scroll-target/1`
  private(set) var target: Target?
  /// `layout.self-sizing/1`
  private(set) var preferredSize: PreferredSize?
  private(set) var updates: UpdateSlots?
  private(set) var transition: TransitionSlots?
  private(set) var reordering: ReorderingSlots?
  private(set) var state: StateSlots?
  private(set) var crossScroll: CrossScrollSlots?

  /// The number of extensions that were offered so far.
  var count: Int {
    unsafe (advance == nil ? 0 : 1) + (target == nil ? 0 : 1) + (preferredSize == nil ? 0 : 1)
      + (updates == nil ? 0 : 1) + (transition == nil ? 0 : 1) + (reordering == nil ? 0 : 1)
      + (state == nil ? 0 : 1) + (crossScroll == nil ? 0 : 1)
  }

  /// Asks for the tables.
  /// - Throws: `table-too-short`, `slot-missing` or `reserved-used`, naming the extension.
  init(_ slots: InstanceSlots, _ context: HostContext) throws(LayoutError) {
    unsafe try ask(slots, context)
  }

  /// Returns true if the extension was offered; nil for an id that this host does not know.
  func has(_ id: String) -> Bool? {
    switch id {
    case LAYOUT_EXT_DYNAMICS: unsafe advance != nil
    case LAYOUT_EXT_SCROLL_TARGET: unsafe target != nil
    case LAYOUT_EXT_SELF_SIZING: unsafe preferredSize != nil
    case LAYOUT_EXT_UPDATES: unsafe updates != nil
    case LAYOUT_EXT_TRANSITION: unsafe transition != nil
    case LAYOUT_EXT_REORDERING: unsafe reordering != nil
    case LAYOUT_EXT_STATE: unsafe state != nil
    case LAYOUT_EXT_CROSS_SCROLL: unsafe crossScroll != nil
    default: nil
    }
  }

  /// Asks for the tables that were not offered yet. Allocates nothing.
  /// - Throws: `table-too-short`, `slot-missing` or `reserved-used`, naming the extension.
  func ask(_ slots: InstanceSlots, _ context: HostContext) throws(LayoutError) {
    let plugin = context.plugin
    if unsafe advance == nil {
      unsafe advance = unsafe try Self.slots(
        of: LAYOUT_EXT_DYNAMICS, LAYOUT_1_0_SIZE_dynamics, slots, context
      ) {
        (table: UnsafePointer<layout_dynamics>) throws(LayoutError) in
        unsafe try InstanceSlots.present(table.pointee.advance, "advance", plugin)
      }
    }
    if unsafe target == nil {
      unsafe target = unsafe try Self.slots(
        of: LAYOUT_EXT_SCROLL_TARGET, LAYOUT_1_0_SIZE_scroll_target, slots, context
      ) {
        (table: UnsafePointer<layout_scroll_target>) throws(LayoutError) in
        unsafe try InstanceSlots.present(table.pointee.target, "target", plugin)
      }
    }
    if unsafe preferredSize == nil {
      unsafe preferredSize = unsafe try Self.slots(
        of: LAYOUT_EXT_SELF_SIZING, LAYOUT_1_0_SIZE_self_sizing, slots, context
      ) {
        (table: UnsafePointer<layout_self_sizing>) throws(LayoutError) in
        unsafe try InstanceSlots.present(table.pointee.preferred_size, "preferred_size", plugin)
      }
    }
    unsafe try askForTables(slots, context)
  }

  /// Asks for the extension tables that have several slots.
  private func askForTables(
    _ slots: InstanceSlots, _ context: HostContext
  ) throws(LayoutError) {
    let plugin = context.plugin
    if unsafe updates == nil {
      unsafe updates = unsafe try Self.slots(
        of: LAYOUT_EXT_UPDATES, LAYOUT_1_0_SIZE_updates, slots, context
      ) {
        (table) throws(LayoutError) in unsafe try UpdateSlots(table, plugin)
      }
    }
    if unsafe transition == nil {
      unsafe transition = unsafe try Self.slots(
        of: LAYOUT_EXT_TRANSITION, LAYOUT_DRAFT_SIZE_transition, slots, context
      ) { (table) throws(LayoutError) in unsafe try TransitionSlots(table, plugin) }
    }
    if unsafe reordering == nil {
      unsafe reordering = unsafe try Self.slots(
        of: LAYOUT_EXT_REORDERING, LAYOUT_DRAFT_SIZE_reordering, slots, context
      ) { (table) throws(LayoutError) in unsafe try ReorderingSlots(table, plugin) }
    }
    if unsafe state == nil {
      unsafe state = unsafe try Self.slots(
        of: LAYOUT_EXT_STATE, LAYOUT_1_0_SIZE_state, slots, context
      ) {
        (table) throws(LayoutError) in unsafe try StateSlots(table, plugin)
      }
    }
    if unsafe crossScroll == nil {
      unsafe crossScroll = unsafe try Self.slots(
        of: LAYOUT_EXT_CROSS_SCROLL, LAYOUT_1_0_SIZE_cross_scroll, slots, context
      ) { (table) throws(LayoutError) in unsafe try CrossScrollSlots(table, plugin) }
    }
  }

  /// Returns the slots of the extension's table; nil if the instance has none.
  ///
  /// - Parameter needed: The constant `LAYOUT_1_0_SIZE_…` of the table.
  private static func slots<Table, Slots>(
    of id: String, _ needed: Int, _ slots: InstanceSlots, _ context: HostContext,
    _ body: (UnsafePointer<Table>) throws(LayoutError) -> Slots
  ) throws(LayoutError) -> Slots? {
    guard let raw = unsafe find(id, slots, context) else { return nil }
    // The size is the first member of every table, so it may be read before the rest is checked.
    let given = unsafe Int(raw.load(as: UInt32.self))
    guard given >= needed else {
      throw LayoutError(
        .tableTooShort,
        "the table of \(id) has \(given) bytes of the \(needed) that are needed; set struct_size to sizeof",
        plugin: context.plugin, call: Slot.extension_.rawValue)
    }
    // `reserved` follows the size in every table, too.
    unsafe try InstanceSlots.checkReserved(
      raw.load(fromByteOffset: 4, as: UInt32.self), "the table of \(id)", context.plugin,
      .extension_)
    return unsafe try body(raw.assumingMemoryBound(to: Table.self))
  }

  /// Returns the raw table of an extension, or nil.
  static func find(
    _ id: String, _ slots: InstanceSlots, _ context: HostContext
  ) -> UnsafeRawPointer? {
    context.enter(.extension_, isCounted: false)
    defer { context.leave() }
    return unsafe layout_text.withLent(id) { unsafe slots.extension(slots.context, $0) }
  }
}

// MARK: - Sections that scroll across
//
// The calls of layout.cross-scroll/1, without checks and behind the border.

extension LayoutInstance {
  /// Returns the track at `point` as the plugin wrote it; nil if nothing scrolls across there.
  func crossTrack(at point: Point) throws(LayoutError) -> layout_cross_track? {
    guard let slots = unsafe extensions.crossScroll else { return nil }
    var track = layout_cross_track()
    var isAnswered = true
    unsafe try run(.trackAt) {
      let status = unsafe slots.trackAt($0, point, &track)
      isAnswered = status != LAYOUT_UNANSWERED
      return isAnswered ? status : LAYOUT_OK
    }
    return isAnswered ? track : nil
  }

  /// Tells the layout the offset of a section.
  func setCrossOffset(_ offset: Double, ofSection section: Int) throws(LayoutError) {
    guard let slots = unsafe extensions.crossScroll else { return }
    unsafe try run(.setOffset) { unsafe slots.setOffset($0, UInt32(section), offset) }
  }

  /// Returns the offset at which a section comes to rest; nil if the layout does not decide it.
  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    guard let slots = unsafe extensions.crossScroll else { return nil }
    var target = proposed
    unsafe try run(.crossTarget) {
      unsafe slots.crossTarget($0, UInt32(section), proposed, velocity, &target)
    }
    return target
  }
}

extension LiveLayout {
  /// Returns the track at a point; see ``LayoutConnection/crossTrack(at:)``.
  package func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    guard instance.hasCrossScroll else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(crossPoint: point)
      guard let track = try instance.crossTrack(at: point) else { return nil }
      return try context.border.crossTrack(track, at: point, sectionCount: itemCounts.count)
    }
  }

  /// Returns the offset to rest at; see ``LayoutConnection/crossTarget(_:velocity:ofSection:)``.
  package func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    guard instance.hasCrossScroll else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(
        crossTarget: proposed, velocity, section: section, sectionCount: itemCounts.count)
      let target = try instance.crossTarget(proposed, velocity: velocity, ofSection: section)
      if let target { try context.border.crossTarget(target) }
      return target
    }
  }
}
