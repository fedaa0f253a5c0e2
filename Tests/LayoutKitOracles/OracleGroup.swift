// SPDX-License-Identifier: Apache-2.0
//
// One group of an oracle: the frames of its items, by the rules.

@testable import LayoutKitHosted

/// The state of one group during its layout.
struct OracleGroup {
  /// The number of its items that exist.
  var limit = Int.max
  /// The sizes that views prefer, by the items' place in the group.
  var views: [Int: Size] = [:]

  typealias Placed = (frames: [(frame: Rect, node: OracleNode)], size: Size)

  var mirrored: OracleGroup { OracleGroup(limit: limit, views: views.mapValues(\.mirrored)) }

  /// Lays out an item or group from its own corner.
  /// - Parameters:
  ///   - given: Its extents.
  ///   - assumed: The same, without preferred sizes.
  ///   - first: The place of its first item in the whole group.
  func lay(_ node: OracleNode, _ given: Size, _ assumed: Size, first: Int) -> Placed {
    switch node.kind {
    case .item:
      return layItem(node, given, first)
    case .row:
      return layRow(node, given, assumed, first)
    case .column:
      let row = mirrored.layRow(node.mirrored, given.mirrored, assumed.mirrored, first)
      // The items' own nodes are only read for their badge, which no mirroring changes.
      let frames = row.frames.map { placed in
        let frame = placed.frame
        return (
          frame: Rect(x: frame.y, y: frame.x, width: frame.height, height: frame.width),
          node: placed.node
        )
      }
      return (frames, row.size.mirrored)
    }
  }

  private func layItem(_ node: OracleNode, _ given: Size, _ number: Int) -> Placed {
    let sides = node.insets.left + node.insets.right
    let ends = node.insets.top + node.insets.bottom
    var size = given
    if let view = views[number] {
      if node.width.isEstimate { size.width = view.width + sides }
      if node.height.isEstimate { size.height = view.height + ends }
    }
    let frame = Rect(
      x: node.insets.left, y: node.insets.top, width: max(0, size.width - sides),
      height: max(0, size.height - ends))
    return ([(frame, node)], size)
  }

  /// A member of a row, once for each repetition.
  private struct Member {
    var node: OracleNode
    var first: Int
    var assumed: Size
    var margin: Insets { node.margin.least }
    var sides: Double { margin.left + margin.right }
    var ends: Double { margin.top + margin.bottom }
  }

  private func layRow(
    _ row: OracleNode, _ given: Size, _ assumed: Size, _ first: Int
  ) -> Placed {
    let (inner, innerAssumed) = (row.inner(given), row.inner(assumed))
    let members = members(of: row, innerAssumed, first)
    let gaps = row.gap * Double(members.count - 1)
    // A filling member gets the rest after the others, the margins and the gaps.
    let taken = members.reduce(gaps) { sum, member in
      if member.node.width.isFill { return sum + member.sides }
      if member.first >= limit { return sum + member.sides + member.assumed.width }
      return sum + member.sides
        + place(member, row, inner, share: 0, height: inner.height).size.width
    }
    let fills = members.filter { $0.node.width.isFill }.count
    let rest = max(0, inner.width - taken)
    let share = share(of: inner.width - taken, members)
    // Without any of those, flexible spacing gets it.
    let growing = members.reduce(row.gapGrows ? members.count - 1 : 0) { count, member in
      count + (member.node.margin.grows[1] ? 1 : 0) + (member.node.margin.grows[3] ? 1 : 0)
    }
    let growth = fills > 0 || growing == 0 ? 0 : rest / Double(growing)
    let height = height(of: row, members, inner, share)
    let there = members.filter { $0.first < limit }
    let heights = there.map {
      place($0, row, inner, share: share, height: height).size.height + $0.ends
    }
    let whole = row.height.isEstimate ? max(height, heights.max() ?? 0) : height

    var frames: [(frame: Rect, node: OracleNode)] = []
    var (next, end) = (row.insets.left, row.insets.left)
    for member in there {
      var placed = place(member, row, inner, share: share, height: height)
      let fills = row.height.isEstimate && member.node.height.isFill
      if member.node.kind == .item, fills || member.node.height.grows {
        placed.size.height = max(placed.size.height, whole - member.ends)
        let insets = member.node.insets
        placed.frames[0].frame.height = max(0, placed.size.height - insets.top - insets.bottom)
      }
      let grows = member.node.margin.grows
      let x = next + member.margin.left + (grows[1] ? growth : 0)
      let y = row.insets.top + self.top(of: member, placed.size.height, whole)
      frames += placed.frames.map { ($0.frame.offset(by: Vector(dx: x, dy: y)), $0.node) }
      end = x + placed.size.width + member.margin.right + (grows[3] ? growth : 0)
      next = end + row.gap + (row.gapGrows ? growth : 0)
    }
    return (
      frames,
      Size(
        width: row.width.isEstimate ? end + row.insets.right : given.width,
        height: row.height.isEstimate
          ? whole + row.insets.top + row.insets.bottom : given.height)
    )
  }

