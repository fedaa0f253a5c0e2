// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines as cards: a member of each object is the title, the others are lines below it.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The values of a JSON Lines file.
///
/// Null members get no line, nested values are written as JSON, and integers beyond 64 bits are texts
/// with all of their digits. A value that is not an object is a card with only a title. The file is
/// read at once, as CSV is: put larger tables into SQLite.
public final class JSONLinesSource: TabularSource {
  /// The file's name without its directory.
  public let title: String
  /// The names of all members of all objects, in the order of their first occurrence.
  public let members: [String]
  public let presentation = SourcePresentation()
  private let cards: [RowCard]
  private let rows: [JSONRow]
  private let ruler = TextRuler()

  /// Reads the file at `path`.
  ///
  /// - Throws: `source-unreadable`, `source-limit`, or `source-malformed` with line, column and remedy.
  /// - Complexity: O(bytes of the file).
  public convenience init(path: String, limits: SourceLimits = .standard) throws(LayoutError) {
    let bytes = try FileBytes.read(
      path, limits, remedy: "name a file that exists and that you may read")
    try self.init(
      bytes, title: String(path.split(separator: "/").last ?? "JSON Lines"), path: path,
      limits: limits)
  }

  /// Reads bytes from memory.
  ///
  /// - Parameter path: Their origin, for errors; nil for the title.
  /// - Throws: `source-limit`, or `source-malformed` with line, column and remedy.
  init(
    _ bytes: [UInt8], title: String, path: String? = nil, limits: SourceLimits = .standard
  ) throws(LayoutError) {
    var (rows, names, known) = ([JSONRow](), [String](), Set<String>())
    try JSONLinesReader.read(bytes, path: path ?? title, limits: limits) { value in
      let row = JSONRow(value)
      rows.append(row)
      guard names.count <= limits.keys, value.object != nil else { return }
      for key in row.names where known.insert(key).inserted { names.append(key) }
    }
    guard names.count <= limits.keys else {
      throw SourceLimits.error(
        path ?? title, "more different keys than are read", limit: "keys", limits.keys.grouped,
        remedy: "give the values the same keys")
    }
    cards = JSONRow.cards(rows, names)
    self.rows = rows
    members = names
    self.title = title
  }

  /// Cards as tall as their text.
  public var suggestedLayout: String { "waterfall" }
  public var sectionCount: Int { presentation.isTable ? rows.count : 1 }
  public func itemCount(in section: Int) -> Int {
    presentation.isTable ? members.count : rows.count
  }
  public var columns: [String] { members }
  public var rowCount: Int { rows.count }
  /// - Complexity: O(members of the object).
  public func value(row: Int, column: Int) -> String? {
    let row = rows[row]
    return row.names.firstIndex(of: members[column]).flatMap { row.values[$0] }
  }
  public func content(at path: ItemPath) throws(LayoutError) -> ViewContent {
    presentation.isTable ? try entry(at: path) : cards[path.item].content
  }

  public func heading(of section: Int) -> ViewContent {
    let count = "\(cards.count.grouped) line\(cards.count == 1 ? "" : "s")"
    return .heading(
      title: title,
      detail: members.isEmpty ? count : "\(count)  ·  " + ShownText.list(members))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, line) in range.enumerated() { sizes[place] = cards[line].size(style, ruler) }
    return .all
  }
}

/// The members of one line in their shown form.
private struct JSONRow {
  var names: [String]
  var values: [String?]

  init(_ value: JSONValue) {
    let members = value.object?.members ?? [JSONObject.Member("", value)]
    names = members.map(\.key)
    values = members.map { $0.value.shown.map { ShownText.cut($0) } }
  }

  /// The cards of all lines. The first lines determine the member for the title.
  static func cards(_ rows: [JSONRow], _ names: [String]) -> [RowCard] {
    // Only this many columns are compared: later ones are rarely a title.
    let names = Array(names.prefix(256))
    let sample = rows.prefix(64).map { row in
      let known = Dictionary(zip(row.names, row.values)) { first, _ in first }
      return names.map { known[$0] ?? nil }
    }
    let title = CardColumns(names: names, rows: sample).order.first
    guard let title, title > 0 else {
      return rows.map { RowCard(names: $0.names, values: $0.values) }
    }
    return rows.map { row in
      guard let place = row.names.firstIndex(of: names[title]) else {
        return RowCard(names: row.names, values: row.values)
      }
      return RowCard(
        names: row.names, values: row.values, CardColumns(title: place, count: row.names.count))
    }
  }
}

