// SPDX-License-Identifier: Apache-2.0
//
// Groups in which a view said how large it wants to be: they are the only ones that are kept.

import LayoutABI

/// The size that an item's view prefers.
struct MeasuredItem {
  var key: ItemKey
  var size: Size
}

/// A group that is not as the others of its section: with items of other sizes than assumed, or the last
/// one, when it is not full.
struct MeasuredGroup {
  /// Section and group, in the place of section and item.
  var key: ItemKey
  var shape: GroupShape
  /// True when no view of it said anything yet.
  var isAssumed: Bool
}

/// The sizes that views said, by item, and the groups laid out by them. Sorted lists, because
/// hashing has no place in a frame.
struct MeasuredGroups {
  private(set) var items: [MeasuredItem] = []
  private(set) var groups: [MeasuredGroup] = []

  /// Notes the size that an item's view prefers.
  /// - Complexity: O(1) for the last of *n* items, O(*n*) for others.
  mutating func note(_ size: Size, of key: ItemKey) {
    let place = itemPlace(key)
    if place < items.count, items[place].key == key {
      items[place].size = size
    } else {
      items.insert(MeasuredItem(key: key, size: size), at: place)
    }
  }

  /// The sizes known of the `count` items of a section from `first` on, by their place among them.
  func known(section: Int, first: Int, count: Int) -> [SlotSize] {
    var found: [SlotSize] = []
    var place = itemPlace(ItemKey(UInt32(section), UInt32(first)))
    while place < items.count, items[place].key.section == section,
      items[place].key.item < first + count
    {
      found.append(SlotSize(slot: items[place].key.item - first, size: items[place].size))
      place += 1
    }
    return found
  }

  /// Keeps a group's shape.
  mutating func keep(_ shape: GroupShape, _ key: ItemKey, isAssumed: Bool = false) {
    let place = groupPlace(key)
    let group = MeasuredGroup(key: key, shape: shape, isAssumed: isAssumed)
    if place < groups.count, groups[place].key == key {
      groups[place] = group
    } else {
      groups.insert(group, at: place)
    }
  }

  /// The place of a group in ``groups``, or nil when none of its items was measured.
  /// - Complexity: O(log *n*). Does not allocate.
  func place(section: Int, group: Int) -> Int? {
    if groups.isEmpty { return nil }
    let key = ItemKey(UInt32(section), UInt32(group))
    let place = groupPlace(key)
    return place < groups.count && groups[place].key == key ? place : nil
  }

  /// The places in ``groups`` of a section's.
  func places(ofSection section: Int) -> Range<Int> {
    let first = groupPlace(ItemKey(UInt32(section), 0))
    return first..<max(first, groupPlace(ItemKey(UInt32(section), .max)))
  }

  /// Takes the items to where a batch put them, which is one of `paths` each, and forgets the groups.
  mutating func move(to paths: [ItemPath]) {
    var moved: [MeasuredItem] = []
    for index in 0..<items.count where !paths[index].isNone {
      moved.append(MeasuredItem(key: ItemKey(paths[index]), size: items[index].size))
    }
    moved.sortByFirstWord()
    items = moved
    groups = []
  }

  /// The paths of the items in the data.
  var paths: [ItemPath] { items.map { ItemPath($0.key.section, $0.key.item) } }

  private func itemPlace(_ key: ItemKey) -> Int {
    if let last = items.last, last.key < key { return items.count }
    return partition(0..<items.count) { items[$0].key < key }
  }

  private func groupPlace(_ key: ItemKey) -> Int {
    if let last = groups.last, last.key < key { return groups.count }
    return partition(0..<groups.count) { groups[$0].key < key }
  }
}
