// SPDX-License-Identifier: Apache-2.0
//
// Colours: the conversion compared with known values, and enough contrast for every hue.

import Foundation
import Testing

@testable import LayoutRendering

@Suite("Theme")
struct ThemeTests {
  @Test(
    "OKLCH is the published conversion",
    arguments: [
      (1, 0, 0, "#ffffff"), (0, 0, 0, "#000000"), (0.62796, 0.25768, 29.234, "#ff0000"),
      (0.86644, 0.29483, 142.495, "#00ff00"), (0.45201, 0.31321, 264.052, "#0000ff"),
    ] as [(Double, Double, Double, String)])
  func conversion(_ lightness: Double, _ chroma: Double, _ hue: Double, _ text: String) {
    #expect(Color(lightness: lightness, chroma: chroma, hue: hue).hexadecimal == text)
  }

  @Test("chroma is reduced at the limit of sRGB, and lightness stays")
  func gamut() {
    let color = Color(lightness: 0.6, chroma: 0.4, hue: 200)
    for part in [color.red, color.green, color.blue] { #expect((0...1).contains(part)) }
    let grey = Color(lightness: 0.6, chroma: 0, hue: 0)
    #expect(abs(luminance(color) - luminance(grey)) < 0.06)
  }

  @Test(
    "text and glyphs keep the contrast of WCAG level AA on every hue",
    arguments: Theme.Kind.allCases)
  func contrast(_ kind: Theme.Kind) {
    let theme = Theme(kind)
    for ground in [theme.ground, theme.surface] {
      #expect(ratio(theme.text, ground) >= 7)
      #expect(ratio(theme.muted, ground) >= 4.5)
    }
    for section in 0..<360 {
      let hue = theme.hue(section: section)
      #expect(ratio(theme.text, theme.tint(hue)) >= 7)
      #expect(ratio(theme.muted, theme.tint(hue)) >= 4.5)
      #expect(ratio(theme.accent(hue), theme.tint(hue)) >= 4.5)
      for solid in [theme.solid(hue), theme.solidEnd(hue)] {
        #expect(ratio(theme.onSolid, solid) >= 4.5)
      }
    }
  }

  @Test("kept colours are the theme's, also of more hues than are kept")
  func palette() {
    for kind in Theme.Kind.allCases {
      let theme = Theme(kind)
      let palette = HuePalette(theme)
      for section in 0..<1100 {
        let hue = theme.hue(section: section % 1050)
        let colors = palette.colors(hue)
        #expect(colors.accent == theme.accent(hue) && colors.tint == theme.tint(hue))
        #expect(colors.tintBorder == theme.tintBorder(hue) && colors.solid == theme.solid(hue))
        #expect(colors.solidEnd == theme.solidEnd(hue))
      }
    }
  }

  @Test("neighbouring sections differ in hue by at least a third of the wheel")
  func neighbours() {
    for section in 0..<400 {
      let step = abs(Theme.light.hue(section: section) - Theme.light.hue(section: section + 1))
      #expect(min(step, 360 - step) > 120)
    }
  }

  /// WCAG 2.2, "relative luminance".
  private func luminance(_ color: Color) -> Double {
    let linear = [color.red, color.green, color.blue].map { part in
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// WCAG 2.2, "contrast ratio".
  private func ratio(_ a: Color, _ b: Color) -> Double {
    let (dark, light) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)
  }
}
