// SPDX-License-Identifier: Apache-2.0
//
// Matching two frames when a change of data or layout lies between them: views follow their elements.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension FramePlan {
  /// Matches two frames, each ascending by key, across a change. An element that stays keeps its view
  /// wherever it went; what is gone or is made anew leaves, what is new or is made anew appears.
  ///
  /// Apart from the ordinary match, so that other frames pay nothing for it.
  ///
  /// - Parameter wordCounts: Words of a payload block, by kind; nil when the frames come from two
  ///   layouts, whose custom fields cannot be compared: what stays then counts as changed.
  /// - Complexity: O(new + old · log(old · changes)).
  func merge(old: Answer, new: Answer, wordCounts: [Int]?, along route: ElementRoute) {
    clear()
    let survivors = Self.survivors(of: old, along: route)
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
        old.records[i].key == key
        && wordCounts.map { Answer.looksEqual(old, i, new, j, $0) } ?? false
      origins.append(Origin(old: i, isChanged: !isEqual))
    }
    for i in stayed.indices where !stayed[i] {
      leavers.append(Int32(truncatingIfNeeded: i))
    }
  }

  /// The elements of the old frame that the change leaves in being, ascending by their new keys.
  private static func survivors(
    of old: Answer, along route: ElementRoute
  ) -> [(key: ElementKey, old: Int)] {
    var survivors: [(key: ElementKey, old: Int)] = []
    survivors.reserveCapacity(old.records.count)
    for (index, record) in old.records.enumerated() {
      if let element = route.new(of: record) { survivors.append((element.key, index)) }
    }
    survivors.sort { $0.key < $1.key }
    return survivors
  }
}