  /// Returns the lengths of the filling elements, which share `rest`, or each its least if that is more: tries to fix
  /// none, one, two … of the largest least widths.
  private func share(of rest: Double, _ members: [Member]) -> Double {
    let least = members.filter { $0.node.width.isFill }.map { $0.node.width.least }.sorted(by: >)
    for count in least.indices {
      let share = (rest - least[..<count].reduce(0, +)) / Double(least.count - count)
      if share >= least[count] { return share }
    }
    return 0
  }

  private func top(of member: Member, _ height: Double, _ whole: Double) -> Double {
    let grows = (member.node.margin.grows[0], member.node.margin.grows[2])
    let rest = max(0, whole - height - member.ends)
    return switch grows {
    case (true, true): member.margin.top + rest / 2
    case (true, false): member.margin.top + rest
    default: member.margin.top
    }
  }

  /// The vertical room of a row's members: its own, or that of the highest member whose height does
  /// not depend on the others'.
  private func height(
    of row: OracleNode, _ members: [Member], _ inner: Size, _ share: Double
  ) -> Double {
    guard row.height.isEstimate else { return inner.height }
    let heights = members.compactMap { member -> Double? in
      guard member.first < limit, !member.node.height.isFill || member.node.width.isEstimate
      else { return nil }
      return place(member, row, inner, share: share, height: inner.height).size.height
        + member.ends
    }
    return heights.max() ?? inner.height
  }

  /// Lays out a member from its own corner.
  private func place(
    _ member: Member, _ row: OracleNode, _ inner: Size, share: Double, height: Double
  ) -> Placed {
    let node = member.node
    // A member as wide as its content does not depend on the row's height.
    let room = row.height.isEstimate && node.width.isEstimate ? inner.height : height
    let size = Size(
      width: node.width.length(inner) ?? max(share, node.width.least),
      height: node.height.length(inner) ?? max(room - member.ends, 0, node.height.least))
    return lay(node, size, member.assumed, first: member.first)
  }

  /// The members of a row with their repetitions. They depend on no view.
  private func members(of row: OracleNode, _ inner: Size, _ first: Int) -> [Member] {
    var all: [Member] = []
    for node in row.members {
      let sides = node.margin.least.left + node.margin.least.right
      let length = (node.width.length(inner) ?? node.width.least) + sides
      var count = node.count
      if count == 0 {
        count = 1
        while Double(count + 1) * length + Double(count) * row.gap <= inner.width + 1e-9 {
          count += 1
        }
      }
      all += [Member](repeating: Member(node: node, first: 0, assumed: .zero), count: count)
    }
    let taken = all.reduce(row.gap * Double(all.count - 1)) { sum, member in
      sum + member.sides + (member.node.width.length(inner) ?? 0)
    }
    let share = share(of: inner.width - taken, all)
    var number = first
    for index in all.indices {
      let node = all[index].node
      let size = Size(
        width: node.width.length(inner) ?? max(share, node.width.least),
        height: node.height.length(inner)
          ?? max(inner.height - all[index].ends, 0, node.height.least))
      (all[index].first, all[index].assumed) = (number, size)
      number += OracleGroup().lay(node, size, size, first: 0).frames.count
    }
    return all
  }
}

extension OracleNode {
  /// Returns the room inside its insets.
  fileprivate func inner(_ size: Size) -> Size {
    Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }
}
