// SPDX-License-Identifier: Apache-2.0
//
// A card: a character on a tinted band, a title, lines of text. Its measures are `CardMetrics`.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a card that fills `rect`.
  func card(_ note: Note, in rect: Rect) {
    let radius = 14.0
    card(rect, radius: radius)
    var place = rect.grown(by: -CardMetrics.padding)
    if let codePoint = note.codePoint {
      cardBand(codePoint, in: rect, radius: radius)
      place.y += CardMetrics.glyphHeight + CardMetrics.glyphGap
    }
    let room = CardMetrics.textRoom(width: rect.width)
    canvas.saved {
      canvas.clip(Shape(rect, radius: radius))
      let titles = lines(of: note.title, CardMetrics.titleStyle, room)
      canvas.draw(lines: titles, CardMetrics.titleStyle, theme.text, in: place, ruler: ruler)
      place.y += Double(titles.count) * CardMetrics.titleStyle.lineHeight
      if !titles.isEmpty { place.y += CardMetrics.bodyGap }
      let bodies = lines(of: note.body, CardMetrics.bodyStyle, room)
      canvas.draw(lines: bodies, CardMetrics.bodyStyle, theme.muted, in: place, ruler: ruler)
    }
  }

  /// No line at all for no text.
  private func lines(of text: String, _ style: TextStyle, _ room: Double) -> [String] {
    text.isEmpty ? [] : ruler.lines(of: text, style, room: room)
  }

  /// The band across the top of the card, inside its line, with the character in the middle.
  private func cardBand(_ codePoint: UInt32, in rect: Rect, radius: Double) {
    let height = CardMetrics.padding + CardMetrics.glyphHeight
    var band = rect.grown(by: -1)
    band.height = min(band.height, height - 1)
    canvas.saved {
      canvas.clip(Shape(band))
      canvas.fill(Shape(rect.grown(by: -1), radius: radius - 1), tint)
    }
    glyph(
      codePoint, in: band.inset(by: Insets(top: 10, left: 16, bottom: 10, right: 16)), height: 52,
      accent)
  }
}
