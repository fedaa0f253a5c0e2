// SPDX-License-Identifier: Apache-2.0
//
// All state of an engine between frames.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The state of one collection view, without its app: data, scroll, frames, motion, selection,
/// reordering, sizing, prefetching, views.
///
/// Passes get all of it, with an ``EngineApp``, and change it. For a rollback a pass keeps a small
/// value (`scroll`, the pending marks) or uses a separate frame (``FrameState/back``). The large
/// parts keep their memory, so that steady scrolling allocates nothing.
package final class EngineState {
  /// The layout on screen.
  package var layout: EngineLayout
  /// The layout that takes over with the next frame; nil for none.
  package var nextLayout: EngineLayout?
  /// The content offset and its motion.
  package var scroll: ScrollState
  /// The counts of the data.
  var data = DataState()
  /// Notices for assistive technology.
  var notices = NoticeQueue()
  /// The frame on screen and the one in preparation.
  let frames: FrameState
  /// Every view that was made.
  let store = ReuseStore()
  /// The state of touch, selection and reordering.
  let interaction = Interaction()
  /// The preferred sizes of views.
  let sizing = SizingState()
  /// Items that were prefetched ahead of the scroll.
  let prefetching = PrefetchState()
  /// The offsets of sections that scroll across.
  let cross = CrossScroll()
  /// The predecessor of the layout on screen, kept during its probation.
  package var probation: Probation?
  /// The time of the last frame, seconds.
  package var clock = 0.0
  /// Space around the content, in visible coordinates, points.
  package var contentInset = Insets.zero
  /// Pixels a point, greater than 0.
  package var scale = 1.0
  /// True when the content runs from right to left.
  package var isRightToLeft = false
  /// The number of cells that a frame of scrolling may fill, including cells ahead.
  package var cellsPreparedPerFrame = 0

  /// The state of a view of `viewportSize`'s size before its first frame.
  package init(viewportSize: Size, layout: EngineLayout) {
    self.layout = layout
    scroll = ScrollState(viewportSize: viewportSize)
    frames = FrameState(layout: layout, scroll: scroll)
  }

  /// Collects the marks of the layout; returns true when a frame is due: after a change, or during
  /// a motion.
  func collectMarks() -> Bool {
    if frames.isDue || frames.isMoving || data.isStale { return true }
    frames.pending.merge(layout.takePending())
    return frames.pending.isSet || cross.isDue || scroll.bounds != frames.front.scroll.bounds
  }

  /// Collects the marks of the layout; returns true when anything must be shown, with a frame or by
  /// the clock only.
  package func collectWhatIsDue() -> Bool {
    nextLayout != nil || collectMarks() || frames.animation.isDue
  }

  /// Marks the parts that a change of insets, scale or direction makes stale.
  ///
  /// - Parameter isOther: True when the new value differs. An interactive transition ends, as with
  ///   a resize, because it was computed for the old viewport.
  package func viewportDidChange(isOther: Bool) {
    if isOther { frames.animation.cancelTransition(.none, at: clock) }
    scroll.inset = mirror.turn(contentInset)
    frames.pending.marks |= LAYOUT_MARK_BOUNDS
  }

  /// Passes the order shown during a movement to a layout that is not on screen: it queries by the
  /// paths shown, and the app answers by those of its data.
  func tellOrder(to layout: any LayoutConnection) {
    layout.queries.move = interaction.movement?.move
  }
}

// MARK: - Frames
//
// State between frames: the frame on screen, the buffer for the next one, and pending marks.

/// The state of the frame path. Everything in it keeps its memory, so that steady scrolling
/// allocates nothing.
final class FrameState {
  /// The frame on screen.
  var front: ShownFrame
  /// The frame in preparation.
  var back: ShownFrame
  let plan = FramePlan()
  let animation = AnimationState()
  /// A buffer for the checks of debug builds, which allocate nothing either: true for a view that
  /// was seen.
  let seen = PlainArray<Bool>()
  /// A buffer for queries of single elements outside the viewport.
  let scratch = AnswerBuffer()
  var counters = FrameCounters()
  /// The pending marks other than the layout's own.
  var pending = PendingInvalidation()
  /// True when a frame is due without a mark.
  var isDue = true
  /// True when a frame was ever shown.
  var isShown = false
  /// True when the layout moves by itself.
  var isMoving = false
  /// True while a frame is running, which may call the app's code.
  var isRunning = false
  /// The depth of nested callbacks of the delegate.
  var tellingDepth = 0
  /// True while the app changes its data in the block of a batch.
  var isUpdating = false
  /// The batch that is in the data but that the layout has not shown yet; nil when there is none.
  var owed: OwedBatch?
  /// True when the layout may have prepared for data that were refused. Further batches do not fit
  /// its state, so it prepares everything, and is asked nothing before.
  var mayHavePreparedForRefusedData = false
  /// True when the layout answers for the frame on screen. After a frame that failed, it may have
  /// prepared for other data.
  var isLayoutInStep: Bool { isShown && owed == nil && !mayHavePreparedForRefusedData }
  /// The frame on screen, if the layout answers for it.
  var frontInStep: ShownFrame? { isLayoutInStep ? front : nil }
  /// True when a layout, and not the app, failed in this step: in the current frame, or since
  /// ``forgetFailure()``.
  var didLayoutFailInStep = false
  /// True when the last frame of the layout on screen failed because of it. Frames of other layouts
  /// do not count.
  var isLayoutFailing = false

