// SPDX-License-Identifier: Apache-2.0
//
// One compiled SQL statement.

import CSQLite
import LayoutModel

/// A statement and the row it stands on.
final class Statement {
  private let handle: OpaquePointer
  // Also keeps the connection open.
  private let database: Database

  /// Takes over a statement that SQLite compiled.
  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }
  /// True when running it leaves the file as it is.
  var onlyReads: Bool { sqlite3_stmt_readonly(handle) != 0 }
  var isExplanation: Bool { sqlite3_stmt_isexplain(handle) != 0 }
  /// The number of times that it went from one row of a whole table or index to the next;
  /// SQLite's own count.
  var scanStepCount: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  var columnNames: [String] {
    (0..<Int32(columnCount)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// The column of a table that each column is; nil for one that is worked out.
  var columnOrigins: [String?] {
    (0..<Int32(columnCount)).map { column in
      sqlite3_column_origin_name(handle, column).map { String(cString: $0) }
    }
  }

  /// Goes back to before the first row, with these values for `?1`, `?2` and so on.
  func bind(_ values: [Int64]) throws(LayoutError) {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      guard sqlite3_bind_int64(handle, Int32(index + 1), value) == SQLITE_OK else {
        throw database.failure()
      }
    }
  }

  /// Goes to the next row; false when there is none.
  func step() throws(LayoutError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let failure = database.failure()
      sqlite3_reset(handle)
      throw failure
    }
  }

  /// Lets go of the file's lock and of the row.
  func reset() { sqlite3_reset(handle) }

  /// An integer of the row; nil for NULL.
  func integer(_ column: Int) -> Int64? {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
      ? nil : sqlite3_column_int64(handle, Int32(column))
  }

  /// A value of the row in words: text as it is up to ``longestText`` bytes, a blob by its length;
  /// nil for NULL. What is not UTF-8 is repaired.
  func text(_ column: Int) -> String? {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, column))
      return "\(count.grouped) byte\(count == 1 ? "" : "s")"
    default:
      guard let start = sqlite3_column_text(handle, column) else { return "" }
      let count = Int(sqlite3_column_bytes(handle, column))
      let bytes = UnsafeBufferPointer(start: start, count: count)
      guard count > Self.longestText else { return String(decoding: bytes, as: UTF8.self) }
      var end = Self.longestText
      while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
  }

  /// No card shows more, and what is kept of a table stays bounded.
  static let longestText = 4096
}
