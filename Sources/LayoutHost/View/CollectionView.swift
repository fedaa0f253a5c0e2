// SPDX-License-Identifier: Apache-2.0
//
// The collection view: what is kept between frames, and the order of the steps.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Shows the items of a data source as a layout places them. Headless: a stage draws it.
///
/// The view lives in the isolation that made it and reads no clock: time is given to it by
/// `advance(to:)`. What changes it from outside marks it, and the next frame shows it;
/// `layoutIfNeeded()` runs that frame at once. A frame that fails throws, and the last good frame
/// stays.
public final class CollectionView {
  /// Supplies counts and views.
  public final weak var dataSource: (any CollectionViewDataSource)?
  /// Hears what happens.
  public final weak var delegate: (any CollectionViewDelegate)?
  /// Fetches data ahead of the scroll.
  public final weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?
  /// The number of cells that a frame of scrolling may fill in all: what it does not need for
  /// itself fills the cells that come next, so that the frame in which a line appears has
  /// less to do. 0, the default, fills none ahead. Views are then made earlier than they are
  /// shown.
  public final var cellsPreparedPerFrame = 0
  /// Draws. Give it before the first frame: a stage hears of changes only.
  public final weak var stage: (any Stage)?
  /// Fills the bounds behind the content and does not scroll with it.
  public final var backgroundView: ReusableView?
  /// The text that is read to a person for the collection view as a whole, such as "Photos".
  public final var accessibilityLabel: String?

  /// Actions of items' menus besides cut, copy and paste, in the order shown.
  public final var customMenuActions: [MenuAction] = []

  /// The layout on screen.
  var layout: CollectionLayout
  /// True when no other view shows the layout; see `init`.
  var holdsLayout: Bool
  /// The layout assigned to `collectionViewLayout`, until the next frame.
  var nextLayout: CollectionLayout?
  /// The target of the interactive transition; meaningless without one.
  var transitionTarget: CollectionLayout?
  var scroll: ScrollState
  var data = DataState()
  var notices = NoticeQueue()
  let frames: FrameState
  let store = ReuseStore()
  let interaction = Interaction()
  let sizing = SizingState()
  let prefetching = PrefetchState()
  let cross = CrossScroll()
  /// Tells whoever writes the session down; nil while nobody does.
  package var journal: SessionJournal?
  /// The layout that stands by while the one on screen proves itself.
  var probation: Probation?
  /// Seconds; the time of the last frame.
  public internal(set) var clock = 0.0

  /// Room around the content, inside the bounds, points; what is not finite counts as 0.
  public var contentInset = Insets.zero {
    didSet {
      contentInset = Self.sane(contentInset)
      viewportDidChange(isOther: contentInset != oldValue)
    }
  }
  /// Pixels a point, greater than 0; anything else counts as 1.
  public var scale = 1.0 {
    didSet {
      if !(scale > 0 && scale.isFinite) { scale = 1 }
      viewportDidChange(isOther: scale != oldValue)
    }
  }
  /// True when the content runs from right to left. What is on its way in an animation goes
  /// on in the mirror image.
  public var isRightToLeft = false {
    didSet { viewportDidChange(isOther: isRightToLeft != oldValue) }
  }

  /// A view of `container`'s size, in points; there is none without a layout.
  ///
  /// A layout shows one view at a time. Where another view shows `layout`, that view keeps it, and each
  /// frame of this one throws `layout-in-use` until the other lets go of it or ``setLayout(_:animated:timing:completion:)``
  /// gives this view another.
  public init(container: Size, layout: CollectionLayout) {
    self.layout = layout
    holdsLayout = layout.collectionView == nil
    scroll = ScrollState(container: Self.sane(container))
    frames = FrameState(layout: layout.engine, scroll: scroll)
    if holdsLayout { layout.collectionView = self }
  }

  /// The size of the viewport; `resize(to:)` changes it.
  public var container: Size { scroll.container }