  init(layout: EngineLayout, scroll: ScrollState) {
    front = ShownFrame(layout: layout, scroll: scroll)
    back = ShownFrame(layout: layout, scroll: scroll)
    pending.marks = LAYOUT_MARK_EVERYTHING
  }

  /// Checks that no frame is running.
  ///
  /// - Throws: `reentrant` from inside a frame.
  func checkIdle() throws(LayoutError) {
    if isRunning { throw Self.reentrant }
  }

  /// Checks that neither a frame nor a batch is running.
  ///
  /// - Throws: `nested-update`, `reentrant`.
  func checkNoUpdate() throws(LayoutError) {
    if isUpdating { throw Self.nested }
    try checkIdle()
  }

  /// Runs code that may call the app; the app must not change the view then.
  func occupied<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let wasRunning = isRunning
    isRunning = true
    defer { isRunning = wasRunning }
    return try body()
  }

  /// Runs the block of a batch, in which the app changes its data.
  func updating<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    isUpdating = true
    defer { isUpdating = false }
    return try occupied(body)
  }

  static var reentrant: LayoutError {
    LayoutError(
      .reentrant,
      "a frame is under way; change the collection view after it, not from a data source, a query, "
        + "a view that is being filled or the block of a batch update")
  }

  private static var nested: LayoutError {
    LayoutError(
      .nestedUpdate,
      "a batch update is under way; state every change in its block, or begin the next one in its "
        + "completion")
  }

  /// Puts the prepared frame on screen.
  func flip() { swap(&front, &back) }

  /// Begins a step, in which no layout has failed.
  func forgetFailure() { didLayoutFailInStep = false }

  /// Queries the layout, and records on failure if the layout is the cause.
  func askLayout<Answer>(
    _ question: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    do throws(LayoutError) { return try question() } catch {
      // Wider than `isLayoutFault`: the data have changed, so the view follows them even if the
      // host could not query.
      didLayoutFailInStep = !error.isAppFault
      throw error
    }
  }
}

// MARK: - Data
//
// The counts of the data, read once for each state of the data.

/// The collection view's knowledge of the data.
struct DataState {
  /// The counts as last shown.
  var shape = DataShape()
  /// True when the counts must be read before the next frame.
  var isStale = true { didSet { if isStale { changeCount += 1 } } }
  /// The number of changes after which the counts were stale.
  private(set) var changeCount = 0
  /// The last epoch given to a layout, shown or not: no epoch is used twice.
  private var lastEpoch: UInt64 = 0

  /// Returns an epoch that no layout has received before.
  mutating func nextEpoch() -> UInt64 {
    lastEpoch += 1
    return lastEpoch
  }

  /// Reads every count. O(1) if the data source has one count for all sections.
  ///
  /// - Throws: `data-source` when a count is negative or too large, or when the data source throws.
  static func readCounts(from supply: any DataSupply) throws(LayoutError) -> SectionCounts {
    let sectionCount = try count("numberOfSections(in:)") {
      try supply.numberOfSections()
    }
    let each = "numberOfItemsInEverySection(in:)"
    let uniform: Int?
    do { uniform = try supply.numberOfItemsInEverySection() } catch {
      throw DataSourceFailure.wrap(error, in: each)
    }
    guard let uniform else { return SectionCounts(try list(sectionCount, from: supply)) }
    return SectionCounts(repeating: try count(each) { uniform }, count: Int(sectionCount))
  }

  /// Reads the count of each section.
  private static func list(
    _ sectionCount: UInt32, from supply: any DataSupply
  ) throws(LayoutError) -> [UInt32] {
    var counts: [UInt32] = []
    counts.reserveCapacity(Int(sectionCount))
    for section in 0..<Int(sectionCount) {
      counts.append(
        try count("collectionView(_:numberOfItemsInSection: \(section))") {
          try supply.numberOfItems(inSection: section)
        })
    }
    return counts
  }

  /// A count in the range of the ABI, whose largest value stands for "no path".
  private static func count(
    _ method: String, _ ask: () throws -> Int
  ) throws(LayoutError) -> UInt32 {
    let count: Int
    do { count = try ask() } catch { throw DataSourceFailure.wrap(error, in: method) }
    guard let exact = UInt32(exactly: count), exact < UInt32.max else {
      throw LayoutError(
        .dataSource,
        "\(method) of the data source returned \(count); "
          + "a count is between 0 and \(UInt32.max - 1)")
    }
    return exact
  }
}

/// Errors of an app's data source.
enum DataSourceFailure {
  /// Converts the app's error: a `LayoutError` passes unchanged, so that a failed dequeue keeps its
  /// code.
  /// - Parameter element: The requested element, if it was a view.
  static func wrap(
    _ error: any Error, in method: String, for element: String? = nil
  ) -> LayoutError {
    let place = element.map { "\($0): " } ?? ""
    if var error = error as? LayoutError {
      error.message = place + error.message
      return error
    }
    return LayoutError(.dataSource, "\(place)\(method) of the data source threw: \(error)")
  }
}
