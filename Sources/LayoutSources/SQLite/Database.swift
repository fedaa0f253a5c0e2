// SPDX-License-Identifier: Apache-2.0
//
// A SQLite database opened for reading, and SQLite's errors.

import CSQLite
import Glibc
import LayoutModel

/// One connection. It cannot write to the file, but it can write temporary tables.
final class Database {
  let path: String
  let handle: OpaquePointer
  let limits: SourceLimits
  private let watch = QueryWatch()

  /// Opens the file at `path`.
  ///
  /// - Throws: `source-unreadable`, with the system's or SQLite's reason.
  init(path: String, limits: SourceLimits = .standard) throws(LayoutError) {
    // Checked first, because SQLite does not give the reason when it cannot open a file.
    guard access(path, R_OK) == 0 else {
      throw FileBytes.unreadable(path, "name a database that exists and that you may read")
    }
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw LayoutError(
        .sourceUnreadable, "\(path) cannot be opened; name a database that you may read")
    }
    self.path = path
    self.handle = handle
    self.limits = limits
    limitWork()
    // Writers usually take milliseconds; a frame cannot wait for longer ones.
    sqlite3_busy_timeout(handle, 250)
  }

  // Live statements keep the connection open until they are gone too.
  deinit { sqlite3_close_v2(handle) }

  /// Sets limits: length of values, number of columns, duration of work.
  private func limitWork() {
    sqlite3_limit(
      handle, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limits.cellBytes, Self.leastLength)))
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, Int32(clamping: limits.columns))
    let data = Unmanaged.passUnretained(watch).toOpaque()
    sqlite3_progress_handler(
      handle, 10_000,
      { data in
        guard let data else { return 0 }
        return Unmanaged<QueryWatch>.fromOpaque(data).takeUnretainedValue().isOver ? 1 : 0
      }, data)
  }

  /// SQLite needs this much for its own schema.
  private static let leastLength = 1 << 16

  /// Starts the time limit ``SourceLimits/querySeconds`` for all following statements together.
  func startWork() { watch.start(seconds: limits.querySeconds) }

  /// Compiles the host's own SQL.
  func statement(_ sql: String) throws(LayoutError) -> Statement {
    guard let statement = try compile(sql).statement else { throw failure() }
    return statement
  }

  /// Compiles the first statement of `sql`; nil when there is none.
  ///
  /// - Returns: The statement, and the text after it.
  func compile(_ sql: String) throws(LayoutError) -> (statement: Statement?, rest: String) {
    var text = Array(sql.utf8CString)
    var compiled: OpaquePointer?
    var used = 0
    let code = text.withUnsafeMutableBufferPointer { buffer in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, buffer.baseAddress, -1, &compiled, &tail)
      if let tail, let start = buffer.baseAddress { used = UnsafePointer(start).distance(to: tail) }
      return code
    }
    guard code == SQLITE_OK else { throw failure() }
    let rest = String(decoding: sql.utf8.dropFirst(used), as: UTF8.self)
    return (compiled.map { Statement($0, of: self) }, rest)
  }

  /// Runs a query that gives one row, and returns its integers; NULL is nil.
  func integers(_ sql: String, _ arguments: Int64...) throws(LayoutError) -> [Int64?] {
    let statement = try statement(sql)
    try statement.bind(arguments)
    guard try statement.step() else { return [] }
    return (0..<statement.columnCount).map(statement.integer)
  }

  /// Runs a query and returns its first column.
  func texts(_ sql: String) throws(LayoutError) -> [String] {
    let statement = try statement(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0) ?? "") }
    return texts
  }

  /// SQLite's reason for the last failure.
  var reason: String { String(cString: sqlite3_errmsg(handle)) }

  /// The error for the last failure.
  func failure() -> LayoutError {
    let (code, remedy) =
      switch sqlite3_errcode(handle) {
      case SQLITE_NOTADB: ("source-malformed", "name a file that is a SQLite database")
      case SQLITE_CORRUPT: ("source-malformed", "restore the file, or try the command .recover")
      case SQLITE_BUSY, SQLITE_LOCKED:
        ("source-busy", "try again when the program that writes to it is done")
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY:
        ("source-unreadable", "name a database that you may read, with its -wal and -shm files")
      case SQLITE_INTERRUPT:
        (
          "source-limit",
          "the limit is \(limits.querySeconds) s (SourceLimits.querySeconds); narrow the query, or "
            + "name a table that ends"
        )
      case SQLITE_TOOBIG:
        (
          "source-limit",
          "the limit is \(limits.cellBytes.grouped) bytes a row or value (SourceLimits.cellBytes); "
            + "leave the column out, or cut it with substr"
        )
      case SQLITE_FULL:
        (
          "source-limit",
          "the limit of a result is \(limits.copyBytes.grouped) bytes (SourceLimits.copyBytes); narrow "
            + "the query, or check the disk's free space"
        )
      case SQLITE_IOERR: ("source-unreadable", "check the disk and its free space")
      default: ("bad-query", "correct the query")
      }
    return LayoutError(LayoutError.Code(rawValue: code), "\(path): \(reason); \(remedy)")
  }

  /// The error of a file whose rows are not in the order of their keys.
  var damaged: LayoutError {
    LayoutError(
      .sourceMalformed,
      "\(path): its rows are not in the order of their keys; restore the file, or try the command .recover"
    )
  }
}

/// The time limit of a piece of work.
private final class QueryWatch {
  private var end: UInt64 = .max

  func start(seconds: Double) {
    end = seconds < 1e9 ? Self.now &+ UInt64(max(0, seconds) * 1e9) : .max
  }

  var isOver: Bool { Self.now > end }

  /// Monotonic, nanoseconds.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

/// The name quoted for SQL, with any content.
func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

// MARK: - Statements
//
// One compiled SQL statement.

/// A statement and its current row.
final class Statement {
  private let handle: OpaquePointer
  // Also keeps the connection open.
  private let database: Database

  /// Takes over a compiled statement of SQLite.
  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }
  /// True when running it does not change the file.
  var onlyReads: Bool { sqlite3_stmt_readonly(handle) != 0 }
  var isExplanation: Bool { sqlite3_stmt_isexplain(handle) != 0 }
  /// The number of steps from one row of a whole table or index to the next, counted by SQLite.
  var scanStepCount: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  var columnNames: [String] {
    (0..<Int32(columnCount)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// The table column of each result column; nil for a computed one.
  var columnOrigins: [String?] {
    (0..<Int32(columnCount)).map { column in
      sqlite3_column_origin_name(handle, column).map { String(cString: $0) }
    }
  }

  /// Resets to before the first row, with these values for `?1`, `?2` and so on.
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

  /// Releases the file's lock and the row.
  func reset() { sqlite3_reset(handle) }

  /// An integer of the row; nil for NULL.
  func integer(_ column: Int) -> Int64? {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
      ? nil : sqlite3_column_int64(handle, Int32(column))
  }

  /// A value of the row as text: text up to ``longestText`` bytes, a blob by its length; nil for
  /// NULL. Invalid UTF-8 is repaired.
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

  /// No card shows more, so the memory of a table is bounded.
  static let longestText = 4096
}
