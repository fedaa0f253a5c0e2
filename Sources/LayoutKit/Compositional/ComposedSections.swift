// SPDX-License-Identifier: Apache-2.0
//
// All that a compositional layout knows of its data and its room.

import LayoutABI

/// The room that sections are laid out in.
struct CompositionRoom: Equatable {
  var direction: ScrollDirection
  /// The viewport less the content inset.
  var size: Size
}

/// Sections, each of the shape that its description gives it. An item's place follows from its number:
/// only groups with views of other sizes than assumed are kept.
final class ComposedSections {
  let compositions: [Composition]
  let room: CompositionRoom
  /// The data that it belongs to.
  let epoch: UInt64
  /// Positions along the layout's axis. A record's `place` is the section's description, its `count`
  /// the number of its groups, and its `lines` are the groups where their lengths differ.
  private(set) var stack: SectionStack
  /// The full group of each description.
  let shapes: [GroupShape]
  /// Whether items of it have badges, by description.
  let hasBadges: [Bool]
  private(set) var measured: MeasuredGroups
  /// What the groups of each description reach, relative to them.
  private(set) var reaches: [Rect]
  /// The lengths of groups where views decide about them.
  private var index: LineIndex

  var direction: ScrollDirection { room.direction }

  /// Lays out all sections.
  /// - Complexity: O(sections + measured items), and the items of one group for each description.
  init(
    _ compositions: [Composition], _ room: CompositionRoom, _ snapshot: borrowing Snapshot,
    measured: MeasuredGroups
  ) throws(LayoutError) {
    self.compositions = compositions
    self.room = room
    self.measured = measured
    epoch = snapshot.epoch
    shapes = compositions.map { composition in
      GroupPlacer.place(
        composition.group, in: room.container(of: composition),
        limit: CompositionParser.itemLimit)
    }
    reaches = shapes.map { $0.reach }
    hasBadges = shapes.map { shape in
      for slot in shape.slots where slot.badge != nil { return true }
      return false
    }
    let stack = try SectionStack(snapshot, room.direction)
    let index = try LineIndex(itemCount: 0)
    self.stack = stack
    self.index = index
    self.stack.breadth = room.direction.across(room.size)
    placeMeasured()
    for section in self.stack.all { try layOut(section) }
    self.stack.stack()
  }

  // MARK: Sections

  var count: Int { stack.records.count }

  func composition(_ section: Int) -> Composition {
    compositions[stack.records[section].place]
  }

  /// The axis that the groups of a section follow each other along.
  func groupAxis(_ composition: Composition) -> ScrollDirection {
    composition.scrollsAcross ? direction.other : direction
  }

  private func layOut(_ section: Int) throws(LayoutError) {
    let number = section % compositions.count
    let composition = compositions[number]
    let record = stack.records.start + section
    record.pointee.place = number
    record.pointee.insets = composition.insets
    record.pointee.header = composition.header
    record.pointee.footer = composition.footer
    let full = shapes[number].slots.count
    record.pointee.count = (record.pointee.itemCount + full - 1) / full
    if composition.group.hasEstimates, record.pointee.count > 0 {
      try buildIndex(section)
    }
    measureBody(section)
  }

  /// The length of a section's body along the layout's axis.
  private func measureBody(_ section: Int) {
    let record = stack.records.start + section
    let composition = composition(section)
    let axis = groupAxis(composition)
    if !composition.scrollsAcross {
      record.pointee.body = length(ofGroups: section, along: axis)
    } else if record.pointee.count == 0 {
      record.pointee.body = 0
    } else {
      // As high as the highest group that is known, until then as assumed.
      let places = measured.places(ofSection: section)
      var body = places.isEmpty ? direction.along(shapes[record.pointee.place].size) : 0
      for place in places { body = max(body, direction.along(measured.groups[place].shape.size)) }
      record.pointee.body = body
    }
  }

  /// How far elements stand out of their sections along the layout's axis, at most.
  var margin: (before: Double, after: Double) {
    var margin = (before: 0.0, after: 0.0)
    for reach in reaches {
      let span = direction.along(reach)
      margin.before = max(margin.before, -span.start)
      margin.after = max(margin.after, span.end)
    }
    return margin
  }

  // MARK: Groups

  /// The rule by which groups stand behind each other: as lines of one item each.
  private func rule(_ gap: Double) -> LineRule {
    var line = SectionRecord()
    line.room = 1
    line.alongSpacing = gap
    return LineRule(line, .vertical)
  }

  private static func line(_ length: Double) -> Size { Size(width: 1, height: length) }

  /// All groups of a section with the gaps between them.
  func length(ofGroups section: Int, along axis: ScrollDirection) -> Double {
    let record = stack.records[section]
    if record.count == 0 { return 0 }
    if !record.lines.isEmpty { return index.total(record.lines).length.value }
    let length = axis.along(shapes[record.place].size)
    return Double(record.count) * length
      + Double(record.count - 1) * compositions[record.place].gap
  }

