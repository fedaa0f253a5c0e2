// SPDX-License-Identifier: Apache-2.0
//
// The members of one group, one behind the other. Members with the size of their content are placed
// first; then members that fill get the remaining room, and growing margins and gaps get the rest.

import LayoutABI

/// The members of a group while they are placed.
struct GroupRun {
  /// One repetition of a member.
  private struct Stand {
    let member: Int
    /// The number of its first item.
    let first: Int
    /// Its extents before any view reported its size.
    let assumed: Size
    /// Nil until it is placed, and always if its items do not exist.
    var placed: PlacedNode?
  }

  private let group: CompositionNode
  private let given: GivenSize
  private let room: GivenSize
  private let placer: GroupPlacer
  private var stands: [Stand] = []
  /// The number of repetitions of each member.
  private var counts: [Int] = []

  private var axis: ScrollDirection { group.axis }

  init(_ group: CompositionNode, _ given: GivenSize, _ first: Int, _ placer: GroupPlacer) {
    self.group = group
    self.given = given
    self.placer = placer
    room = given.inset(by: group.insets)
    let counts = group.counts(in: room.assumed)
    let share = group.share(in: room.assumed, counts)
    var number = first
    self.counts = [Int](repeating: 0, count: counts.count)
    for (member, count) in counts.enumerated() {
      let assumed = group.extents(of: group.members[member], in: room.assumed, share: share)
      let items = group.members[member].itemCount(in: assumed)
      for _ in 0..<count where stands.count < CompositionParser.itemLimit {
        stands.append(Stand(member: member, first: number, assumed: assumed))
        self.counts[member] += 1
        number += items
      }
    }
  }

  /// Lays out the members.
  mutating func placed() -> PlacedNode {
    let follows = followsBreadth
    place(share: 0, breadth: axis.across(room.actual)) { along, across in
      along.rule != .fill && (across.rule != .fill || along.isEstimate || !follows)
    }
    let share = share()
    place(share: share, breadth: axis.across(room.actual)) { along, across in
      along.rule == .fill && (across.rule != .fill || !follows)
    }
    let breadth = breadth()
    place(share: share, breadth: breadth) { _, _ in true }
    return joined(breadth: max(breadth, self.breadth()))
  }

  /// True when the group is as high, or as wide, as its highest or widest member.
  private var followsBreadth: Bool { group.extent(along: axis.other).isEstimate }

  /// Places the remaining members for which `isMeant` is true, with their extents along and across.
  private mutating func place(
    share: Double, breadth: Double, _ isMeant: (_ along: Extent, _ across: Extent) -> Bool
  ) {
    let space = axis.size(along: axis.along(room.actual), across: breadth)
    for index in stands.indices {
      let stand = stands[index]
      let member = group.members[stand.member]
      guard stand.placed == nil, stand.first < placer.limit,
        isMeant(member.extent(along: axis), member.extent(along: axis.other))
      else { continue }
      // A share of the group refers to the given size, also if the group has the size of its
      // members.
      var actual = group.extents(of: member, in: room.actual, share: share)
      if followsBreadth, member.extent(along: axis.other).rule == .fill {
        let filled = group.extents(of: member, in: space, share: share)
        actual = axis.size(along: axis.along(actual), across: axis.across(filled))
      }
      stands[index].placed = placer.place(
        member, GivenSize(actual: actual, assumed: stand.assumed), first: stand.first)
    }
  }

  /// Returns the length along the axis of all members that do not fill, with margins and gaps;
  /// members whose items do not exist count as assumed.
  private func taken() -> (length: Double, sharers: Int) {
    var (length, sharers) = (group.gap * Double(stands.count - 1), 0)
    for stand in stands {
      let member = group.members[stand.member]
      let margins = member.margins(along: axis)
      length += margins.start + margins.end
      if member.extent(along: axis).rule == .fill {
        sharers += 1
      } else {
        length += axis.along(stand.placed?.size ?? stand.assumed)
      }
    }
    return (length, sharers)
  }

  /// Returns the share of each member that fills.
  private func share() -> Double {
    let (length, sharers) = taken()
    return sharers == 0 ? 0 : group.fillShare(of: axis.along(room.actual) - length, counts)
  }

  /// Returns the growth of each margin and gap that may grow: an equal part of the remaining room,
  /// and 0 if a member fills.
  private func growth() -> Double {
    let (length, sharers) = taken()
    var growing = group.gapGrows ? stands.count - 1 : 0
    for stand in stands { growing += group.members[stand.member].margins(along: axis).growing }
    if sharers > 0 || growing == 0 { return 0 }
    return max(0, axis.along(room.actual) - length) / Double(growing)
  }

  /// Returns the room across: the given room, or the room of the largest placed member.
  private func breadth() -> Double {
    if !followsBreadth { return axis.across(room.actual) }
    var breadth: Double?
    for stand in stands {
      guard let placed = stand.placed else { continue }
      let sides = group.members[stand.member].margins(along: axis.other)
      breadth = max(breadth ?? 0, sides.start + axis.across(placed.size) + sides.end)
    }
    return breadth ?? axis.across(room.actual)
  }

  /// Places the members one behind the other.
  private func joined(breadth: Double) -> PlacedNode {
    let growth = growth()
    let (ends, sides) = (axis.along(group.insets), axis.across(group.insets))
    var (end, next) = (ends.start, ends.start)
    var joined = PlacedNode(size: given.actual)
    for stand in stands {
      guard var placed = stand.placed else { continue }
      let member = group.members[stand.member]
      stretch(&placed, member, to: breadth)
      let (margins, grows) = (axis.along(member.margin), member.growingMargins.along(axis))
      let start = next + margins.start + (grows.start ? growth : 0)
      let side = sides.start + self.side(of: member, axis.across(placed.size), in: breadth)
      let corner = axis.rect(along: start, across: side, length: 0, breadth: 0).origin
      for var slot in placed.slots {
        slot.frame = slot.frame.offset(by: Vector(dx: corner.x, dy: corner.y))
        joined.slots.append(slot)
      }
      end = start + axis.along(placed.size) + margins.end + (grows.end ? growth : 0)
      next = end + group.gap + (group.gapGrows ? growth : 0)
    }
    let content = axis.size(
      along: end + ends.end, across: breadth + sides.start + sides.end)
    if group.width.isEstimate { joined.size.width = content.width }
    if group.height.isEstimate { joined.size.height = content.height }
    return joined
  }

  /// Returns the position of a member across: growing margins share the remaining room.
  private func side(of member: CompositionNode, _ extent: Double, in breadth: Double) -> Double {
    let margins = member.margins(along: axis.other)
    guard member.growingMargins.along(axis.other).start else { return margins.start }
    let rest = max(0, breadth - margins.start - extent - margins.end)
    return margins.start + rest / Double(margins.growing)
  }

  /// Stretches an item that was placed before the breadth was known to the whole breadth.
  private func stretch(_ placed: inout PlacedNode, _ member: CompositionNode, to breadth: Double) {
    let extent = member.extent(along: axis.other)
    guard member.kind == .item, extent.grows || followsBreadth && extent.rule == .fill else {
      return
    }
    let sides = member.margins(along: axis.other)
    let across = max(axis.across(placed.size), breadth - sides.start - sides.end)
    placed.size = axis.size(along: axis.along(placed.size), across: across)
    let inset = placed.slots[0].margin
    placed.slots[0].frame.width = max(0, placed.size.width - inset.width)
    placed.slots[0].frame.height = max(0, placed.size.height - inset.height)
  }
}
