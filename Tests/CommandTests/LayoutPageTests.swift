// SPDX-License-Identifier: Apache-2.0
//
// Compares the page of the bundled layouts with the descriptors of the layouts.

import Foundation
import LayoutLoading
import Testing

@Suite("page of the layouts")
struct LayoutPageTests {
  private static let docs = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs")

  private func page() throws -> [String] {
    try String(contentsOf: Self.docs.appending(path: "layouts/README.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("the page has each layout's properties, queries and actions as info prints them")
  func tables() throws {
    let page = try page()
    let layouts = page.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(layouts.count > 5)
    for layout in layouts {
      let told = try layouthost("info", layout, "--markdown")
      #expect(told.status == 0)
      let section = page.drop { $0 != "## " + layout }.dropFirst().prefix { !$0.hasPrefix("## ") }
      let lines = told.output.split(separator: "\n").map(String.init).dropFirst()
      // Prints the missing lines and the remedy, not the whole page for each missing line.
      let missing = lines.filter { !section.contains($0) }
      let extra = section.filter { $0.hasPrefix("|") && !lines.contains($0) }
      #expect(
        missing.isEmpty && extra.isEmpty,
        "\(layout): swift build && LAYOUTHOST=.build/debug/layouthost Tools/pictures --page")
      for picture in ["\(layout).png", "\(layout)-motion.png"] {
        #expect(section.contains { $0.contains("(../pictures/\(picture))") })
      }
    }
  }

  @Test("scenarios.md names each property, in the row of its layout or in the row of flow")
  func scenarioNames() throws {
    let file = Self.docs.appending(path: "scenarios.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let names = lines.drop { !$0.hasPrefix("## Layout and property names") }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }
    let page = try page()
    for layout in page.filter({ $0.hasPrefix("## ") }).map({ String($0.dropFirst(3)) }) {
      let section = page.drop { $0 != "## " + layout }.dropFirst().prefix { !$0.hasPrefix("## ") }
      let table = section.drop { !$0.hasPrefix("| property |") }.dropFirst(2)
        .prefix { $0.hasPrefix("|") }
      let properties = table.compactMap { $0.firstMatch(of: /^\| `(\w+)`/)?.1 }
      // Rows describe headers, footers and backgrounds of sections in words; their names stand in
      // flow's row and below the table.
      let places = names.filter {
        !$0.hasPrefix("|") || $0.hasPrefix("| `\(layout)`") || $0.hasPrefix("| `flow`")
      }
      let missing = properties.filter { name in !places.contains { $0.contains("`\(name)`") } }
      #expect(!properties.isEmpty && missing.isEmpty, "\(layout): \(missing)")
    }
  }

  @Test("the pictures of the page exist, and are small enough for the repository")
  func pictures() throws {
    let folder = Self.docs.appending(path: "pictures")
    let names = try page().compactMap { $0.firstMatch(of: /\(\.\.\/pictures\/(.+)\)/)?.1 }
    #expect(names.count > 10)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: String(name)).path))
    }
    let sizes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try Data(contentsOf: folder.appending(path: $0)).count
    }
    #expect(sizes.reduce(0, +) < 4_000_000)
  }

  @Test("a table's cells are those of the descriptor, and characters that end a cell are escaped")
  func markdown() throws {
    let run = try layouthost("info", "flow", "--markdown")
    #expect(run.output.hasPrefix("## flow\n\n"))
    #expect(run.output.contains("| `scrollDirection` | `vertical` | vertical, horizontal |"))
    #expect(run.output.contains("| `itemSize` | `[50,50]` | ≥ 0 pt |"))
    #expect(run.output.contains("| `sizeForItem(item)` | → size |"))
    for line in run.output.split(separator: "\n") where line.hasPrefix("|") {
      #expect([4, 5].contains(line.count { $0 == "|" }), "\(line)")
    }
  }
}
