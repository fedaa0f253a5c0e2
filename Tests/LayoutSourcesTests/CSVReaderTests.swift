// SPDX-License-Identifier: Apache-2.0
//
// The format of RFC 4180 exactly, and an error with a place for all other input.

import Foundation
import LayoutHost
import LayoutModel
import LayoutSources
import LayoutTesting
import Testing

@Suite("CSV")
struct CSVReaderTests {
  struct Table: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let cards: [String]
  }

  static let tables = [
    Table(testDescription: "plain", text: "a,b\n1,2\n3,4\n", cards: ["1|b: 2", "3|b: 4"]),
    Table(testDescription: "no last line break", text: "a,b\r\n1,2", cards: ["1|b: 2"]),
    Table(
      testDescription: "empty lines at the end", text: "a,b\n1,2\n\r\n\n", cards: ["1|b: 2"]),
    Table(testDescription: "CR LF", text: "a,b\r\n1,2\r\n", cards: ["1|b: 2"]),
    Table(
      testDescription: "quotes", text: "a,b\n\"x, y\",\"say \"\"hi\"\"\"\n",
      cards: ["x, y|b: say \"hi\""]),
    Table(
      testDescription: "line break in quotes", text: "a,b\n\"1\n2\",\"3\r\n4\"\n",
      cards: ["1\n2|b: 3\r\n4"]),
    Table(testDescription: "empty fields", text: "a,b,c\n,,x\n\"\",,\n", cards: ["|c: x", "|"]),
    Table(testDescription: "byte order mark", text: "\u{FEFF}a,b\n1,2\n", cards: ["1|b: 2"]),
    Table(testDescription: "names only", text: "a,b\n", cards: []),
    Table(testDescription: "CR inside a field", text: "a,b\n1\r,2\n", cards: ["1\r|b: 2"]),
    Table(testDescription: "other scripts", text: "名,β\n漢字,ά\n", cards: ["漢字|β: ά"]),
  ]

  @Test("reads every form that the format allows", arguments: tables)
  func reads(_ table: Table) throws {
    let source = try CSVSource(path: try Scratch.file("table.csv", Array(table.text.utf8)))
    let cards = try (0..<source.itemCount(in: 0)).map { item in
      guard case .card(let title, let body, _) = try source.content(at: ItemPath(0, item)) else {
        return "no card"
      }
      return "\(title)|\(body)"
    }
    #expect(cards == table.cards)
    #expect(source.sectionCount == 1)
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
      testDescription = description
      self.bytes = bytes
      self.place = place
      self.words = words
    }
  }

  static let faults = [
    Fault("empty", "", "line 1, column 1", "empty"),
    Fault("open quote", "a,b\n1,\"2\n3,4\n", "line 2, column 3", "never closed"),
    Fault("quote inside", "a,b\n1,x\"y\n", "line 2, column 4", "quote inside"),
    Fault("text after quote", "a,b\n\"1\"x,2\n", "line 2, column 4", "closing quote"),
    Fault("too few fields", "a,b\n1,2\n3\n", "line 3, column 1", "1 field where"),
    Fault("too many fields", "a,b\n1,2,3\n", "line 2, column 1", "3 fields where"),
    Fault("place after line breaks in quotes", "a\n\"x\ny\"z\n", "line 3, column 3", "closing"),
    Fault("not UTF-8", Array("a,b\n1,".utf8) + [0xFF, 0x0A], "line 2, column 4", "UTF-8"),
    Fault("quote at the very end", "a\n\"", "line 2, column 1", "never closed"),
  ]

  @Test("names line, column and remedy of invalid input", arguments: faults)
  func refuses(_ fault: Fault) throws {
    let path = try Scratch.file("table.csv", fault.bytes)
    let error = #expect(throws: LayoutError.self) { try CSVSource(path: path) }
    #expect(error?.code == "source-malformed")
    let message = try #require(error?.message)
    #expect(message.contains("\(path), \(fault.place):"), "\(message)")
    #expect(message.contains(fault.words), "\(message)")
    #expect(message.contains("; "), "a remedy follows")
  }

  @Test("a missing file is named")
  func missing() {
    let error = #expect(throws: LayoutError.self) { try CSVSource(path: "/nowhere/x.csv") }
    #expect(error?.code == "source-unreadable")
    #expect(error?.message.contains("/nowhere/x.csv") == true)
  }
}

/// Files for one test, in a directory of their own.
enum Scratch {
  static func directory() throws -> String {
    try TemporaryDirectory.untilTheEnd.makeDirectory(UUID().uuidString)
  }

  static func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = try directory() + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}
