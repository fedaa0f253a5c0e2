// SPDX-License-Identifier: Apache-2.0
//
// The colours of a picture: one calm background, and an accent with the hue of the section.

import CPortableMath

/// A set of colours, light or dark.
public struct Theme: Hashable, Sendable {
  /// Which of the two it is.
  public enum Kind: String, CaseIterable, Sendable {
    /// Dark text on a light ground.
    case light
    /// Light text on a dark ground.
    case dark
  }

  /// The kind of the theme.
  public let kind: Kind

  /// The theme of a kind.
  public init(_ kind: Kind) { self.kind = kind }

  /// Dark text on a light ground.
  public static let light = Theme(.light)
  /// Light text on a dark ground.
  public static let dark = Theme(.dark)

  private var isLight: Bool { kind == .light }

  /// The colour behind everything.
  public var ground: Color { fixed.ground }

  /// The inside of cards.
  public var surface: Color { fixed.surface }

  /// The colour of names and titles.
  public var text: Color { fixed.text }

  /// The colour of secondary text.
  public var muted: Color { fixed.muted }

  /// Lines around cards.
  public var border: Color { fixed.border }

  /// Lines around headings of a table.
  public var strongBorder: Color { fixed.strongBorder }

  /// The inside of a table's column headers.
  public var heading: Color { fixed.heading }

  /// The darkest part of a shadow.
  public var shadow: Color { fixed.shadow }

  /// The hue of a section, degrees. Steps of the golden angle separate neighbours for any count.
  public func hue(section: Int) -> Double {
    (255 + Double(section) * 137.50776405).truncatingRemainder(dividingBy: 360)
  }

  /// The colour of glyphs and marks on a tint or on the surface.
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

  /// The lower end of a strong fill: a little darker, with a shifted hue; yellows shift towards
  /// red, because they look muddy towards green.
  public func solidEnd(_ hue: Double) -> Color {
    let turned = (45...125).contains(hue) ? hue - 30 : hue + 24
    return isLight
      ? Color(lightness: 0.48, chroma: 0.17, hue: turned)
      : Color(lightness: 0.42, chroma: 0.14, hue: turned)
  }

  /// The colour of marks for damaged or missing pictures.
  public var warning: Color { fixed.warning }

  /// The color of text on a strong fill.
  public var onSolid: Color { Color(red: 1, green: 1, blue: 1) }

  private var fixed: FixedColors { isLight ? .light : .dark }
}

/// The colours of a theme that do not depend on a section, computed once: a cell needs some of
/// them, and computing them takes as long as drawing its text.
private struct FixedColors: Sendable {
  let ground, surface, text, muted, border, strongBorder, heading, shadow, warning: Color

  static let light = FixedColors(isLight: true)
  static let dark = FixedColors(isLight: false)

  private init(isLight: Bool) {
    func neutral(_ lightness: Double, _ chroma: Double) -> Color {
      Color(lightness: lightness, chroma: chroma, hue: 262)
    }
    ground = isLight ? neutral(0.972, 0.004) : neutral(0.185, 0.012)
    surface = isLight ? neutral(1, 0) : neutral(0.238, 0.014)
    text = isLight ? neutral(0.27, 0.02) : neutral(0.94, 0.008)
    muted = isLight ? neutral(0.51, 0.018) : neutral(0.72, 0.015)
    border = isLight ? neutral(0.9, 0.008) : neutral(0.33, 0.014)
    strongBorder = isLight ? neutral(0.8, 0.012) : neutral(0.45, 0.016)
    heading = isLight ? neutral(0.955, 0.006) : neutral(0.285, 0.016)
    shadow = isLight ? neutral(0.4, 0.03).withAlpha(0.05) : neutral(0.05, 0).withAlpha(0.16)
    warning = Color(lightness: isLight ? 0.6 : 0.65, chroma: 0.19, hue: 40)
  }
}

/// The colours of one hue.
struct HueColors {
  let accent, tint, tintBorder, solid, solidEnd: Color

  init(_ theme: Theme, _ hue: Double) {
    accent = theme.accent(hue)
    tint = theme.tint(hue)
    tintBorder = theme.tintBorder(hue)
    solid = theme.solid(hue)
    solidEnd = theme.solidEnd(hue)
  }
}

/// Keeps the colours of the hues that were used, for the same reason.
final class HuePalette {
  /// The maximum number of hues; all of them are dropped when it is exceeded.
  private static let limit = 1024

  private let theme: Theme
  private var known: [Double: HueColors] = [:]
  private var last: (hue: Double, colors: HueColors)?

  init(_ theme: Theme) { self.theme = theme }

  func colors(_ hue: Double) -> HueColors {
    if let last, last.hue == hue { return last.colors }
    let colors = known[hue] ?? HueColors(theme, hue)
    if known.count >= Self.limit { known = [:] }
    known[hue] = colors
    last = (hue, colors)
    return colors
  }
}

// MARK: - Colours
//
// Colours, chosen in OKLCH so that every hue of a theme looks equally light and equally strong.

/// A colour for Cairo: sRGB and opacity, each 0 to 1, not premultiplied.
public struct Color: Hashable, Sendable {
  /// The red part of sRGB, 0 to 1.
  public var red: Double
  /// The green part of sRGB, 0 to 1.
  public var green: Double
  /// The blue part of sRGB, 0 to 1.
  public var blue: Double
  /// Opacity, 0 to 1.
  public var alpha: Double

  /// A colour from its parts, each 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour as 0xRRGGBBAA, the form of decoration payloads.
  public init(rgba: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 255) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// A colour by lightness (0 to 1), chroma and hue in degrees.
  ///
  /// Chroma is reduced to the gamut of sRGB, so lightness and hue are kept.
  ///
  /// - SeeAlso: Björn Ottosson, "A perceptual color space for image processing", 2020.
  public init(lightness: Double, chroma: Double, hue: Double, alpha: Double = 1) {
    var low = 0.0
    var high = chroma
    var linear = Self.linear(lightness, chroma, hue)
    if !linear.isInGamut {
      for _ in 0..<16 {
        let middle = (low + high) / 2
        if Self.linear(lightness, middle, hue).isInGamut { low = middle } else { high = middle }
      }
      linear = Self.linear(lightness, low, hue)
    }
    self.init(
      red: Self.encoded(linear.red), green: Self.encoded(linear.green),
      blue: Self.encoded(linear.blue), alpha: alpha)
  }

  /// The same colour with another opacity.
  public func withAlpha(_ alpha: Double) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }

  private struct Linear {
    var red: Double
    var green: Double
    var blue: Double

    var isInGamut: Bool {
      let range = -1e-6...1 + 1e-6
      return range.contains(red) && range.contains(green) && range.contains(blue)
    }
  }

  /// OKLCH to linear sRGB.
  private static func linear(_ lightness: Double, _ chroma: Double, _ hue: Double) -> Linear {
    let a = chroma * portable_cos(hue * .pi / 180)
    let b = chroma * portable_sin(hue * .pi / 180)
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return Linear(
      red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      blue: -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }

  private static func cube(_ value: Double) -> Double { value * value * value }

  /// The sRGB transfer curve (IEC 61966-2-1).
  private static func encoded(_ value: Double) -> Double {
    let value = min(1, max(0, value))
    return value <= 0.0031308 ? 12.92 * value : 1.055 * portable_pow(value, 1 / 2.4) - 0.055
  }
}
