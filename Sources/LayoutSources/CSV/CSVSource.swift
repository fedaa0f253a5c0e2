// SPDX-License-Identifier: Apache-2.0
//
// A table as cards: one column is the title, the others are lines below it.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The lines of a CSV file, whose first line names the columns.
public final class CSVSource: TabularSource {
  /// The file's name without its directory.
  public let title: String
  /// The names of the columns.
  public let columns: [String]
  public let presentation = SourcePresentation()
  private let rows: [[String]]
  private let cards: CardColumns
  private let ruler = TextRuler()

  /// Reads the file at `path`.
  ///
  /// - Throws: `source-unreadable`, `source-limit`, or `source-malformed` with line, column and remedy.
  public convenience init(path: String, limits: SourceLimits = .standard) throws(LayoutError) {
    let bytes = try FileBytes.read(
      path, limits, remedy: "name a file that exists and that you may read")
    try self.init(
      bytes, title: String(path.split(separator: "/").last ?? "CSV"), path: path, limits: limits)
  }

  /// Reads bytes from memory.
  ///
  /// - Parameter path: Their origin, for errors; nil for the title.
  /// - Throws: `source-limit`, or `source-malformed` with line, column and remedy.
  init(
    _ bytes: [UInt8], title: String, path: String? = nil, limits: SourceLimits = .standard
  ) throws(LayoutError) {
    var records = try CSVReader.records(bytes, path: path ?? title, limits: limits)
    columns = records.removeFirst()
    rows = records
    cards = CardColumns(names: columns, rows: Array(rows.prefix(64)))
    self.title = title
  }

  /// Cards as tall as their text.
  public var suggestedLayout: String { "waterfall" }
  public var sectionCount: Int { presentation.isTable ? rows.count : 1 }
  public func itemCount(in section: Int) -> Int {
    presentation.isTable ? columns.count : rows.count
  }
  public var rowCount: Int { rows.count }
  public func value(row: Int, column: Int) -> String? {
    rows[row].indices.contains(column) ? rows[row][column] : nil
  }

  public func content(at path: ItemPath) throws(LayoutError) -> ViewContent {
    presentation.isTable ? try entry(at: path) : card(path.item).content
  }

  public func heading(of section: Int) -> ViewContent {
    let count = rows.count
    return .heading(
      title: title,
      detail: "\(count.grouped) row\(count == 1 ? "" : "s")  ·  " + ShownText.list(columns))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, row) in range.enumerated() { sizes[place] = card(row).size(style, ruler) }
    return .all
  }

  private func card(_ row: Int) -> RowCard { RowCard(names: columns, values: rows[row], cards) }
}

// MARK: - Reading
//
// Comma-separated values by RFC 4180: quotes, doubled quotes, line breaks inside quotes.

/// Reads a table. Strict: an error of the format is reported with its place.
///
/// Lines end in CR LF or LF; a line break after the last record is optional; a UTF-8 byte order
/// mark at the start is skipped. Empty lines at the end of a table with several columns, which
/// editors and spreadsheets write, are skipped too. Every record has as many fields as the first.
struct CSVReader {
  private let bytes: [UInt8]
  private let path: String
  private let limits: SourceLimits
  private var position = 0
  private var line = 1
  /// The start of the current line.
  private var lineStart = 0

  /// The records of the text, at least one.
  ///
  /// - Throws: `source-malformed` with line and column, both counted from 1, and the remedy;
  ///   `source-limit`.
  static func records(
    _ bytes: [UInt8], path: String, limits: SourceLimits = .standard
  ) throws(LayoutError) -> [[String]] {
    var reader = CSVReader(bytes, path: path, limits)
    var records: [[String]] = []
    while reader.position < bytes.count {
      let start = reader
      let record = try reader.record()
      if let width = records.first?.count, record.count != width {
        if record == [""], reader.onlyLineBreaksFollow { break }
        throw start.malformed(
          "\(record.count) field\(record.count == 1 ? "" : "s") where the first line has \(width)",
          "make every line equally long")
      }
      records.append(record)
    }
    guard !records.isEmpty else {
      throw reader.malformed("the file is empty", "start it with a line of column names")
    }
    return records
  }

  private var onlyLineBreaksFollow: Bool {
    bytes[position...].allSatisfy { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  private init(_ bytes: [UInt8], path: String, _ limits: SourceLimits) {
    self.bytes = bytes
    self.path = path
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    lineStart = position
  }

  /// The fields up to the end of the record, which is consumed.
  private mutating func record() throws(LayoutError) -> [String] {
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard fields.count <= limits.columns else {
        throw SourceLimits.error(
          place, "more columns than are read", limit: "columns", limits.columns.grouped,
          remedy: "leave columns out")
      }
      guard position < bytes.count else { return fields }
      if bytes[position] == UInt8(ascii: ",") {
        position += 1
        continue
      }
      try endLine()
      return fields
    }
  }

  private mutating func field() throws(LayoutError) -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return try plainField()
    }
    return try quotedField()
  }

  private mutating func plainField() throws(LayoutError) -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ","), UInt8(ascii: "\n"): return try text(bytes[start..<position])
      case UInt8(ascii: "\r") where isEndOfLine(position): return try text(bytes[start..<position])
      case UInt8(ascii: "\""):
        throw malformed("a quote inside a field that does not start with one", Self.quoting)
      default: position += 1
      }
    }
    return try text(bytes[start..<position])
  }

  private mutating func quotedField() throws(LayoutError) -> String {
    let opening = self
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        lineStart = position
      }
      guard byte == UInt8(ascii: "\"") else {
        content.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        guard isFieldEnd else { throw malformed("text after a closing quote", Self.quoting) }
        return try opening.text(content[...])
      }
      content.append(byte)
      position += 1
    }
    throw opening.malformed("a quote that is never closed", "close it with another quote")
  }

  /// Consumes CR LF or LF.
  private mutating func endLine() throws(LayoutError) {
    if bytes[position] == UInt8(ascii: "\r") { position += 1 }
    position += 1
    line += 1
    lineStart = position
  }

  private var isFieldEnd: Bool {
    guard position < bytes.count else { return true }
    return bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: "\n")
      || isEndOfLine(position)
  }

  /// Returns true at CR LF; CR alone is text.
  private func isEndOfLine(_ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
      && bytes[place + 1] == UInt8(ascii: "\n")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(LayoutError) -> String {
    guard bytes.count <= limits.cellBytes else {
      throw SourceLimits.error(
        place, "a field of \(bytes.count.grouped) bytes", limit: "cellBytes",
        "\(limits.cellBytes.grouped) bytes", remedy: "shorten it, or close a quote before it")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw malformed("a field that is not UTF-8", "save the file as UTF-8")
    }
    return text
  }

  private static let quoting = "put the whole field in quotes and double those inside it"

  /// The current place in the file.
  private var place: String { "\(path), line \(line), column \(position - lineStart + 1)" }

  /// The error for the reader's current place.
  private func malformed(_ what: String, _ remedy: String) -> LayoutError {
    LayoutError(.sourceMalformed, "\(place): \(what); \(remedy)")
  }
}
