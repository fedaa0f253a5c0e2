// SPDX-License-Identifier: Apache-2.0
//
// Checks that the lists of standard names in the header and in the host are equal, and that a name with another
// declaration is the layout's own.

import Foundation
import LayoutTesting
import Testing

@testable import LayoutModel

@Suite("Standard names")
struct StandardNamesTests {
  /// The names of the header by the prefix of their constants, with the first words of their comments.
  static func header(_ prefix: String) throws -> [(name: String, words: [String])] {
    let path = CPlugin.sourceRoot + "/Sources/LayoutABI/include/layout/names.h"
    let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var found: [(String, [String])] = []
    for (line, next) in zip(lines, lines.dropFirst())
    where line.hasPrefix("/// ") && next.hasPrefix("#define LAYOUT_\(prefix)_") {
      let name = next.split(separator: "\"")[1]
      let words = line.dropFirst(4).split(separator: ":")[0].split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      found.append((String(name), words))
    }
    return found
  }

  static func type(_ name: String) -> String {
    switch name {
    case "insets", "size", "f64", "i64", "text": name
    default: name.hasPrefix("enum (") ? "enum" : "?"
    }
  }

  @Test("the host knows the properties of the header, with their types")
  func properties() throws {
    let header = try Self.header("NAME")
    #expect(header.count >= 15)
    let known = Dictionary(
      uniqueKeysWithValues: StandardNames.properties.map { ($0.name, $0.type.name) })
    #expect(Set(known.keys) == Set(header.map(\.name)))
    for (name, words) in header { #expect(known[name] == Self.type(words[0]), "\(name)") }
  }

  @Test("the host knows the queries of the header, with scopes and types")
  func queries() throws {
    let header = try Self.header("QUERY")
    let known = StandardNames.queries.map { "\($0.name) \($0.scope) \($0.result.name)" }
    #expect(Set(known) == Set(header.map { "\($0.name) \($0.words[0]) \($0.words[1])" }))
  }

  @Test("the host knows the fields and kinds of the header")
  func fields() throws {
    let fields = StandardNames.fields.map { "\($0.name) \($0.type.name)" }
    #expect(Set(fields) == Set(try Self.header("FIELD").map { "\($0.name) \($0.words[0])" }))
    #expect(Set(StandardNames.supplementaries) == Set(try Self.header("KIND").map(\.name)))
  }

  private func property(_ name: String, _ type: ValueType, cases: [String] = [])
    -> PropertyDescriptor
  {
    PropertyDescriptor(
      name: name, help: "", unit: "", type: type, defaultValue: .none, minimum: 0, maximum: 1,
      cases: cases, isOptional: true)
  }

  @Test("a name is standard if its type and cases are those of the list")
  func standing() {
    #expect(property("columnCount", .integer).standing == .standard)
    #expect(property("columnCount", .number).standing == .different("i64"))
    #expect(property("columnCounts", .number).standing == .own)
    #expect(property("lineAlignment", .enumeration, cases: ["leading", "x"]).standing == .standard)
    #expect(
      property("lineAlignment", .enumeration, cases: ["start"]).standing
        == .different("enum with leading"))
    func query(_ scope: QueryDescriptor.Scope, _ arguments: [ValueType]) -> NameStanding {
      QueryDescriptor(
        name: "sizeForItem", help: "", scope: scope, result: .size, arguments: arguments
      ).standing
    }
    #expect(query(.item, []) == .standard)
    #expect(query(.item, [.number]) == .different("item → size"))
    #expect(query(.section, []) == .different("item → size"))
  }

  @Test("the message for another declaration gives both types in words")
  func words() {
    let layout = LayoutDescriptor(
      id: "x", name: "X", help: "", properties: [property("columnCount", .number)],
      queries: [
        QueryDescriptor(
          name: "aspectRatioForItem", help: "", scope: .section, result: .number, arguments: [])
      ], actions: [], events: [],
      kinds: [
        KindDescriptor(name: "cell", category: .cell, fields: []),
        KindDescriptor(name: "header", category: .decoration, fields: []),
      ], stateSchema: "", stateVersion: 0, hostMirrors: false)
    #expect(
      layout.differentNames == [
        "the property columnCount is f64; the standard one is i64",
        "the query aspectRatioForItem is section → f64; the standard one is item → f64",
        "the kind header is a decoration; the standard one is a supplementary",
      ])
  }
}
