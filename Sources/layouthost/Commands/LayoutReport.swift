// SPDX-License-Identifier: Apache-2.0
//
// A layout's descriptor in words and in JSON.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum LayoutReport {
  static func print(_ layout: LayoutDescriptor, on console: Console) throws {
    try console.print()
    try console.print("layout \(layout.id): \(layout.help.isEmpty ? layout.name : layout.help)")
    try section("properties", layout.properties.map(row), on: console)
    try section("queries", layout.queries.map(row), on: console)
    try section("actions", layout.actions.map(row), on: console)
    try section(
      "events", layout.events.map { [call($0.name, $0.arguments), $0.help] }, on: console)
    try section("kinds", layout.kinds.map(row), on: console)
    try section("names", names(of: layout).map { [$0.0, $0.1] }, on: console)
  }

  /// The names of a layout that hosts and sources of data know, and the queries that only an app
  /// answers; for each a short text and the names.
  static func names(of layout: LayoutDescriptor) -> [(String, String)] {
    let known =
      layout.properties.filter { $0.standing.isStandard }.map(\.name)
      + layout.queries.filter { $0.standing.isStandard }.map { $0.name + "()" }
    let alone = layout.queries.filter { !$0.isAnsweredBySources }.map { $0.name + "()" }
    var rows = [(String, String)]()
    if !known.isEmpty { rows.append(("standard", known.joined(separator: ", "))) }
    for words in layout.differentNames { rows.append(("left alone", words)) }
    if !alone.isEmpty { rows.append(("answered by an app alone", alone.joined(separator: ", "))) }
    return rows
  }

  private static func section(
    _ title: String, _ rows: [[String]], on console: Console
  ) throws {
    guard !rows.isEmpty else { return }
    try console.print("  \(title)")
    var table = Table(indent: "    ")
    for row in rows { table.add(row) }
    for line in table.lines { try console.print(line) }
  }

  static func row(_ property: PropertyDescriptor) -> [String] {
    [
      property.name, property.isColor ? "colour" : property.type.name,
      "= " + text(property.defaultValue, property), range(property),
      property.isColor ? "" : property.unit, property.help,
    ]
  }

  static func row(_ query: QueryDescriptor) -> [String] {
    let scope = query.scope == .item ? "item" : "section"
    let named = zip(query.argumentNames, query.arguments).map { "\($0): \($1.name)" }
    let arguments = ([scope] + named).joined(separator: ", ")
    return ["\(query.name)(\(arguments))", "→ \(query.result.name)", query.help]
  }

  static func row(_ action: ActionDescriptor) -> [String] {
    [call(action.name, action.arguments), "→ \(action.result.name)", action.help]
  }

  private static func row(_ kind: KindDescriptor) -> [String] {
    let fields = kind.fields.map { field in
      field.cases.isEmpty
        ? "\(field.name): \(field.type.name)"
        : "\(field.name): \(field.cases.joined(separator: "|"))"
    }
    return [kind.name, "\(kind.category)", fields.joined(separator: ", ")]
  }

  static func call(_ name: String, _ arguments: [ArgumentDescriptor]) -> String {
    let list = arguments.map { "\($0.name): \($0.type.name)" }.joined(separator: ", ")
    return "\(name)(\(list))"
  }

  static func text(_ value: LayoutValue, _ property: PropertyDescriptor) -> String {
    if value == .none { return "none" }
    let json = property.json(of: value)
    let text = json.string ?? json.serialised()
    // A long list would hide the rest of the row; JSON has the whole list.
    return text.count > 24 ? text.prefix(23) + "…" : text
  }

  /// The bounds, if they are finite.
  static func range(_ property: PropertyDescriptor) -> String {
    if property.type == .enumeration { return property.cases.joined(separator: "|") }
    if property.isColor { return "#RRGGBB or #RRGGBBAA" }
    guard [.integer, .number, .point, .size, .insets, .array].contains(property.type) else {
      return ""
    }
    let low = property.minimum > -.greatestFiniteMagnitude ? plain(property.minimum) : ""
    let high = property.maximum < .greatestFiniteMagnitude ? plain(property.maximum) : ""
    switch (low.isEmpty, high.isEmpty) {
    case (true, true): return ""
    case (false, true): return "≥ \(low)"
    case (true, false): return "≤ \(high)"
    case (false, false): return "\(low) … \(high)"
    }
  }
}

