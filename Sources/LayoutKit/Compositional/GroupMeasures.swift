// SPDX-License-Identifier: Apache-2.0
//
// What can be said of a group's members before any of them is placed: how often each stands there, what
// those that fill get, and how many items they hold.

import LayoutABI

extension CompositionNode {
  /// The room that its margins take along an axis at least, and how many of them grow.
  func margins(along axis: ScrollDirection) -> (start: Double, end: Double, growing: Int) {
    let (room, grows) = (axis.along(margin), growingMargins.along(axis))
    return (room.start, room.end, (grows.start ? 1 : 0) + (grows.end ? 1 : 0))
  }

  /// Returns the number of times that each member stands in the group: where it repeats to
  /// fit, as often as its least extent and the gaps find room, to the rounding of a sum; once
  /// at least.
  /// - Parameter room: The group less its insets, as assumed.
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

  /// Returns the share of each member that fills along the group's axis, as assumed.
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

  /// The extents of a member: across the group, what fills takes all that its margins leave.
  func extents(of member: CompositionNode, in room: Size, share: Double) -> Size {
    let sides = member.margins(along: axis.other)
    let rest = max(0, axis.across(room) - sides.start - sides.end)
    return Size(
      width: member.width.resolved(in: room, share: axis == .horizontal ? share : rest),
      height: member.height.resolved(in: room, share: axis == .vertical ? share : rest))
  }

  /// Returns the number of items, given extents as assumed; no more than a group may.
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
