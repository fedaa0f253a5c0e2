// SPDX-License-Identifier: Apache-2.0
//
// Greedy line breaking as a machine that is fed one character at a time and never looks back.

/// Fills lines of a given width.
///
/// A line breaks at spaces, which vanish there, and after hyphens; a word wider than a line breaks
/// between its characters. The widths come from outside, so the same rule serves the table that
/// sizes 150,000 cards and the text that is drawn.
public struct LineFiller {
  /// The kind of a character.
  public enum Kind { case letter, space, hyphen }

  /// Room of a line, points.
  public let room: Double
  /// Lines so far; text without a character has none.
  public private(set) var lineCount = 0
  /// Width of the line up to the last place where it may break.
  private var settled = 0.0
  /// Width of the spaces behind it.
  private var gap = 0.0
  /// Width of the word that is being read.
  private var word = 0.0
  private var wordStart = 0
  private var isInWord = false
  private var hasBreak = false
  /// A hair of overflow is let through, so that the order of a sum does not decide.
  private let slack = 1e-6

  /// A machine for lines of `room` points.
  public init(room: Double) { self.room = room }

  /// Reads the next character.
  ///
  /// - Parameters:
  ///   - advance: Its width, points.
  ///   - index: Its place, handed back where a line starts.
  ///   - newLine: Called with the index of the first character of each line after the first.
  public mutating func add(
    _ advance: Double, _ kind: Kind, at index: Int, newLine: (Int) -> Void = { _ in }
  ) {
    lineCount = max(lineCount, 1)
    if kind == .space { return addSpace(advance) }
    startWord(at: index)
    if settled + gap + word + advance > room + slack {
      if breakBeforeWord() { newLine(wordStart) }
      if splitsWord(advance) {
        splitWord(at: index)
        newLine(index)
      }
    }
    word += advance
    if kind == .hyphen { settleWord() }
  }

  private mutating func startWord(at index: Int) {
    guard !isInWord else { return }
    isInWord = true
    wordStart = index
  }

  private mutating func addSpace(_ advance: Double) {
    settleWord()
    gap += advance
    hasBreak = true
  }

  /// Moves the word to a new line when something stands before it.
  private mutating func breakBeforeWord() -> Bool {
    guard hasBreak else { return false }
    lineCount += 1
    (settled, gap, hasBreak) = (0, 0, false)
    return true
  }

  /// Returns true when the word alone is too wide. A first character always stays, however
  /// narrow the line.
  private func splitsWord(_ advance: Double) -> Bool {
    word > 0 && word + advance > room + slack
  }

  private mutating func splitWord(at index: Int) {
    lineCount += 1
    (word, wordStart, gap) = (0, index, 0)
  }

  private mutating func settleWord() {
    guard isInWord else { return }
    settled += gap + word
    (gap, word, isInWord, hasBreak) = (0, 0, false, true)
  }
}
