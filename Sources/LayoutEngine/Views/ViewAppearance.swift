// SPDX-License-Identifier: Apache-2.0
//
// Hints for whoever draws a view: colour, scale, and the margin of a heading.

/// The part of a view's look that follows neither from its content nor from its frame.
///
/// A stage may ignore it. The engine only keeps it with the view; set it where the view is filled.
public struct ViewAppearance: Hashable, Sendable {
  /// Chooses the colour: equal numbers have one colour. Nil stands for the number of the section, so that
  /// a section shown alone has another colour than among others.
  public var hueIndex: Int?
  /// The factor by which text and what belongs to it is larger than usual, above 0.
  public var textScale: Double
  /// From the leading edge of a heading to its first mark, points; nil leaves it to the stage.
  public var headingMargin: Double?

  /// An appearance; the defaults leave all to the stage.
  public init(hueIndex: Int? = nil, textScale: Double = 1, headingMargin: Double? = nil) {
    self.hueIndex = hueIndex
    self.textScale = textScale
    self.headingMargin = headingMargin
  }
}
