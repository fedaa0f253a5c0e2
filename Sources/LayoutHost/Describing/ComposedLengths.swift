// SPDX-License-Identifier: Apache-2.0
//
// Lengths in a composition, and the text form of numbers.

import LayoutModel

/// A width or a height. A number is points.
public struct ComposedExtent: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String
  private init(_ text: String) { self.text = text }

  public init(integerLiteral points: Int) { self = .points(Double(points)) }
  public init(floatLiteral points: Double) { self = .points(points) }

  /// A number of points.
  public static func points(_ points: Double) -> Self { Self(points.written) }
  /// A share of the container's extent in the same direction; 0.5 is half of it.
  public static func fraction(_ share: Double) -> Self { Self("\((share * 100).written)%") }
  /// A share of the container's width, in any direction.
  public static func fractionOfWidth(_ share: Double) -> Self { Self("\((share * 100).written)%w") }
  /// A share of the container's height, in any direction.
  public static func fractionOfHeight(_ share: Double) -> Self {
    Self("\((share * 100).written)%h")
  }
  /// An equal share of the extent that other members and gaps leave; across the group, the whole
  /// extent.
  public static var fill: Self { Self("fill") }
  /// As ``fill``, but at least this many points.
  public static func fill(atLeast points: Double) -> Self { Self("\(points.written)+") }
  /// This many points until the item's view gives its preferred size. A uniform item is then as
  /// large as the largest beside it.
  public static func estimated(_ points: Double, isUniform: Bool = false) -> Self {
    Self("~\(points.written)\(isUniform ? "+" : "")")
  }
}

/// Space between or around members. A number is points.
public struct ComposedSpace: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String
  private init(_ text: String) { self.text = text }

  public init(integerLiteral points: Int) { self = .points(Double(points)) }
  public init(floatLiteral points: Double) { self = .points(points) }

  /// A number of points.
  public static func points(_ points: Double) -> Self { Self(points.written) }
  /// At least this many points, plus an equal share of the remaining space of the group.
  public static func atLeast(_ points: Double) -> Self { Self("\(points.written)+") }
}

/// Space around a member of a group. A number is points on all sides.
public struct ComposedMargin: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  let text: String

  public init(integerLiteral points: Int) { self.init(.points(Double(points))) }
  public init(floatLiteral points: Double) { self.init(.points(points)) }

  /// The same on all sides.
  public init(_ space: ComposedSpace) { text = space.text }

  /// Space on each side.
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
    /// The middle of the edge at the start of lines.
    case leading
    /// The middle of the edge at the end of lines.
    case trailing
    /// The middle of the item.
    case center
    /// The upper corner at the start of lines.
    case topLeading
    /// The upper corner at the end of lines.
    case topTrailing
    /// The lower corner at the start of lines.
    case bottomLeading
    /// The lower corner at the end of lines.
    case bottomTrailing
  }

  let text: String

  /// - Parameters:
  ///   - width: Points, or a fraction of the item's width.
  ///   - height: Points, or a fraction of the item's height.
  ///   - right: The offset to the right: points, or a fraction of the badge's own width.
  ///   - down: The offset down: points, or a fraction of the badge's own height.
  ///   - z: The z order above or below the items, which have 0.
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
  /// The number in digits, of which a description takes 15. Text for a value that is not a number
  /// is not valid, so the layout refuses it.
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
