// SPDX-License-Identifier: Apache-2.0
//
// A picture that covers its cell, with rounded corners; one that is damaged, or missing, says so.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws the picture at `path`. What could be read of a damaged one is drawn with a mark; a tile with
  /// the file's name stands for one that cannot be read.
  func picture(path: String, caption: String, in rect: Rect) {
    let shape = Shape(rect, radius: min(12, min(rect.width, rect.height) / 6))
    let pixels = Size(width: rect.width * zoom, height: rect.height * zoom)
    guard let image = pictures.image(path, covering: pixels) else {
      return missingPicture(caption, shape)
    }
    canvas.saved {
      canvas.clip(shape)
      canvas.draw(image, covering: rect)
    }
    guard pictures.fault(path) != nil else {
      return canvas.stroke(shape, theme.text.withAlpha(0.08))
    }
    canvas.stroke(shape, theme.warning, width: 2, dash: [6, 4])
    damageMark("Damaged: \(caption)", in: rect)
  }

  private func missingPicture(_ caption: String, _ shape: Shape) {
    canvas.fill(shape, tint)
    canvas.stroke(shape, theme.warning, width: 1.5, dash: [4, 3])
    let room = shape.bounds.grown(by: -8)
    let (sign, words) = (24.0, 2 * TextStyle.label.lineHeight)
    guard room.width >= 72, room.height >= words else {
      return damageSign(
        at: room.center, side: min(20, min(shape.bounds.width, shape.bounds.height) * 0.6))
    }
    let hasSign = room.height >= sign + words
    var place = room
    place.y = room.center.y - (words + (hasSign ? sign : 0)) / 2
    if hasSign {
      damageSign(at: Point(x: place.center.x, y: place.y + 10), side: 20)
      place.y += sign
    }
    place.height = TextStyle.label.lineHeight
    text("Cannot be read", TextStyle.label.bold, theme.text, in: place, anchor: .middle)
    place.y += TextStyle.label.lineHeight
    text(caption, .label, theme.muted, in: place, anchor: .middle)
  }

  /// A sign on a band along the lower edge of a picture, with words where they fit.
  private func damageMark(_ words: String, in rect: Rect) {
    let height = 24.0
    guard rect.width >= 72, rect.height >= 2 * height else {
      return damageSign(at: rect.center, side: min(20, min(rect.width, rect.height) * 0.6))
    }
    let band = Rect(
      x: rect.x + 6, y: rect.maxY - height - 6, width: rect.width - 12, height: height)
    canvas.fill(Shape(band, radius: height / 2), theme.surface.withAlpha(0.92))
    damageSign(at: Point(x: band.x + 12, y: band.center.y), side: 16)
    var place = band
    place.x += 26
    place.width -= 36
    text(words, .label, theme.text, in: place)
  }

  /// An exclamation mark on a disc.
  private func damageSign(at center: Point, side: Double) {
    guard side > 3 else { return }
    let disc = Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
    canvas.fill(Shape(disc, radius: side / 2), theme.warning)
    let stem = Rect(
      x: center.x - side / 16, y: center.y - side * 0.28, width: side / 8, height: side * 0.34)
    canvas.fill(Shape(stem, radius: side / 16), theme.onSolid)
    let dot = Rect(
      x: center.x - side / 14, y: center.y + side * 0.16, width: side / 7, height: side / 7)
    canvas.fill(Shape(dot, radius: side / 14), theme.onSolid)
  }
}
