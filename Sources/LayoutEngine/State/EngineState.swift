// SPDX-License-Identifier: Apache-2.0
//
// Everything that an engine keeps between frames.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The state of one collection view, without its app: data, scroll, frames, motion, selection,
/// reordering, sizing, prefetching, views.
///
/// Passes get it whole, beside an ``EngineApp``, and change it. What a frame that fails has to give back
/// is a small value that the pass keeps (`scroll`, the marks that wait) or a frame of its own
/// (``FrameState/back``). The large parts keep their room, so that steady scrolling allocates nothing.
package final class EngineState {
  /// The layout on screen.
  package var layout: EngineLayout
  /// True when another layout waits to take over with the next frame.
  package var hasNextLayout = false
  /// The content offset and its motion.
  package var scroll: ScrollState
  /// The counts of the data.
  var data = DataState()
  /// Notices for assistive technology.
  var notices = NoticeQueue()
  /// The frame on screen and the one in the making.
  let frames: FrameState
  /// Every view that was made.
  let store = ReuseStore()
  /// The state of touch, selection and reordering.
  let interaction = Interaction()
  /// The sizes that views ask for.
  let sizing = SizingState()
  /// Items that were prefetched ahead of the scroll.
  let prefetching = PrefetchState()
  /// The offsets of sections that scroll across.
  let cross = CrossScroll()
  /// The layout that stands by while the one on screen proves itself.
  package var probation: Probation?
  /// Seconds; the time of the last frame.
  package var clock = 0.0
  /// Room around the content, as people see it, points.
  package var contentInset = Insets.zero
  /// Pixels a point, greater than 0.
  package var scale = 1.0
  /// True when the content runs from right to left.
  package var isRightToLeft = false
  /// The number of cells that a frame of scrolling may fill in all, those ahead of it included.
  package var cellsPreparedPerFrame = 0

  /// The state of a view of `viewportSize`'s size before its first frame.
  package init(viewportSize: Size, layout: EngineLayout) {
    self.layout = layout
    scroll = ScrollState(viewportSize: viewportSize)
    frames = FrameState(layout: layout, scroll: scroll)
  }

  /// Collects the marks of the layout; returns true when a frame is due: anything changed or moves since
  /// the last one.
  func collectMarks() -> Bool {
    if frames.isDue || frames.isMoving || data.isStale { return true }
    frames.pending.merge(layout.takePending())
    return frames.pending.isSet || cross.isDue || scroll.bounds != frames.front.scroll.bounds
  }

  /// Collects the marks of the layout; returns true when anything is to be shown, with a frame or by the
  /// clock alone.
  package func isAnythingDue() -> Bool { hasNextLayout || collectMarks() || frames.animation.isDue }

  /// Marks what a change of insets, scale or direction makes stale.
  ///
  /// - Parameter isOther: True when the new value differs. A transition under a hand was worked out for
  ///   the viewport as it was, so it ends, as with a resize.
  package func viewportDidChange(isOther: Bool) {
    if isOther { frames.animation.cancelTransition(.none, at: clock) }
    scroll.inset = mirror.turn(contentInset)
    frames.pending.marks |= LAYOUT_MARK_BOUNDS
  }

  /// Tells a layout that is not on screen in which order items are shown while somebody holds one, as the
  /// layout on screen knows: it asks by the paths shown, and the app answers by those of its data.
  func tellOrder(to layout: any LayoutConnection) {
    layout.queries.move = interaction.movement?.move
  }
}

// MARK: - Frames
//
// What is kept between frames: the frame on screen, room for the next one, and what waits for it.

/// The memory of the frame path. Everything in it keeps its room, so that steady scrolling allocates
/// nothing.
final class FrameState {
  /// On screen.
  var front: ShownFrame
  /// Being made.
  var back: ShownFrame
  let plan = FramePlan()
  let animation = AnimationState()
  /// Room for the checks of debug builds, which allocate nothing either: true for a view that was seen.
  let seen = PlainArray<Bool>()
  /// For single elements that are asked for outside the viewport.
  let scratch = AnswerBuffer()
  var counters = FrameCounters()
  /// The marks that wait for the next frame besides the layout's own.
  var pending = PendingInvalidation()
  /// A frame is due though nothing is marked.
  var isDue = true
  /// True when a frame was ever shown.
  var isShown = false
  /// True when the layout moves by itself.
  var isMoving = false
  /// A frame is under way, and the app's code may be running inside it.
  var isRunning = false
  /// The depth of nested callbacks of the delegate.
  var tellingDepth = 0
  /// The app is changing its data in the block of a batch.
  var isUpdating = false
  /// The batch that the data have and the layout has not shown yet; nil when there is none.
  var owed: OwedBatch?
  /// True when the layout may have prepared for the data of a batch that was refused: changes of the data
  /// as they are mean nothing to it, so it prepares everything.
  var isLayoutAstray = false
  /// True when the last frame failed because of its layout, and not because of the app.
  private(set) var didLayoutFail = false

  init(layout: EngineLayout, scroll: ScrollState) {
    front = ShownFrame(layout: layout, scroll: scroll)
    back = ShownFrame(layout: layout, scroll: scroll)
    pending.marks = LAYOUT_MARK_EVERYTHING
  }

  /// Checks that no frame is under way.
  ///
  /// - Throws: `reentrant` from inside a frame.
  func checkIdle() throws(LayoutError) {
    if isRunning { throw Self.reentrant }
  }

  /// Checks that neither a frame nor a batch is under way.
  ///
  /// - Throws: `nested-update`, `reentrant`.
  func checkNoUpdate() throws(LayoutError) {
    if isUpdating { throw Self.nested }
    try checkIdle()
  }

  /// Runs code in which the app may be asked, and so must not change the view.
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

  /// The frame that was made is the one on screen now.
  func flip() { swap(&front, &back) }

  /// Forgets how the last frame failed.
  func forgetFailure() { didLayoutFail = false }

  /// Asks the layout, and notes whether the layout is the cause when that fails.
  func askLayout<Answer>(
    _ question: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    do throws(LayoutError) { return try question() } catch {
      // Wider than `isLayoutFault`: the data have changed, so the view follows them also where the host
      // could not ask.
      didLayoutFail = !error.isAppFault
      throw error
    }
  }
}

// MARK: - Data
//
// The counts of the data, read once for each of its states.

/// The collection view's knowledge of the data.
struct DataState {
  /// As last shown.
  var shape = DataShape()
  /// True when the data source has to be asked before the next frame.
  var isStale = true
  /// The last epoch given to a layout, shown or not: none is used twice.
  private var lastEpoch: UInt64 = 0

  /// An epoch that no layout was told of before.
  mutating func nextEpoch() -> UInt64 {
    lastEpoch += 1
    return lastEpoch
  }

  /// Reads every count. O(1) where the data source says one for all sections.
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

  /// Asks for the count of each section.
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

/// Errors that come out of an app's data source.
enum DataSourceFailure {
  /// The app's error as one of ours: a `LayoutError` passes as it is, so that a failed dequeue keeps
  /// its own name.
  /// - Parameter element: What was asked for, when it was a view.
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
