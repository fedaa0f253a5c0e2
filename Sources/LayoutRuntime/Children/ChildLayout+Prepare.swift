// SPDX-License-Identifier: Apache-2.0
//
// A child prepares: its share of its parent's data, room and reason.

import LayoutABI
import LayoutModel

extension ChildLayout {
  /// `prepare`, with the parent's snapshot and reason.
  func prepare(
    _ snapshot: UnsafePointer<layout_snapshot>, _ reason: UnsafePointer<layout_invalidation>
  ) throws(LayoutError) {
    let counts = parent.itemCounts
    let new = ChildPart(first: scope.first, count: scope.count, of: counts)
    let share = ChildReason(
      marks: known(reason.pointee.marks), named: named(by: reason, in: new),
      updates: parent.updates, from: part, to: new)
    let wanted = DataShape(
      epoch: snapshot.pointee.epoch, itemCounts: new.counts(of: counts),
      contentInset: snapshot.pointee.content_inset, scale: snapshot.pointee.scale,
      isRightToLeft: snapshot.pointee.direction == LAYOUT_RIGHT_TO_LEFT
        && context.descriptor.hostMirrors)
    try wanted.check()
    owedMarks |= share.marks | changes(to: wanted, snapshot.pointee.bounds, by: share)
    (partBefore, countsBefore) = parent.updates.isEmpty ? (nil, nil) : (part, shape?.itemCounts)
    updates = share.updates
    guard owedMarks != LAYOUT_MARK_NOTHING else {
      shape?.epoch = wanted.epoch
      part = new
      return
    }
    try prepare(wanted, snapshot.pointee.bounds, share, new)
  }

  /// The marks for what changed without anybody naming it.
  private func changes(to wanted: DataShape, _ room: Rect, by share: ChildReason) -> UInt32 {
    guard let shape else { return LAYOUT_MARK_EVERYTHING }
    var marks = LAYOUT_MARK_NOTHING
    let naming = LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS
    if wanted.itemCounts != shape.itemCounts, share.marks & naming == 0 {
      marks |= LAYOUT_MARK_EVERYTHING
    }
    if room != bounds || wanted.contentInset != shape.contentInset || wanted.scale != shape.scale
      || wanted.isRightToLeft != shape.isRightToLeft
    {
      marks |= LAYOUT_MARK_BOUNDS
    }
    return marks
  }

  private func prepare(
    _ wanted: DataShape, _ room: Rect, _ share: ChildReason, _ new: ChildPart
  ) throws(LayoutError) {
    let marks = owedMarks
    // Should it fail, the lists of this reason are gone.
    owedMarks |= LAYOUT_MARK_EVERYTHING
    queries.firstSection = new.first
    if context.itemCounts != wanted.itemCounts { context.itemCounts = wanted.itemCounts }
    context.updates = share.updates
    var request = FrameRequest(time: 0, oldBounds: room, bounds: room)
    (request.elements, request.updates) = (share.elements, share.updates)
    do throws(LayoutError) {
      try request.withInvalidation(marks) { (why) throws(LayoutError) in
        try wanted.withSnapshot(room) { (snapshot) throws(LayoutError) in
          try instance.prepare(snapshot, why)
        }
      }
    } catch {
      // It is as it was before, and answers for those data.
      if let shape { context.itemCounts = shape.itemCounts }
      if let part { queries.firstSection = part.first }
      throw error
    }
    if let part, part.first != new.first { try moveOffsets(from: part, to: new) }
    crossOffsets.truncate(toSections: parent.itemCounts.count)
    (owedMarks, bounds) = (LAYOUT_MARK_NOTHING, room)
    (shape, part) = (wanted, new)
  }

  /// The child keeps the offset of a section by its own number, which is another in another scope.
  private func moveOffsets(from old: ChildPart, to new: ChildPart) throws(LayoutError) {
    for entry in crossOffsets.entries {
      guard let own = old.inner(UInt32(clamping: entry.section)), own < new.count else { continue }
      try instance.setCrossOffset(0, ofSection: Int(own))
    }
    for entry in crossOffsets.entries {
      guard let own = new.inner(UInt32(clamping: entry.section)) else { continue }
      try instance.setCrossOffset(entry.offset, ofSection: Int(own))
    }
  }

  /// The marks as a child of this host may be told them: one of a later revision means everything.
  private func known(_ marks: UInt32) -> UInt32 {
    marks & ~TrustBorder.knownMarks == 0 ? marks : LAYOUT_MARK_EVERYTHING
  }

  /// The elements that a reason names, in the child's names.
  private func named(
    by reason: UnsafePointer<layout_invalidation>, in new: ChildPart
  ) -> [(category: UInt16, element: layout_element?)] {
    UnsafeBufferPointer(start: reason.pointee.elements, count: Int(reason.pointee.element_count))
      .map {
        ($0.category, inner($0, in: new))
      }
  }

  /// The child's name of an element of the parent's; nil when it is none of the child's.
  func inner(_ element: layout_element, in part: ChildPart) -> layout_element? {
    guard let kind = kinds.inner(element.kind), let path = part.inner(element) else { return nil }
    return layout_element(
      category: element.category, kind: kind, section: path.section, item: path.item)
  }

  /// A property was set: the next `prepare` knows.
  func noteSetting() { owedMarks |= LAYOUT_MARK_PROPERTIES }

  /// The child was given another state: all that it answered may be wrong.
  func noteState() { owedMarks |= LAYOUT_MARK_EVERYTHING }
}
