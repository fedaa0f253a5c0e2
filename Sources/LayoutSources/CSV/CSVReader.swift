// SPDX-License-Identifier: Apache-2.0
//
// Comma-separated values by RFC 4180: quotes, doubled quotes, line breaks inside quotes.

import LayoutModel

/// Reads a table. Strict: what the format does not allow is an error with its place.
///
/// Lines end in CR LF or LF; a line break after the last record is optional; a UTF-8 byte order mark
/// at the start is skipped, and so are empty lines at the end of a table with several columns, which
/// editors and spreadsheets leave there. Every record has as many fields as the first.
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

  /// Returns true when CR LF stands there; CR alone is text.
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

  /// The present place in the file.
  private var place: String { "\(path), line \(line), column \(position - lineStart + 1)" }

  /// The error for the reader's present place.
  private func malformed(_ what: String, _ remedy: String) -> LayoutError {
    LayoutError(.sourceMalformed, "\(place): \(what); \(remedy)")
  }
}
