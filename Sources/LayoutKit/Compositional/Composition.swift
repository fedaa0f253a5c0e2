// SPDX-License-Identifier: Apache-2.0
//
// The description of a compositional layout as data: items in nested groups, sections around them.
// Nothing here depends on a container.

import LayoutABI

/// The extent of an item or a group in one direction.
struct Extent {
  enum Rule {
    /// Points.
    case absolute
    /// A share of the container's width, or of its height.
    case ofWidth, ofHeight
    /// Points, assumed until a view reports its size; a group is as large as its content.
    case estimated
    /// An equal share of the remaining room, at least this many points.
    case fill
  }

  var rule: Rule
  var value: Double
  /// True when an item of an estimated extent takes the remaining room of its group, across the
  /// axis.
  var grows = false

  static var fill: Self { Self(rule: .fill, value: 0) }
  var isEstimate: Bool { rule == .estimated }

  /// Returns the extent inside a container; `share` if it fills.
  func resolved(in container: Size, share: Double) -> Double {
    switch rule {
    case .absolute, .estimated: value
    case .ofWidth: value * container.width
    case .ofHeight: value * container.height
    case .fill: share > value ? share : value
    }
  }
}

/// The sides of a rectangle.
struct Edges: OptionSet {
  let rawValue: UInt8

  static var top: Self { Self(rawValue: 1) }
  static var left: Self { Self(rawValue: 2) }
  static var bottom: Self { Self(rawValue: 4) }
  static var right: Self { Self(rawValue: 8) }

  /// Returns true for each end of an axis whose side is in the set.
  func along(_ axis: ScrollDirection) -> (start: Bool, end: Bool) {
    axis == .vertical
      ? (contains(.top), contains(.bottom)) : (contains(.left), contains(.right))
  }
}

/// An item, or a group of items and groups side by side.
struct CompositionNode {
  enum Kind {
    case item, row, column
  }

  var kind: Kind
  var width = Extent.fill
  var height = Extent.fill
  /// Room around an item inside its extent, or around the members of a group.
  var insets = Insets.zero
  /// Room around it in its group, in addition to the group's gap.
  var margin = Insets.zero
  /// The margins that grow by an equal share of the group's remaining room.
  var growingMargins = Edges()
  /// The gap between the members of a group.
  var gap = 0.0
  /// True when the gap grows by an equal share of the group's remaining room.
  var gapGrows = false
  /// The number of times that it repeats in its group; 0: as often as there is room.
  var count = 1
  var members: [CompositionNode] = []
  var badge: Badge?

  /// The axis along which the members of a group follow each other.
  var axis: ScrollDirection { kind == .row ? .horizontal : .vertical }

  func extent(along axis: ScrollDirection) -> Extent { axis == .vertical ? height : width }

  /// True when anything in it has an extent that is only assumed.
  var hasEstimates: Bool {
    if width.isEstimate || height.isEstimate { return true }
    for member in members where member.hasEstimates { return true }
    return false
  }

  /// The minimal number of items in it: a member that repeats as often as there is room counts
  /// once.
  var leastItemCount: Int {
    if kind == .item { return 1 }
    var count = 0
    for member in members { count += max(1, member.count) * member.leastItemCount }
    return count
  }
}

/// The scrolling of a section across the layout's axis, and its points of rest.
enum CrossScrolling {
  case none
  /// At any offset.
  case continuous
  /// With a group at the leading side.
  case leadingBoundary
  /// One whole strip further.
  case paging
  /// One group further, at the leading side.
  case groupPaging
  /// One group further, in the middle.
  case groupPagingCentered
}

/// One section.
struct Composition {
  /// The group, which repeats until it contains all items.
  var group = CompositionNode(kind: .item)
  /// The gap between two groups.
  var gap = 0.0
  var insets = Insets.zero
  var header = Boundary()
  var footer = Boundary()
  var leading = Boundary()
  var trailing = Boundary()
  /// The part of the section behind which the background is drawn.
  var background = SectionBackground.none
  /// The inset of the background from that part.
  var backgroundInset = Insets.zero
  var scrolling = CrossScrolling.none
  /// True when the section is as wide as the viewport, including the content inset.
  var ignoresContentInset = false

  var scrollsAcross: Bool { scrolling != .none }
}

/// The sections of a description, used in rotation.
struct CompositionList {
  let text: Text
  let sections: [Composition]

  init(_ text: Text) throws(LayoutError) {
    self.text = text
    sections = try CompositionParser.parse(text)
  }
}

// MARK: - Headers and footers

/// A side of a section, named by the element at that side.
enum BoundarySide: UInt16 {
  case header = 1
  case footer = 2
  case leading = 5
  case trailing = 6

  /// The index of the element's kind in the layout's kinds.
  var kind: UInt16 { rawValue }

  static var all: [Self] { [.header, .footer, .leading, .trailing] }
}

/// An element at a side of a section.
struct Boundary {
  /// The extent from the side inwards, in points; 0 when there is none.
  var extent = 0.0
  /// True when the extent is assumed until a view reports its size; for headers and footers only.
  var isEstimate = false
  /// True when a header or footer reaches from edge to edge, without the insets at the sides.
  var isWide = false
  /// The maximal extent along its side; nil for all the room.
  var reach: Double?
  /// True when it stays on screen while its section is visible.
  var pins = false
  /// True when it is drawn over the section, and takes no room.
  var overlays = false

  /// The room that it takes from its section.
  var room: Double { overlays ? 0 : extent }
}

extension Composition {
  /// The element at a side.
  subscript(side: BoundarySide) -> Boundary {
    get {
      switch side {
      case .header: header
      case .footer: footer
      case .leading: leading
      case .trailing: trailing
      }
    }
    set {
      switch side {
      case .header: header = newValue
      case .footer: footer = newValue
      case .leading: leading = newValue
      case .trailing: trailing = newValue
      }
    }
  }

  /// True when an element stays on screen while its section is visible.
  var pinsAnything: Bool { header.pins || footer.pins || leading.pins || trailing.pins }

  /// Returns the insets of the groups: those of the section and of the elements at its sides.
  func bodyInsets(_ direction: ScrollDirection) -> Insets {
    var insets = insets
    if direction == .vertical {
      insets.left += leading.room
      insets.right += trailing.room
    } else {
      insets.top += leading.room
      insets.bottom += trailing.room
    }
    return insets
  }
}

// MARK: - Badges
//
// The badge, an element that is anchored to an item.

/// A length in points, or a share of another length.
struct BadgeLength {
  var value: Double
  var isShare = false

  func resolved(_ whole: Double) -> Double { isShare ? value * whole : value }
}

/// An element anchored to an edge or a corner of its item.
struct Badge {
  /// The place along each axis: 0 at the item's start, 0.5 in its middle, 1 at its end.
  var anchor: Point
  /// The size in points, or as a share of the item's extent.
  var width: BadgeLength
  var height: BadgeLength
  /// The distance from the anchor: in points, or as a share of the badge's own extent.
  var right = BadgeLength(value: 0)
  var down = BadgeLength(value: 0)
  /// The order in depth: above or below the cells, which have 0.
  var zIndex: Int32 = 1

  /// Returns the frame of the badge of an item.
  func frame(on item: Rect) -> Rect {
    let size = Size(width: width.resolved(item.width), height: height.resolved(item.height))
    return Rect(
      x: item.x + (item.width - size.width) * anchor.x + right.resolved(size.width),
      y: item.y + (item.height - size.height) * anchor.y + down.resolved(size.height),
      width: size.width, height: size.height)
  }
}
