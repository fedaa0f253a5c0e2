// SPDX-License-Identifier: Apache-2.0
//
// All data of a compositional layout about its sections and its room.

import LayoutABI

/// The room for the layout of sections.
struct CompositionRoom: Equatable {
  var direction: ScrollDirection
  /// The viewport less the content inset.
  var size: Size
  /// The content inset around it.
  var contentInset = Insets.zero
}

/// Sections, each with the shape of its description. An item's place follows from its number: only
/// groups with views of other sizes than assumed are stored.
final class ComposedSections {
  /// The compositions of the sections.
  let list: CompositionList
  let room: CompositionRoom
  /// The version of the data of these sections.
  let epoch: UInt64
  /// Positions along the layout's axis. A record's `place` is the section's description, its `count`
  /// the number of its groups, and its `lines` are the groups where their lengths differ.
  private(set) var stack: SectionStack
  /// The full group of each description.
  let shapes: [GroupShape]
  /// True when items of a section have badges, by description.
  let hasBadges: [Bool]
  private(set) var measured: MeasuredGroups
  /// The lengths that the views of headers and footers prefer.
  private(set) var boundaries: MeasuredBoundaries
  /// The extents of the groups of each description, relative to the group.
  private(set) var reaches: [Rect]
  /// The offsets of sections that scroll across. They belong to the numbers of the sections; the
  /// host sets them again when a number means another section.
  var offsets: SectionOffsets
  /// The lengths of the groups if views decide about them.
  var index: LineIndex

  var compositions: [Composition] { list.sections }
  var direction: ScrollDirection { room.direction }

