// SPDX-License-Identifier: Apache-2.0
//
// The earlier data of a session, computed by reverting its batches.

import LayoutABI
import LayoutHost
import LayoutIsolation
import LayoutModel

/// The data at the first frame of a record, and the changes in later frames.
///
/// An app cannot answer for a deleted item: such an item is in the data, without a size.
struct DataHistory {
  /// The change of the data before a frame.
  enum Change {
    /// A batch.
    case batch([DataChange])
    /// A replacement without a batch, before a reload.
    case replaced([DataChange])
  }

  /// The data at the first frame.
  private(set) var start: ScenarioData
  /// The changes by the index of the call, for frames with other data than the frame before.
  private(set) var changes: [Int: Change] = [:]

  /// - Parameters:
  ///   - calls: The last one is about the current data.
  ///   - now: The current data.
  init(of calls: ArraySlice<CallNote>, now: ScenarioData) {
    start = now
    let frames = calls.indices.filter { calls[$0].frame != nil }
    for (earlier, later) in zip(frames, frames.dropFirst()).reversed() {
      guard calls[earlier].epoch != calls[later].epoch, let frame = calls[later].frame,
        let counts = calls[earlier].frame?.itemCounts?.map(Int.init)
      else { continue }
      if let batch = Batch(frame.updates, to: start, from: counts) {
        changes[later] = .batch(batch.changes)
        start = batch.before
      } else if counts != start.counts {
        changes[later] = .replaced(start.replacing(sectionCount: counts.count))
        start = ScenarioData(counts.map(SectionContent.init(count:)), queries: start.queries)
      }
    }
  }

  /// A batch, and the data before it.
  private struct Batch {
    let changes: [DataChange]
    let before: ScenarioData

    /// Nil when there is no batch, or when its changes do not lead back to sections of `counts`.
    init?(_ updates: [layout_update], to after: ScenarioData, from counts: [Int]) {
      guard !updates.isEmpty else { return nil }
      let contents = after.standing
      changes = updates.flatMap { $0.changes(to: after, contents) }
      var before = after
      before.apply(updates.compactMap { $0.undone(from: counts) })
      guard before.counts == counts else { return nil }
      // From here on the items are named by their first places, as in the scenario.
      self.before = ScenarioData(before.standing, queries: after.queries)
    }
  }
}

extension layout_update {
  private var isOfSection: Bool { of_section != 0 }

  /// The change in the form of a step, with the app's answers for inserted elements.
  fileprivate func changes(to data: ScenarioData, _ contents: [SectionContent]) -> [DataChange] {
    let (old, new) = (Int(before.section), Int(after.section))
    let (from, to) = (ItemPath(old, Int(before.item)), ItemPath(new, Int(after.item)))
    let content = contents.indices.contains(new) ? contents[new] : .empty
    switch (action, isOfSection) {
    case (LAYOUT_UPDATE_INSERT, true): return [DataChange(.insertSection(new), .section(content))]
    case (LAYOUT_UPDATE_INSERT, false):
      return [
        DataChange(.insertItem(to), .item(data.content(ofItemAt: to) ?? ItemContent(size: nil)))
      ]
    case (LAYOUT_UPDATE_DELETE, true): return [DataChange(.deleteSection(old))]
    case (LAYOUT_UPDATE_DELETE, false): return [DataChange(.deleteItem(from))]
    case (LAYOUT_UPDATE_MOVE, true): return [DataChange(.moveSection(from: old, to: new))]
    case (LAYOUT_UPDATE_MOVE, false): return [DataChange(.moveItem(from: from, to: to))]
    case (LAYOUT_UPDATE_RELOAD, true):
      return [
        DataChange(.deleteSection(old), isTold: false),
        DataChange(.insertSection(new), .section(content), isTold: false),
        DataChange(.reloadSection(old)),
      ]
    default:
      return [
        DataChange(.reloadItem(from), data.content(ofItemAt: to).map { .item($0) } ?? .nothing)
      ]
    }
  }

  /// The inverse change; nil if there is nothing to revert.
  fileprivate func undone(from counts: [Int]) -> DataChange? {
    let (old, new) = (Int(before.section), Int(after.section))
    let (from, to) = (ItemPath(old, Int(before.item)), ItemPath(new, Int(after.item)))
    let content = SectionContent(count: counts.indices.contains(old) ? counts[old] : 0)
    return switch (action, isOfSection) {
    case (LAYOUT_UPDATE_INSERT, true): DataChange(.deleteSection(new))
    case (LAYOUT_UPDATE_INSERT, false): DataChange(.deleteItem(to))
    case (LAYOUT_UPDATE_DELETE, true): DataChange(.insertSection(old), .section(content))
    case (LAYOUT_UPDATE_DELETE, false): DataChange(.insertItem(from), .item(ItemContent(size: nil)))
    case (LAYOUT_UPDATE_MOVE, true): DataChange(.moveSection(from: new, to: old))
    case (LAYOUT_UPDATE_MOVE, false): DataChange(.moveItem(from: to, to: from))
    default: nil
    }
  }
}
