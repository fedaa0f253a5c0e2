// SPDX-License-Identifier: Apache-2.0
//
// A frame's request and the data's shape, as the records that the header declares.

import LayoutABI
import LayoutModel

extension FrameRequest {
  /// - Throws: `invalid-argument` when a number that the header promises to be finite is not.
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

  /// - Throws: `invalid-argument` when a cross offset is not finite or its section not in the data.
  func checkCrossOffsets(sectionCount: Int) throws(LayoutError) {
    // By index, here and elsewhere on the way of a frame: without optimisation an iterator over
    // records allocates.
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

  /// The change that `should_invalidate` is told.
  var boundsChange: layout_bounds_change {
    var change = layout_bounds_change.sized()
    change.flags = touch == nil ? 0 : LAYOUT_BOUNDS_TOUCH
    change.old_bounds = oldBounds
    change.new_bounds = bounds
    change.touch = touch ?? .zero
    change.time = time
    return change
  }

  /// Lends the reason for a `prepare`. Where everything is stale no element is named.
  func withInvalidation(
    _ marks: UInt32, _ body: (layout_invalidation) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let named = marks & LAYOUT_MARK_EVERYTHING == 0 ? elements : []
    try named.withUnsafeBufferPointer { (elements) throws(LayoutError) in
      try updates.withUnsafeBufferPointer { (updates) throws(LayoutError) in
        var why = layout_invalidation.sized()
        why.marks = marks
        why.elements = elements.baseAddress
        why.updates = updates.baseAddress
        why.element_count = UInt32(clamping: elements.count)
        why.update_count = UInt32(clamping: updates.count)
        try body(why)
      }
    }
  }
}

extension DataShape {
  /// - Throws: `invalid-argument` when a number that the header promises to be finite is not.
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
    try itemCounts.list.withUnsafeBufferPointer { (counts) throws(LayoutError) in
      var snapshot = layout_snapshot.sized()
      snapshot.section_count = UInt32(clamping: itemCounts.count)
      snapshot.epoch = epoch
      snapshot.item_counts = counts.isEmpty ? nil : counts.baseAddress
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
  /// True when every number is finite, those of the far edges too.
  package var isFinite: Bool { (x + width) * 0 + (y + height) * 0 == 0 }
  /// True when it is finite and no size is below 0: what layouts may be asked about.
  var isExtent: Bool { isFinite && width >= 0 && height >= 0 }
}

extension HostContext {
  /// Runs `body` while the data is `itemCounts` and the batch under way is `updates`.
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
