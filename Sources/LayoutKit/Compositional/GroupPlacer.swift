// SPDX-License-Identifier: Apache-2.0
//
// The layout of one group: an item by its extents, a group by a run of its members.

import LayoutABI

/// The given extents of a node, which do not depend on its content.
struct GivenSize {
  /// The size with the known sizes of views.
  var actual: Size
  /// The size before any view reported its size. It decides how often members fit, so that a group
  /// has the same number of items for all preferred sizes.
  var assumed: Size

  /// Returns the size inside insets.
  func inset(by insets: Insets) -> GivenSize {
    GivenSize(actual: Self.room(actual, insets), assumed: Self.room(assumed, insets))
  }

  private static func room(_ size: Size, _ insets: Insets) -> Size {
    Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }
}

/// An item or a group, laid out relative to its own corner.
struct PlacedNode {
  var slots: [GroupSlot] = []
  var size: Size
}

/// Lays out one group.
///
/// Members of a group follow each other from its leading or upper edge on, with a gap between them.
/// Across the axis they are at its leading or upper edge, unless a margin grows. Members that do not
/// fit extend beyond the group.
struct GroupPlacer {
  /// The number of existing items; the others take no room.
  let limit: Int
  /// The sizes that views reported, ascending.
  let known: [SlotSize]

  /// Returns the shape of a section's group in the room of the section.
  /// - Parameters:
  ///   - limit: The number of its items, at least 1.
  ///   - known: The sizes that views prefer, ascending.
  /// - Complexity: O(items of the group · (log known + depth)).
  static func place(
    _ group: CompositionNode, in container: Size, limit: Int, known: [SlotSize] = []
  ) -> GroupShape {
    let placer = GroupPlacer(limit: min(limit, CompositionParser.itemLimit), known: known)
    let given = Size(
      width: group.width.resolved(in: container, share: container.width),
      height: group.height.resolved(in: container, share: container.height))
    let placed = placer.place(group, GivenSize(actual: given, assumed: given), first: 0)
    var shape = GroupShape(slots: placed.slots, size: placed.size)
    shape.measureReach()
    return shape
  }

  /// Places an item or group.
  /// - Parameter first: The number of its first item.
  func place(_ node: CompositionNode, _ given: GivenSize, first: Int) -> PlacedNode {
    if node.kind == .item { return placeItem(node, given.actual, first) }
    var run = GroupRun(node, given, first, self)
    return run.placed()
  }

  private func placeItem(_ node: CompositionNode, _ given: Size, _ number: Int) -> PlacedNode {
    let insets = node.insets
    let margin = Size(width: insets.left + insets.right, height: insets.top + insets.bottom)
    var size = given
    if let view = preferred(number) {
      if node.width.isEstimate { size.width = view.width + margin.width }
      if node.height.isEstimate { size.height = view.height + margin.height }
    }
    let frame = Rect(
      x: insets.left, y: insets.top, width: max(0, size.width - margin.width),
      height: max(0, size.height - margin.height))
    let slot = GroupSlot(
      frame: frame, margin: margin, ownSize: frame.size, followsWidth: node.width.isEstimate,
      followsHeight: node.height.isEstimate, badge: node.badge)
    return PlacedNode(slots: [slot], size: size)
  }

  /// Returns the size that the view of a slot prefers, if it is known.
  private func preferred(_ slot: Int) -> Size? {
    if known.isEmpty { return nil }
    let place = partition(0..<known.count) { known[$0].slot < slot }
    return place < known.count && known[place].slot == slot ? known[place].size : nil
  }
}

// MARK: - The outcome

/// An item's place in its group.
struct GroupSlot {
  var frame: Rect
  /// The sum of the item's insets: the difference between the item's extent and its view's size.
  var margin: Size
  /// The size before the item got the height or the width of its neighbours.
  var ownSize: Size
  /// True when the width or the height is the view's preferred one.
  var followsWidth: Bool
  var followsHeight: Bool
  var badge: Badge?
}

/// The preferred size of the view of one item in a group.
struct SlotSize {
  var slot: Int
  /// The size of the view, without the item's insets.
  var size: Size
}

/// A group, laid out.
struct GroupShape {
  /// The slots in order of the items.
  var slots: [GroupSlot] = []
  var size = Size.zero
  /// The smallest rectangle around the group, its items and their badges.
  var reach = Rect.zero

  /// Computes ``reach``.
  mutating func measureReach() {
    reach = Rect(origin: .zero, size: size)
    for slot in slots {
      reach = reach.union(slot.frame)
      if let badge = slot.badge { reach = reach.union(badge.frame(on: slot.frame)) }
    }
  }
}

