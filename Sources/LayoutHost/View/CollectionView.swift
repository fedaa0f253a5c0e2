// SPDX-License-Identifier: Apache-2.0
//
// The collection view for an app: the shell around an engine.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Shows the items of a data source in a layout. Headless: a stage draws it.
///
/// The view belongs to the isolation that made it and reads no clock: `advance(to:)` passes the
/// time. External changes set marks, and the next frame shows them; `layoutIfNeeded()` runs that
/// frame at once. A frame that fails throws, and the last good frame stays.
///
/// A frame has these steps; when views prefer other sizes, all but the last run again, a few times
/// at most:
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
/// their parts stale. A frame also runs when the content offset differs from that on screen, when
/// the layout moves its elements, and after `setNeedsFrame()`; otherwise none runs.
/// 2. *Question.* Stale counts are read. The first visible cell becomes the anchor if the layout must
/// prepare: it keeps its place on screen.
/// 3. *Answer.* The layout, in this process or in another one, returns the elements in the
/// viewport. The host checks the answer before it uses it.
/// 4. *Difference.* The answer is compared with the frame on screen, in one linear pass.
/// 5. *Views.* Leaving elements give their views to appearing ones, which the data source fills. Up
/// to here a failure rolls everything back; a batch whose layout failed is applied without it.
/// 6. *App.* The delegate and the prefetching data source are notified once the frame is on screen,
/// and may change the view again.
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
/// The view itself is a shell. Its state and the passes belong to the engine, which sees the view
/// only as an app with data, a delegate and a stage.
public final class CollectionView {
  /// Supplies counts and views. Another one is read by the next frame, which fills all cells again.
  public final weak var dataSource: (any CollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { dataSourceDidChange() } }
  }
  /// Receives notices.
  public final weak var delegate: (any CollectionViewDelegate)?
  /// Fetches data ahead of the scroll.
  public final weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?
  /// The number of cells that a frame of scrolling may fill in total: beyond its own cells it fills
  /// the next ones in advance, so that the frame in which a line appears has less to do. 0, the
  /// default, fills none in advance. Otherwise views are made before they are shown.
  public final var cellsPreparedPerFrame: Int {
    get { state.cellsPreparedPerFrame }
    set { state.cellsPreparedPerFrame = newValue }
  }
  /// Draws the view. Set it before the first frame: a stage receives only changes.
  public final weak var stage: (any Stage)?
  /// Fills the bounds behind the content and does not scroll with it.
  public final var backgroundView: ReusableView?
  /// The text that is read to a person for the collection view as a whole, such as "Photos".
  public final var accessibilityLabel: String?
  /// The order of the cells of a section in ``accessibilityTree``. Arrow keys move by place, so in a
  /// waterfall the arrows up and down stay in a column in either order.
  public final var cellReadingOrder = CellReadingOrder.items

  /// Actions of items' menus in addition to cut, copy and paste, in order.
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
    didSet {
      state.nextLayout = nextLayout?.engine
      if let oldValue { state.takeMarks(of: oldValue.engine) }
    }
  }
  /// All other state between frames.
  package let state: EngineState
  /// Used while there is no data source.
  let placeholder = EmptyDataSource()
  /// The scroll phase that the app knows.
  var phaseNotice = PhaseNotice()
  /// Reports to the recorder of the session; nil while there is none.
  package var journal: SessionJournal?
  /// Called by `advance(to:)`, such as the follower of a directory; nil without one.
  var companion: (any FrameCompanion)?
  /// The time of the last frame, seconds.
  public var clock: Double { state.clock }

  /// Space around the content, inside the bounds, points; a value that is not finite counts as 0.
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
  /// True when the content runs from right to left. Running animations continue mirrored.
  public var isRightToLeft: Bool {
    get { state.isRightToLeft }
    set {
      let old = state.isRightToLeft
      state.isRightToLeft = newValue
      viewportDidChange(isOther: newValue != old)
    }
  }

  /// A view of `viewportSize`'s size, in points, with a layout.
  ///
  /// A layout shows one view at a time. If another view shows `layout`, each frame of this one
  /// throws `layout-in-use` until the other view releases it or
  /// ``setLayout(_:animated:timing:completion:)`` gives this view another one.
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

  /// The epoch of the data in the view: it changes with each change that the view applied, shown or
  /// not.
  package var dataEpoch: UInt64 { state.dataShape.epoch }

  /// True while the app answers, or changes its data in a batch: a change of the view is refused then.
  package var isOccupied: Bool { state.isRunning }

  /// Makes the next frame read the data source as a new one.
  package func dataSourceDidChange() {
    journal?.note(.dataSource)
    state.setNeedsCounts()
  }

  /// Reads the counts of the data source, which the view may not know yet.
  ///
  /// - Throws: `data-source`.
  package func countsNow() throws(LayoutError) -> [Int] {
    try state.countsNow(of: supply).map(Int.init)
  }

  /// The cost of frames so far.
  public var counters: FrameCounters { state.counters }

  /// Reads the counts again and fills every view again. The content offset does not change, but is
  /// clamped to the edges.
  ///
  /// - Throws: The error of the data source or the layout; the screen then does not change.
  public func reloadData() throws(LayoutError) {
    try noted(.reloadData) { () throws(LayoutError) in
      try state.checkIdle()
      state.setNeedsCounts()
      try layoutIfNeeded(isLenient: true)
    }
  }

  /// Runs a frame at the current time if anything changed since the last one.
  ///
  /// - Throws: The error of the layout or the data source; the screen then does not change.
  ///   `preferred-size` after a frame that is on screen, when a view in it prefers an invalid size.
  public func layoutIfNeeded() throws(LayoutError) { try layoutIfNeeded(isLenient: false) }

  /// Advances the clock to `time` and runs the frame there, unless nothing moves and nothing
  /// changed.
  ///
  /// - Parameter time: Seconds; never earlier than the last one.
  /// - Throws: `clock` when the time is earlier than the last one; the errors of
  ///   `layoutIfNeeded()`.
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

/// Work between the frames of a view.
protocol FrameCompanion: AnyObject {
  /// True while the work needs the clock to advance.
  var isSwapping: Bool { get }
  /// Does pending work, between two frames.
  func process()
}

// MARK: - Due
//
// The test if an app must advance its clock.

extension CollectionView {
  /// True when the next `advance(to:)` has something to show: something changed since the last
  /// frame, or something moves. While it is false an app may stop its clock.
  public var isFrameDue: Bool {
    state.collectWhatIsDue() || isMoving || companion?.isSwapping == true
  }
}
