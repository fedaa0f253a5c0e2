// SPDX-License-Identifier: Apache-2.0
//
// Colours, chosen in OKLCH so that every hue of a theme looks equally light and equally strong.

import CPortableMath

/// A colour as Cairo takes it: sRGB and opacity, each 0 to 1, not premultiplied.
public struct Color: Equatable, Sendable {
  /// Of sRGB, 0 to 1.
  public var red: Double
  /// Of sRGB, 0 to 1.
  public var green: Double
  /// Of sRGB, 0 to 1.
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
  /// Chroma shrinks to what sRGB can show, so lightness and hue hold.
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

  /// The same colour, as strong as `alpha`.
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
