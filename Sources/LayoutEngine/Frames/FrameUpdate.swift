// SPDX-License-Identifier: Apache-2.0
//
// A checked batch in the form for the frame that shows it.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The data of a batch for the frame that shows it. A class, so that the frames without a batch
/// carry one pointer.
final class FrameUpdate {
  /// The map of items and sections.
  let plan: UpdatePlan
  /// Epoch and counts after the batch; the viewport is the frame's own.
  let shape: DataShape
  /// True when only the order shown changes and not the data: a person moves an item, and the
  /// content keeps its place.
  let isRearrangement: Bool
  /// True when the view has applied the batch: its counts are those after it.
  private(set) var isApplied = false
  /// True when the layout receives the batch. A layout that has not prepared for the previous data
  /// does not: it prepares everything.
  var isTold = true
  /// The cells ahead of the viewport before the batch; empty if a cell was visible.
  private let cellsAhead: [layout_attributes]

  init(
    plan: UpdatePlan, shape: DataShape, cellsAhead: [layout_attributes],
    isRearrangement: Bool = false
  ) {
    self.isRearrangement = isRearrangement
    self.plan = plan
    self.shape = shape
    self.cellsAhead = cellsAhead
  }

  /// Records that the view has applied the batch.
  func markApplied() { isApplied = true }

  /// The batch as records for layouts; empty when the layout does not receive it.
  var records: [layout_update] { isTold ? plan.changes.map(\.record) : [] }

  /// The cell of the frame on screen that keeps its place, by its path after the batch: the first
  /// choice of ``Anchor`` among the cells that are not deleted; nil when there is none. A reloaded
  /// cell counts, by its place.
  ///
  /// - Parameter owed: An earlier batch that is not shown yet; its anchor stays the anchor.
  func anchor(from front: ShownFrame, after owed: OwedBatch?) -> Anchor? {
    guard !isRearrangement else { return nil }
    if let kept = owed?.anchor?.followed(plan) { return kept }
    return Anchor.find(in: front.answer.records, scroll: front.scroll, newPath: anchorPath)
      ?? cellsAhead.withUnsafeBufferPointer {
        Anchor.find(in: $0, scroll: front.scroll, newPath: anchorPath)
      }
  }

  /// The path after the batch of the item at `old`, or of the item that a reload puts there. In a
  /// reloaded section that is the item with the same number; nil if the section has fewer items
  /// now.
  private func anchorPath(of old: ItemPath) -> ItemPath? {
    guard let path = plan.newPlace(of: old), shape.itemCounts.indices.contains(path.section),
      path.item < Int(shape.itemCounts[path.section])
    else { return nil }
    return path
  }
}

/// The data of a batch that the layout failed to show, for the next good frame.
///
/// The view has applied the batch: counts, selection and elements on screen have the new paths. The
/// layout has not prepared for it, so it prepares everything, and receives no batch.
struct OwedBatch {
  /// The cell that keeps its place, by its path in the current data; nil when there is none.
  let anchor: Anchor?
  /// True when only the order shown changed, and not the data.
  let isRearrangement: Bool
}

extension Anchor {
  /// The same anchor by its path after a batch; nil when its cell is gone.
  func followed(_ plan: UpdatePlan) -> Anchor? {
    guard let path = plan.keptPlace(of: path) else { return nil }
    var anchor = self
    anchor.path = path
    return anchor
  }
}

// MARK: - The way of elements
//
// The map of elements from one frame to the next, if more than scrolling lies between them.

/// The map of elements across a change: a batch, a change of layout, or one that keeps every path.
struct ElementRoute {
  private enum Change {
    case none
    /// - Parameter ofItems: By kind, true if its elements belong to items; false if they belong to
    ///   whole sections.
    case update(UpdatePlan, ofItems: [Bool])
    /// A map of the kinds of one layout to those of the other, where both have a kind.
    case swap(newKinds: [UInt16?], oldKinds: [UInt16?])
  }

  private let change: Change

  private init(_ change: Change) { self.change = change }

  /// Every element keeps its path.
  static let unchanged = ElementRoute(.none)

