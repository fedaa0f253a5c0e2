// SPDX-License-Identifier: Apache-2.0
//
// A row of named values as a card: the choice of the title column, and the lines below it.

import LayoutHost
import LayoutModel
import LayoutTypography

// MARK: - Which column

/// The order of the columns on a card: the title first.
struct CardColumns: Equatable {
  /// Indices of the columns: the title, the others in order, a column that only numbers the rows
  /// last.
  let order: [Int]

  /// All columns in their original order.
  init(count: Int) { order = Array(0..<count) }

  /// One column as the title, and the numbering column last.
  init(title: Int, count: Int) {
    order = title == 0 ? Array(0..<count) : [title] + (1..<count).filter { $0 != title } + [0]
  }

  /// Chooses by the names and the first rows.
  ///
  /// The first column is the title, unless it only numbers the rows: then the first text column is,
  /// preferably one with a name such as `name` or `title`.
  init(names: [String], rows: [[String?]]) {
    let columns = names.indices.map { column in
      ColumnContent(names[column], rows.map { $0.indices.contains(column) ? $0[column] : nil })
    }
    guard let first = columns.first, first.isNumbering else {
      self.init(count: names.count)
      return
    }
    let titled = columns.firstIndex { $0.hasTitlesName && $0.isText }
    guard let title = titled ?? columns.firstIndex(where: \.isText) else {
      self.init(count: names.count)
      return
    }
    self.init(title: title, count: names.count)
  }
}

/// The kind of a column, judged by its first values.
private struct ColumnContent {
  let hasTitlesName: Bool
  /// True when most values are text.
  let isText: Bool
  /// True when every value is a number, or an identifier without meaning for people.
  let isNumbering: Bool

  init(_ name: String, _ values: [String?]) {
    let name = name.lowercased()
    let present = values.compactMap { $0 }.filter { !$0.isEmpty }
    let words = present.count { Self.isWords($0) }
    hasTitlesName = Self.titles.contains { name == $0 || name.hasSuffix("_" + $0) }
    isText = words > 0 && 2 * words >= present.count
    let isID = name == "id" || name == "uuid" || name == "rowid" || name.hasSuffix("_id")
    isNumbering = present.allSatisfy { Int64($0) != nil } || (isID && !present.isEmpty)
  }

  private static let titles = ["name", "title", "label", "subject", "headline", "caption"]

  /// Returns true when the text has more letters than digits; short text needs fewer letters.
  private static func isWords(_ text: String) -> Bool {
    if text == "true" || text == "false" { return false }
    var (letters, digits) = (0, 0)
    for scalar in text.unicodeScalars.prefix(200) {
      if scalar.properties.isAlphabetic { letters += 1 }
      if scalar.properties.numericType != nil { digits += 1 }
    }
    return letters >= 2 && letters > digits
  }
}

// MARK: - The card

/// The texts of a row's card.
struct RowCard: Equatable {
  var title: String
  var body: String

  /// A card from values and their names; empty values get no line.
  ///
  /// - Parameter columns: The order of the values; nil keeps their order. Text is cut to the length
  ///   that a card shows.
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

  /// The size that it needs, points.
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

  /// A chip's detail is cut at this width, points.
  private static let widestDetail = 160.0
}
