// SPDX-License-Identifier: Apache-2.0
//
// The calls of one frame, in their order. The host and a worker share this function.

import LayoutABI
import LayoutModel

/// The state that a frame needs from the frames before it.
///
/// `[should_invalidate] → [prepare → [prepare_for_updates] → content_size] → [set_offset …] →
/// [advance] → attributes_in_rect`: one call if nothing changed, two if the bounds changed, four if
/// the new bounds invalidate, one more with dynamics that move, and one more for each section that
/// was scrolled across since the last frame. `prepare_for_updates` is called in the frame of a
/// batch.
package struct InstanceFrameRunner {
  /// The data and room of the last successful `prepare`; nil before it.
  package private(set) var preparedShape: DataShape?
  private var preparedRevision = 0
  private var contentSize = Size.zero
  /// Marks that no successful `prepare` has handled yet: the next frame repeats a failed one.
  private var owedMarks: UInt32 = LAYOUT_MARK_NOTHING
  /// True if `advance` is due: elements move, or may have begun to move.
  private var wantsAdvance = false
  /// The latest time given to `advance`. The contract promises that this time never goes back.
  private var latestTime = -Double.infinity

  /// The offsets of sections that the instance knows.
  private var crossOffsets = CrossOffsets()

  /// The batch that the last `prepare` was for; nil once its updates were finalized.
  private var batch: Batch?

  /// The facts about a batch that the calls for start and end attributes need.
  private struct Batch {
    var updates: [layout_update]
    /// The number of items of each section before the batch.
    var itemCounts: SectionCounts
  }

  package init() {}

  /// Notes that an action ran, which may have set elements moving.
  package mutating func noteAction() { wantsAdvance = true }

  /// Notes that the layout was given another state, so that all its answers may be wrong.
  mutating func noteState() { owedMarks = LAYOUT_MARK_EVERYTHING }

  /// Notes that the batch is over.
  mutating func noteFinalized() { batch = nil }

  /// The updates of the current batch; empty outside of a batch.
  var updates: [layout_update] { batch?.updates ?? [] }

  /// Returns the item counts that the paths of this end refer to; nil before the first `prepare`.
  func itemCounts(of end: UpdateEnd) -> SectionCounts? {
    end == .final ? batch?.itemCounts ?? preparedShape?.itemCounts : preparedShape?.itemCounts
  }

  /// Runs the frame. Its elements are in `buffer`, checked and sorted.
  ///
  /// - Parameter revision: The revision of the bindings. If it differs from the last `prepare`, the
  ///   layout prepares.
  package mutating func run(
    _ request: FrameRequest, shape: DataShape, revision: Int, on layout: borrowing LayoutInstance,
    into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    buffer.clear()
    try request.check()
    try shape.check()
    try request.checkCrossOffsets(sectionCount: shape.itemCounts.count)
    layout.context.calls = FrameCalls()
    owedMarks |= request.marks | changes(to: shape, revision, since: request.marks)
    return try layout.context.withData(shape.itemCounts, request.updates) {
      () throws(LayoutError) in
      try askAboutBounds(request, layout)
      let prepares = owedMarks != LAYOUT_MARK_NOTHING
      if prepares { try prepare(request, shape, revision, layout) }
      if crossOffsets != request.crossOffsets { try sendOffsets(request.crossOffsets, layout) }
      if wantsAdvance {
        latestTime = max(latestTime, request.time)
        wantsAdvance = try layout.context.border.isMoving(layout.advance(to: latestTime))
      }
      try layout.frameAttributes(in: request.rect, into: buffer)
      try layout.context.border.admit(
        buffer, in: request.rect, itemCounts: shape.itemCounts,
        call: Slot.attributesInRect.rawValue)
      return FrameOutcome(
        contentSize: contentSize, didPrepare: prepares, isMoving: wantsAdvance,
        calls: layout.context.calls)
    }
  }

  /// Returns the marks for changes that the request does not name.
  private func changes(to shape: DataShape, _ revision: Int, since marks: UInt32) -> UInt32 {
    guard let preparedShape else { return LAYOUT_MARK_EVERYTHING }
    var found: UInt32 = revision == preparedRevision ? 0 : LAYOUT_MARK_PROPERTIES
    guard shape != preparedShape else { return found }
    let isDataChange =
      shape.epoch != preparedShape.epoch || shape.itemCounts != preparedShape.itemCounts
    let naming = LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS
    if isDataChange, marks & naming == 0 { found |= LAYOUT_MARK_EVERYTHING }
    if !isDataChange { found |= LAYOUT_MARK_BOUNDS }
    return found
  }

  /// Calls `should_invalidate` if the bounds differ. A layout that never prepared is not asked: it
  /// has nothing to invalidate.
  private mutating func askAboutBounds(
    _ request: FrameRequest, _ layout: borrowing LayoutInstance
  ) throws(LayoutError) {
    guard preparedShape != nil, request.bounds != request.oldBounds else { return }
    let marks = try layout.shouldInvalidate(request.boundsChange)
    try layout.context.border.marks(marks, call: Slot.shouldInvalidate.rawValue)
    owedMarks |= marks
    wantsAdvance = layout.hasDynamics
  }

  /// Calls `prepare`, `prepare_for_updates` and `content_size`. If one of them fails, the marks
  /// stay owed. Because the lists of this request are lost by then, everything is marked.
  private mutating func prepare(
    _ request: FrameRequest, _ shape: DataShape, _ revision: Int,
    _ layout: borrowing LayoutInstance
  ) throws(LayoutError) {
    let marks = owedMarks
    owedMarks |= LAYOUT_MARK_EVERYTHING
    try request.withInvalidation(marks) { (invalidation) throws(LayoutError) in
      try shape.withSnapshot(request.bounds) { (snapshot) throws(LayoutError) in
        try layout.prepare(snapshot, invalidation)
      }
    }
    try sendBatch(request.updates, epoch: shape.epoch, layout)
    let size = try layout.contentSize()
    try layout.context.border.contentSize(size)
    contentSize = size
    preparedShape = shape
    preparedRevision = revision
    crossOffsets.truncate(toSections: shape.itemCounts.count)
    owedMarks = LAYOUT_MARK_NOTHING
    wantsAdvance = layout.hasDynamics
  }

  /// Calls `set_offset` for each section whose offset differs from the one that the instance knows.
  /// Each accepted offset is recorded, even if a later one fails.
  private mutating func sendOffsets(
    _ wanted: CrossOffsets, _ layout: borrowing LayoutInstance
  ) throws(LayoutError) {
    guard layout.hasCrossScroll else { return }
    // From the end, because an offset that goes back to 0 leaves the list.
    var left = crossOffsets.entries.count
    while left > 0 {
      left -= 1
      let section = crossOffsets.entries[left].section
      guard wanted[section] == 0 else { continue }
      try layout.setCrossOffset(0, ofSection: section)
      crossOffsets[section] = 0
    }
    for index in wanted.entries.indices {
      let cross = wanted.entries[index]
      guard crossOffsets[cross.section] != cross.offset else { continue }
      try layout.setCrossOffset(cross.offset, ofSection: cross.section)
      crossOffsets[cross.section] = cross.offset
    }
  }

  /// Calls `prepare_for_updates` if this is the frame of a batch. The batch is remembered until it
  /// is finalized or the data changes again, because start and end attributes are requested after
  /// this frame.
  private mutating func sendBatch(
    _ updates: [layout_update], epoch: UInt64, _ layout: borrowing LayoutInstance
  ) throws(LayoutError) {
    if epoch != preparedShape?.epoch { batch = nil }
    guard !updates.isEmpty, layout.hasUpdates else { return }
    batch = Batch(updates: updates, itemCounts: preparedShape?.itemCounts ?? [])
    try layout.prepareForUpdates(updates)
  }
}

