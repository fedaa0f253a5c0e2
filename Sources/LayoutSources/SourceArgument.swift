// SPDX-License-Identifier: Apache-2.0
//
// From words on the command line to a source.

import Glibc
import LayoutModel

/// What ``makeSource(argument:query:)`` understands, for help texts and errors.
public let understoodSources = """
  unicode, unicode:BLOCK,... such as unicode:Arrows, a folder of pictures, a file that ends in .csv, \
  .jsonl or .ndjson, or a SQLite database that ends in .db, .sqlite or .sqlite3 and holds one table or \
  comes with a query
  """

/// The source that an argument names: ``understoodSources``.
///
/// - Parameter query: A SELECT; what is named is then a SQLite database, however it ends.
/// - Throws: `unknown-source` with what is understood, or the source's own error.
public func makeSource(
  argument: String, query: String? = nil
) throws(LayoutError) -> any ItemSource {
  if let query { return try SQLiteSource(path: argument, query: query) }
  if argument == "unicode" { return try UnicodeSource() }
  if argument.hasPrefix("unicode:") {
    let names = argument.dropFirst("unicode:".count).split(separator: ",").map(String.init)
    return try UnicodeSource(blocks: names)
  }
  var status = stat()
  if stat(argument, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
    return try ImageFolderSource(path: argument)
  }
  let name = argument.lowercased()
  if name.hasSuffix(".csv") { return try CSVSource(path: argument) }
  if [".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
    return try JSONLinesSource(path: argument)
  }
  if [".db", ".sqlite", ".sqlite3"].contains(where: name.hasSuffix) {
    return try SQLiteSource(path: argument)
  }
  throw LayoutError(
    "unknown-source", "no source \(argument); name one of: \(understoodSources)")
}
