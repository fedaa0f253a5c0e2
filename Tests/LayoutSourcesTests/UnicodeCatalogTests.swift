// SPDX-License-Identifier: Apache-2.0
//
// Compares the catalogue of characters with files and rules that it does not read itself.

import Foundation
import LayoutModel
import LayoutSources
import Testing

@Suite("Unicode catalogue")
struct UnicodeCatalogTests {
  static let catalog = try? UnicodeCatalog()

  @Test("has every assigned character of DerivedGeneralCategory.txt, each with its category")
  func agreesWithDerivedCategories() throws {
    let catalog = try #require(Self.catalog)
    let path = "/usr/share/unicode/extracted/DerivedGeneralCategory.txt"
    var count = 0
    var wrong = 0
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count == 2, !["Cn", "Cs", "Co"].contains(fields[1]) else { continue }
      let ends = fields[0].components(separatedBy: "..").map { UInt32($0, radix: 16)! }
      count += Int(ends.last! - ends[0]) + 1
      for codePoint in ends[0]...ends.last! {
        let place = catalog.index(of: codePoint)
        if place.map({ catalog.category(at: $0).rawValue }) != fields[1] { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(catalog.count == count)
    #expect(count > 149_000)
  }

  @Test(
    "names are in the file, composed by rule, or taken from Unicode 1",
    arguments: [
      (0x41, "LATIN CAPITAL LETTER A"), (0, "NULL"), (0x80, "CONTROL-0080"),
      (0x4E00, "CJK UNIFIED IDEOGRAPH-4E00"), (0x323AF, "CJK UNIFIED IDEOGRAPH-323AF"),
      (0xAC00, "HANGUL SYLLABLE GA"), (0xD7A3, "HANGUL SYLLABLE HIH"),
      (0xD4DB, "HANGUL SYLLABLE PWILH"), (0x17000, "TANGUT IDEOGRAPH-17000"),
      (0x18D08, "TANGUT IDEOGRAPH-18D08"), (0x1F600, "GRINNING FACE"), (0xE007F, "CANCEL TAG"),
    ] as [(UInt32, String)])
  func names(_ codePoint: UInt32, _ name: String) throws {
    let catalog = try #require(Self.catalog)
    #expect(catalog.index(of: codePoint).map(catalog.name(at:)) == name)
  }

  @Test("names are Swift's own, if its tables have the character")
  func namesAgreeWithSwift() throws {
    let catalog = try #require(Self.catalog)
    var compared = 0
    for (index, codePoint) in catalog.codePoints.enumerated() {
      guard let name = UnicodeScalar(codePoint)?.properties.name else { continue }
      compared += 1
      if catalog.name(at: index) != name { Issue.record("\(catalog.name(at: index)), \(name)") }
    }
    #expect(compared > 149_000)
  }

  @Test(
    "surrogates, private use and unassigned code points are left out",
    arguments: [0xD800, 0xE000, 0xF0000, 0x10FFFD, 0xFFFF, 0x378] as [UInt32])
  func leavesOut(_ codePoint: UInt32) throws {
    #expect(try #require(Self.catalog).index(of: codePoint) == nil)
  }

  @Test("over 300 blocks hold all characters, in order and without gaps")
  func blocks() throws {
    let catalog = try #require(Self.catalog)
    #expect(catalog.blocks.count > 300)
    var next = 0
    for block in catalog.blocks {
      #expect(block.items.lowerBound == next && !block.items.isEmpty)
      #expect(block.codePoints.contains(catalog.codePoints[block.items.lowerBound]))
      #expect(block.codePoints.contains(catalog.codePoints[block.items.upperBound - 1]))
      next = block.items.upperBound
    }
    #expect(next == catalog.count)
    #expect(catalog.blocks[0].name == "Basic Latin")
  }

  @Test(
    "ages", arguments: [(0x41, "1.1"), (0x20AC, "2.1"), (0x1F600, "6.1"), (0x1F6DC, "15.0")])
  func ages(_ codePoint: UInt32, _ age: String) throws {
    let catalog = try #require(Self.catalog)
    #expect(catalog.index(of: codePoint).flatMap(catalog.age(at:)) == age)
  }

  @Test(
    "a range that cannot be Hangul syllables is refused",
    arguments: [("0041", "0043"), ("ABFF", "AC01"), ("D7A3", "D7A4")])
  func strangeHangul(_ first: String, _ last: String) throws {
    let path = try Scratch.file(
      "UnicodeData.txt",
      Array(
        """
        \(first);<Hangul Syllable, First>;Lo;0;L;;;;;N;;;;;
        \(last);<Hangul Syllable, Last>;Lo;0;L;;;;;N;;;;;

        """.utf8))
    let directory = String(path.dropLast("/UnicodeData.txt".count))
    try Data("0000..FFFF; All\n".utf8).write(to: URL(filePath: directory + "/Blocks.txt"))
    try Data().write(to: URL(filePath: directory + "/DerivedAge.txt"))
    let error = #expect(throws: LayoutError.self) {
      let catalog = try UnicodeCatalog(directory: directory)
      _ = catalog.codePoints.indices.map(catalog.name(at:))
    }
    #expect(error?.code == "source-malformed")
    #expect(error?.message.contains("line 2") == true)
  }

  @Test("a missing directory is named with its package")
  func missing() {
    let error = #expect(throws: LayoutError.self) { try UnicodeCatalog(directory: "/nowhere") }
    #expect(error?.code == "source-unreadable")
    #expect(error?.message.contains("/nowhere/UnicodeData.txt") == true)
    #expect(error?.message.contains("unicode-data") == true)
  }
}
