// SPDX-License-Identifier: Apache-2.0
//
// Which sections, groups and items a rectangle meets.

import LayoutABI

extension ComposedSections {
  /// True when an element stays on screen while its section is there.
  var pinsAnything: Bool {
    for composition in compositions where composition.pinsAnything { return true }
    return false
  }

  /// The sections that can have elements in a rectangle.
  /// - Complexity: O(log *n* + descriptions).
  func sections(meeting rect: Rect) -> Range<Int> {
    let span = direction.along(rect)
    let margin = margin
    let first = stack.firstSection(reaching: span.start - margin.after)
    let end = partition(first..<count) { stack.records[$0].start <= span.end + margin.before }
    return first..<end
  }

  /// Returns the origin of a section's first group, scrolled across.
  func origin(of section: Int) -> Point {
    let record = stack.records[section]
    let composition = compositions[record.place]
    let side =
      room.strip(of: composition).start
      + (composition.scrollsAcross
        ? ends(ofGroups: section).start - offsets[section]
        : direction.across(record.insets).start)
    return direction.rect(along: record.bodyStart, across: side, length: 0, breadth: 0).origin
  }

  /// Calls `visit` with the items of the groups of a section that can meet a rectangle, in order, each
  /// with its slot and its group's place.
  /// - Complexity: O(log *n* + the items of the groups that are visited). Does not allocate.
  func visitSlots(
    _ section: Int, in rect: Rect, _ visit: (_ item: Int, _ slot: GroupSlot, Vector) -> Void
  ) {
    let record = stack.records[section]
    let composition = compositions[record.place]
    let axis = groupAxis(composition)
    let origin = origin(of: section)
    let reach = axis.along(reaches[record.place])
    let (seen, first) = (axis.along(rect), axis.along(origin))
    let span = (start: seen.start - first - reach.end, end: seen.end - first - reach.start)
    let full = shapes[record.place].slots.count
    visitGroups(section, startingIn: span) { group, start in
      let place = place(of: start, from: origin, axis)
      let known = measured.place(section: section, group: group)
      let item = group * full
      for number in 0..<min(full, record.itemCount - item) {
        let slot =
          known.map { measured.groups[$0].shape.slots[number] }
          ?? shapes[record.place].slots[number]
        visit(item + number, slot, place)
      }
    }
  }

  /// The slot of an item and its group's place; nil when there is no such item.
  /// - Complexity: O(log *n*).
  func slot(of item: Int, _ section: Int) -> (GroupSlot, Vector)? {
    let record = stack.records[section]
    guard item < record.itemCount else { return nil }
    let full = shapes[record.place].slots.count
    let slot = shape(ofGroup: item / full, section).slots[item % full]
    let start = start(ofGroup: item / full, section)
    return (slot, place(of: start, from: origin(of: section), groupAxis(composition(section))))
  }

  private func place(of start: Double, from origin: Point, _ axis: ScrollDirection) -> Vector {
    axis == .vertical
      ? Vector(dx: origin.x, dy: origin.y + start) : Vector(dx: origin.x + start, dy: origin.y)
  }
}