  /// Lays out all sections.
  /// - Complexity: O(sections + measured items), and the items of one group for each description.
  init(
    _ list: CompositionList, _ room: CompositionRoom, _ snapshot: borrowing Snapshot,
    measured: MeasuredGroups, boundaries: MeasuredBoundaries, offsets: SectionOffsets
  ) throws(LayoutError) {
    self.list = list
    self.offsets = offsets
    self.room = room
    self.measured = measured
    self.boundaries = boundaries
    epoch = snapshot.epoch
    shapes = list.sections.map { composition in
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
    self.offsets.truncate(toSections: snapshot.sectionCount)
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

  /// Returns the axis along which the groups of a section follow each other.
  func groupAxis(_ composition: Composition) -> ScrollDirection {
    composition.scrollsAcross ? direction.other : direction
  }

  private func layOut(_ section: Int) throws(LayoutError) {
    let number = section % compositions.count
    let composition = compositions[number]
    let record = unsafe stack.records.start + section
    unsafe record.pointee.place = number
    unsafe record.pointee.insets = composition.bodyInsets(direction)
    measureBoundaries(section)
    let full = shapes[number].slots.count
    unsafe record.pointee.count = unsafe (record.pointee.itemCount + full - 1) / full
    if composition.group.hasEstimates, unsafe record.pointee.count > 0 {
      try buildIndex(section)
    }
    measureBody(section)
  }

  /// Measures the room of a section's header and footer.
  private func measureBoundaries(_ section: Int) {
    let record = unsafe stack.records.start + section
    let composition = composition(section)
    let (header, footer) = (composition.header, composition.footer)
    unsafe record.pointee.header = header.overlays ? 0 : extent(of: .header, section)
    unsafe record.pointee.footer = footer.overlays ? 0 : extent(of: .footer, section)
  }

  /// Measures the length of a section's body along the layout's axis.
  private func measureBody(_ section: Int) {
    let record = unsafe stack.records.start + section
    let composition = composition(section)
    let axis = groupAxis(composition)
    if !composition.scrollsAcross {
      unsafe record.pointee.body = length(ofGroups: section, along: axis)
    } else if unsafe record.pointee.count == 0 {
      unsafe record.pointee.body = 0
    } else {
      // As high as the highest measured group; as assumed if no group was measured.
      var known: Double?
      for place in measured.places(ofSection: section) where !measured.groups[place].isAssumed {
        known = max(known ?? 0, direction.along(measured.groups[place].shape.size))
      }
      unsafe record.pointee.body =
        unsafe known ?? direction.along(shapes[record.pointee.place].size)
    }
  }

  /// The maximal distance by which elements extend beyond their sections along the layout's axis.
  var margin: (before: Double, after: Double) {
    var margin = (before: 0.0, after: 0.0)
    for reach in reaches {
      let span = direction.along(reach)
      margin.before = max(margin.before, -span.start)
      margin.after = max(margin.after, span.end)
    }
    return margin
  }

  // MARK: Sizes that views prefer

  /// Lays out the groups that have measured items, and removes items that no longer exist.
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

  /// Stores the last group of a section, which is not full.
  func keepLast(_ group: Int, of section: Int) {
    let shape = place(section, group: group, known: [])
    measured.keep(shape, ItemKey(UInt32(section), UInt32(group)), isAssumed: true)
    let number = section % compositions.count
    reaches[number] = reaches[number].union(shape.reach)
  }

  private func keep(_ key: ItemKey) {
    let full = shapes[key.section % compositions.count].slots.count
    let known = measured.known(section: key.section, first: key.item * full, count: full)
    let shape = place(key.section, group: key.item, known: known)
    measured.keep(shape, key)
    let number = key.section % compositions.count
    reaches[number] = reaches[number].union(shape.reach)
  }

  /// Places the sections again if views changed their lengths. The next `prepare` does so once for all
  /// changes.
  func stackAgain() { stack.stackIfDue() }

  /// Stores the size that the view of an item prefers; ``stackAgain()`` must follow.
  /// - Returns: True when that changes anything.
  func resize(_ section: Int, _ item: Int, to size: Size) throws(LayoutError) -> Bool {
    let record = unsafe stack.records.start + section
    let full = unsafe shapes[record.pointee.place].slots.count
    let group = item / full
    let slot = shape(ofGroup: group, section).slots[item % full]
    let isOther =
      slot.followsWidth && size.width != slot.ownSize.width
      || slot.followsHeight && size.height != slot.ownSize.height
    guard isOther else { return false }
    try index.reserve(changes: 1)
    measured.note(size, of: ItemKey(UInt32(section), UInt32(item)))
    keep(ItemKey(UInt32(section), UInt32(group)))
    let length = unsafe line(shape(ofGroup: group, section), record.pointee.place)
    unsafe index.replace(length, at: group, &record.pointee.lines)
    unsafe index.breakAgain(
      [group], record.pointee.lines, rule(compositions[record.pointee.place].gap))
    measureBody(section)
    stack.isDue = true
    return true
  }

  /// Stores the length that the view of a header or footer prefers; ``stackAgain()`` must follow.
  /// - Returns: True when that changes anything.
  func resize(_ side: BoundarySide, of section: Int, to size: Size) -> Bool {
    let length = direction.along(size)
    let isEstimate = composition(section)[side].isEstimate
    guard isEstimate, length != extent(of: side, section) else { return false }
    boundaries.note(length, of: side, section)
    measureBoundaries(section)
    stack.isDue = true
    return true
  }
}

extension CompositionRoom {
  /// Returns the start and the breadth of a section's strip across the axis: the content's breadth,
  /// or the viewport's.
  func strip(of composition: Composition) -> (start: Double, breadth: Double) {
    let breadth = direction.across(size)
    if !composition.ignoresContentInset { return (0, breadth) }
    let sides = direction.across(contentInset)
    return (-sides.start, sides.start + breadth + sides.end)
  }

  /// Returns the room of a section for its group.
  func container(of composition: Composition) -> Size {
    let insets = composition.bodyInsets(direction)
    let whole = direction.size(
      along: direction.along(size), across: strip(of: composition).breadth)
    return Size(
      width: max(0, whole.width - insets.left - insets.right),
      height: max(0, whole.height - insets.top - insets.bottom))
  }
}
