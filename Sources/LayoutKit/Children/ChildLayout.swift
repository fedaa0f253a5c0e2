// SPDX-License-Identifier: Apache-2.0
//
// A layout of any plugin as a part of this one: `layout.children/1`, a draft of the contract.

import LayoutABI
import LayoutABIDrafts

/// A layout that the host finds by its id, as a part of another layout.
///
/// Keep it as a stored property, ``open(_:in:)`` it in `didSet` or in `prepare`, and call it like the
/// layouts of the kit. It uses the parent's names: sections, items, and the indices of ``Layout/kinds``; and
/// the parent's coordinates, with its own content at ``origin``. It has no kinds, queries or events that the
/// parent does not declare. Name `layout.children/1` in the plugin's note.
///
/// Memory safety: the host keeps a child's table alive until `close`, and this object closes what it opened. Tables
/// of extensions are dropped together with the child.
@safe
public final class ChildLayout: Layout {
  /// The origin of its content in the parent's content, since its last `prepare`.
  public private(set) var origin = Point.zero
  /// The size of its content, since its last `prepare`.
  private var size = Size.zero
  var host: UnsafePointer<layout_host>?
  /// The layout that answers.
  var child: UnsafePointer<layout_instance>?
  /// A layout that was opened later, and answers from the next `prepare` on.
  var next: UnsafePointer<layout_instance>?
  var offers = unsafe ChildOffers()
  /// The error of a call that cannot return one; the next answer throws it.
  private var failure: LayoutError?

  deinit {
    unsafe close(next)
    unsafe close(child)
  }

  /// True when there is a layout for the next `prepare`.
  public var isOpen: Bool { unsafe next != nil || child != nil }

  func check(_ status: layout_status) throws(LayoutError) {
    guard status != LAYOUT_OK else { return }
    throw LayoutError(status < 0 ? status : LAYOUT_ERROR_FAILED, "")
  }

  /// Makes a call whose error the next answer throws.
  private func keep(
    _ body: (UnsafePointer<layout_instance>) -> layout_status
  ) {
    guard let child = unsafe child else { return }
    let status = unsafe body(child)
    if status < 0, failure == nil { failure = LayoutError(status, "a layout inside of it failed") }
  }

  override var speaksOuterKinds: Bool { true }

  /// The extensions of the child, limited to those that are passed on.
  public override var abilities: Abilities { unsafe offers.abilities }

  // MARK: Prepare

