// SPDX-License-Identifier: Apache-2.0
//
// Text split into lines, and the number of those lines without splitting.

extension TextRuler {
  /// Returns the lines of `text` at a width of `room` points. Each LF or CR LF starts a new line.
  ///
  /// - Complexity: O(length) for ASCII; the characters of other text are measured one by one.
  public func lines(of text: String, _ style: TextStyle, room: Double) -> [String] {
    if advances(style).fits(text.utf8.span, room: room) { return [text] }
    // Swift treats CR LF as one character.
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.flatMap {
      paragraphLines($0, style, room: room)
    }
  }

  /// Returns the first lines of the text. The last of them holds the whole rest, which is truncated
  /// when it is drawn.
  ///
  /// - Precondition: `count` is above 0.
  public func firstLines(
    of text: String, _ style: TextStyle, count: Int, room: Double
  ) -> [String] {
    let lines = lines(of: text, style, room: room)
    guard lines.count > count else { return lines }
    // Enough of the rest to fill the line; the cost of joining all of it would grow with its
    // length.
    let rest = lines[(count - 1)...].prefix(3).joined(separator: " ")
    return lines.prefix(count - 1) + [lines.count > count + 2 ? rest + "…" : rest]
  }

  /// Returns the number of lines that ``lines(of:_:room:)`` gives.
  public func lineCount(of text: String, _ style: TextStyle, room: Double) -> Int {
    advances(style).lineCount(of: text.utf8.span, room: room)
      ?? lines(of: text, style, room: room).count
  }

  /// Returns one paragraph's lines; an empty paragraph is one empty line.
  private func paragraphLines(
    _ text: Substring, _ style: TextStyle, room: Double
  ) -> [String] {
    let characters = Array(text)
    let table = advances(style)
    var starts = [0]
    var filler = LineFiller(room: room)
    for (index, character) in characters.enumerated() {
      filler.add(advance(of: character, table), LineFiller.Kind(character), at: index) {
        starts.append($0)
      }
    }
    return starts.indices.map { line in
      let end = line + 1 < starts.count ? starts[line + 1] : characters.count
      return String(characters[starts[line]..<end]).trimmingSpaces()
    }
  }

  /// Returns the width of one character, from the table if it is there.
  private func advance(of character: Character, _ table: AdvanceTable) -> Double {
    if let byte = character.asciiValue, let advance = table[byte] { return advance }
    return shape(String(character), table.style).width + table.style.tracking
  }
}

extension AdvanceTable {
  /// Returns true for ASCII text that is one line as it is.
  fileprivate func fits(_ text: Span<UInt8>, room: Double) -> Bool {
    // Spaces at the end of a line are removed.
    guard text.isEmpty || text[text.count - 1] != UInt8(ascii: " ") else { return false }
    for index in text.indices where text[index] == UInt8(ascii: "\n") { return false }
    guard let width = width(of: text) else { return false }
    return width <= room
  }

  /// Returns the number of lines that the text takes, or nil when a character lies outside ASCII.
  ///
  /// - Complexity: O(length). Does not allocate.
  public func lineCount(of text: Span<UInt8>, room: Double) -> Int? {
    var total = 0
    var start = 0
    while start <= text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      let isAfterReturn = end < text.count && end > start && text[end - 1] == UInt8(ascii: "\r")
      let paragraph = text.extracting(start..<(isAfterReturn ? end - 1 : end))
      guard let count = paragraphLineCount(of: paragraph, room: room) else {
        return nil
      }
      total += count
      start = end + 1
    }
    return total
  }

  /// Most paragraphs fit on one line, and a sum shows that faster than a filler.
  private func paragraphLineCount(of text: Span<UInt8>, room: Double) -> Int? {
    guard let width = width(of: text) else { return nil }
    guard width > room else { return 1 }
    var filler = LineFiller(room: room)
    for index in text.indices {
      filler.add(self[text[index]] ?? 0, LineFiller.Kind(text[index]), at: index)
    }
    return max(1, filler.lineCount)
  }
}

extension LineFiller.Kind {
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: " "): self = .space
    case UInt8(ascii: "-"): self = .hyphen
    default: self = .letter
    }
  }

  init(_ character: Character) {
    self = character.asciiValue.map { LineFiller.Kind($0) } ?? .letter
  }
}

extension String {
  /// The text before the first newline: a chip shows no more.
  package var firstLine: String { String(prefix { !$0.isNewline }) }

  /// Returns the text without the spaces at a line break.
  fileprivate func trimmingSpaces() -> String {
    var view = self[...]
    while view.last == " " { view.removeLast() }
    return String(view)
  }
}

// MARK: - Greedy breaking
//
// Greedy line breaking, one character at a time, without looking back.

/// Fills lines of a given width.
///
/// A line breaks at spaces, which vanish there, and after hyphens; a word wider than a line breaks
/// between its characters. The caller passes the widths, so the same rule serves the table that
/// sizes 150,000 cards and the text that is drawn.
public struct LineFiller {
  /// The kind of a character.
  public enum Kind { case letter, space, hyphen }

  /// The width of a line, points.
  public let room: Double
  /// Lines so far; text without a character has 0.
  public private(set) var lineCount = 0
  /// Width of the line up to its last possible break.
  private var settled = 0.0
  /// Width of the spaces after it.
  private var gap = 0.0
  /// Width of the present word.
  private var word = 0.0
  private var wordStart = 0
  private var isInWord = false
  private var hasBreak = false
  /// Tolerance in points, so that rounding in the order of a sum does not decide a break.
  private let slack = 1e-6

  /// Makes a filler for lines of `room` points.
  public init(room: Double) { self.room = room }

  /// Reads the next character.
  ///
  /// - Parameters:
  ///   - advance: Its width, points.
  ///   - index: Its index, passed back when a line starts at it.
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

  /// Moves the word to a new line if the line already has text before it.
  private mutating func breakBeforeWord() -> Bool {
    guard hasBreak else { return false }
    lineCount += 1
    (settled, gap, hasBreak) = (0, 0, false)
    return true
  }

  /// Returns true when the word alone is too wide. A line always holds one character, even if it is
  /// too narrow.
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