extension JSONValue {
  /// Text unchanged, null as nothing, other values as JSON.
  fileprivate var shown: String? {
    switch self {
    case .null: nil
    case .string(let text): text
    default: serialised()
    }
  }
}

// MARK: - Reading
//
// JSON Lines: UTF-8, a JSON value on each line.

/// Reads the values. Strict: an error of the format is reported with its place.
///
/// Lines end in LF or CR LF; the last line break is optional; an empty line is not a value. A byte
/// order mark at the start is skipped, as RFC 8259 allows.
enum JSONLinesReader {
  /// Passes the values one by one, in the order of the lines.
  ///
  /// - Throws: `source-malformed` with line and column, both counted from 1, and the remedy.
  static func read(
    _ bytes: [UInt8], path: String, limits: SourceLimits = .standard, _ take: (JSONValue) -> Void
  ) throws(LayoutError) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      take(try value(of: Array(bytes[start..<end]), path: path, line: line, limits))
      start = end + 1
      line += 1
    }
    guard line > 1 else {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line 1, column 1: the file is empty; write a JSON value on each line")
    }
  }

  /// Reads a line, in which integers beyond 64 bits become texts.
  private static func value(
    of text: [UInt8], path: String, line: Int, _ limits: SourceLimits
  ) throws(LayoutError) -> JSONValue {
    let integers = LongIntegers(in: text)
    let quoted = integers.isEmpty ? text : integers.quoted(text)
    try JSONLineCheck(limits).check(quoted[...], "\(path), line \(line)")
    if !integers.isEmpty {
      // Quotes move the rest of the line, so another fault in it is told by its column in a line without them.
      _ = try value(integers.masked(text), path: path, line: line)
    }
    return try value(quoted, path: path, line: line)
  }

  private static func value(
    _ line: [UInt8], path: String, line number: Int
  ) throws(LayoutError) -> JSONValue {
    // Blank in the sense of JSON: the CR of a line that ends in CR LF is blank too.
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line \(number), column 1: an empty line; remove it, or write null")
    }
    do throws(JSONFault) {
      return try JSONValue.parse(line)
    } catch {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line \(number), column \(max(1, error.column)): \(error.reason); "
          + "write one whole JSON value on each line")
    }
  }
}

// MARK: - Checking
//
// A check of a line of JSON before it is parsed: its number of members, and the lengths of its
// strings.

/// Counts everything that would cost time or memory to parse. A line that is not JSON passes; the
/// parser refuses it.
struct JSONLineCheck {
  private let limits: SourceLimits

  init(_ limits: SourceLimits) { self.limits = limits }

  /// Checks one line.
  ///
  /// - Throws: `source-limit` for more members, or a longer string, than the limits allow.
  /// - Complexity: O(bytes of the line).
  func check(_ line: ArraySlice<UInt8>, _ place: String) throws(LayoutError) {
    var (members, length) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    for byte in line {
      if !isInString {
        if byte == UInt8(ascii: ":") { members += 1 }
        if byte == UInt8(ascii: "\"") { (isInString, length) = (true, 0) }
      } else if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      length += 1
      if isInString, length > limits.cellBytes + 1 { throw tooLong(place) }
      if members > limits.keys { throw tooMany(place) }
    }
  }

  private func tooLong(_ place: String) -> LayoutError {
    SourceLimits.error(
      place, "a string that is longer than is read", limit: "cellBytes",
      "\(limits.cellBytes.grouped) bytes", remedy: "shorten it")
  }

  private func tooMany(_ place: String) -> LayoutError {
    SourceLimits.error(
      place, "more members than are read", limit: "keys", limits.keys.grouped,
      remedy: "split the value")
  }
}
