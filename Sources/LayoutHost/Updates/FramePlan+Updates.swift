// SPDX-License-Identifier: Apache-2.0
//
// Matching two frames when a batch lies between them: views follow their items.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

extension FramePlan {
  /// Matches two frames, each ascending by key, across a batch. An element that stays keeps its view
  /// wherever it went; what was deleted or is made anew leaves, what was inserted or is made anew
  /// appears.
  ///
  /// Apart from the ordinary match, so that frames without a batch pay nothing for it.
  ///
  /// - Parameter wordCounts: Words of a payload block, by kind.
  /// - Complexity: O(new + old · log(old · changes)).
  func merge(old: Answer, new: Answer, wordCounts: [Int], through plan: UpdatePlan) {
    clear()
    let survivors = Self.survivors(of: old, in: new, through: plan, kindCount: wordCounts.count)
    var stayed = [Bool](repeating: false, count: old.records.count)
    var next = 0
    for j in new.records.indices {
      let key = new.records[j].key
      while next < survivors.count, survivors[next].key < key { next += 1 }
      guard next < survivors.count, survivors[next].key == key else {
        origins.append(.none)
        continue
      }
      let i = survivors[next].old
      stayed[i] = true
      // A view knows its path, so a new path alone is a change.
      let isEqual =
        old.records[i].key == key && Answer.looksEqual(old, i, new, j, wordCounts)
      origins.append(Origin(old: i, isChanged: !isEqual))
    }
    for i in stayed.indices where !stayed[i] {
      leavers.append(Int32(truncatingIfNeeded: i))
    }
  }

  /// The elements of the old frame that the batch leaves in being, ascending by their new keys.
  private static func survivors(
    of old: Answer, in new: Answer, through plan: UpdatePlan, kindCount: Int
  ) -> [(key: ElementKey, old: Int)] {
    var belongsToItems = [Bool](repeating: false, count: kindCount)
    belongsToItems[0] = true
    for records in [old.records, new.records] {
      for record in records where record.item > 0 { belongsToItems[Int(record.kind)] = true }
    }
    var survivors: [(key: ElementKey, old: Int)] = []
    survivors.reserveCapacity(old.records.count)
    for (index, record) in old.records.enumerated() {
      let isOfItem = belongsToItems[Int(record.kind)]
      guard let path = isOfItem ? plan.newPath(of: record.path) : plan.newHead(of: record.path)
      else { continue }
      var moved = record
      moved.section = UInt32(truncatingIfNeeded: path.section)
      moved.item = UInt32(truncatingIfNeeded: path.item)
      survivors.append((moved.key, index))
    }
    survivors.sort { $0.key < $1.key }
    return survivors
  }
}

extension UpdatePlan {
  /// Where an element that belongs to a whole section went, such as its header, whose path ends in 0;
  /// nil when the section was deleted or is made anew. A kind that shows at other items too belongs
  /// to items instead.
  fileprivate func newHead(of old: ItemPath) -> ItemPath? {
    guard !isReloaded(section: old.section) else { return nil }
    return newSection(of: old.section).map { ItemPath($0, old.item) }
  }
}
