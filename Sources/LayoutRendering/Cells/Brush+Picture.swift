// SPDX-License-Identifier: Apache-2.0
//
// A picture that covers its cell, with rounded corners, and its name below.

import LayoutModel
import LayoutTypography

extension Brush {
  /// Draws the picture at `path`; one that cannot be read leaves a tile that says so.
  func picture(path: String, caption: String, in rect: Rect) {
    let shape = Shape(rect, radius: min(12, min(rect.width, rect.height) / 6))
    guard let image = pictures.image(path, covering: rect.size) else {
      return missingPicture(caption, shape)
    }
    canvas.saved {
      canvas.clip(shape)
      canvas.draw(image, covering: rect)
    }
    canvas.stroke(shape, theme.text.withAlpha(0.08))
  }

  private func missingPicture(_ caption: String, _ shape: Shape) {
    canvas.fill(shape, tint)
    canvas.stroke(shape, tintBorder, dash: [4, 3])
    var room = shape.bounds.grown(by: -10)
    guard room.width > 24, room.height > 2 * TextStyle.label.lineHeight else { return }
    room.y = room.center.y - TextStyle.label.lineHeight
    room.height = TextStyle.label.lineHeight
    text("Cannot be read", TextStyle.label.bold, accent, in: room, anchor: .middle)
    room.y += TextStyle.label.lineHeight
    text(caption, .label, theme.muted, in: room, anchor: .middle)
  }
}
