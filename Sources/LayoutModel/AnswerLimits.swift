// SPDX-License-Identifier: Apache-2.0
//
// Limits of a layout's answers and messages, so that no plugin can multiply the work of its host.

/// The limits of the answer of one call into a layout.
///
/// Every limit is a count. The host checks them in each tier before it copies or shows anything, so
/// a layout meets the same limit on every machine. An answer with too many elements for its
/// rectangle, or too many transforms or payload words, fails with
/// ``LayoutError/Code/answerTooLarge``; the layout gets no further call until it is restarted, and
/// in a supervised worker that is a strike. Longer texts are cut, and further lines and events are
/// dropped, with a note in the log.
///
/// An app whose layout has good reason to answer more, such as a map of tiny items, raises them in
/// `WorkerOptions.answerLimits`. Numbers below 0 count as 0.
public struct AnswerLimits: Equatable, Sendable {
  /// Elements that an answer may have for a rectangle of any size. The number of elements allowed
  /// also limits transforms.
  public var elements = 4_096
  /// Square points of the rectangle for each further element; 0 allows any number.
  public var areaPerElement = 64.0
  /// The most elements in one answer. A query with more fails with the code `too-large`, which
  /// blames no layout: ask about smaller rectangles.
  public var mostElements = 131_072
  /// Payload words for each element allowed. A block that several elements share counts for each.
  public var wordsPerElement = 16
  /// Bytes of a log line or an error text; longer ones are cut.
  public var textBytes = 4_096
  /// Lines in the log for each frame, or each call outside of one; later ones are dropped.
  public var logLines = 128
  /// Bytes of those lines together.
  public var logBytes = 65_536
  /// Bytes of a name that a layout registers, such as a reuse identifier; longer ones are refused.
  public var nameBytes = 256
  /// Events for each frame, or each call outside of a frame; more are refused.
  public var events = 4_096
  /// Bytes of those events together, and of all events that wait for the app.
  public var eventBytes = 4 << 20
  /// Elements that a layout may mark as stale by name; beyond them everything is stale.
  public var markedElements = 65_536

  /// The default limits.
  public init() {}

  /// The elements that an answer to `rect` may have.
  public func elementCount(in rect: Rect) -> Int {
    let base = min(max(elements, 0), Self.countable)
    let more = rect.width * rect.height / areaPerElement
    // False where there is no area per element, for infinity and for what is not a number.
    guard more < Double(Self.countable - base) else { return Self.countable }
    return base + Int(max(more, 0))
  }

  /// The highest count of a layout: its answers have 32 bits.
  private static let countable = Int(UInt32.max)
}
