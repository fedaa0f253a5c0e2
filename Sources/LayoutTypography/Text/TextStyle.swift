// SPDX-License-Identifier: Apache-2.0
//
// The type scale: all text sizes of a picture.

/// A size and weight of text, with the height of a line.
public struct TextStyle: Hashable, Sendable {
  /// The weight of the strokes; Debian's Noto Sans comes in these two.
  public enum Weight: Sendable { case regular, bold }

  /// The families of fonts, in order.
  public enum Face: Sendable {
    /// The interface: Noto Sans.
    case interface
    /// Single characters of any script: fonts with drawn outlines before Unifont's dots.
    case glyph

    /// The families in Pango's form; fontconfig supplies what follows them.
    var families: String {
      switch self {
      case .interface: "Noto Sans, DejaVu Sans, sans-serif"
      case .glyph:
        "Noto Sans, Noto Sans Math, Noto Sans Symbols, Noto Sans Symbols2, Noto Music, DejaVu Sans,"
          + " Noto Sans CJK JP, Noto Serif"
      }
    }
  }

  /// The families of fonts.
  public let face: Face
  /// Font size, points.
  public let size: Double
  /// The weight of the strokes.
  public let weight: Weight
  /// Distance from one baseline to the next, points.
  public let lineHeight: Double
  /// Extra room after each character, points.
  public let tracking: Double

  /// A style; lengths in points.
  public init(
    _ face: Face = .interface, size: Double, weight: Weight = .regular, lineHeight: Double,
    tracking: Double = 0
  ) {
    self.face = face
    self.size = size
    self.weight = weight
    self.lineHeight = lineHeight
    self.tracking = tracking
  }

  /// The name in a chip or under a tile: capitals, small and slightly spaced.
  public static let label = TextStyle(size: 10.5, lineHeight: 14, tracking: 0.3)
  /// The first line of a card.
  public static let title = TextStyle(size: 12, weight: .bold, lineHeight: 17, tracking: 0.2)
  /// The style of a card's text below its title.
  public static let body = TextStyle(size: 12, lineHeight: 18)
  /// Plain text that fills a cell.
  public static let text = TextStyle(size: 14, lineHeight: 20)
  /// Code points and counts beside a larger element.
  public static let detail = TextStyle(size: 12, lineHeight: 16, tracking: 0.2)
  /// The name of a section.
  public static let heading = TextStyle(size: 20, weight: .bold, lineHeight: 28)
  /// A character of any script, shaped at one size and drawn at many.
  public static let glyph = TextStyle(.glyph, size: 64, lineHeight: 88)
  /// The digits of a code point in a box of 100 points, drawn at many sizes.
  public static let code = TextStyle(size: 36, weight: .bold, lineHeight: 34)
  /// Figures in the corner of an outlined frame.
  public static let tag = TextStyle(size: 8.5, weight: .bold, lineHeight: 11)
}