  /// Prepares the child with its content at the origin of the parent's content.
  public override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    try prepare(snapshot, invalidation: invalidation, at: .zero)
  }

  /// Prepares the child with its content at `origin` of the parent's content, and the viewport in
  /// its own coordinates.
  public func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation, at origin: Point
  ) throws(LayoutError) {
    guard let table = unsafe next ?? child else { return }
    unsafe try snapshot.with(origin: origin) { (snapshot) throws(LayoutError) in
      unsafe try check(table.pointee.prepare(table.pointee.context, snapshot, invalidation.record))
    }
    var size = Size.zero
    unsafe try check(table.pointee.content_size(table.pointee.context, &size))
    if unsafe next != nil {
      unsafe close(child)
      unsafe (child, next) = unsafe (table, nil)
    }
    (self.origin, self.size, failure) = (origin, size, nil)
    unsafe offers.ask(table)
  }

  /// The size of the child's content.
  public override var contentSize: Size { size }

  /// Returns the child's marks for a change of the viewport.
  public override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    var marks: UInt32 = 0
    var record = change.record(from: origin)
    unsafe keep { unsafe $0.pointee.should_invalidate($0.pointee.context, &record, &marks) }
    return failure == nil ? Marks(rawValue: marks) : .everything
  }

  // MARK: Answers

  /// Answers the child's elements that intersect `rect`, in the parent's coordinates.
  public override func attributes(
    in rect: Rect, into answer: inout Answer
  ) throws(LayoutError) {
    if let failure { throw failure }
    guard let child = unsafe child else { return }
    let own = Rect(
      x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
    var part = answer.lend()
    let status = unsafe child.pointee.attributes_in_rect(child.pointee.context, own, &part)
    try check(answer.take(part, status, from: origin))
  }

  /// Answers this one element, or nothing.
  public override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    guard let child = unsafe child else { return }
    var part = answer.lend()
    let status = unsafe child.pointee.attributes_for(child.pointee.context, element, &part)
    try check(answer.take(part, status, from: origin))
  }

  /// Returns true when the child marks the element as pinned in the viewport.
  public override func isPinned(_ element: ElementID) -> Bool {
    guard let child = unsafe child else { return false }
    return unsafe SingleAnswer.flags {
      unsafe child.pointee.attributes_for(child.pointee.context, element, $0)
    }
      & LAYOUT_PINNED != 0
  }

  // MARK: Abilities

  /// Returns the offset at which scrolling comes to rest in the child.
  public override func scrollTarget(for scroll: Scroll) -> Point {
    guard let slots = unsafe offers.scrollTarget else { return scroll.proposed }
    var record = scroll.record(from: origin)
    var target = record.proposed
    unsafe keep { unsafe slots.pointee.target($0.pointee.context, &record, &target) }
    return Point(x: target.x + origin.x, y: target.y + origin.y)
  }

  /// Moves the child's elements on to `time`.
  public override func advance(to time: Double) -> Bool {
    guard let slots = unsafe offers.dynamics else { return false }
    var state: UInt32 = LAYOUT_AT_REST
    unsafe keep { unsafe slots.pointee.advance($0.pointee.context, time, &state) }
    return state == LAYOUT_MOVING
  }

  /// Passes the size that a view prefers to the child.
  public override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    guard let slots = unsafe offers.selfSizing, let child = unsafe child else { return [] }
    var marks: UInt32 = 0
    unsafe try check(
      slots.pointee.preferred_size(child.pointee.context, element, original, preferred, &marks))
    return Marks(rawValue: marks)
  }

  /// Returns the child's section that scrolls across at `point`.
  public override func crossTrack(at point: Point) -> CrossTrack? {
    guard let slots = unsafe offers.crossScroll else { return nil }
    var track = layout_cross_track()
    var isThere = false
    let own = Point(x: point.x - origin.x, y: point.y - origin.y)
    unsafe keep {
      let status = unsafe slots.pointee.track_at($0.pointee.context, own, &track)
      isThere = status == LAYOUT_OK
      return status
    }
    guard isThere else { return nil }
    track.frame.x += origin.x
    track.frame.y += origin.y
    return CrossTrack(track)
  }

  /// Scrolls a section across, if it belongs to the child.
  public override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    guard let slots = unsafe offers.crossScroll else { return }
    unsafe keep {
      unsafe slots.pointee.set_offset(
        $0.pointee.context, UInt32(truncatingIfNeeded: section), offset)
    }
  }

  /// Returns the offset at which a section of the child comes to rest.
  public override func crossTarget(
    _ proposed: Double, velocity: Double, section: Int
  ) -> Double {
    guard let slots = unsafe offers.crossScroll else { return proposed }
    var target = proposed
    unsafe keep {
      unsafe slots.pointee.cross_target(
        $0.pointee.context, UInt32(truncatingIfNeeded: section), proposed, velocity, &target)
    }
    return target
  }

  // MARK: State and reordering

  /// The schema of the bytes of ``saveState(to:)``; nil if the open layout keeps no state.
  public override var stateSchema: StateSchema? { keptSchema }

  /// Writes the child's state, with its own schema and version.
  public override func saveState(to writer: inout StateWriter) throws(LayoutError) {
    try keptState()?.write(to: &writer)
  }

  /// Loads a state that a layout of the same schema, and of no later version, wrote.
  public override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    guard version == ChildState.form else { throw .argument("the state is of a later kit") }
    try take(try ChildState(from: &reader))
  }

  /// Returns the path that an item of the child takes if dropped at `position`.
  public override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    guard let slots = unsafe offers.reordering, let child = unsafe child else { return path }
    var target = path
    unsafe try check(
      slots.pointee.target_path(child.pointee.context, path, seen(position), &target))
    return target
  }

  /// Answers an item of the child while it is held at `position`.
  public override func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    guard let slots = unsafe offers.reordering, let child = unsafe child else { return }
    var part = answer.lend()
    let status = unsafe slots.pointee.attributes_for_moving(
      child.pointee.context, path, seen(position), &part)
    try check(answer.take(part, status, from: origin))
  }

  // MARK: Updates

  /// Passes a batch, for which the child has prepared.
  public override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    guard let slots = unsafe offers.updates, let child = unsafe child else { return }
    unsafe try check(
      updates.with { unsafe slots.pointee.prepare_for_updates(child.pointee.context, $0, $1) })
  }

  /// Calls the child to set the start of one of its elements.
  public override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    guard let slots = unsafe offers.updates else { return }
    unsafe try change(&attributes, of: element, by: slots.pointee.initial)
  }

  /// Calls the child to set the end of one of its elements.
  public override func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    guard let slots = unsafe offers.updates else { return }
    unsafe try change(&attributes, of: element, by: slots.pointee.final)
  }

  /// Tells the child that the batch has ended.
  public override func finalizeUpdates() throws(LayoutError) {
    guard let slots = unsafe offers.updates, let child = unsafe child else { return }
    unsafe try check(slots.pointee.finalize_updates(child.pointee.context))
  }
}
