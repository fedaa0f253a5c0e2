// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines as cards: an object's first member is the title, the others are lines below it.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The values of a JSON Lines file.
///
/// Null members get no line, nested values are written as JSON. A value that is no object is a card
/// with a title only. The file is read at once, as CSV is: a table too large for that belongs into
/// SQLite.
public final class JSONLinesSource: ItemSource {
  /// The file's name without its directory.
  public let title: String
  /// The names of all members of all objects, in the order in which they first appear.
  public let members: [String]
  private let cards: [RowCard]
  private let ruler = TextRuler()

  /// Reads the file at `path`.
  ///
  /// - Throws: `source-unreadable`, or `source-malformed` with line, column and remedy.
  /// - Complexity: O(bytes of the file).
  public init(path: String) throws(LayoutError) {
    let bytes = try FileBytes.read(path, remedy: "name a file that exists and that you may read")
    var (cards, names, known) = ([RowCard](), [String](), Set<String>())
    try JSONLinesReader.read(bytes, path: path) { value in
      cards.append(RowCard(value))
      for key in value.object?.keys ?? [] where known.insert(key).inserted { names.append(key) }
    }
    self.cards = cards
    members = names
    title = String(path.split(separator: "/").last ?? "JSON Lines")
  }

  public var sectionCount: Int { 1 }
  public func itemCount(in section: Int) -> Int { cards.count }
  public func content(at path: ItemPath) -> ViewContent { cards[path.item].content }

  public func heading(of section: Int) -> ViewContent {
    let count = "\(cards.count.grouped) line\(cards.count == 1 ? "" : "s")"
    return .heading(
      title: title,
      detail: members.isEmpty ? count : "\(count)  ·  " + members.joined(separator: ", "))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, line) in range.enumerated() { sizes[place] = cards[line].size(style, ruler) }
    return .all
  }
}

extension RowCard {
  /// The card of one line.
  init(_ value: JSONValue) {
    let members = value.object?.members ?? [JSONObject.Member("", value)]
    self.init(names: members.map(\.key), values: members.map(\.value.shown))
  }
}

extension JSONValue {
  /// Text as it is, null as nothing, all else as JSON.
  fileprivate var shown: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: serialised()
    }
  }
}
