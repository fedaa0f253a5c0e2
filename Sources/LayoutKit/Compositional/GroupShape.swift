// SPDX-License-Identifier: Apache-2.0
//
// Where the items of one group are, relative to the group.

import LayoutABI

/// An item's place in its group.
struct GroupSlot {
  var frame: Rect
  /// The item's insets together: what a view's size lacks of the item's extent.
  var margin: Size
  /// Whether width or height is what the view prefers.
  var followsWidth: Bool
  var followsHeight: Bool
  var badge: Badge?

  var followsView: Bool { followsWidth || followsHeight }
}

/// A size that the view of one item of a group prefers.
struct SlotSize {
  var slot: Int
  /// Of the view, without the item's insets.
  var size: Size
}

/// A group, laid out.
struct GroupShape {
  /// In order of the items.
  var slots: [GroupSlot] = []
  var size = Size.zero
  /// The least rectangle around the group, its items and their badges.
  var reach = Rect.zero
}

/// Lays out one group.
///
/// Members of a group follow each other from its leading or upper edge on, a gap between them; across,
/// they stand at its leading or upper edge. What a group cannot hold stands out of it.
struct GroupPlacer {
  /// So many of the items are there; the others take no room.
  let limit: Int
  /// What is known of the views, ascending.
  let known: [SlotSize]
  private var shape = GroupShape()

  private init(limit: Int, known: [SlotSize]) {
    self.limit = limit
    self.known = known
  }

  /// The shape of a section's group in what the section leaves.
  /// - Parameters:
  ///   - limit: How many items it has, at least 1.
  ///   - known: The sizes that views prefer, ascending.
  /// - Complexity: O(items of the group · log known).
  static func place(
    _ group: CompositionNode, in container: Size, limit: Int, known: [SlotSize] = []
  ) -> GroupShape {
    var placer = GroupPlacer(limit: min(limit, CompositionParser.itemLimit), known: known)
    let given = Size(
      width: group.width.resolved(in: container, share: container.width),
      height: group.height.resolved(in: container, share: container.height))
    placer.shape.size = placer.place(group, given, at: .zero)
    placer.measureReach()
    return placer.shape
  }

  /// Places an item or group.
  /// - Parameter given: Its extents, as far as they do not depend on what it holds.
  /// - Returns: Its extents.
  private mutating func place(_ node: CompositionNode, _ given: Size, at origin: Point) -> Size {
    node.kind == .item
      ? placeItem(node, given, at: origin) : placeMembers(of: node, given, at: origin)
  }

  private mutating func placeItem(
    _ node: CompositionNode, _ given: Size, at origin: Point
  ) -> Size {
    let insets = node.insets
    let margin = Size(width: insets.left + insets.right, height: insets.top + insets.bottom)
    var size = given
    if let view = preferred(shape.slots.count) {
      if node.width.isEstimate { size.width = view.width + margin.width }
      if node.height.isEstimate { size.height = view.height + margin.height }
    }
    let frame = Rect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: max(0, size.width - margin.width), height: max(0, size.height - margin.height))
    shape.slots.append(
      GroupSlot(
        frame: frame, margin: margin, followsWidth: node.width.isEstimate,
        followsHeight: node.height.isEstimate, badge: node.badge))
    return size
  }

  private mutating func placeMembers(
    of node: CompositionNode, _ given: Size, at origin: Point
  ) -> Size {
    let (axis, insets) = (node.axis, node.insets)
    let ends = axis.along(insets)
    let sides = axis.across(insets)
    let room = Size(
      width: max(0, given.width - insets.left - insets.right),
      height: max(0, given.height - insets.top - insets.bottom))
    let share = share(of: node, room)
    let start = axis.along(origin) + ends.start
    let side = (axis == .vertical ? origin.x : origin.y) + sides.start
    var (end, next, breadth) = (start, start, 0.0)
    for member in node.members {
      let extents = extents(of: member, in: room, axis, share)
      let (before, beside) = (axis.along(member.margin), axis.across(member.margin))
      for _ in 0..<count(of: member, in: room, node) where shape.slots.count < limit {
        let corner = axis.rect(
          along: next + before.start, across: side + beside.start, length: 0, breadth: 0
        ).origin
        let size = place(member, extents, at: corner)
        end = next + before.start + axis.along(size) + before.end
        next = end + node.gap
        breadth = max(breadth, beside.start + axis.across(size) + beside.end)
      }
    }
    let content = axis.size(
      along: end - start + ends.start + ends.end, across: breadth + sides.start + sides.end)
    return Size(
      width: node.width.isEstimate ? content.width : given.width,
      height: node.height.isEstimate ? content.height : given.height)
  }

  /// The extents of a member: across its group, what fills takes all that its margin leaves.
  private func extents(
    of member: CompositionNode, in room: Size, _ axis: ScrollDirection, _ share: Double
  ) -> Size {
    let sides = axis.across(member.margin)
    let rest = max(0, axis.across(room) - sides.start - sides.end)
    return Size(
      width: member.width.resolved(in: room, share: axis == .horizontal ? share : rest),
      height: member.height.resolved(in: room, share: axis == .vertical ? share : rest))
  }

  /// What each member that fills gets along its group's axis.
  private func share(of node: CompositionNode, _ room: Size) -> Double {
    var (taken, sharers, members) = (0.0, 0, 0)
    for member in node.members {
      let count = count(of: member, in: room, node)
      let extent = member.extent(along: node.axis)
      let margin = node.axis.along(member.margin)
      taken += Double(count) * (margin.start + margin.end)
      members += count
      if extent.rule == .fill {
        sharers += count
      } else {
        taken += Double(count) * extent.resolved(in: room, share: 0)
      }
    }
    if sharers == 0 { return 0 }
    let gaps = node.gap * Double(members - 1)
    return max(0, (node.axis.along(room) - taken - gaps) / Double(sharers))
  }

  /// How often a member stands in its group: where it repeats to fit, as often as its least extent and
  /// the gaps find room, to the rounding of a sum; once at least.
  private func count(
    of member: CompositionNode, in room: Size, _ group: CompositionNode
  ) -> Int {
    if member.count > 0 { return member.count }
    let (axis, gap) = (group.axis, group.gap)
    let margin = axis.along(member.margin)
    let length =
      member.extent(along: axis).resolved(in: room, share: 0) + margin.start + margin.end
    guard length + gap > 0 else { return CompositionParser.itemLimit }
    let fitting = ((axis.along(room) + gap) / (length + gap) * (1 + 1e-12)).rounded(.down)
    return Int(max(1, min(fitting, Double(CompositionParser.itemLimit))))
  }

  /// The size that the view of a slot prefers, if it is known.
  private func preferred(_ slot: Int) -> Size? {
    if known.isEmpty { return nil }
    let place = partition(0..<known.count) { known[$0].slot < slot }
    return place < known.count && known[place].slot == slot ? known[place].size : nil
  }

  private mutating func measureReach() {
    var reach = Rect(origin: .zero, size: shape.size)
    for slot in shape.slots {
      reach = reach.union(slot.frame)
      if let badge = slot.badge { reach = reach.union(badge.frame(on: slot.frame)) }
    }
    shape.reach = reach
  }
}

extension Rect {
  /// The least rectangle around both.
  func union(_ other: Rect) -> Rect {
    let corner = Point(x: min(x, other.x), y: min(y, other.y))
    return Rect(
      x: corner.x, y: corner.y, width: max(maxX, other.maxX) - corner.x,
      height: max(maxY, other.maxY) - corner.y)
  }
}
