// SPDX-License-Identifier: Apache-2.0
//
// A card: a character on a tinted band, a title, lines of text. Its measures are `CardMetrics`.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws a card that fills `rect`. Text that does not fit ends with an ellipsis after a whole line.
  func card(_ note: Note, in rect: Rect) {
    let radius = min(14, min(rect.width, rect.height) / 4)
    card(rect, radius: radius)
    let padding = isMeasuredCard(note) ? CardMetrics.padding : cardPadding(rect.size)
    var place = rect.grown(by: -padding)
    if let codePoint = note.codePoint {
      cardBand(codePoint, in: rect, radius: radius)
      place.y += CardMetrics.glyphHeight + CardMetrics.glyphGap
    }
    // What was measured may be a rounding error higher than its room.
    let end = rect.maxY - padding + 0.5
    canvas.saved {
      canvas.clip(Shape(rect, radius: radius))
      let titles = lines(of: note.title, CardMetrics.titleStyle, in: place, end: end)
      canvas.draw(lines: titles, CardMetrics.titleStyle, theme.text, in: place, ruler: ruler)
      place.y += Double(titles.count) * CardMetrics.titleStyle.lineHeight
      if !titles.isEmpty { place.y += CardMetrics.bodyGap }
      let bodies = lines(of: note.body, CardMetrics.bodyStyle, in: place, end: end)
      canvas.draw(lines: bodies, CardMetrics.bodyStyle, theme.muted, in: place, ruler: ruler)
    }
  }

  /// Returns true when the card's height at rest was measured for its text.
  private func isMeasuredCard(_ note: Note) -> Bool {
    guard let rest = restingSize else { return false }
    return isCard(note, rest)
  }

  /// A narrow or low card has less room around its text.
  private func cardPadding(_ size: Size) -> Double {
    min(CardMetrics.padding, max(4, min(size.width, size.height) / 10))
  }

  /// The whole lines that fit between the top of `place` and `end`; none for no text.
  private func lines(
    of text: String, _ style: TextStyle, in place: Rect, end: Double
  ) -> [String] {
    let count = Int(max(0, (end - place.y) / style.lineHeight))
    guard !text.isEmpty, count > 0 else { return [] }
    return ruler.firstLines(of: text, style, count: count, room: max(1, place.width))
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