// MARK: - Before placing
//
// Properties of a group's members that are known before any of them is placed: the number of
// repetitions, the share of members that fill, and the number of items.

extension CompositionNode {
  /// Returns the minimal room of its margins along an axis, and the number of margins that grow.
  func margins(along axis: ScrollDirection) -> (start: Double, end: Double, growing: Int) {
    let (room, grows) = (axis.along(margin), growingMargins.along(axis))
    return (room.start, room.end, (grows.start ? 1 : 0) + (grows.end ? 1 : 0))
  }

  /// Returns the number of times that each member repeats in the group: a member that repeats to
  /// fit repeats as often as its minimal extent and the gaps fit, up to the rounding of a sum, at
  /// least once.
  /// - Parameter room: The assumed size of the group less its insets.
  func counts(in room: Size) -> [Int] {
    members.map { member in
      if member.count > 0 { return member.count }
      let margins = member.margins(along: axis)
      let length =
        member.extent(along: axis).resolved(in: room, share: 0) + margins.start + margins.end
      guard length + gap > 0 else { return CompositionParser.itemLimit }
      let fitting = ((axis.along(room) + gap) / (length + gap) * (1 + 1e-12)).rounded(.down)
      return Int(max(1, min(fitting, Double(CompositionParser.itemLimit))))
    }
  }

  /// Returns the share of each member that fills along the group's axis, from assumed sizes.
  func share(in room: Size, _ counts: [Int]) -> Double {
    var (taken, sharers, total) = (0.0, 0, 0)
    for (member, count) in zip(members, counts) {
      let extent = member.extent(along: axis)
      let margins = member.margins(along: axis)
      taken += Double(count) * (margins.start + margins.end)
      total += count
      if extent.rule == .fill {
        sharers += count
      } else {
        taken += Double(count) * extent.resolved(in: room, share: 0)
      }
    }
    if sharers == 0 { return 0 }
    return fillShare(of: axis.along(room) - taken - gap * Double(total - 1), counts)
  }

  /// Returns the extents of a member; a member that fills across the group takes all the room
  /// between its margins.
  func extents(of member: CompositionNode, in room: Size, share: Double) -> Size {
    let sides = member.margins(along: axis.other)
    let rest = max(0, axis.across(room) - sides.start - sides.end)
    return Size(
      width: member.width.resolved(in: room, share: axis == .horizontal ? share : rest),
      height: member.height.resolved(in: room, share: axis == .vertical ? share : rest))
  }

  /// Returns the number of items for assumed extents, up to the maximum of a group.
  func itemCount(in given: Size) -> Int {
    if kind == .item { return 1 }
    let room = GivenSize(actual: given, assumed: given).inset(by: insets).assumed
    let counts = counts(in: room)
    let share = share(in: room, counts)
    var total = 0
    for (member, count) in zip(members, counts) {
      let own = member.itemCount(in: extents(of: member, in: room, share: share))
      total += min(count * own, CompositionParser.itemLimit)
    }
    return min(total, CompositionParser.itemLimit)
  }
}

// MARK: - Shares
//
// The shares of the members of a group that fill.

extension CompositionNode {
  /// Returns the share of each member that fills along the group's axis: equal shares of `room`.
  ///
  /// A member whose minimal extent is larger than its share takes that extent, and the others share the
  /// rest. That makes their shares smaller, so it is repeated until no further member is below its
  /// minimal extent, as flexible lengths are resolved in CSS.
  ///
  /// - Parameters:
  ///   - room: The room without the other members, the margins and the gaps, points.
  ///   - counts: The number of times that each member repeats in the group.
  /// - Returns: The share of the members that get more than their minimal extent; 0 if there are
  ///   none.
  /// - Complexity: O(members · different least extents).
  /// - SeeAlso: W3C, "CSS Flexible Box Layout Module Level 1", section 9.7.
  func fillShare(of room: Double, _ counts: [Int]) -> Double {
    var share = Double.infinity
    while true {
      var (left, sharers) = (room, 0)
      for (member, count) in zip(members, counts) {
        let extent = member.extent(along: axis)
        guard extent.rule == .fill else { continue }
        if extent.value > share {
          left -= Double(count) * extent.value
        } else {
          sharers += count
        }
      }
      if sharers == 0 { return 0 }
      let next = left / Double(sharers)
      if next >= share { return max(0, share) }
      share = next
    }
  }
}