// MARK: - Records
//
// A frame's request and the data's shape, as the records of the header.

extension FrameRequest {
  /// - Throws: `invalid-argument` if a number that the header promises to be finite is not.
  func check() throws(LayoutError) {
    let isFinite =
      time.isFinite && oldBounds.isExtent && bounds.isExtent && rect.isExtent
      && touch.map { $0.x.isFinite && $0.y.isFinite } ?? true
    guard isFinite else {
      throw LayoutError(
        .invalidArgument,
        "a frame's time, bounds, touch and rectangle have to be finite, and no size below 0")
    }
  }

  /// - Throws: `invalid-argument` if a cross offset is not finite or its section is not in the
  ///   data.
  func checkCrossOffsets(sectionCount: Int) throws(LayoutError) {
    // By index, here and elsewhere in a frame: without optimisation an iterator over records
    // allocates.
    for index in crossOffsets.entries.indices {
      let cross = crossOffsets.entries[index]
      guard (0..<sectionCount).contains(cross.section) else {
        throw LayoutError(
          .invalidArgument, "the section \(cross.section) of a cross offset is not in the data")
      }
      guard cross.offset.isFinite else {
        throw LayoutError(
          .invalidArgument, "the cross offset of section \(cross.section) has to be finite")
      }
    }
  }