extension LayoutReport {
  static func json(_ layout: LayoutDescriptor) -> JSONObject {
    JSONObject([
      .init("id", .string(layout.id)), .init("name", .string(layout.name)),
      .init("help", .string(layout.help)),
      .init("properties", .array(layout.properties.map(json))),
      .init("queries", .array(layout.queries.map(json))),
      .init("actions", .array(layout.actions.map(json))),
      .init("events", .array(layout.events.map(json))),
      .init("kinds", .array(layout.kinds.map(json))),
    ])
  }

  static func json(_ property: PropertyDescriptor) -> JSONValue {
    var object = JSONObject([
      .init("name", .string(property.name)), .init("type", .string(property.type.name)),
      .init("default", property.defaultValue.json(cases: property.cases)),
      .init("optional", .bool(property.isOptional)), .init("unit", .string(property.unit)),
      .init("help", .string(property.help)), .init("standard", .bool(property.standing.isStandard)),
    ])
    if property.isColor { object["color"] = property.json(of: property.defaultValue) }
    if property.minimum > -.greatestFiniteMagnitude {
      object["minimum"] = .number(property.minimum)
    }
    if property.maximum < .greatestFiniteMagnitude {
      object["maximum"] = .number(property.maximum)
    }
    if !property.cases.isEmpty { object["cases"] = .array(property.cases.map(JSONValue.string)) }
    return .object(object)
  }

  private static func json(_ query: QueryDescriptor) -> JSONValue {
    .object(
      JSONObject([
        .init("name", .string(query.name)),
        .init("scope", query.scope == .item ? "item" : "section"),
        .init("result", .string(query.result.name)),
        .init("arguments", .array(query.arguments.map { .string($0.name) })),
        .init("standard", .bool(query.standing.isStandard)),
        .init("answeredBySources", .bool(query.isAnsweredBySources)),
        .init("help", .string(query.help)),
      ]))
  }

  private static func json(_ action: ActionDescriptor) -> JSONValue {
    .object(
      JSONObject([
        .init("name", .string(action.name)), .init("arguments", json(action.arguments)),
        .init("result", .string(action.result.name)), .init("help", .string(action.help)),
      ]))
  }

  private static func json(_ event: EventDescriptor) -> JSONValue {
    .object(
      JSONObject([
        .init("name", .string(event.name)), .init("arguments", json(event.arguments)),
        .init("help", .string(event.help)),
      ]))
  }

  private static func json(_ arguments: [ArgumentDescriptor]) -> JSONValue {
    .array(
      arguments.map {
        .object(
          JSONObject([.init("name", .string($0.name)), .init("type", .string($0.type.name))]))
      })
  }

  private static func json(_ kind: KindDescriptor) -> JSONValue {
    let fields = kind.fields.map { field in
      var object = JSONObject([
        .init("name", .string(field.name)), .init("type", .string(field.type.name)),
        .init("unit", .string(field.unit)), .init("help", .string(field.help)),
      ])
      if !field.cases.isEmpty { object["cases"] = .array(field.cases.map(JSONValue.string)) }
      return JSONValue.object(object)
    }
    return .object(
      JSONObject([
        .init("name", .string(kind.name)), .init("category", .string("\(kind.category)")),
        .init("fields", .array(fields)),
      ]))
  }
}

// MARK: - Markdown
//
// A layout's properties as a table of Markdown, for pages about layouts.

extension LayoutReport {
  /// A heading, a sentence, and a row for each property, query, action and event.
  static func markdown(_ layout: LayoutDescriptor) -> [String] {
    let help = layout.help.isEmpty ? layout.name : layout.help
    return ["## \(layout.id)", "", help]
      + table(["property", "default", "values", ""], layout.properties.map(properties))
      + table(["query", "answer", ""], layout.queries.map(row))
      + table(["action", "result", ""], layout.actions.map(row))
      + table(
        ["event", ""], layout.events.map { [call($0.name, $0.arguments), $0.help] })
  }

  private static func properties(_ property: PropertyDescriptor) -> [String] {
    let unit = ["", "1"].contains(property.unit) || property.isColor ? "" : " " + property.unit
    let bounds = range(property).replacing("|", with: ", ")
    let values = bounds.isEmpty ? property.type.name : bounds + unit
    return [
      code(property.name), code(text(property.defaultValue, property)), values, property.help,
    ]
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let line = { (cells: [String]) in "| " + cells.joined(separator: " | ") + " |" }
    let cells = rows.map { row in
      row.enumerated().map { place, text in
        let text = text.replacing("|", with: "\\|")
        return place == 0 ? code(text) : text
      }
    }
    return ["", line(titles), line(titles.map { _ in "---" })] + cells.map(line)
  }

  private static func code(_ text: String) -> String {
    text.hasPrefix("`") ? text : "`\(text)`"
  }
}
