// SPDX-License-Identifier: Apache-2.0
//
// The groups of a section, one behind the other: by arithmetic if all have one length, and in the line
// index of flow layouts, one group a line, if views decide about their lengths.

import LayoutABI

extension ComposedSections {
  /// Returns the rule for groups one behind the other: lines of one item each.
  func rule(_ gap: Double) -> LineRule {
    LineRule(room: 1, between: 0, spacing: gap, .vertical)
  }

  /// Returns a group of a description as a line. Where its length is not that of its views it is stacked
  /// as groups without views are, by ``pitch(ofGroups:)``.
  func line(_ shape: GroupShape, _ place: Int) -> Size {
    let axis = groupAxis(compositions[place])
    let length = axis.along(shape.size)
    let isFixed = !compositions[place].group.extent(along: axis).isEstimate
    let isNone = isFixed && length + compositions[place].gap <= 0
    return Size(width: 1, height: isNone ? pitch(ofGroups: place) : length)
  }

  /// Returns the length of all groups of a section with the gaps between them.
  func length(ofGroups section: Int, along axis: ScrollDirection) -> Double {
    let record = stack.records[section]
    if record.count == 0 { return 0 }
    if !record.lines.isEmpty { return index.total(record.lines).length.value }
    let length = axis.along(shapes[record.place].size)
    let gap = compositions[record.place].gap
    if length + gap <= 0 { return Double(record.count - 1) * pitch(ofGroups: record.place) }
    return Double(record.count) * length + Double(record.count - 1) * gap
  }

  /// Returns the distance between the starts of two groups of a description, above 0: 1 point for groups
  /// without length and gap, such as in a window before it is shown. Few groups are then at one place.
  private func pitch(ofGroups place: Int) -> Double {
    let composition = compositions[place]
    let pitch = groupAxis(composition).along(shapes[place].size) + composition.gap
    return pitch > 0 ? pitch : 1
  }

  /// Builds the index of a section's groups as lines: all have the assumed length, except measured
  /// groups and a last group that is not full.
  func buildIndex(_ section: Int) throws(LayoutError) {
    let record = unsafe stack.records.start + section
    let number = unsafe record.pointee.place
    let shape = shapes[number]
    unsafe record.pointee.lines = unsafe try index.assume(
      line(shape, number), count: record.pointee.count)
    let places = measured.places(ofSection: section)
    try index.reserve(changes: places.count + 1)
    for place in places {
      let group = measured.groups[place]
      unsafe index.replace(
        line(group.shape, number), at: group.key.item, &record.pointee.lines)
    }
    let last = unsafe record.pointee.count - 1
    let rest = unsafe record.pointee.itemCount - last * shape.slots.count
    if rest < shape.slots.count, measured.place(section: section, group: last) == nil {
      keepLast(last, of: section)
      let shorter = self.shape(ofGroup: last, section)
      unsafe index.replace(line(shorter, number), at: last, &record.pointee.lines)
    }
    unsafe index.breakAll(record.pointee.lines, rule(compositions[number].gap))
  }

  /// Lays out one group with the known sizes of its views.
  func place(_ section: Int, group: Int, known: [SlotSize]) -> GroupShape {
    let composition = compositions[section % compositions.count]
    let full = shapes[section % compositions.count].slots.count
    return GroupPlacer.place(
      composition.group, in: room.container(of: composition),
      limit: min(full, stack.records[section].itemCount - group * full), known: known)
  }

  /// Returns the start of a group, relative to the start of the first group.
  func start(ofGroup group: Int, _ section: Int) -> Double {
    let record = stack.records[section]
    if !record.lines.isEmpty {
      let composition = compositions[record.place]
      return index.line(holding: group, record.lines, rule(composition.gap)).offset.value
    }
    return Double(group) * pitch(ofGroups: record.place)
  }

  /// Returns the shape of a group; the last group may have only the first items.
  func shape(ofGroup group: Int, _ section: Int) -> GroupShape {
    if let place = measured.place(section: section, group: group) {
      return measured.groups[place].shape
    }
    return shapes[stack.records[section].place]
  }