  /// The change that is passed to `should_invalidate`.
  var boundsChange: layout_bounds_change {
    var change = layout_bounds_change.sized()
    change.flags = touch == nil ? 0 : LAYOUT_BOUNDS_TOUCH
    change.old_bounds = oldBounds
    change.new_bounds = bounds
    change.touch = touch ?? .zero
    change.time = time
    return change
  }

  /// Lends the reason for a `prepare`. If everything is stale, no element is named.
  func withInvalidation(
    _ marks: UInt32, _ body: (layout_invalidation) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let named = marks & LAYOUT_MARK_EVERYTHING == 0 ? elements : []
    unsafe try named.withUnsafeBufferPointer { (elements) throws(LayoutError) in
      unsafe try updates.withUnsafeBufferPointer { (updates) throws(LayoutError) in
        var invalidation = layout_invalidation.sized()
        invalidation.marks = marks
        unsafe invalidation.elements = elements.baseAddress
        unsafe invalidation.updates = updates.baseAddress
        invalidation.element_count = UInt32(clamping: elements.count)
        invalidation.update_count = UInt32(clamping: updates.count)
        try body(invalidation)
      }
    }
  }
}

extension DataShape {
  /// - Throws: `invalid-argument` if a number that the header promises to be finite is not.
  func check() throws(LayoutError) {
    let inset = contentInset
    guard (inset.top + inset.left + inset.bottom + inset.right) * 0 == 0, scale > 0, scale.isFinite
    else {
      throw LayoutError(
        .invalidArgument, "a content inset has to be finite, and a scale finite and above 0")
    }
  }

  /// Lends the snapshot of this data in a viewport.
  func withSnapshot(
    _ bounds: Rect, _ body: (layout_snapshot) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    unsafe try itemCounts.list.withUnsafeBufferPointer { (counts) throws(LayoutError) in
      var snapshot = layout_snapshot.sized()
      snapshot.section_count = UInt32(clamping: itemCounts.count)
      snapshot.epoch = epoch
      unsafe snapshot.item_counts = counts.isEmpty ? nil : counts.baseAddress
      snapshot.uniform_count = itemCounts.uniformCount ?? 0
      snapshot.bounds = bounds
      snapshot.content_inset = contentInset
      snapshot.scale = scale
      snapshot.direction = isRightToLeft ? LAYOUT_RIGHT_TO_LEFT : LAYOUT_LEFT_TO_RIGHT
      try body(snapshot)
    }
  }
}

extension layout_rect {
  /// True if every number is finite, including those of the far edges.
  package var isFinite: Bool { (x + width) * 0 + (y + height) * 0 == 0 }
  /// True if it is finite and no size is below 0. Layouts may be asked only about such rectangles.
  var isExtent: Bool { isFinite && width >= 0 && height >= 0 }
}

extension HostContext {
  /// Runs `body` with `itemCounts` as the data and `updates` as the current batch.
  func withData<Result>(
    _ itemCounts: SectionCounts, _ updates: [layout_update],
    _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    if self.itemCounts != itemCounts { self.itemCounts = itemCounts }
    if updates.isEmpty { return try body() }
    self.updates = updates
    defer { self.updates = [] }
    return try body()
  }
}
