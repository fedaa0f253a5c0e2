// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines: every kind of value and line end, and an error with a place for all other input.

import LayoutHost
import LayoutModel
import LayoutSources
import Testing

@Suite("JSON Lines")
struct JSONLinesTests {
  struct Lines: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let cards: [String]
    var members: [String] = []
  }

  static let files = [
    Lines(
      testDescription: "objects", text: "{\"a\":\"x\",\"b\":1}\n{\"a\":\"y\",\"b\":2}\n",
      cards: ["x|b: 1", "y|b: 2"], members: ["a", "b"]),
    Lines(testDescription: "no last line end", text: "{\"a\":1}", cards: ["1|"], members: ["a"]),
    Lines(
      testDescription: "CR LF", text: "{\"a\":1}\r\n{\"a\":2}\r\n", cards: ["1|", "2|"],
      members: ["a"]),
    Lines(
      testDescription: "other members on each line",
      text: "{\"a\":1,\"c\":true}\n{\"b\":2,\"c\":null}\n{\"c\":[1,{\"d\":0.5}],\"a\":\"\"}\n",
      cards: ["1|c: true", "2|", "[1,{\"d\":0.5}]|"], members: ["a", "c", "b"]),
    Lines(
      testDescription: "no objects", text: "1\n\"two\"\nnull\n[3]\nfalse\n",
      cards: ["1|", "two|", "|", "[3]|", "false|"]),
    Lines(
      testDescription: "escapes", text: "{\"a\":\"x\\ny\\u00e9\",\"b\":\"\\uD83D\\uDE00\"}\n",
      cards: ["x\nyé|b: 😀"], members: ["a", "b"]),
    Lines(
      testDescription: "byte order mark", text: "\u{FEFF}{\"a\":1}\n", cards: ["1|"], members: ["a"]
    ),
    Lines(
      testDescription: "blanks around", text: "  {\"a\" : 1}\t\n", cards: ["1|"], members: ["a"]),
    Lines(testDescription: "an empty object", text: "{}\n", cards: ["|"]),
    Lines(
      testDescription: "a separator of Unicode's inside a string",
      text: "{\"a\":\"x\u{2028}y\u{85}z\"}\n", cards: ["x\u{2028}y\u{85}z|"], members: ["a"]),
    Lines(
      testDescription: "large integers stay whole", text: "{\"a\":9007199254740993}\n",
      cards: ["9007199254740993|"], members: ["a"]),
    Lines(
      testDescription: "integers beyond 64 bits keep their digits",
      text: "{\"a\":99999999999999999999}\n{\"a\" : -9223372036854775809 }\n",
      cards: ["99999999999999999999|", "-9223372036854775809|"], members: ["a"]),
    Lines(
      testDescription: "integers at the limits of 64 bits, and digits that are none",
      text: "[9223372036854775807,-9223372036854775808,9223372036854775808]\n"
        + "[\"\\\"99999999999999999999:\",12345678901234567890e-19]\n",
      cards: [
        "[9223372036854775807,-9223372036854775808,\"9223372036854775808\"]|",
        "[\"\\\"99999999999999999999:\",1.2345678901234567]|",
      ]),
  ]

  @Test("reads a value from each line", arguments: files)
  func reads(_ file: Lines) throws {
    let path = try Scratch.file("lines.jsonl", Array(file.text.utf8))
    let source = try JSONLinesSource(path: path)
    let cards = try (0..<source.itemCount(in: 0)).map { item in
      guard case .card(let title, let body, _) = try source.content(at: ItemPath(0, item)) else {
        return "no card"
      }
      return "\(title)|\(body)"
    }
    #expect(cards == file.cards)
    #expect(source.members == file.members)
    #expect(source.title == "lines.jsonl")
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let place: String
    let words: String

    init(_ description: String, _ text: String, _ place: String, _ words: String) {
      self.init(description, Array(text.utf8), place, words)
    }

    init(_ description: String, _ bytes: [UInt8], _ place: String, _ words: String) {
      (testDescription, self.bytes, self.place, self.words) = (description, bytes, place, words)
    }
  }

  static let faults = [
    Fault("empty", "", "line 1, column 1", "empty"),
    Fault("a missing colon", "{\"a\":1}\n{\"a\" 2}\n", "line 2, column 6", "':' expected"),
    Fault("cut off", "{\"a\":1}\n{\"a\":", "line 2, column 5", "end of file"),
    Fault("an empty line", "1\n\n2\n", "line 2, column 1", "empty line"),
    Fault("a blank line at the end", "1\r\n \r\n", "line 2, column 1", "empty line"),
    Fault("two values", "1\n2 3\n", "line 2, column 3", "end of file expected"),
    Fault("a value over two lines", "{\"a\":\n1}\n", "line 1, column 5", "end of file"),
    Fault("a member twice", "{\"a\":1,\"a\":2}\n", "line 1, column 10", "duplicate"),
    Fault("words", "1\nhello\n", "line 2, column 5", "hello"),
    Fault(
      "not UTF-8", Array("1\n\"".utf8) + [0xFF, 0x22, 0x0A], "line 2, column", "decode byte 0xff"),
    Fault(
      "a number as a name", "1\n2\n{99999999999999999999 :1}\n", "line 3, column", "big integer"),
    Fault("a word after a long integer", "[99999999999999999999, x]", "line 1, column 24", "x"),
  ]

  @Test("names line, column and remedy of invalid input", arguments: faults)
  func refuses(_ fault: Fault) throws {
    let path = try Scratch.file("lines.jsonl", fault.bytes)
    let error = #expect(throws: LayoutError.self) { try JSONLinesSource(path: path) }
    #expect(error?.code == "source-malformed")
    let message = try #require(error?.message)
    #expect(message.contains("\(path), \(fault.place)"), "\(message)")
    #expect(message.contains(fault.words), "\(message)")
    #expect(message.contains("; "), "a remedy follows")
  }

  @Test("a hundred thousand lines are read, and a fault on the last one is found there")
  func many() throws {
    var text = ""
    for line in 1...100_000 { text += "{\"n\":\(line)}\n" }
    let whole = try JSONLinesSource(path: try Scratch.file("lines.jsonl", Array(text.utf8)))
    #expect(whole.itemCount == 100_000)
    #expect(
      try whole.content(at: ItemPath(0, 99_999)) == .card(title: "100000", body: "", codePoint: nil)
    )
    let path = try Scratch.file("lines.jsonl", Array((text + "{").utf8))
    let error = #expect(throws: LayoutError.self) { try JSONLinesSource(path: path) }
    #expect(error?.message.contains("line 100001, column 1:") == true, "\(error?.message ?? "")")
  }
}
