// SPDX-License-Identifier: Apache-2.0
//
// The collection view as an app sees it: the shell around an engine.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Shows the items of a data source as a layout places them. Headless: a stage draws it.
///
/// The view lives in the isolation that made it and reads no clock: time is given to it by
/// `advance(to:)`. What changes it from outside marks it, and the next frame shows it;
/// `layoutIfNeeded()` runs that frame at once. A frame that fails throws, and the last good frame
/// stays.
///
/// A frame goes one way, and asks nothing twice:
///
/// ```
///  app           marks          question         answer         difference       views          app
///  ───────────   ────────────   ──────────────   ────────────   ──────────────   ────────────   ─────────────
///  scrolls,      what waits     data, viewport,  elements in    appears, stays,  recycled,      didScroll,
///  changes data, for the next ▶ marks, batch   ▶ the viewport ▶ changes, leaves▶ filled, given▶ prefetching,
///  sets a layout frame          and anchor       and a size                      attributes     completions
/// ```
///
/// 1. *Marks.* `reloadData()`, a batch, another viewport or `CollectionLayout.invalidate()` declare
///    stale what they change. Without a mark, and with the viewport where it was, no frame runs.
/// 2. *Question.* The counts are read when they are stale. The first visible cell becomes the anchor
///    when the layout has to prepare: it keeps its place on screen.
/// 3. *Answer.* The layout, in this process or in another one, says what the viewport shows. The answer
///    is checked before anything uses it.
/// 4. *Difference.* It is compared with the frame on screen, in one linear pass.
/// 5. *Views.* What leaves gives its view to what appears, which the data source fills. Up to here a
///    failure takes everything back.
/// 6. *App.* The delegate and the prefetching data source hear of the frame once it is on screen, and
///    may change the view again.
///
/// ```swift
/// let view = CollectionView(
///   viewportSize: Size(width: 375, height: 667), layout: try CollectionLayout.make(id: "flow"))
/// view.register(Cell.self, forCellWithReuseIdentifier: "cell")
/// view.dataSource = source
/// try view.layoutIfNeeded()                        // the first frame
/// try view.drag(by: Vector(dx: 0, dy: -120))       // a frame at the new offset
/// try view.release(velocity: Vector(dx: 0, dy: 900))
/// while view.isMoving { try view.advance(to: view.clock + 1.0 / 60) }
/// ```
///
/// The view itself is a shell. Its state and the passes that change it are the engine's, which knows the
/// view only as an app with data, a delegate and a stage.
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
  public final var cellsPreparedPerFrame: Int {
    get { state.cellsPreparedPerFrame }
    set { state.cellsPreparedPerFrame = newValue }
  }
  /// Draws. Give it before the first frame: a stage hears of changes only.
  public final weak var stage: (any Stage)?
  /// Fills the bounds behind the content and does not scroll with it.
  public final var backgroundView: ReusableView?
  /// The text that is read to a person for the collection view as a whole, such as "Photos".
  public final var accessibilityLabel: String?

  /// Actions of items' menus besides cut, copy and paste, in the order shown.
  public final var customMenuActions: [MenuAction] {
    get { state.customMenuActions }
    set { state.customMenuActions = newValue }
  }

  /// The layout on screen.
  var layout: CollectionLayout
  /// True when no other view shows the layout; see `init`.
  var holdsLayout: Bool
  /// The layout assigned to `collectionViewLayout`, until the next frame.
  var nextLayout: CollectionLayout? {
    didSet { state.hasNextLayout = nextLayout != nil }
  }
  /// Everything else that is kept between frames.
  package let state: EngineState
  /// Asked while there is no data source.
  let placeholder = EmptyDataSource()
  /// Tells whoever writes the session down; nil while nobody does.
  package var journal: SessionJournal?
  /// Worked off by `advance(to:)`, such as the follower of a directory; nil without one.
  var companion: (any FrameCompanion)?
  /// Seconds; the time of the last frame.
  public var clock: Double { state.clock }

  /// Room around the content, inside the bounds, points; what is not finite counts as 0.
  public var contentInset: Insets {
    get { state.contentInset }
    set {
      let old = state.contentInset
      state.contentInset = Self.sane(newValue)
      viewportDidChange(isOther: state.contentInset != old)
    }
  }
  /// Pixels a point, greater than 0; anything else counts as 1.
  public var scale: Double {
    get { state.scale }
    set {
      let old = state.scale
      state.scale = newValue > 0 && newValue.isFinite ? newValue : 1
      viewportDidChange(isOther: state.scale != old)
    }
  }
  /// True when the content runs from right to left. What is on its way in an animation goes
  /// on in the mirror image.
  public var isRightToLeft: Bool {
    get { state.isRightToLeft }
    set {
      let old = state.isRightToLeft
      state.isRightToLeft = newValue
      viewportDidChange(isOther: newValue != old)
    }
  }

  /// A view of `viewportSize`'s size, in points; there is none without a layout.
  ///
  /// A layout shows one view at a time. Where another view shows `layout`, that view keeps it, and each
  /// frame of this one throws `layout-in-use` until the other lets go of it or ``setLayout(_:animated:timing:completion:)``
  /// gives this view another.
  public init(viewportSize: Size, layout: CollectionLayout) {
    self.layout = layout
    holdsLayout = layout.collectionView == nil
    state = EngineState(viewportSize: viewportSize.saneExtent, layout: layout.engine)
    if holdsLayout { layout.collectionView = self }
  }

  /// The size of the viewport; `resize(to:)` changes it.
  public var viewportSize: Size { state.scroll.viewportSize }

  /// The options of scrolling.
  public var scrollOptions: ScrollOptions {
    get { state.scroll.options }
    set { state.scroll.options = newValue }
  }

  /// The number of the state of the data that the view knows: another one after each change that it
  /// took over, shown or not.
  package var dataEpoch: UInt64 { state.dataShape.epoch }

  /// The cost of frames so far.
  public var counters: FrameCounters { state.counters }

  /// Reads the counts anew and fills every view anew. The content offset stays, inside the edges.
  ///
  /// - Throws: What the data source or the layout gave; what was on screen then stays.
  public func reloadData() throws(LayoutError) {
    try noted(.reloadData) { () throws(LayoutError) in
      try state.checkIdle()
      state.setNeedsCounts()
      try layoutIfNeeded(isLenient: true)
    }
  }

  /// Runs a frame at the present time when anything changed since the last one.
  ///
  /// - Throws: What the layout or the data source gave; what was on screen then stays.
  ///   `preferred-size` after a frame that is on screen, when a view in it wants what is no size.
  public func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }

  /// Moves the clock on to `time` and runs the frame there, unless nothing moves and nothing changed.
  ///
  /// - Parameter time: Seconds; never before the last one.
  /// - Throws: `clock` when the time is before the last one; what `layoutIfNeeded()` throws.
  public func advance(to time: Double) throws(LayoutError) {
    if !state.isRunning { companion?.process() }
    try noted(.advance(to: time)) { () throws(LayoutError) in
      let pass = ClockPass(state, self)
      let elapsed = try pass.set(to: time)
      if nextLayout != nil { try takeNextLayout() }
      try pass.run(to: time, after: elapsed)
    }
  }

  /// Makes the next `layoutIfNeeded()` or `advance(to:)` run a frame.
  public func setNeedsFrame() {
    journal?.note(.setNeedsFrame)
    state.setNeedsFrame()
  }

  private static func sane(_ inset: Insets) -> Insets {
    func sane(_ length: Double) -> Double { length.isFinite ? length : 0 }
    return Insets(
      top: sane(inset.top), left: sane(inset.left), bottom: sane(inset.bottom),
      right: sane(inset.right))
  }

  /// - Parameter isOther: True when the new value differs.
  private func viewportDidChange(isOther: Bool) {
    state.viewportDidChange(isOther: isOther)
    journal?.note(.viewport)
  }
}

/// Work that goes on between the frames of a view.
protocol FrameCompanion: AnyObject {
  /// True while the work needs the clock to tick.
  var isSwapping: Bool { get }
  /// Does what is due, between two frames.
  func process()
}

// MARK: - Due
//
// The question if an app's clock has to tick.

extension CollectionView {
  /// True when the next `advance(to:)` has something to show: something was changed since the last frame,
  /// or something moves by itself. While it is false an app may let its clock rest.
  public var isFrameDue: Bool {
    state.isAnythingDue() || isMoving || companion?.isSwapping == true
  }
}