  /// The map across a batch. A kind that occurs at other items than the first belongs to items, as
  /// cells do; otherwise its elements belong to sections, such as headers, whose path ends in 0.
  static func through(_ plan: UpdatePlan, old: Answer, new: Answer, kindCount: Int) -> Self {
    var ofItems = [Bool](repeating: false, count: kindCount)
    ofItems[0] = true
    for records in [old.records, new.records] {
      for record in records where record.item > 0 { ofItems[Int(record.kind)] = true }
    }
    return Self(.update(plan, ofItems: ofItems))
  }

  /// The map from one layout to another: cells by path, supplementary elements by path and kind.
  /// Decorations belong to one layout.
  static func from(_ old: KindTable, to new: KindTable) -> Self {
    func numbers(_ kinds: KindTable, in other: KindTable) -> [UInt16?] {
      kinds.kinds.map { kind in
        switch kind.category {
        case .cell: 0
        case .supplementary: other.index(of: kind.name, in: .supplementary)
        case .decoration: nil
        }
      }
    }
    return Self(.swap(newKinds: numbers(old, in: new), oldKinds: numbers(new, in: old)))
  }

  /// Returns the element after the change; nil when it is deleted, reloaded, or does not exist
  /// after the change.
  func new(of old: layout_attributes) -> layout_element? {
    switch change {
    case .none: return element(old, old.kind, old.path)
    case .swap(let newKinds, _):
      return newKinds[Int(old.kind)].map { element(old, $0, old.path) }
    case .update where old.section == LAYOUT_PATH_NONE: return element(old, old.kind, old.path)
    case .update(let plan, let ofItems):
      let path = ofItems[Int(old.kind)] ? plan.newPath(of: old.path) : plan.newHead(of: old.path)
      return path.map { element(old, old.kind, $0) }
    }
  }

  /// Returns the element before the change; nil when it is inserted, reloaded, or did not exist
  /// before the change.
  func old(of new: layout_attributes) -> layout_element? {
    switch change {
    case .none: return element(new, new.kind, new.path)
    case .swap(_, let oldKinds):
      return oldKinds[Int(new.kind)].map { element(new, $0, new.path) }
    case .update where new.section == LAYOUT_PATH_NONE: return element(new, new.kind, new.path)
    case .update(let plan, let ofItems):
      let path = ofItems[Int(new.kind)] ? plan.oldPath(of: new.path) : plan.oldHead(of: new.path)
      return path.map { element(new, new.kind, $0) }
    }
  }

  private func element(
    _ record: layout_attributes, _ kind: UInt16, _ path: ItemPath
  ) -> layout_element {
    layout_element(
      category: record.category, kind: kind, section: UInt32(truncatingIfNeeded: path.section),
      item: UInt32(truncatingIfNeeded: path.item))
  }
}

extension UpdatePlan {
  /// Returns the element's ids after the batch that must be named. Deleted and reloaded elements
  /// are omitted, because the batch names them. A supplementary or decoration at a first item may
  /// belong to the item or to the section, so both ids are returned.
  func newNames(of element: layout_element) -> [layout_element] {
    // A decoration that belongs to no section.
    if element.section == LAYOUT_PATH_NONE { return [element] }
    let old = ItemPath(Int(element.section), Int(element.item))
    var paths = [newPath(of: old)]
    if element.category != LAYOUT_CELL, old.item == 0 {
      let head = newHead(of: old)
      if head != paths[0] { paths.append(head) }
    }
    return paths.compactMap { $0 }.map { path in
      var element = element
      element.section = UInt32(truncatingIfNeeded: path.section)
      element.item = UInt32(truncatingIfNeeded: path.item)
      return element
    }
  }

  /// Returns the new path of an element that belongs to a whole section, such as its header; nil
  /// when the section was deleted or reloaded.
  fileprivate func newHead(of old: ItemPath) -> ItemPath? {
    guard !isReloaded(section: old.section) else { return nil }
    return newSection(of: old.section).map { ItemPath($0, old.item) }
  }

  /// Returns its old path; nil when the section was inserted or reloaded.
  fileprivate func oldHead(of new: ItemPath) -> ItemPath? {
    guard let old = oldSection(of: new.section), !isReloaded(section: old) else { return nil }
    return ItemPath(old, new.item)
  }
}
