// SPDX-License-Identifier: Apache-2.0
//
// The tree from which an oracle's description is written.

@testable import LayoutKitHosted

/// An extent as in the description.
enum OracleExtent {
  case points(Double), width(Double), height(Double), estimate(Double, grows: Bool = false), fill(
    Double)

  var text: String {
    switch self {
    case .points(let value): "\(value)"
    case .width(let percent): "\(percent)%w"
    case .height(let percent): "\(percent)%h"
    case .estimate(let value, let grows): "~\(value)\(grows ? "+" : "")"
    case .fill(let least): least == 0 ? "fill" : "\(least)+"
    }
  }

  /// Returns the extent in a container; nil if it fills.
  func length(_ viewportSize: Size) -> Double? {
    switch self {
    case .points(let value), .estimate(let value, _): value
    case .width(let percent): viewportSize.width * percent / 100
    case .height(let percent): viewportSize.height * percent / 100
    case .fill: nil
    }
  }

  var isFill: Bool { if case .fill = self { true } else { false } }
  var grows: Bool { if case .estimate(_, true) = self { true } else { false } }
  var isEstimate: Bool { if case .estimate = self { true } else { false } }
  var least: Double { if case .fill(let least) = self { least } else { 0 } }
}

/// The margins of an item or group, and the flexible ones: top, left, bottom, right.
struct OracleMargin {
  var least = Insets.zero
  var grows = [false, false, false, false]

  var text: String {
    zip([least.top, least.left, least.bottom, least.right], grows)
      .map { "\($0)\($1 ? "+" : "")" }.joined(separator: " ")
  }
}

/// A supplementary that is anchored to an item.
struct OracleBadge {
  var anchor: Point
  var size: Size
  var offset: Vector
  /// True if the size is a share of the item's, and the offset one of the badge's own, in percent.
  var isShare = false
  var zIndex: Int32?

  var text: String {
    let names = [
      ["topLeading", "top", "topTrailing"], ["leading", "center", "trailing"],
      ["bottomLeading", "bottom", "bottomTrailing"],
    ]
    let numbers = [size.width, size.height, offset.dx, offset.dy]
      .map { "\($0)\(isShare ? "%" : "")" }
    return names[Int(anchor.y * 2)][Int(anchor.x * 2)] + " " + numbers.joined(separator: " ")
      + (zIndex.map { " z \($0)" } ?? "")
  }

  func frame(on item: Rect) -> Rect {
    let width = isShare ? item.width * size.width / 100 : size.width
    let height = isShare ? item.height * size.height / 100 : size.height
    return Rect(
      x: item.x + (item.width - width) * anchor.x + (isShare ? width / 100 : 1) * offset.dx,
      y: item.y + (item.height - height) * anchor.y + (isShare ? height / 100 : 1) * offset.dy,
      width: width, height: height)
  }
}

/// An item or group.
struct OracleNode {
  enum Kind: String {
    case item, row, column
  }
  var kind = Kind.item
  var width = OracleExtent.fill(0)
  var height = OracleExtent.fill(0)
  var insets = Insets.zero
  var margin = OracleMargin()
  var gap = 0.0
  var gapGrows = false
  /// 0: as many as fit.
  var count = 1
  var members: [OracleNode] = []
  var badge: OracleBadge?

  var text: String {
    var text = count == 1 ? "" : count == 0 ? "fit * " : "\(count)*"
    text += "\(kind.rawValue)(\(width.text), \(height.text)"
    if insets != .zero { text += ", insets: \(insets.text)" }
    text += ", margin: \(margin.text)"
    if kind != .item { text += ", gap: \(gap)\(gapGrows ? "+" : "")" }
    if let badge { text += ", badge: \(badge.text)" }
    text += ")"
    return kind == .item ? text : text + " { " + members.map(\.text).joined(separator: "\n") + " }"
  }
}

extension Insets {
  var text: String { "\(top) \(left) \(bottom) \(right)" }
}

// MARK: A column is a row in a mirror

extension Size {
  var mirrored: Size { Size(width: height, height: width) }
}

extension Insets {
  var mirrored: Insets { Insets(top: left, left: top, bottom: right, right: bottom) }
}

extension OracleExtent {
  var mirrored: OracleExtent {
    switch self {
    case .width(let percent): .height(percent)
    case .height(let percent): .width(percent)
    default: self
    }
  }
}

extension OracleNode {
  /// The whole tree with width and height, and row and column, exchanged.
  var mirrored: OracleNode {
    var mirrored = self
    mirrored.kind = kind == .row ? .column : kind == .column ? .row : .item
    (mirrored.width, mirrored.height) = (height.mirrored, width.mirrored)
    mirrored.insets = insets.mirrored
    mirrored.margin.least = margin.least.mirrored
    let grows = margin.grows
    mirrored.margin.grows = [grows[1], grows[0], grows[3], grows[2]]
    mirrored.members = members.map(\.mirrored)
    return mirrored
  }
}
