// SPDX-License-Identifier: Apache-2.0
//
// What every painter of a cell needs, in one value.

import LayoutModel
import LayoutTypography

/// A canvas with the theme, the fonts, the pictures, and the hue of what is drawn.
struct Brush {
  let canvas: Canvas
  let ruler: TextRuler
  let pictures: PictureCache
  let theme: Theme
  /// Of the section, degrees.
  var hue = 0.0
  /// True when a tile stands out; nil lets its size decide.
  var isProminent: Bool?
  /// Of what is drawn, where that is not the size in which it is drawn.
  var restingSize: Size?
  /// From the leading edge of a heading to its mark, points of the view; nil lets its size decide.
  var headingMargin: Double?
  /// The factor by which what is drawn is enlarged on the canvas.
  var zoom = 1.0

  /// The same brush on another canvas.
  func on(_ canvas: Canvas) -> Brush {
    Brush(
      canvas: canvas, ruler: ruler, pictures: pictures, theme: theme, hue: hue,
      isProminent: isProminent, restingSize: restingSize, headingMargin: headingMargin, zoom: zoom)
  }

  var accent: Color { theme.accent(hue) }
  var tint: Color { theme.tint(hue) }
  var tintBorder: Color { theme.tintBorder(hue) }

  /// A card's ground: a soft shadow below, the surface, a fine line.
  func card(_ rect: Rect, radius: Double) {
    for step in 1...3 {
      let spread = Double(step)
      var shadow = rect.grown(by: spread - 1)
      shadow.y += spread
      canvas.fill(Shape(shadow, radius: radius + spread - 1), theme.shadow)
    }
    canvas.fill(Shape(rect, radius: radius), theme.surface)
    canvas.stroke(Shape(rect, radius: radius), theme.border)
  }

  /// One line of text, see ``Canvas/draw(_:_:_:in:anchor:ruler:)``.
  func text(
    _ text: String, _ style: TextStyle, _ color: Color, in room: Rect,
    anchor: TextAnchor = .leading
  ) {
    canvas.draw(text, style, color, in: room, anchor: anchor, ruler: ruler)
  }
}
