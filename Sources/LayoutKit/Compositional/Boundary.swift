// SPDX-License-Identifier: Apache-2.0
//
// What stands at the four sides of a section.

import LayoutABI

/// A side of a section, named as the element that stands there.
enum BoundarySide: UInt16 {
  case header = 1
  case footer = 2
  case leading = 5
  case trailing = 6

  /// Its index in the layout's kinds.
  var kind: UInt16 { rawValue }

  static var all: [Self] { [.header, .footer, .leading, .trailing] }
}

/// An element at a side of a section.
struct Boundary {
  /// From the side inwards, in points; 0 when there is none.
  var extent = 0.0
  /// True when that is assumed until a view says how large it wants to be; of headers and footers.
  var isEstimate = false
  /// True when a header or footer reaches from edge to edge, whatever the insets at the sides.
  var isWide = false
  /// The extent along its side, at most; nil for as far as there is room.
  var reach: Double?
  /// True when it stays on screen while its section is there.
  var pins = false
  /// True when it lies over the section, and takes no room.
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

  /// True when an element stays on screen while its section is there.
  var pinsAnything: Bool { header.pins || footer.pins || leading.pins || trailing.pins }

  /// Returns the insets that the section and the elements at its sides keep from the groups.
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
