// SPDX-License-Identifier: Apache-2.0
//
// Text cut into lines, and the count of those lines without cutting.

extension TextRuler {
  /// The lines of `text` in `room` points of width. Each LF starts a new one, and each CR LF.
  ///
  /// - Complexity: O(length) for ASCII; the characters of other text are measured one by one.
  public func lines(of text: String, _ style: TextStyle, room: Double) -> [String] {
    // To Swift, CR LF is a character of its own.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.flatMap {
      paragraphLines($0, style, room: room)
    }
  }

  /// The first lines of the text. The last of them holds all that is left, to be cut where it is drawn.
  ///
  /// - Precondition: `count` is above 0.
  public func firstLines(
    of text: String, _ style: TextStyle, count: Int, room: Double
  ) -> [String] {
    let lines = lines(of: text, style, room: room)
    guard lines.count > count else { return lines }
    // Enough of the rest to fill the line; joining all of it would cost as much as it is long.
    let rest = lines[(count - 1)...].prefix(3).joined(separator: " ")
    return lines.prefix(count - 1) + [lines.count > count + 2 ? rest + "…" : rest]
  }

  /// Returns the number of lines that ``lines(of:_:room:)`` gives.
  public func lineCount(of text: String, _ style: TextStyle, room: Double) -> Int {
    advances(style).lineCount(of: text.utf8.span, room: room)
      ?? lines(of: text, style, room: room).count
  }

  /// One paragraph's lines; an empty paragraph is one empty line.
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

  /// The width of one character, by the table where it can.
  private func advance(of character: Character, _ table: AdvanceTable) -> Double {
    if let byte = character.asciiValue, let advance = table[byte] { return advance }
    return shape(String(character), table.style).width + table.style.tracking
  }
}

extension AdvanceTable {
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

  /// Most paragraphs fit on one line, which a sum tells faster than a filler.
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
  /// The text before the first newline: all that a chip has room for.
  package var firstLine: String { String(prefix { !$0.isNewline }) }

  /// Without the spaces that a break swallowed.
  fileprivate func trimmingSpaces() -> String {
    var view = self[...]
    while view.last == " " { view.removeLast() }
    return String(view)
  }
}
