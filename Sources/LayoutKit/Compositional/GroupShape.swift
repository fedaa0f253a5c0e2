// SPDX-License-Identifier: Apache-2.0
//
// Where the items of one group are, relative to the group.

import LayoutABI

/// An item's place in its group.
struct GroupSlot {
  var frame: Rect
  /// The item's insets together: what a view's size lacks of the item's extent.
  var margin: Size
  /// The size before the item was made as high, or as wide, as those beside it.
  var ownSize: Size
  /// True when width or height is what the view prefers.
  var followsWidth: Bool
  var followsHeight: Bool
  var badge: Badge?
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

  /// Works out what it reaches.
  mutating func measureReach() {
    reach = Rect(origin: .zero, size: size)
    for slot in slots {
      reach = reach.union(slot.frame)
      if let badge = slot.badge { reach = reach.union(badge.frame(on: slot.frame)) }
    }
  }
}
