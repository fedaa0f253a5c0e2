// SPDX-License-Identifier: Apache-2.0
//
// Lengths in a composition, and how numbers are written in one.

import LayoutModel

/// A width or a height. A number is points.
public struct ComposedExtent: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String
  private init(_ text: String) { self.text = text }

  public init(integerLiteral points: Int) { self = .points(Double(points)) }
  public init(floatLiteral points: Double) { self = .points(points) }

  /// So many points.
  public static func points(_ points: Double) -> Self { Self(points.written) }
  /// A share of the container's extent in the same direction; 0.5 is half of it.
  public static func fraction(_ share: Double) -> Self { Self("\((share * 100).written)%") }
  /// A share of the container's width, whatever the direction.
  public static func fractionOfWidth(_ share: Double) -> Self { Self("\((share * 100).written)%w") }
  /// A share of the container's height, whatever the direction.
  public static func fractionOfHeight(_ share: Double) -> Self {
    Self("\((share * 100).written)%h")
  }
  /// An equal share of what the other members and the gaps leave; across the group, all of it.
  public static var fill: Self { Self("fill") }
  /// As ``fill``, but so many points at least.
  public static func fill(atLeast points: Double) -> Self { Self("\(points.written)+") }
  /// So many points until the item's view says how large it wants to be. A uniform one, of an item, is then
  /// as large as the largest beside it.
  public static func estimated(_ points: Double, isUniform: Bool = false) -> Self {
    Self("~\(points.written)\(isUniform ? "+" : "")")
  }
}

/// Room between or around members. A number is points.
public struct ComposedSpace: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String
  private init(_ text: String) { self.text = text }

  public init(integerLiteral points: Int) { self = .points(Double(points)) }
  public init(floatLiteral points: Double) { self = .points(points) }

  /// So many points.
  public static func points(_ points: Double) -> Self { Self(points.written) }
  /// So many points and an equal share of what the group has left.
  public static func atLeast(_ points: Double) -> Self { Self("\(points.written)+") }
}

/// Room around a member of a group. A number is points on all sides.
public struct ComposedMargin: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String

  public init(integerLiteral points: Int) { self.init(.points(Double(points))) }
  public init(floatLiteral points: Double) { self.init(.points(points)) }

  /// The same on all sides.
  public init(_ space: ComposedSpace) { text = space.text }

  /// Room on each side.
  public init(
    top: ComposedSpace = 0, left: ComposedSpace = 0, bottom: ComposedSpace = 0,
    right: ComposedSpace = 0
  ) { text = [top, left, bottom, right].map(\.text).joined(separator: " ") }
}

/// An element anchored to its item.
public struct ComposedBadge: Sendable, Hashable {
  /// The edge or corner of the item.
  public enum Anchor: String, Sendable {
    /// The middle of the upper edge.
    case top
    /// The middle of the lower edge.
    case bottom
    /// The middle of the edge where lines begin.
    case leading
    /// The middle of the edge where lines end.
    case trailing
    /// The middle of the item.
    case center
    /// The upper corner where lines begin.
    case topLeading
    /// The upper corner where lines end.
    case topTrailing
    /// The lower corner where lines begin.
    case bottomLeading
    /// The lower corner where lines end.
    case bottomTrailing
  }

  let text: String

  /// - Parameters:
  ///   - width: Points, or a fraction of the item's width.
  ///   - height: Points, or a fraction of the item's height.
  ///   - right: The way to the right from there: points, or a fraction of the badge's own width.
  ///   - down: The way down: points, or a fraction of the badge's own height.
  ///   - z: Above the items, which lie at 0, or below.
  public init(
    _ anchor: Anchor, width: ComposedExtent, height: ComposedExtent, right: ComposedExtent = 0,
    down: ComposedExtent = 0, z: Int = 1
  ) {
    let lengths = [width, height, right, down].map(\.text).joined(separator: " ")
    text = "badge: \(anchor.rawValue) \(lengths) z \(z)"
  }
}

// MARK: - Numbers as text

extension Double {
  /// The number in digits, of which a description takes 15. What is not a number stays none, and is refused
  /// by the layout.
  var written: String {
    let text = description
    // Less than a ten-thousandth.
    guard !text.contains("e-") else { return "0" }
    var digits = 0
    var kept = text.prefix { sign in
      digits += sign.isNumber ? 1 : 0
      return digits <= 15
    }
    guard kept.contains(".") else { return String(kept) }
    while kept.hasSuffix("0") { kept.removeLast() }
    return String(kept.hasSuffix(".") ? kept.dropLast() : kept)
  }
}

extension Insets {
  /// Top, left, bottom, right.
  var written: String {
    [top, left, bottom, right].map(\.written).joined(separator: " ")
  }
}

extension [String] {
  /// The options of one part.
  var listed: String { joined(separator: ", ") }
}
