// SPDX-License-Identifier: Apache-2.0
//
// Lays out one group: the items of an extent first, then a run of members for each group in it.

import LayoutABI

/// The extents that a node is given, as far as they do not depend on what it holds.
struct GivenSize {
  /// By what is known of the views.
  var actual: Size
  /// Before any view said anything. How often members fit goes by it, so that a group holds as many
  /// items whatever its views prefer.
  var assumed: Size

  /// Returns the room inside insets.
  func inset(by insets: Insets) -> GivenSize {
    GivenSize(actual: Self.room(actual, insets), assumed: Self.room(assumed, insets))
  }

  private static func room(_ size: Size, _ insets: Insets) -> Size {
    Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }
}

/// An item or a group, laid out from its own corner.
struct PlacedNode {
  var slots: [GroupSlot] = []
  var size: Size
}

/// Lays out one group.
///
/// Members of a group follow each other from its leading or upper edge on, a gap between them; across,
/// they stand at its leading or upper edge, where no margin grows. What a group cannot hold stands out
/// of it.
struct GroupPlacer {
  /// So many of the items are there; the others take no room.
  let limit: Int
  /// The sizes that views said, ascending.
  let known: [SlotSize]

  /// The shape of a section's group in what the section leaves.
  /// - Parameters:
  ///   - limit: How many items it has, at least 1.
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

  /// The size that the view of a slot prefers, if it is known.
  private func preferred(_ slot: Int) -> Size? {
    if known.isEmpty { return nil }
    let place = partition(0..<known.count) { known[$0].slot < slot }
    return place < known.count && known[place].slot == slot ? known[place].size : nil
  }
}
