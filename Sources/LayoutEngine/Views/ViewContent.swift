// SPDX-License-Identifier: Apache-2.0
//
// What a view shows, in words that every stage understands: a picture file, a page, a test.

/// The content of a view. A stage draws it inside the view's frame, in its own style.
public enum ViewContent: Hashable, Sendable {
  /// Nothing of its own.
  case none
  /// One or more lines of text.
  case text(String)
  /// One character with a caption below or beside it.
  case glyph(codePoint: UInt32, caption: String)
  /// A title over wrapped text, with a character where there is one.
  case card(title: String, body: String, codePoint: UInt32?)
  /// A picture file with a caption.
  case picture(path: String, caption: String)
  /// A section's header or footer.
  case heading(title: String, detail: String)
  /// A decoration drawn from its payload.
  case shape(ShapeStyle)
}

/// The look of a plain decoration: the standard payload fields.
public struct ShapeStyle: Hashable, Sendable {
  /// 0xRRGGBBAA; nil leaves the inside empty.
  public var fill: UInt32?
  /// 0xRRGGBBAA; nil draws no line.
  public var stroke: UInt32?
  /// Points.
  public var strokeWidth: Double
  /// Points.
  public var cornerRadius: Double

  /// A style; nothing is drawn by default.
  public init(
    fill: UInt32? = nil, stroke: UInt32? = nil, strokeWidth: Double = 1, cornerRadius: Double = 0
  ) {
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    self.cornerRadius = cornerRadius
  }
}
