// SPDX-License-Identifier: Apache-2.0
//
// How the members of a group that fill divide what the others leave.

extension CompositionNode {
  /// Returns the share of each member that fills along the group's axis: equal shares of `room`.
  ///
  /// A member whose least extent is larger than its share takes that extent, and the others share what is
  /// then left. That makes their shares smaller, so it is repeated until no further member is below its
  /// least extent, as flexible lengths are resolved in CSS.
  ///
  /// - Parameters:
  ///   - room: What the other members, the margins and the gaps leave, points.
  ///   - counts: How often each member stands in the group.
  /// - Returns: The share of those that get more than their least extent; 0 where none does.
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
