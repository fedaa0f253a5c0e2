// SPDX-License-Identifier: Apache-2.0
//
// A row of named values as a card: one is the title, each further one a line below it.

import LayoutHost
import LayoutModel
import LayoutTypography

/// The words of a row's card.
struct RowCard: Equatable {
  var title: String
  var body: String

  /// A card from values and the names of all of them; values that say nothing get no line.
  ///
  /// - Parameter columns: The order of the values; nil tells them as they come. Text is cut to what a
  ///   card may show, whatever the file holds.
  init(names: [String], values: [String?], _ columns: CardColumns? = nil) {
    let order = columns?.order ?? Array(values.indices)
    func value(_ column: Int) -> String? {
      values.indices.contains(column) ? values[column] : nil
    }
    title = ShownText.cut(order.first.flatMap(value) ?? "")
    var body = ""
    for column in order.dropFirst() where names.indices.contains(column) {
      guard let value = value(column), !value.isEmpty else { continue }
      if body.utf8.count > ShownText.bodyBytes {
        body += "\n…"
        break
      }
      let shown = ShownText.cut(value)
      let name = ShownText.cut(names[column], to: 256)
      body += (body.isEmpty ? "" : "\n") + (name.isEmpty ? shown : "\(name): \(shown)")
    }
    self.body = body
  }

  var content: ViewContent { .card(title: title, body: body, codePoint: nil) }

  /// The room it wants, points.
  func size(_ style: SizingStyle, _ ruler: TextRuler) -> Size {
    switch style {
    case .chip:
      let name = ruler.width(of: title.firstLine, ChipMetrics.style)
      let detail = body.isEmpty ? 0 : ruler.width(of: body.firstLine, ChipMetrics.style)
      let width = ChipMetrics.width(
        nameWidth: name, hasGlyph: false, detailWidth: min(detail, Self.widestDetail))
      return Size(width: width, height: ChipMetrics.height)
    case .card(let width):
      let height = ruler.cardHeight(title: title, body: body, hasGlyph: false, width: width)
      return Size(width: width, height: height)
    }
  }

  /// A chip's detail is cut here, points.
  private static let widestDetail = 160.0
}
