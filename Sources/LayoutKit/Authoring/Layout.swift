// SPDX-License-Identifier: Apache-2.0
//
// The base class of every layout written with the kit.

import LayoutABI

/// A layout: override what it does, list what it declares, offer it in a ``Plugin``.
///
/// The host calls `prepare`, then `contentSize`, then `attributes(in:)`, all on one thread at a
/// time. Everything is in points, y grows downwards from the content's top-left corner.
///
/// Memory safety: its pointers are the kit's own. The host outlives its layouts, and the table is freed with the layout.
@safe
open class Layout {
  /// Settings, in the order in which the host lists them. A subclass appends to `super`'s.
  open var properties: [AnyProperty] { [] }
  /// Questions to the app. A subclass appends to `super`'s.
  open var queries: [AnyQuery] { [] }
  /// Kinds of elements; the first is the cell.
  open var kinds: [Kind] { [.cell] }
  /// Calls that the layout offers to its user. A subclass appends to `super`'s.
  open var actions: [Action] { [] }
  /// Notices to the app. A subclass appends to `super`'s.
  open var events: [Event] { [] }
  /// The abilities of the layout beyond placing elements.
  open var abilities: Abilities { [] }
  /// The schema of the bytes of ``saveState(to:)``; nil when the layout keeps no state.
  open var stateSchema: StateSchema? { nil }

  // The glue's own state: the lists above, made once, and the table that the host holds.
  var boundProperties: [AnyProperty] = []
  /// True when a property was set since the last `prepare`.
  var hasNewValues = false
  /// The number of sections in the last `prepare` that succeeded.
  var preparedSectionCount = 0
  var boundQueries: [AnyQuery] = []
  var boundEvents: [Event] = []
  var services: UnsafePointer<layout_host>?
  var table: UnsafeMutablePointer<layout_instance>?

  /// A layout with the defaults of its properties. Override it, if at all, for state of its own; the host
  /// speaks to the layout afterwards.
  public required init() {}

  deinit { unsafe table?.deallocate() }

  /// Called once, before anything else: the host is there now. A layout of other layouts opens those that
  /// are there from the start, so that an app can set their properties before the first frame.
  /// - Throws: What keeps the layout from being made at all, with a sentence for people.
  open func start() throws(LayoutError) {}