  /// Calls `visit` with each group of a section that starts in a part of the axis, relative to the
  /// start of the first group, and with some neighbours of these groups.
  /// - Complexity: O(log *n* + the groups that are visited). Does not allocate.
  func visitGroups(
    _ section: Int, startingIn span: (start: Double, end: Double),
    _ visit: (_ group: Int, _ start: Double) -> Void
  ) {
    let record = stack.records[section]
    guard record.count > 0 else { return }
    if !record.lines.isEmpty {
      return visitLines(record.lines, rule(compositions[record.place].gap), span, visit)
    }
    let pitch = pitch(ofGroups: record.place)
    // One group more on each side, for the rounding of the division.
    let end = Double(record.count)
    var group = Int(max(0, min(end, (span.start / pitch).rounded(.down) - 1)))
    let last = Int(max(-1, min(end - 1, (span.end / pitch).rounded(.up) + 1)))
    while group <= last {
      visit(group, Double(group) * pitch)
      group += 1
    }
  }

  private func visitLines(
    _ root: LineRoot, _ rule: LineRule, _ span: (start: Double, end: Double),
    _ visit: (_ group: Int, _ start: Double) -> Void
  ) {
    var line = index.line(reaching: span.start, from: 0, root, rule)
    while line.leaf != ItemLeaf.none, line.offset.value <= span.end {
      let (group, offset) = (line.first + line.item, line.offset)
      var length = 0.0
      index.forEachSize(onLine: &line) { size in
        length = size.height
        return true
      }
      visit(group, offset.value)
      line.offset = offset + FixedLength(length) + rule.spacing
    }
  }
}

// MARK: - Measured groups
//
// Groups in which a view reported its size. Only these groups are stored.

/// The size that an item's view prefers.
struct MeasuredItem {
  var key: ItemKey
  var size: Size
}

/// A group that differs from the other groups of its section: an item has another size than assumed, or
/// the group is the last and not full.
struct MeasuredGroup {
  /// Section and group, stored as section and item.
  var key: ItemKey
  var shape: GroupShape
  /// True when no view of the group has reported a size yet.
  var isAssumed: Bool
}

/// The sizes that views reported, by item, and the groups with these sizes. Sorted lists, because a
/// hash table is too slow for a frame.
struct MeasuredGroups {
  private(set) var items: [MeasuredItem] = []
  private(set) var groups: [MeasuredGroup] = []

  /// Stores the size that an item's view prefers.
  /// - Complexity: O(1) for the last of *n* items, O(*n*) for others.
  mutating func note(_ size: Size, of key: ItemKey) {
    let place = itemPlace(key)
    if place < items.count, items[place].key == key {
      items[place].size = size
    } else {
      items.insert(MeasuredItem(key: key, size: size), at: place)
    }
  }

  /// Returns the known sizes among the `count` items of a section from `first` on, each with its
  /// index among them.
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

  /// Stores a group's shape.
  mutating func keep(_ shape: GroupShape, _ key: ItemKey, isAssumed: Bool = false) {
    let place = groupPlace(key)
    let group = MeasuredGroup(key: key, shape: shape, isAssumed: isAssumed)
    if place < groups.count, groups[place].key == key {
      groups[place] = group
    } else {
      groups.insert(group, at: place)
    }
  }

  /// Returns the index of a group in ``groups``, or nil when none of its items was measured.
  /// - Complexity: O(log *n*). Does not allocate.
  func place(section: Int, group: Int) -> Int? {
    if groups.isEmpty { return nil }
    let key = ItemKey(UInt32(section), UInt32(group))
    let place = groupPlace(key)
    return place < groups.count && groups[place].key == key ? place : nil
  }

  /// Returns the indices in ``groups`` of a section's groups.
  func places(ofSection section: Int) -> Range<Int> {
    let first = groupPlace(ItemKey(UInt32(section), 0))
    return first..<max(first, groupPlace(ItemKey(UInt32(section), .max)))
  }

  /// Moves the items to their paths after a batch, one of `paths` each, and removes the groups.
  mutating func move(to paths: [ItemPath]) {
    var moved: [MeasuredItem] = []
    for index in 0..<items.count where !paths[index].isNone {
      moved.append(MeasuredItem(key: ItemKey(paths[index]), size: items[index].size))
    }
    moved.sortByFirstWords()
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
