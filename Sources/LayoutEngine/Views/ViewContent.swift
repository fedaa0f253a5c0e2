// SPDX-License-Identifier: Apache-2.0
//
// The content of a view, in a form for every stage: a picture file, a page, a test.

/// The content of a view. A stage draws it inside the view's frame, in its own style.
public enum ViewContent: Hashable, Sendable {
  /// No content.
  case none
  /// One or more lines of text.
  case text(String)
  /// One character with a caption below or beside it.
  case glyph(codePoint: UInt32, caption: String)
  /// A title over wrapped text, with an optional character.
  case card(title: String, body: String, codePoint: UInt32?)
  /// A picture file with a caption.
  case picture(path: String, caption: String)
  /// A section's header or footer.
  case heading(title: String, detail: String)
  /// A cell of a table: one line of text.
  case entry(String, EntryStyle)
  /// A decoration drawn from its payload.
  case shape(ShapeStyle)
}

/// The look of a table's cell.
public struct EntryStyle: Hashable, Sendable {
  /// The role of a table's cell.
  public enum Role: String, Sendable {
    /// One value.
    case value
    /// The name of a row.
    case rowHeading
    /// The name of a column.
    case columnHeading
  }

  /// A side of the cell.
  public enum Side: String, Sendable {
    /// Text starts here when people read from left to right.
    case left
    /// Text starts here when people read from right to left; otherwise numbers end here.
    case right
  }

  /// The role of the cell.
  public var role: Role
  /// The side of the text.
  public var side: Side
  /// True when there is no value, and the text is a placeholder.
  public var isMissing: Bool
  /// True or false when the rows are sorted by this column, ascending or descending.
  public var isAscending: Bool?

  /// A style.
  public init(
    role: Role = .value, side: Side = .left, isMissing: Bool = false, isAscending: Bool? = nil
  ) {
    (self.role, self.side, self.isMissing) = (role, side, isMissing)
    self.isAscending = isAscending
  }
}

/// The look of a plain decoration: the standard payload fields.
public struct ShapeStyle: Hashable, Sendable {
  /// 0xRRGGBBAA; nil leaves the inside empty.
  public var fill: UInt32?
  /// 0xRRGGBBAA; nil draws no line.
  public var stroke: UInt32?
  /// The width of the line, points.
  public var strokeWidth: Double
  /// The radius of the corners, points.
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

// MARK: - Hints
//
// Hints for drawing a view: colour, scale, and the margin of a heading.

/// The part of a view's look that depends neither on its content nor on its frame.
///
/// A stage may ignore it. The engine only stores it with the view; set it when the view is filled.
public struct ViewAppearance: Hashable, Sendable {
  /// The index of the colour: equal numbers have the same colour. Nil means the number of the
  /// section, so that a section shown alone has another colour than among others.
  public var hueIndex: Int?
  /// The scale of text and of elements sized by text, above 0.
  public var textScale: Double
  /// The distance from the leading edge of a heading to its first mark, points; nil lets the stage
  /// choose.
  public var headingMargin: Double?

  /// An appearance; by default the stage chooses everything.
  public init(hueIndex: Int? = nil, textScale: Double = 1, headingMargin: Double? = nil) {
    self.hueIndex = hueIndex
    self.textScale = textScale
    self.headingMargin = headingMargin
  }
}
