// SPDX-License-Identifier: Apache-2.0
//
// A row of named values as a card: the first is the title, each further one a line below it.

import LayoutHost
import LayoutModel
import LayoutTypography

/// What a card of a row says.
struct RowCard: Equatable {
  var title: String
  var body: String

  /// A card from values and the names of all of them; values that say nothing get no line.
  init(names: [String], values: [String?]) {
    title = (values.first ?? nil) ?? ""
    var lines: [String] = []
    for (name, value) in zip(names, values).dropFirst() {
      guard let value, !value.isEmpty else { continue }
      lines.append(name.isEmpty ? value : "\(name): \(value)")
    }
    body = lines.joined(separator: "\n")
  }

  var content: ViewContent { .card(title: title, body: body, codePoint: nil) }

  /// The room it wants, points.
  func size(_ style: SizingStyle, _ ruler: TextRuler) -> Size {
    switch style {
    case .chip:
      let name = ruler.width(of: title.firstLine, ChipMetrics.style)
      return Size(
        width: ChipMetrics.width(nameWidth: name, hasGlyph: false), height: ChipMetrics.height)
    case .card(let width):
      let height = ruler.cardHeight(title: title, body: body, hasGlyph: false, width: width)
      return Size(width: width, height: height)
    }
  }
}
