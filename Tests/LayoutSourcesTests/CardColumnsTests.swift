// SPDX-License-Identifier: Apache-2.0
//
// The column that becomes the title of a table's cards, and text that is cut to the size of a card.

import LayoutTypography
import Testing

@testable import LayoutSources

@Suite("Cards of tables")
struct CardColumnsTests {
  struct Table: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let names: [String]
    let rows: [[String?]]
    let order: [Int]
  }

  static let tables = [
    Table(
      testDescription: "a number that counts the rows goes last", names: ["id", "born", "name"],
      rows: [["1", "1990", "Ada"], ["2", "1991", "Bo"]], order: [2, 1, 0]),
    Table(
      testDescription: "words of any name", names: ["nr", "colour", "town"],
      rows: [["1", "red", "Oslo"]], order: [1, 2, 0]),
    Table(
      testDescription: "a title's name before other words", names: ["id", "note", "full_name"],
      rows: [["1", "calls back", "Ada Lovelace"]], order: [2, 1, 0]),
    Table(
      testDescription: "an identifier that looks like words", names: ["user_id", "name"],
      rows: [["abc-def", "Ada"]], order: [1, 0]),
    Table(
      testDescription: "words in front stay there", names: ["name", "id"], rows: [["Ada", "1"]],
      order: [0, 1]),
    Table(
      testDescription: "numbers only", names: ["x", "y"], rows: [["1", "2"]], order: [0, 1]),
    Table(
      testDescription: "nothing is known", names: ["id", "name"], rows: [[nil, nil]],
      order: [0, 1]),
    Table(
      testDescription: "other scripts are words", names: ["編號", "名"], rows: [["7", "漢字"]],
      order: [1, 0]),
  ]

  @Test(
    "the title is the first column of words, unless the first column has another meaning",
    arguments: tables)
  func order(_ table: Table) {
    #expect(CardColumns(names: table.names, rows: table.rows).order == table.order)
  }

  @Test("a chip shows the title and the next column, and has room for both")
  func chip() {
    let columns = CardColumns(names: ["id", "name", "town"], rows: [["7", "Ada", "Oslo"]])
    let card = RowCard(names: ["id", "name", "town"], values: ["7", "Ada", "Oslo"], columns)
    #expect(card.title == "Ada" && card.body == "town: Oslo\nid: 7")
    let plain = RowCard(names: ["name"], values: ["Ada"])
    let ruler = TextRuler()
    #expect(card.size(.chip, ruler).width > plain.size(.chip, ruler).width + 40)
  }

  @Test("values are cut between code points, and bodies after a number of lines")
  func cut() {
    let long = String(repeating: "é", count: 10_000)
    let card = RowCard(names: ["a", "b"], values: [long, "x"])
    #expect(card.title.utf8.count <= ShownText.valueBytes + 3 && card.title.hasSuffix("é…"))
    let many = (0..<4000).map { "value \($0)" }
    let tall = RowCard(names: many, values: many)
    #expect(tall.body.utf8.count < ShownText.bodyBytes + 200 && tall.body.hasSuffix("\n…"))
    #expect(ShownText.list(many).hasSuffix(" more"))
  }
}
