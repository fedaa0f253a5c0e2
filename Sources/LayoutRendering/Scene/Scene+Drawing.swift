// SPDX-License-Identifier: Apache-2.0
//
// Drawing a scene: background, elements by depth, outlines on top.

import LayoutModel
import LayoutTypography

extension Scene {
  /// Draws the viewport with its corner at the canvas's origin, clipped to its size.
  func draw(_ brush: Brush, outline: Bool) {
    let ordered = drawingOrder
    let canvas = brush.canvas
    canvas.saved {
      canvas.clip(Shape(Rect(origin: .zero, size: viewport.size)))
      canvas.paint(brush.theme.ground)
      brush.draw(background, in: Rect(origin: .zero, size: viewport.size))
      canvas.translate(-viewport.x, -viewport.y)
      for element in ordered where !element.isHidden && element.alpha > 0 { element.draw(brush) }
      if outline {
        for element in ordered { element.drawOutline(brush) }
        for element in ordered { element.drawTag(brush) }
      }
    }
  }
}

extension SceneElement {
  /// Draws the layers in the section's hue.
  func draw(_ brush: Brush) {
    var brush = brush
    brush.hue = brush.theme.hue(section: appearance.hueIndex ?? path.section)
    brush.isProminent = isProminent
    brush.restingSize = restingSize
    brush.headingMargin = headingMargin
    brush.canvas.layer(alpha: alpha) {
      guard let projection else {
        place(on: brush.canvas)
        return drawFlat(brush)
      }
      // Shadows and the selection ring extend beyond the frame.
      brush.canvas.projected(frame.grown(by: 8), by: projection) { canvas in
        drawFlat(brush.on(canvas))
      }
    }
  }

  /// The distance from the leading edge of a heading to its mark. A heading that starts inside its
  /// margin needs only the rest of it; one that starts further in needs all of it.
  private var headingMargin: Double? {
    let usual = frame.width >= 240 ? HeadingMetrics.leading * appearance.textScale : nil
    return (appearance.headingMargin ?? usual).map { $0 < frame.x ? $0 : $0 - max(0, frame.x) }
  }

  private func drawFlat(_ brush: Brush) {
    for content in layers { brush.draw(content, in: frame, textScale: appearance.textScale) }
    if isSelected, case .entry = layers.first {
      brush.canvas.stroke(Shape(frame), brush.accent, width: 2)
    } else if isSelected {
      brush.canvas.stroke(Shape(frame.grown(by: 2), radius: 10), brush.accent, width: 2.5)
    }
  }

  /// Draws the frame as a thin line in the colour of its category.
  func drawOutline(_ brush: Brush) {
    drawFrame(on: brush.canvas, brush.theme.outline(category), dash: isHidden ? [3, 3] : [])
  }

  /// Draws the visible edge of the frame, and fills it with a faint colour.
  func drawFrame(on canvas: Canvas, _ color: Color, width: Double = 1, dash: [Double] = []) {
    canvas.saved {
      if let projection {
        let corners = projection.outline(of: frame).shown
        canvas.fill(corners, color.withAlpha(0.06))
        canvas.stroke(corners, color, width: width, dash: dash)
      } else {
        place(on: canvas)
        canvas.fill(Shape(frame), color.withAlpha(0.06))
        canvas.stroke(Shape(frame), color, width: width, dash: dash)
      }
    }
  }

  /// Writes the index path into the top-left corner of the frame, upright.
  func drawTag(_ brush: Brush) {
    let label = "\(path.section).\(path.item)"
    let width = brush.ruler.width(of: label, .tag) + 8
    guard let corner = corner else { return }
    let tag = Rect(x: corner.x, y: corner.y, width: width, height: 13)
    brush.canvas.fill(Shape(tag, radius: 2), brush.theme.outline(category))
    brush.text(label, .tag, Color(red: 1, green: 1, blue: 1), in: tag, anchor: .middle)
  }

  /// The visible place of the top-left corner of the frame; nil when it is behind the eye.
  private var corner: Point? {
    guard let transform else { return frame.origin }
    let whole = transform.about(frame.center)
    return whole.weight(frame.origin) > 0 ? whole.map(frame.origin) : nil
  }

  /// The projection of the frame, if it is in perspective.
  private var projection: Projection? {
    guard let transform, transform.affine == nil else { return nil }
    return transform.about(frame.center)
  }

  /// Transforms the canvas about the centre of the frame.
  private func place(on canvas: Canvas) {
    guard let transform = transform?.affine else { return }
    let center = frame.center
    canvas.translate(center.x, center.y)
    canvas.transform(transform)
    canvas.translate(-center.x, -center.y)
  }
}

extension Theme {
  /// The colour of outlines and tags; dark enough for white text on it.
  func outline(_ category: ElementCategory) -> Color {
    switch category {
    case .cell: Color(lightness: 0.55, chroma: 0.22, hue: 10)
    case .supplementary: Color(lightness: 0.5, chroma: 0.2, hue: 262)
    case .decoration: Color(lightness: 0.5, chroma: 0.15, hue: 150)
    }
  }
}
