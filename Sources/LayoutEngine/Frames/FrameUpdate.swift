// SPDX-License-Identifier: Apache-2.0
//
// A checked batch on its way to the screen, as the frame that shows it needs it.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The facts about a batch that the frame showing it needs. A class, so that the frames without
/// a batch carry one pointer.
final class FrameUpdate {
  /// The way of each item and section.
  let plan: UpdatePlan
  /// Epoch and counts after the batch; the room is the frame's own.
  let shape: DataShape
  /// The order shown changes and not the data: somebody holds an item, and the content stays put.
  let isRearrangement: Bool
  /// True when the view has taken the batch over: its counts are those after it.
  private(set) var isTaken = false
  /// True when the layout is told of the batch. One that has not prepared for the data before
  /// it is not: it prepares everything.
  var isTold = true
  /// The cells ahead of the viewport before the batch; empty unless no cell was in sight.
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

  /// Notes that the view has taken the batch over.
  func take() { isTaken = true }

  /// The batch as layouts are told of it; empty when the layout is not.
  var records: [layout_update] { isTold ? plan.changes.map(\.record) : [] }

  /// The cell of the frame on screen that keeps its place, by its path after the batch: of those that
  /// stay, the one that the rule of ``Anchor`` finds; nil when none stays.
  ///
  /// - Parameter owed: An earlier batch that is not shown yet; its anchor stays the anchor.
  func anchor(from front: ShownFrame, after owed: OwedBatch?) -> Anchor? {
    guard !isRearrangement else { return nil }
    if let kept = owed?.anchor?.followed(plan) { return kept }
    return Anchor.find(in: front.answer.records, scroll: front.scroll, newPath: newPath)
      ?? cellsAhead.withUnsafeBufferPointer {
        Anchor.find(in: $0, scroll: front.scroll, newPath: newPath)
      }
  }

  /// The path after the batch of the item that takes the place of the one at `old`: the same item, or the
  /// one that a reload puts there. Of a reloaded section that is the item with the same number; nil
  /// where the section has fewer items now.
  private func newPath(of old: ItemPath) -> ItemPath? {
    guard let path = plan.newPlace(of: old), shape.itemCounts.indices.contains(path.section),
      path.item < Int(shape.itemCounts[path.section])
    else { return nil }
    return path
  }
}

/// The facts about a batch that the layout failed to show, for the next good frame.
///
/// The view has taken the batch over: counts, selection and elements on screen go by the new paths.
/// The layout has not prepared for it, so it is told to prepare everything, and of no batch.
struct OwedBatch {
  /// The cell that keeps its place, by its path in the present data; nil when none does.
  let anchor: Anchor?
  /// Only the order shown changed, and not the data.
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
// Where the elements of one frame are in the next, when more than scrolling lies between them.

/// The way of elements across a change: a batch, a change of layout, or one that keeps every path.
struct ElementRoute {
  private enum Change {
    case none
    /// - Parameter ofItems: By kind, whether its elements belong to items; else to whole sections.
    case update(UpdatePlan, ofItems: [Bool])
    /// Kinds of the one layout in the numbers of the other, where both have it.
    case swap(newKinds: [UInt16?], oldKinds: [UInt16?])
  }

  private let change: Change

  private init(_ change: Change) { self.change = change }

  /// Every element stays where it is in the data.
  static let unchanged = ElementRoute(.none)

  /// Across a batch. A kind that shows at other items than the first belongs to items, as cells do;
  /// else its elements are those of sections, such as headers, whose path ends in 0.
  static func through(_ plan: UpdatePlan, old: Answer, new: Answer, kindCount: Int) -> Self {
    var ofItems = [Bool](repeating: false, count: kindCount)
    ofItems[0] = true
    for records in [old.records, new.records] {
      for record in records where record.item > 0 { ofItems[Int(record.kind)] = true }
    }
    return Self(.update(plan, ofItems: ofItems))
  }

  /// From one layout to another: cells by path, supplementary elements by path and kind. Decorations
  /// are each layout's own.
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

  /// Returns the element after the change; nil when it is deleted, is made anew, or means
  /// nothing after the change.
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

  /// Returns the element before the change; nil when it is inserted, is made anew, or meant
  /// nothing before the change.
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
  /// Returns the element's names after the batch, as far as it needs to be named: what is
  /// deleted is not, nor is what the batch itself says is made anew. Of a supplementary or a
  /// decoration that stands at a first item nobody can tell whether it is the item's or the
  /// section's, so both are named.
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

  /// Returns the new path of an element that belongs to a whole section, such as its header;
  /// nil when the section was deleted or is made anew.
  fileprivate func newHead(of old: ItemPath) -> ItemPath? {
    guard !isReloaded(section: old.section) else { return nil }
    return newSection(of: old.section).map { ItemPath($0, old.item) }
  }

  /// Returns its old path; nil when the section was inserted or is made anew.
  fileprivate func oldHead(of new: ItemPath) -> ItemPath? {
    guard let old = oldSection(of: new.section), !isReloaded(section: old) else { return nil }
    return ItemPath(old, new.item)
  }
}
