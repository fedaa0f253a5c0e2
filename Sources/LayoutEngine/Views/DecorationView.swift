// SPDX-License-Identifier: Apache-2.0
//
// The view of a decoration for which the app registered none.

import LayoutModel

/// Draws a decoration from the standard payload: `fill`, `stroke` (0xRRGGBBAA), `strokeWidth` and
/// `cornerRadius` (points). So a stranger's decoration shows.
public final class DecorationView: ReusableView {
  /// Takes the style from the custom fields.
  public override func apply(_ attributes: LayoutAttributes) {
    super.apply(attributes)
    var style = ShapeStyle()
    for field in attributes.fields {
      switch (field.name, field.value) {
      case ("fill", .integer(let color)): style.fill = UInt32(truncatingIfNeeded: color)
      case ("stroke", .integer(let color)): style.stroke = UInt32(truncatingIfNeeded: color)
      case ("strokeWidth", .number(let width)): style.strokeWidth = width
      case ("cornerRadius", .number(let radius)): style.cornerRadius = radius
      default: break
      }
    }
    content = .shape(style)
  }
}