  /// The options of scrolling.
  public var scrollOptions: ScrollOptions {
    get { scroll.options }
    set { scroll.options = newValue }
  }

  /// The number of the state of the data that the view knows: another one after each change that it
  /// took over, shown or not.
  package var dataEpoch: UInt64 { data.shape.epoch }

  /// The cost of frames so far.
  public var counters: FrameCounters { frames.counters }

  /// Reads the counts anew and fills every view anew. The content offset stays, inside the edges.
  ///
  /// - Throws: What the data source or the layout gave; what was on screen then stays.
  public func reloadData() throws(LayoutError) {
    try noted(.reloadData) { () throws(LayoutError) in
      guard !frames.isRunning else { throw FramePass.reentrant }
      data.isStale = true
      try layoutIfNeeded(isLenient: true)
    }
  }

  /// Runs a frame at the present time when anything changed since the last one.
  ///
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  ///   `preferred-size` after a frame that is on screen, when a view in it wants what is no size.
  public func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }

  /// Shows what is due; lenient, it throws only when that is not on screen, as what changes data
  /// promises.
  func layoutIfNeeded(isLenient: Bool) throws(LayoutError) {
    guard nextLayout != nil || needsFrame || frames.animation.isDue else { return }
    try noted(.layoutIfNeeded) { () throws(LayoutError) in
      if nextLayout != nil { return try takeNextLayout() }
      if needsFrame { return try runFrame(isLenient: isLenient) }
      animate()
    }
  }

  /// Moves the clock on to `time` and runs the frame there, unless nothing moves and nothing changed.
  ///
  /// - Parameter time: Seconds; never before the last one.
  /// - Throws: `clock` when the time is before the last one; what `layoutIfNeeded()` throws.
  public func advance(to time: Double) throws(LayoutError) {
    try noted(.advance(to: time)) { () throws(LayoutError) in try goOn(to: time) }
  }

  private func goOn(to time: Double) throws(LayoutError) {
    guard time >= clock, time.isFinite else {
      throw LayoutError(.clock, "the clock stands at \(clock) s and cannot go to \(time) s")
    }
    guard !frames.isRunning else { throw FramePass.reentrant }
    let elapsed = time - clock
    clock = time
    if nextLayout != nil { try takeNextLayout() }
    let saved = scroll
    cross.checkpoint()
    scroll.advance(to: time)
    cross.advance(to: time)
    let isHeld = interaction.movement != nil
    if isHeld { MovementPass(view: self).scroll(for: elapsed) }
    guard needsFrame else {
      if isAnimating || frames.animation.isDue { animate() }
      return try pursueGoal()
    }
    try runFrame {
      scroll = saved
      cross.rollBack()
    }
    try pursueGoal()
    if isHeld { try MovementPass(view: self).follow() }
  }

  /// Makes the next `layoutIfNeeded()` or `advance(to:)` run a frame.
  public func setNeedsFrame() {
    journal?.note(.setNeedsFrame)
    frames.isDue = true
  }

  static func sane(_ size: Size) -> Size {
    Size(
      width: size.width.isFinite ? max(0, size.width) : 0,
      height: size.height.isFinite ? max(0, size.height) : 0)
  }

  private static func sane(_ inset: Insets) -> Insets {
    func sane(_ length: Double) -> Double { length.isFinite ? length : 0 }
    return Insets(
      top: sane(inset.top), left: sane(inset.left), bottom: sane(inset.bottom),
      right: sane(inset.right))
  }

  /// - Parameter isOther: Whether the new value differs. A transition under a hand was worked out for
  ///   the viewport as it was, so it ends, as with a resize.
  private func viewportDidChange(isOther: Bool) {
    if isOther { frames.animation.cancelTransition(.none, at: clock) }
    scroll.inset = mirror.turn(contentInset)
    frames.pending.marks |= LAYOUT_MARK_BOUNDS
    journal?.note(.viewport)
  }
}
