// SPDX-License-Identifier: Apache-2.0
//
// The base class of every layout written with the kit.

import LayoutABI

/// What a layout can do beyond placing elements.
public struct Abilities: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layout overrides ``Layout/scrollTarget(for:)``; `layout.scroll-target/1` in the note.
  public static var scrollTarget: Abilities { Abilities(rawValue: 1) }
  /// The layout overrides ``Layout/advance(to:)``; `layout.dynamics/1` in the note.
  public static var dynamics: Abilities { Abilities(rawValue: 2) }
}

/// A layout: override what it does, list what it declares, offer it in a ``Plugin``.
///
/// The host calls `prepare`, then `contentSize`, then `attributes(in:)`, all on one thread at a
/// time. Everything is in points, y grows downwards from the content's top-left corner.
open class Layout {
  /// Settings, in the order in which the host lists them. A subclass appends to `super`'s.
  open var properties: [AnyProperty] { [] }
  /// Questions to the app. A subclass appends to `super`'s.
  open var queries: [AnyQuery] { [] }
  /// Kinds of elements; the first is the cell.
  open var kinds: [Kind] { [.cell] }
  /// What the layout can do beyond placing elements.
  open var abilities: Abilities { [] }

  // The glue's own state: the lists above, made once, and the table that the host holds.
  var boundProperties: [AnyProperty] = []
  var boundQueries: [AnyQuery] = []
  var services: UnsafePointer<layout_host>?
  var table: UnsafeMutablePointer<layout_instance>?

  public required init() {}

  deinit { table?.deallocate() }

  /// Works out enough to answer everything below. The queries may be asked here.
  /// - Throws: What keeps the last good layout on screen, with a sentence for people.
  open func prepare(_ snapshot: borrowing Snapshot, _ why: borrowing Invalidation)
    throws(LayoutError)
  {}

  /// The size of the whole content, from what `prepare` worked out.
  open var contentSize: Size { .zero }

  /// Answers every element whose frame intersects `rect`, which may be any part of the plane.
  /// Ascending by category, section, item and kind saves the host a sort.
  open func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {}

  /// Answers the one element named, or nothing when there is no such element.
  open func attributes(for element: ElementName, into answer: inout Answer) throws(LayoutError) {}

  /// What a change of the viewport makes necessary; nothing by default.
  open func shouldInvalidate(_ change: BoundsChange) -> Marks { [] }

  /// Where scrolling shall come to rest. Called when ``abilities`` has `.scrollTarget`.
  open func scrollTarget(for scroll: Scroll) -> Point { scroll.proposed }

  /// Moves the elements on to `time`, seconds of the host's clock; true while anything moves.
  /// Called when ``abilities`` has `.dynamics`.
  open func advance(to time: Double) -> Bool { false }

  /// A property was set and `prepare` will come. Throwing refuses the new value.
  open func didSet(_ property: AnyProperty) throws(LayoutError) {}

  /// Asks the host to prepare before the next answer.
  public final func invalidate(_ marks: Marks) {
    guard let services else { return }
    var what = layout_invalidation()
    what.struct_size = UInt32(MemoryLayout<layout_invalidation>.size)
    what.marks = marks.rawValue
    services.pointee.invalidate(services.pointee.context, &what)
  }

  /// Leaves a line in the host's log.
  public final func log(_ message: StaticString, level: UInt32 = 1) {
    guard let services else { return }
    services.pointee.log(services.pointee.context, level, message.text)
  }
}
