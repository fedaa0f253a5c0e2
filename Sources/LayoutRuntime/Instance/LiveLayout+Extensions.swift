// SPDX-License-Identifier: Apache-2.0
//
// The calls through extension tables, behind the border.

import LayoutABI
import LayoutModel

extension LiveLayout {
  /// Reads the start or end attributes of elements in an update; see
  /// ``LayoutConnection/updateAttributes(_:defaults:into:)``. On an error `buffer` is empty.
  package func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard instance.hasUpdates else { return false }
    buffer.clear()
    return try guarded { () throws(LayoutError) in
      let shape = try preparedShape()
      let itemCounts = sequence.itemCounts(of: end) ?? []
      try HostInput.check(defaults, itemCounts: itemCounts, border: context.border)
      let scope = context.border.scope(answering: defaults)
      do throws(LayoutError) {
        try context.withData(shape.itemCounts, sequence.updates) { () throws(LayoutError) in
          for index in 0..<defaults.count {
            try instance.updateAttributes(end, index, of: defaults, into: single)
            unsafe try context.border.admit(
              single, onlyAs: defaults.records[index].element, itemCounts: itemCounts,
              call: end.slot.rawValue)
            try buffer.append(0, of: single, in: context.descriptor)
            try context.border.check(buffer.counts, in: scope, call: end.slot.rawValue)
          }
        }
      } catch {
        buffer.clear()
        throw error
      }
      return true
    }
  }

  /// Tells the layout that all starting and final attributes were collected.
  package func finalizeUpdates() throws(LayoutError) {
    guard instance.hasUpdates else { return }
    try guarded { () throws(LayoutError) in
      let updates = sequence.updates
      sequence.noteFinalized()
      try context.withData(context.itemCounts, updates) { () throws(LayoutError) in
        try instance.finalizeUpdates()
      }
    }
  }

  /// Tells the layout of a transition or of a change of the viewport.
  package func notify(_ notice: TransitionNotice) throws(LayoutError) {
    guard instance.hasTransition else { return }
    try guarded { () throws(LayoutError) in
      try HostInput.check(notice)
      try instance.notify(notice)
    }
  }

  /// Returns the marks that preferred sizes invalidate; nil if the layout takes none.
  package func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    guard instance.hasSelfSizing else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      for preference in preferences {
        try HostInput.check(preference, itemCounts: itemCounts, border: context.border)
      }
      var marks = LAYOUT_MARK_NOTHING
      for preference in preferences {
        let more = try instance.preferredSize(preference) ?? LAYOUT_MARK_NOTHING
        try context.border.marks(more, call: Slot.preferredSize.rawValue)
        marks |= more
      }
      return marks
    }
  }

  /// Returns the path that a dragged item would take; nil if the layout does not decide it.
  package func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    guard instance.hasReordering else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(path, position, itemCounts: itemCounts)
      let current = layout_path(section: UInt32(path.section), item: UInt32(path.item))
      guard let target = try instance.reorderingTarget(of: current, at: position) else {
        return nil
      }
      try context.border.reorderingTarget(target, of: current, itemCounts: itemCounts)
      return ItemPath(Int(target.section), Int(target.item))
    }
  }

  /// Reads the attributes of a dragged item. Returns false, with `buffer` untouched, if the layout
  /// gives none.
  package func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard instance.hasReordering else { return false }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(path, position, itemCounts: itemCounts)
      let current = layout_path(section: UInt32(path.section), item: UInt32(path.item))
      single.clear()
      guard try instance.reorderingAttributes(of: current, at: position, into: single) else {
        return false
      }
      try context.border.movingItem(single, at: current, itemCounts: itemCounts)
      guard single.count == 1 else { return false }
      buffer.clear()
      try buffer.append(0, of: single, in: context.descriptor)
      return true
    }
  }

  /// Returns the state as bytes; nil if the layout keeps none.
  package func saveState() throws(LayoutError) -> [UInt8]? {
    guard instance.hasState else { return nil }
    return try guarded { () throws(LayoutError) in try instance.saveState() }
  }

  /// Gives the layout a state; the next frame prepares. Returns false if the layout keeps none.
  package func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    guard instance.hasState else { return false }
    return try guarded { () throws(LayoutError) in
      guard try instance.loadState(bytes, version: version) else { return false }
      sequence.noteState()
      return true
    }
  }
}
