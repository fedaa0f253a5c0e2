// SPDX-License-Identifier: Apache-2.0
//
// The colours of a picture: one calm ground, and an accent whose hue belongs to the section.

/// A set of colours, light or dark.
public struct Theme: Hashable, Sendable {
  /// Which of the two it is.
  public enum Kind: String, CaseIterable, Sendable { case light, dark }

  /// True when text is dark on light, or light on dark.
  public let kind: Kind

  /// The theme of a kind.
  public init(_ kind: Kind) { self.kind = kind }

  /// Dark text on a light ground.
  public static let light = Theme(.light)
  /// Light text on a dark ground.
  public static let dark = Theme(.dark)

  private var isLight: Bool { kind == .light }

  /// The color behind everything.
  public var ground: Color {
    isLight ? neutral(0.972, 0.004) : neutral(0.185, 0.012)
  }

  /// The inside of cards.
  public var surface: Color {
    isLight ? neutral(1, 0) : neutral(0.238, 0.014)
  }

  /// Names and titles.
  public var text: Color {
    isLight ? neutral(0.27, 0.02) : neutral(0.94, 0.008)
  }

  /// The color of text that matters less.
  public var muted: Color {
    isLight ? neutral(0.51, 0.018) : neutral(0.72, 0.015)
  }

  /// Lines around cards.
  public var border: Color {
    isLight ? neutral(0.9, 0.008) : neutral(0.33, 0.014)
  }

  /// Lines around headings of a table.
  public var strongBorder: Color {
    isLight ? neutral(0.8, 0.012) : neutral(0.45, 0.016)
  }

  /// The inside of a table's column headers.
  public var heading: Color {
    isLight ? neutral(0.955, 0.006) : neutral(0.285, 0.016)
  }

  /// The darkest part of a shadow.
  public var shadow: Color {
    isLight ? neutral(0.4, 0.03).withAlpha(0.05) : neutral(0.05, 0).withAlpha(0.16)
  }

  /// The hue of a section, degrees. Golden-angle steps keep neighbours apart for any count.
  public func hue(section: Int) -> Double {
    (255 + Double(section) * 137.50776405).truncatingRemainder(dividingBy: 360)
  }

  /// Glyphs and marks on a tint or on the surface.
  public func accent(_ hue: Double) -> Color {
    isLight
      ? Color(lightness: 0.47, chroma: 0.15, hue: hue)
      : Color(lightness: 0.83, chroma: 0.12, hue: hue)
  }

  /// A quiet fill in the section's hue.
  public func tint(_ hue: Double) -> Color {
    isLight
      ? Color(lightness: 0.955, chroma: 0.022, hue: hue)
      : Color(lightness: 0.29, chroma: 0.035, hue: hue)
  }

  /// A line around a tint.
  public func tintBorder(_ hue: Double) -> Color {
    isLight
      ? Color(lightness: 0.885, chroma: 0.045, hue: hue)
      : Color(lightness: 0.38, chroma: 0.05, hue: hue)
  }

  /// A strong fill, from the top; its partner below is ``solidEnd(_:)``.
  public func solid(_ hue: Double) -> Color {
    isLight
      ? Color(lightness: 0.545, chroma: 0.16, hue: hue)
      : Color(lightness: 0.52, chroma: 0.14, hue: hue)
  }

  /// The lower end of a strong fill: a little darker, the hue turned on, and yellows towards red,
  /// because they turn to mud on the way to green.
  public func solidEnd(_ hue: Double) -> Color {
    let turned = (45...125).contains(hue) ? hue - 30 : hue + 24
    return isLight
      ? Color(lightness: 0.48, chroma: 0.17, hue: turned)
      : Color(lightness: 0.42, chroma: 0.14, hue: turned)
  }

  /// Marks of what is damaged or missing.
  public var warning: Color {
    Color(lightness: isLight ? 0.6 : 0.65, chroma: 0.19, hue: 40)
  }

  /// The color of text on a strong fill.
  public var onSolid: Color { Color(red: 1, green: 1, blue: 1) }

  private func neutral(_ lightness: Double, _ chroma: Double) -> Color {
    Color(lightness: lightness, chroma: chroma, hue: 262)
  }
}
