// SPDX-License-Identifier: Apache-2.0
//
// The base class of every layout written with the kit.

import LayoutABI

/// A layout: override its methods, list what it declares, and offer it in a ``Plugin``.
///
/// The host calls `prepare`, then `contentSize`, then `attributes(in:)`, never two calls at the
/// same time. All lengths are in points; y grows downwards from the content's top-left corner.
///
/// Memory safety: its pointers belong to the kit. The host outlives its layouts, and the table is freed with the
/// layout.
@safe
open class Layout {
  /// The settings, in the host's order. A subclass appends to the list of `super`.
  open var properties: [AnyProperty] { [] }
  /// The queries to the app. A subclass appends to the list of `super`.
  open var queries: [AnyQuery] { [] }
  /// Kinds of elements; the first is the cell.
  open var kinds: [Kind] { [.cell] }
  /// The calls for users of the layout. A subclass appends to the list of `super`.
  open var actions: [Action] { [] }
  /// The notices to the app. A subclass appends to the list of `super`.
  open var events: [Event] { [] }
  /// The abilities of the layout beyond placing elements.
  open var abilities: Abilities { [] }
  /// The schema of the bytes of ``saveState(to:)``; nil when the layout keeps no state.
  open var stateSchema: StateSchema? { nil }

  // The kit's own state: the lists above, made once, and the table that the host holds.
  var boundProperties: [AnyProperty] = []
  /// True when a property was set since the last `prepare`.
  var hasNewValues = false
  /// The number of sections in the last `prepare` that succeeded.
  var preparedSectionCount = 0
  var boundQueries: [AnyQuery] = []
  var boundEvents: [Event] = []
  var services: UnsafePointer<layout_host>?
  var table: UnsafeMutablePointer<layout_instance>?

  /// A layout with the defaults of its properties. Override it only for state of the layout itself; the
  /// host is not available yet.
  public required init() {}

  deinit { unsafe table?.deallocate() }

  /// Starts the layout. Called once, before all other calls: the host is available now. A layout of
  /// other layouts opens its first children here, so that an app can set their properties before the
  /// first frame.
  /// - Throws: The reason why the layout cannot be made, as a sentence for people.
  open func start() throws(LayoutError) {}

