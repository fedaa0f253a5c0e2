// SPDX-License-Identifier: Apache-2.0
//
// A layout's properties as a table of Markdown, for pages about layouts.

import LayoutModel

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
