// SPDX-License-Identifier: Apache-2.0
//
// The difference of two frames: elements that appear, stay, change, leave.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The result of a diff. Keeps its memory from frame to frame.
final class FramePlan {
  /// The origin of an element of the new frame.
  struct Origin: Equatable, BitwiseCopyable {
    private static let changed: Int32 = 1 << 30
    private static let adopted: Int32 = 1 << 29
    private let bits: Int32

    /// The origin of an element that was not in the old frame.
    static let none = Origin(bits: -1)

    private init(bits: Int32) { self.bits = bits }

    init(old: Int, isChanged: Bool) {
      bits = Int32(truncatingIfNeeded: old) | (isChanged ? Self.changed : 0)
    }

    /// The origin of an element that becomes visible again while its view animates out.
    init(adopting leaving: Int) {
      bits = Int32(truncatingIfNeeded: leaving) | Self.changed | Self.adopted
    }

    /// True when the element appears.
    var isNew: Bool { bits < 0 }
    /// True when it takes its view back; `old` is then its index among the leaving elements.
    var isAdopted: Bool { bits >= 0 && bits & Self.adopted != 0 }
    /// True when its attributes differ from the old frame's.
    var isChanged: Bool { bits & Self.changed != 0 }
    /// Its index in the old frame; undefined for a new element.
    var old: Int { Int(bits & ~(Self.changed | Self.adopted)) }
  }

  /// One for each element of the new frame, in its order.
  let origins = PlainArray<Origin>()
  /// Indices of the old frame's elements that are gone, ascending.
  let leavers = PlainArray<Int32>()
  /// The number of elements that take back a view that was animating out.
  var adoptedCount = 0

  /// Replaces everything: every old element leaves, every new one appears.
  func replaceAll(old oldCount: Int, new newCount: Int) {
    clear()
    for index in 0..<oldCount { leavers.append(Int32(truncatingIfNeeded: index)) }
    for _ in 0..<newCount { origins.append(.none) }
  }

  /// Matches two frames, each ascending by key, in one linear pass.
  ///
  /// - Parameter wordCounts: Words of a payload block, by kind; nil when the frames come from two
  ///   layouts, whose custom fields cannot be compared: elements that stay then count as changed.
  /// - Complexity: O(old + new). Allocates only to grow.
  func merge(old: Answer, new: Answer, wordCounts: [Int]?) {
    clear()
    var (i, j) = (0, 0)
    while j < new.records.count {
      let key = new.records[j].key
      while i < old.records.count, old.records[i].key < key {
        leavers.append(Int32(truncatingIfNeeded: i))
        i += 1
      }
      if i < old.records.count, old.records[i].key == key {
        let isEqual = wordCounts.map { Answer.looksEqual(old, i, new, j, $0) } ?? false
        origins.append(Origin(old: i, isChanged: !isEqual))
        i += 1
      } else {
        origins.append(.none)
      }
      j += 1
    }
    for rest in i..<max(i, old.records.count) { leavers.append(Int32(truncatingIfNeeded: rest)) }
  }

  /// Drops the last result and keeps the memory.
  func clear() {
    origins.removeAll()
    leavers.removeAll()
    adoptedCount = 0
  }
}

// MARK: - Across a change
//
// Comparing two frames across a change of data or layout: views follow their elements.

extension FramePlan {
  /// Matches two frames, each ascending by key, across a change. An element that stays keeps its
  /// view at any new place; deleted and reloaded elements leave, inserted and reloaded elements
  /// appear.
  ///
  /// Separate from the ordinary comparison, so that other frames pay nothing for it.
  ///
  /// - Parameter wordCounts: Words of a payload block, by kind; nil when the frames come from two
  ///   layouts, whose custom fields cannot be compared: elements that stay then count as changed.
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

  /// Returns the elements of the old frame that survive the change, ascending by their new keys.
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