  /// A section's groups as lines, all as long as assumed but the last, when it is not full, and those
  /// that were measured.
  private func buildIndex(_ section: Int) throws(LayoutError) {
    let record = stack.records.start + section
    let axis = groupAxis(compositions[record.pointee.place])
    let shape = shapes[record.pointee.place]
    record.pointee.lines = try index.assume(
      Self.line(axis.along(shape.size)), count: record.pointee.count)
    let places = measured.places(ofSection: section)
    try index.reserve(changes: places.count + 1)
    for place in places {
      let group = measured.groups[place]
      index.replace(
        Self.line(axis.along(group.shape.size)), at: group.key.item, &record.pointee.lines)
    }
    let last = record.pointee.count - 1
    let rest = record.pointee.itemCount - last * shape.slots.count
    if rest < shape.slots.count, measured.place(section: section, group: last) == nil {
      let size = place(section, group: last, known: []).size
      index.replace(Self.line(axis.along(size)), at: last, &record.pointee.lines)
    }
    index.breakAll(record.pointee.lines, rule(compositions[record.pointee.place].gap))
  }

  /// Lays out one group by what is known of its views.
  private func place(_ section: Int, group: Int, known: [SlotSize]) -> GroupShape {
    let composition = compositions[section % compositions.count]
    let full = shapes[section % compositions.count].slots.count
    return GroupPlacer.place(
      composition.group, in: room.container(of: composition),
      limit: min(full, stack.records[section].itemCount - group * full), known: known)
  }

  /// Where a group starts, from the first one's start on.
  func start(ofGroup group: Int, _ section: Int) -> Double {
    let record = stack.records[section]
    let composition = compositions[record.place]
    if !record.lines.isEmpty {
      return index.line(holding: group, record.lines, rule(composition.gap)).offset.value
    }
    let length = groupAxis(composition).along(shapes[record.place].size)
    return Double(group) * (length + composition.gap)
  }

  /// The shape of a group; of the last, only the first items may be there.
  func shape(ofGroup group: Int, _ section: Int) -> GroupShape {
    if let place = measured.place(section: section, group: group) {
      return measured.groups[place].shape
    }
    return shapes[stack.records[section].place]
  }

  /// Calls `visit` with each group of a section that starts in a part of the axis, which counts from
  /// the first group's start; and with some that start next to it.
  /// - Complexity: O(log *n* + the groups that are visited). Does not allocate.
  func visitGroups(
    _ section: Int, startingIn span: (start: Double, end: Double),
    _ visit: (_ group: Int, _ start: Double) -> Void
  ) {
    let record = stack.records[section]
    guard record.count > 0 else { return }
    let composition = compositions[record.place]
    if !record.lines.isEmpty {
      return visitLines(record.lines, rule(composition.gap), span, visit)
    }
    let pitch = groupAxis(composition).along(shapes[record.place].size) + composition.gap
    var (first, last) = (0, record.count - 1)
    if pitch > 0 {
      // One more on each side, for the rounding of the division.
      let end = Double(record.count)
      first = Int(max(0, min(end, (span.start / pitch).rounded(.down) - 1)))
      last = Int(max(-1, min(end - 1, (span.end / pitch).rounded(.up) + 1)))
    }
    var group = first
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

  // MARK: Sizes that views prefer

  /// Lays out the groups that have measured items, and forgets items that are no longer there.
  private func placeMeasured() {
    var keys: [ItemKey] = []
    for item in measured.items {
      let section = item.key.section
      guard section < count, item.key.item < stack.records[section].itemCount else { continue }
      let full = shapes[section % compositions.count].slots.count
      let key = ItemKey(UInt32(section), UInt32(item.key.item / full))
      if keys.last != key { keys.append(key) }
    }
    for key in keys { keep(key) }
  }

  private func keep(_ key: ItemKey) {
    let full = shapes[key.section % compositions.count].slots.count
    let known = measured.known(section: key.section, first: key.item * full, count: full)
    let shape = place(key.section, group: key.item, known: known)
    measured.keep(shape, key)
    let number = key.section % compositions.count
    reaches[number] = reaches[number].union(shape.reach)
  }

  /// Gives the view of an item the size that it prefers.
  /// - Returns: Whether that changes anything.
  func resize(_ section: Int, _ item: Int, to size: Size) throws(LayoutError) -> Bool {
    let record = stack.records.start + section
    let full = shapes[record.pointee.place].slots.count
    let group = item / full
    let slot = shape(ofGroup: group, section).slots[item % full]
    let isOther =
      slot.followsWidth && size.width != slot.frame.width
      || slot.followsHeight && size.height != slot.frame.height
    guard isOther else { return false }
    try index.reserve(changes: 1)
    measured.note(size, of: ItemKey(UInt32(section), UInt32(item)))
    keep(ItemKey(UInt32(section), UInt32(group)))
    let axis = groupAxis(compositions[record.pointee.place])
    let length = axis.along(shape(ofGroup: group, section).size)
    index.replace(Self.line(length), at: group, &record.pointee.lines)
    index.breakAgain([group], record.pointee.lines, rule(compositions[record.pointee.place].gap))
    measureBody(section)
    stack.stack()
    return true
  }
}

extension CompositionRoom {
  /// What a section leaves to its group.
  func container(of composition: Composition) -> Size {
    let insets = composition.insets
    return Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }
}
