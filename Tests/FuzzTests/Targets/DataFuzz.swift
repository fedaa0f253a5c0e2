// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as the files that an app can show: tables, lines of JSON, databases, pictures.

import CCairo
import CSQLite
import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutSources
import LayoutTypography

/// A file with the bytes, which is read as a source and shown at its beginning and its end.
class DataFuzz {
  private let directory: String
  let path: String

  /// - Parameter name: The name of the file. Its ending gives the type.
  init(_ name: String) throws {
    var template = Array("/tmp/layouthost-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Finding("there is no room for a file in /tmp") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = "\(directory)/\(name)"
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Writes the input into the file.
  func put(_ input: [UInt8]) throws {
    try Data(input).write(to: URL(fileURLWithPath: path))
  }

  /// Reads the input as a source.
  func read(as open: (String) throws(LayoutError) -> any ItemSource, _ input: [UInt8]) throws {
    try put(input)
    do throws(LayoutError) {
      let source = try open(path)
      for section in 0..<source.sectionCount {
        let count = source.itemCount(in: section)
        for item in [0, count / 2, count - 1] where count > item && item >= 0 {
          _ = try source.content(at: ItemPath(section, item))
        }
      }
    } catch {
      try Finding.expect(!error.message.isEmpty, "refused without a word: \(error)")
    }
  }
}

/// Comma-separated values.
final class CSVFuzz: DataFuzz, FuzzTarget {
  static let name = "csv"

  init() throws { try super.init("a.csv") }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    [
      "name,town\nA,B\n\"C, D\",\"E\"\"F\"\n", "\u{FEFF}a,b,c\r\n1,,3\r\n\"line\nbreak\",2,\r\n",
      "one\n\n",
    ].map { Array($0.utf8) }
  }

  func run(_ input: [UInt8]) throws {
    try read(as: { (path) throws(LayoutError) in try CSVSource(path: path) }, input)
  }
}

/// Lines of JSON.
final class JSONLinesFuzz: DataFuzz, FuzzTarget {
  static let name = "jsonlines"

  init() throws { try super.init("a.jsonl") }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    [
      "{\"a\":1,\"b\":{\"c\":[1,2]}}\n{\"a\":\"x\\u00e9\\n\",\"d\":null}\n",
      "{\"name\":\"A\",\"n\":-1.5e300}\n\n{\"n\":true}\n",
    ].map { Array($0.utf8) }
  }

  func run(_ input: [UInt8]) throws {
    try read(as: { (path) throws(LayoutError) in try JSONLinesSource(path: path) }, input)
  }
}

/// Databases of SQLite.
final class SQLiteFuzz: DataFuzz, FuzzTarget {
  static let name = "sqlite"
  /// The time to open, query and close a database is that of fifty short texts.
  static let weight = 50

  init() throws { try super.init("a.sqlite") }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, size REAL, data BLOB);"
        + "INSERT INTO t VALUES (1,'A',1.5,x'00ff'),(2,NULL,2,NULL),(7,'x',-1,zeroblob(20));",
      "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9)"
        + " SELECT i FROM n;",
    ].compactMap(database)
  }

  /// Returns the bytes of a database that a script makes.
  private func database(_ script: String) -> [UInt8]? {
    unlink(path)
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK else { return nil }
    defer { sqlite3_close(handle) }
    // Small pages, so that inputs are short and fast.
    guard sqlite3_exec(handle, "PRAGMA page_size = 512;" + script, nil, nil, nil) == SQLITE_OK
    else { return nil }
    return try? FileSystem.contents(of: path).bytes
  }

  func run(_ input: [UInt8]) throws {
    var limits = SourceLimits()
    (limits.querySeconds, limits.copyBytes) = (0.2, 8 << 20)
    let bounds = limits
    try read(
      as: { (path) throws(LayoutError) in try SQLiteSource(path: path, limits: bounds) }, input)
  }
}

/// Pictures.
final class PictureFuzz: DataFuzz, FuzzTarget {
  static let name = "pictures"
  static let weight = 10
  /// A limit smaller than an app's, so that a file beyond it shows as memory.
  private static let pixelLimit = 1_000_000.0

  init() throws { try super.init("a.png") }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    let png = [
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAwPCfgQFEMAAAHgQC/kEAI3EAAAAASUVORK5CYII=",
      "R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=",
    ].compactMap { Data(base64Encoded: $0).map(Array.init) }
    return png + [Array("P6 2 2 255\n".utf8) + [UInt8](repeating: 128, count: 12)]
  }

  func run(_ input: [UInt8]) throws {
    try put(input)
    guard let size = PictureFile.size(of: path) else { return }
    try Finding.expect(size.width > 0 && size.height > 0, "a picture of \(size)")
    // Reads a picture as for the screen: at the size of a thumbnail, and not at all beyond the
    // limit.
    let thumbnail = Size(width: 64, height: 64)
    let reader = PictureReader(path: path) { stored in
      stored.width * stored.height > Self.pixelLimit ? nil : thumbnail
    }
    guard let reader else { return }
    if let picture = reader.readAll().pixbuf { g_object_unref(UnsafeMutableRawPointer(picture)) }
  }
}