  /// Computes enough to answer all calls below. The layout may ask its queries here.
  /// - Throws: The reason why the last good layout must stay on screen, as a sentence for people.
  open func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation)
    throws(LayoutError)
  {}

  /// The size of the whole content, as computed by `prepare`.
  open var contentSize: Size { .zero }

  /// Answers every element whose frame intersects `rect`, which may be anywhere in the plane. If
  /// the answer ascends by category, section, item and kind, the host need not sort it.
  open func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {}

  /// Answers this one element, or nothing if it does not exist.
  open func attributes(for element: ElementID, into answer: inout Answer) throws(LayoutError) {}

  /// Returns true when the element's place follows the viewport while the content scrolls, like a
  /// pinned header or a frozen column; false by default. A layout that moves the elements of this
  /// layout does not move such an element.
  open func isPinned(_ element: ElementID) -> Bool { false }

  /// Returns the marks that a change of the viewport makes necessary; none by default.
  open func shouldInvalidate(_ change: BoundsChange) -> Marks { [] }

  /// Returns the offset at which scrolling comes to rest. Called when ``abilities`` has
  /// `.scrollTarget`.
  open func scrollTarget(for scroll: Scroll) -> Point { scroll.proposed }

  /// Moves the elements on to `time`, seconds of the host's clock; returns true while anything
  /// moves.
  /// Called when ``abilities`` has `.dynamics`.
  open func advance(to time: Double) -> Bool { false }

  /// Receives a batch, after `prepare` and before `contentSize`. This and the next three methods
  /// are called when ``abilities`` has `.updates`.
  open func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {}

  /// Sets the start of an element that is on screen after the batch; `attributes` contains the
  /// host's default. The element's path is the new path.
  open func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {}

  /// Sets the end of an element that was on screen before the batch; `attributes` contains the
  /// host's default. The element's path is the old path.
  open func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {}

  /// Ends a batch: all starting and final attributes were collected, and the layout can drop data
  /// for them.
  open func finalizeUpdates() throws(LayoutError) {}

  /// Prepares to replace the layout with this id. This and the next four methods are called when
  /// ``abilities`` has `.transition`.
  open func prepareTransition(from oldLayoutID: borrowing BorrowedText) throws(LayoutError) {}

  /// Prepares to be replaced by the layout with this id.
  open func prepareTransition(to newLayoutID: borrowing BorrowedText) throws(LayoutError) {}

  /// Ends a transition, which is complete or was cancelled.
  open func finalizeTransition() throws(LayoutError) {}

  /// Prepares for an animated change of the viewport, which was `oldBounds`.
  open func prepareForBoundsChange(from oldBounds: Rect) throws(LayoutError) {}

  /// Ends that change.
  open func finalizeBoundsChange() throws(LayoutError) {}

  /// Receives the size `preferred` that a visible element prefers to the layout's size `original`.
  /// Called when ``abilities`` has `.selfSizing`.
  /// - Returns: The marks of this change; the host prepares if there are any.
  open func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks { [] }

  /// Returns the new path of the item at `path` if it is dropped with its centre at `position`.
  /// This and the next method are called when ``abilities`` has `.reordering`.
  open func targetPath(moving path: ItemPath, to position: Point) throws(LayoutError) -> ItemPath {
    path
  }

  /// Answers the item while it is held at `position`: by default as it is, with its centre there.
  open func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    let name = ElementID(
      category: Category.cell.rawValue, kind: 0, section: path.section, item: path.item)
    try attributes(for: name, into: &answer)
    answer.recenter(at: position)
  }

  /// Writes the state that the layout needs to continue. The same state gives the same bytes. This
  /// and the next method are called when ``abilities`` has `.state`.
  open func saveState(to writer: inout StateWriter) throws(LayoutError) {}

  /// Restores a state of its schema. If it throws, the layout must be unchanged.
  open func loadState(from reader: inout StateReader, version: UInt32) throws(LayoutError) {}

  /// Returns the section that scrolls across at `point`, in content coordinates; nil if there is
  /// none. This and the next two methods are called when ``abilities`` has `.crossScroll`.
  open func crossTrack(at point: Point) -> CrossTrack? { nil }

  /// Scrolls a section to `offset`, points along its track: the next ``attributes(in:into:)`` shows it, without a
  /// ``prepare(_:invalidation:)``. It may be beyond the ends: show it there. The offset stays with the number of
  /// the section, 0 at first, until it is set again.
  open func setCrossOffset(_ offset: Double, ofSection section: Int) {}

  /// Returns the offset at which a section comes to rest after a release; without a change that is
  /// `proposed`. Points, and points per second.
  open func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double { proposed }

  /// True for a child that uses the kinds of the layout that the host made, and not its own list.
  var speaksOuterKinds: Bool { false }

  /// Handles a new value of a property, which is in ``Property/wanted``; `prepare` will follow. An
  /// error refuses the new value.
  open func didSet(_ property: AnyProperty) throws(LayoutError) {}

  /// Ends the setting of a property: the layouts accepted the value, or one of them refused it.
  func settle(_ property: AnyProperty, isRefused: Bool) { property.settle(isRefused: isRefused) }

  /// Makes the values that were set the current values.
  func adoptProperties() {
    for property in boundProperties { property.adopt() }
  }

  /// Undoes ``adoptProperties()``.
  func restoreProperties() {
    for property in boundProperties { property.restore() }
  }
}

// MARK: - Abilities
//
// The abilities of a layout beyond placing elements: each ability is an extension of the contract.

/// The abilities of a layout beyond placing elements. Name the same extensions in the plugin's
/// note.
public struct Abilities: OptionSet, Sendable {
  /// The bits, as in the C interface.
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
