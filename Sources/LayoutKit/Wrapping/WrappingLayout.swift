// SPDX-License-Identifier: Apache-2.0
//
// A layout that changes the elements of another layout, and offers what that layout offers.

import LayoutABI

/// Passes everything on to another layout, its base. A subclass overrides what it changes.
///
/// The base may be a layout of the kit, another wrapping layout, or a ``ChildLayout``, a layout of any
/// plugin, which declares nothing itself: its settings, kinds, queries and events are those that the
/// subclass declares. For several bases, use a ``ChoosingLayout``. A base's actions are not offered, because
/// they are functions of the base's class.
open class WrappingLayout: Layout {
  /// The layout that it wraps, always the same object. A subclass must override it.
  open var base: Layout { preconditionFailure("a wrapping layout has to override base") }
  /// Settings of this layout itself, which come first in the list. A subclass appends to the list of
  /// `super`. A setting of the base with the same name is not offered.
  open var ownProperties: [AnyProperty] { [] }

  open override var properties: [AnyProperty] {
    var all = ownProperties
    let ownCount = all.count
    for property in base.properties
    where !all[..<ownCount].contains(where: { $0.isNamed(property.name) }) {
      all.append(property)
    }
    return all
  }

  open override var queries: [AnyQuery] { base.queries }
  open override var kinds: [Kind] { base.kinds }
  open override var events: [Event] { base.events }
  open override var abilities: Abilities { base.abilities }
  open override var stateSchema: StateSchema? { base.stateSchema }

  open override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if isOfBase(property) { try base.didSet(property) }
  }

  override func settle(_ property: AnyProperty, isRefused: Bool) {
    super.settle(property, isRefused: isRefused)
    if isOfBase(property) { base.settle(property, isRefused: isRefused) }
  }

  private final func isOfBase(_ property: AnyProperty) -> Bool {
    base.properties.contains { $0 === property }
  }

  /// Adopts the base's properties too: the host's list lacks those whose names occur twice.
  override func adoptProperties() {
    super.adoptProperties()
    base.adoptProperties()
  }

  override func restoreProperties() {
    super.restoreProperties()
    base.restoreProperties()
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    unsafe base.services = unsafe services
    try base.prepare(snapshot, invalidation: invalidation)
  }

  open override var contentSize: Size { base.contentSize }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    try base.attributes(in: rect, into: &answer)
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    try base.attributes(for: element, into: &answer)
  }

  open override func isPinned(_ element: ElementID) -> Bool {
    base.isPinned(element)
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    base.shouldInvalidate(change)
  }

  open override func scrollTarget(for scroll: Scroll) -> Point { base.scrollTarget(for: scroll) }

  open override func advance(to time: Double) -> Bool { base.advance(to: time) }

  open override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    try base.setPreferredSize(preferred, for: element, original: original)
  }

  open override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    try base.targetPath(moving: path, to: position)
  }

  open override func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    try base.attributes(moving: path, to: position, into: &answer)
  }

  open override func saveState(to writer: inout StateWriter) throws(LayoutError) {
    try base.saveState(to: &writer)
  }

  open override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    try base.loadState(from: &reader, version: version)
  }

  open override func crossTrack(at point: Point) -> CrossTrack? { base.crossTrack(at: point) }

  open override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    base.setCrossOffset(offset, ofSection: section)
  }

  open override func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double {
    base.crossTarget(proposed, velocity: velocity, section: section)
  }

  // MARK: Updates and transitions

  open override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    try base.prepareForUpdates(updates)
  }

  open override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try base.initialAttributes(for: element, &attributes)
  }

  open override func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    try base.finalAttributes(for: element, &attributes)
  }

  open override func finalizeUpdates() throws(LayoutError) { try base.finalizeUpdates() }

  open override func prepareTransition(
    from oldLayoutID: borrowing BorrowedText
  ) throws(LayoutError) {
    try base.prepareTransition(from: oldLayoutID)
  }

  open override func prepareTransition(
    to newLayoutID: borrowing BorrowedText
  ) throws(LayoutError) {
    try base.prepareTransition(to: newLayoutID)
  }

  open override func finalizeTransition() throws(LayoutError) { try base.finalizeTransition() }

  open override func prepareForBoundsChange(from oldBounds: Rect) throws(LayoutError) {
    try base.prepareForBoundsChange(from: oldBounds)
  }

  open override func finalizeBoundsChange() throws(LayoutError) {
    try base.finalizeBoundsChange()
  }
}
