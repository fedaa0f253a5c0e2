// SPDX-License-Identifier: Apache-2.0
//
// Line breaking: the table and Pango agree, nothing overflows, nothing is lost.

import LayoutTypography
import Testing

@Suite("Line breaking")
struct LineBreakerTests {
  static let names = [
    "LATIN SMALL LETTER A WITH DIAERESIS AND MACRON", "CJK UNIFIED IDEOGRAPH-4E00", "",
    "ARABIC LIGATURE UIGHUR KIRGHIZ YEH WITH HAMZA ABOVE WITH ALEF MAKSURA ISOLATED FORM",
    "Two  spaces and a-hyphenated-word", "Überlänge für naïve Prüfungen: 漢字かな交じり文",
    "Decomposes to\n0061 0301\n\nend", "AVAVATOTOWAWA To Te Ty fi fl ffi",
    "3\r\n4", "a field\r\n\r\nof several lines  \r\n", "one\r\nünd zwei", "a\rb\r\r\nc",
  ]
  static let rooms = [40.0, 90, 148, 400]

  @Test("no line is wider than the given width", arguments: names, rooms)
  func fits(_ name: String, _ room: Double) {
    let ruler = TextRuler()
    for style in [TextStyle.title, .body, .label] {
      for line in ruler.lines(of: name, style, room: room) where line.count > 1 {
        #expect(ruler.shape(line, style).width <= room + 0.01, "\(line)")
      }
    }
  }

  @Test("only the spaces at breaks are removed", arguments: names, rooms)
  func losesNothing(_ name: String, _ room: Double) {
    let lines = TextRuler().lines(of: name, .title, room: room)
    let kept = lines.joined().filter { $0 != " " }
    #expect(kept == name.filter { $0 != " " && $0 != "\n" && $0 != "\r\n" })
  }

  @Test("counting gives as many lines as cutting", arguments: names, rooms)
  func countAgrees(_ name: String, _ room: Double) {
    let ruler = TextRuler()
    let cut = ruler.lines(of: name, .body, room: room).count
    #expect(ruler.lineCount(of: name, .body, room: room) == cut)
  }

  @Test("a line ends in LF or in CR LF, which is one end", arguments: ["\n", "\r\n"])
  func lineEnds(_ end: String) {
    let ruler = TextRuler()
    for lines in [["3", "4"], ["drei", "", "vïer", ""]] {
      let text = lines.joined(separator: end)
      #expect(ruler.lines(of: text, .body, room: 400) == lines)
      #expect(ruler.lineCount(of: text, .body, room: 400) == lines.count)
    }
  }

  @Test("lines are as full as they can be")
  func greedy() {
    let ruler = TextRuler()
    let lines = ruler.lines(of: Self.names[0], .title, room: 148)
    for (line, next) in zip(lines, lines.dropFirst()) {
      let word = next.split(separator: " ")[0]
      #expect(ruler.width(of: line + " " + word, .title) > 148)
    }
    #expect(lines.count > 1)
  }

  @Test("a word wider than the line breaks between its characters")
  func splitsWords() {
    let lines = TextRuler().lines(of: "WWWWWWWWWW", .title, room: 40)
    #expect(lines.count > 2)
    #expect(TextRuler().lines(of: "WW", .title, room: 1) == ["W", "W"])
  }

  @Test("the table's width is Pango's, or at most one tracking more", arguments: names)
  func tableAgrees(_ name: String) throws {
    let ruler = TextRuler()
    for style in [TextStyle.label, .title, .body] {
      guard let width = ruler.advances(style).width(of: name.utf8.span) else { continue }
      guard !name.contains(where: \.isNewline) else { continue }
      let drawn = ruler.shape(name, style).width
      #expect(width - drawn <= style.tracking + 0.05 && drawn <= width + 0.05)
    }
  }
}