  /// Works out enough to answer everything below. The queries may be asked here.
  /// - Throws: What keeps the last good layout on screen, with a sentence for people.
  open func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation)
    throws(LayoutError)
  {}

  /// The size of the whole content, from what `prepare` worked out.
  open var contentSize: Size { .zero }

  /// Answers every element whose frame intersects `rect`, which may be any part of the plane.
  /// Ascending by category, section, item and kind saves the host a sort.
  open func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {}

  /// Answers the one element named, or nothing when there is no such element.
  open func attributes(for element: ElementID, into answer: inout Answer) throws(LayoutError) {}

  /// Returns true when the element's place follows the viewport while the content scrolls, as
  /// that of a pinned header or of a frozen column does; nothing does by default. A layout
  /// that starts from this one and moves its elements leaves those where they are.
  open func isPinned(_ element: ElementID) -> Bool { false }

  /// Returns the marks that a change of the viewport makes necessary; none by default.
  open func shouldInvalidate(_ change: BoundsChange) -> Marks { [] }

  /// Returns the offset at which scrolling shall come to rest. Called when ``abilities`` has
  /// `.scrollTarget`.
  open func scrollTarget(for scroll: Scroll) -> Point { scroll.proposed }

  /// Moves the elements on to `time`, seconds of the host's clock; true while anything moves.
  /// Called when ``abilities`` has `.dynamics`.
  open func advance(to time: Double) -> Bool { false }

  /// Told of a batch after `prepare` and before `contentSize`. Called, as the next three, when
  /// ``abilities`` has `.updates`.
  open func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {}

  /// Sets the start of an element that is on screen after the batch; `attributes` holds what the
  /// host would do. The element's path is the new one.
  open func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {}

  /// Sets the goal of an element that was on screen before the batch; `attributes` holds what
  /// the host would do. The element's path is the old one.
  open func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {}

  /// All starting and final attributes were collected: drop what was kept for them.
  open func finalizeUpdates() throws(LayoutError) {}

  /// This layout is about to replace the one of that id. Called, as the next four, when
  /// ``abilities`` has `.transition`.
  open func prepareTransition(from oldLayoutID: borrowing BorrowedText) throws(LayoutError) {}

  /// The layout of that id is about to replace this one.
  open func prepareTransition(to newLayoutID: borrowing BorrowedText) throws(LayoutError) {}

  /// The transition ended, or was cancelled.
  open func finalizeTransition() throws(LayoutError) {}

  /// An animated change of the viewport, which was `oldBounds`, is about to begin.
  open func prepareForBoundsChange(from oldBounds: Rect) throws(LayoutError) {}

  /// That change ended.
  open func finalizeBoundsChange() throws(LayoutError) {}

  /// A visible element prefers `preferred` to the `original` size that the layout answered.
  /// Called when ``abilities`` has `.selfSizing`.
  /// - Returns: What that invalidates; the host prepares when it is anything.
  open func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks { [] }

  /// The path that the item from `path` takes if dropped with its centre at `position`. Called, as
  /// the next, when ``abilities`` has `.reordering`.
  open func targetPath(moving path: ItemPath, to position: Point) throws(LayoutError) -> ItemPath {
    path
  }

  /// Answers the item while it is held at `position`: where it lies, with its centre there, unless
  /// overridden.
  open func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    let name = ElementID(
      category: Category.cell.rawValue, kind: 0, section: path.section, item: path.item)
    try attributes(for: name, into: &answer)
    answer.recenter(at: position)
  }

  /// Writes what the layout needs to go on from here. The same state gives the same bytes. Called,
  /// as the next, when ``abilities`` has `.state`.
  open func saveState(to writer: inout StateWriter) throws(LayoutError) {}

  /// Takes over a state of its schema. Throwing has to leave the layout as it was.
  open func loadState(from reader: inout StateReader, version: UInt32) throws(LayoutError) {}

  /// The section that scrolls across at `point`, in content coordinates; nil where none does. Called,
  /// as the next two, when ``abilities`` has `.crossScroll`.
  open func crossTrack(at point: Point) -> CrossTrack? { nil }

  /// Scrolls a section to `offset`, points along its track: the next ``attributes(in:into:)`` shows it,
  /// without a ``prepare(_:invalidation:)``. It may lie beyond the ends: show it there. The offset stays with the
  /// number of the section, 0 at first, until it is set anew.
  open func setCrossOffset(_ offset: Double, ofSection section: Int) {}

  /// Returns the offset at which a section comes to rest after a release, by itself at
  /// `proposed`; points, and points per second.
  open func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double { proposed }

  /// True for a child that speaks of the kinds of the layout that the host made, and not of its own list.
  var speaksOuterKinds: Bool { false }

  /// A property was set, to ``Property/wanted``, and `prepare` will come. Throwing refuses the new
  /// value.
  open func didSet(_ property: AnyProperty) throws(LayoutError) {}

  /// Ends the setting of a property: its layouts took the value, or one of them refused it.
  func settle(_ property: AnyProperty, isRefused: Bool) { property.settle(isRefused: isRefused) }

  /// Lets the properties count as they were set.
  func adoptProperties() {
    for property in boundProperties { property.adopt() }
  }

  /// Takes that back.
  func restoreProperties() {
    for property in boundProperties { property.restore() }
  }
}

// MARK: - Abilities
//
// What a layout can do beyond placing elements: each ability stands for an extension of the contract.

/// The abilities of a layout beyond placing elements. Name the same extensions in the plugin's
/// note.
public struct Abilities: OptionSet, Sendable {
  /// The bits, as they cross the border.
  public var rawValue: UInt32
  /// The set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layout overrides ``Layout/scrollTarget(for:)``; `layout.scroll-target/1` in the note.
  public static var scrollTarget: Abilities { Abilities(rawValue: 1) }
  /// The layout overrides ``Layout/advance(to:)``; `layout.dynamics/1` in the note.
  public static var dynamics: Abilities { Abilities(rawValue: 2) }
  /// The layout overrides ``Layout/prepareForUpdates(_:)``,
  /// ``Layout/initialAttributes(for:_:)``, ``Layout/finalAttributes(for:_:)`` or
  /// ``Layout/finalizeUpdates()``; `layout.updates/1` in the note.
  public static var updates: Abilities { Abilities(rawValue: 4) }
  /// The layout overrides ``Layout/prepareTransition(from:)``,
  /// ``Layout/prepareForBoundsChange(from:)`` or their siblings; `layout.transition/1` in the note.
  public static var transition: Abilities { Abilities(rawValue: 8) }
  /// The layout overrides ``Layout/setPreferredSize(_:for:original:)``; `layout.self-sizing/1` in
  /// the note.
  public static var selfSizing: Abilities { Abilities(rawValue: 16) }
  /// The layout overrides ``Layout/targetPath(moving:to:)`` or
  /// ``Layout/attributes(moving:to:into:)``; `layout.reordering/1` in the note.
  public static var reordering: Abilities { Abilities(rawValue: 32) }
  /// The layout overrides ``Layout/saveState(to:)`` and ``Layout/loadState(from:version:)`` and names
  /// its ``Layout/stateSchema``; `layout.state/1` in the note.
  public static var state: Abilities { Abilities(rawValue: 64) }
  /// The layout overrides ``Layout/crossTrack(at:)`` and
  /// ``Layout/setCrossOffset(_:ofSection:)``; `layout.cross-scroll/1` in the note.
  public static var crossScroll: Abilities { Abilities(rawValue: 128) }
}
