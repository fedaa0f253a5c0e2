// SPDX-License-Identifier: Apache-2.0
//
// Making a source from a command-line argument.

import Glibc
import LayoutModel

/// The arguments that ``makeSource(argument:query:)`` understands, for help texts and errors.
public let understoodSources = """
  unicode, unicode:BLOCK,... such as unicode:Arrows, a folder of pictures, a file that ends in .csv, \
  .jsonl or .ndjson, a SQLite database that ends in .db, .sqlite or .sqlite3 and holds one table or \
  comes with a query, or - for CSV or JSON Lines from standard input
  """

/// The source that an argument names: ``understoodSources``.
///
/// - Parameters:
///   - query: A SELECT; the argument is then a SQLite database, with any file name extension.
///   - limits: The limits for files.
/// - Throws: `unknown-source` with the known forms, or the source's own error.
public func makeSource(
  argument: String, query: String? = nil, limits: SourceLimits = .standard
) throws(LayoutError) -> any ItemSource {
  if argument == "-" { return try makeSourceFromInput(query: query, limits) }
  if let query { return try SQLiteSource(path: argument, query: query, limits: limits) }
  if argument == "unicode" { return try UnicodeSource() }
  if argument.hasPrefix("unicode:") {
    let names = argument.dropFirst("unicode:".count).split(separator: ",").map(String.init)
    return try UnicodeSource(blocks: names)
  }
  var status = stat()
  if stat(argument, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
    return try ImageFolderSource(path: argument, limits: limits)
  }
  let name = argument.lowercased()
  if name.hasSuffix(".csv") { return try CSVSource(path: argument, limits: limits) }
  if [".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
    return try JSONLinesSource(path: argument, limits: limits)
  }
  if [".db", ".sqlite", ".sqlite3"].contains(where: name.hasSuffix) {
    return try SQLiteSource(path: argument, limits: limits)
  }
  let near = NearNames.question(for: argument, among: ["unicode"]).map { "\($0) Name" } ?? "name"
  throw LayoutError(
    .unknownSource, "no source \(argument); \(near) one of: \(understoodSources)")
}

/// Standard input as a source: JSON Lines if the first character opens an object or an array, else
/// CSV.
private func makeSourceFromInput(
  query: String?, _ limits: SourceLimits
) throws(LayoutError) -> any ItemSource {
  let (path, title) = ("/dev/stdin", "standard input")
  let bytes = try FileBytes.read(path, limits, remedy: "pipe data into the command")
  if query != nil || bytes.starts(with: "SQLite format 3\0".utf8) {
    throw LayoutError(
      .unknownSource, "a database cannot be read from standard input; name its file")
  }
  let first = bytes.first { !" \t\r\n".utf8.contains($0) }
  return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    ? try JSONLinesSource(bytes, title: title, limits: limits)
    : try CSVSource(bytes, title: title, limits: limits)
}
