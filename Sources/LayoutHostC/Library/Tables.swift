// SPDX-License-Identifier: Apache-2.0
//
// Tables that grow: reading and writing respects the size in the program's headers.

import CLayoutHost
import LayoutModel

/// A type that starts with `struct_size`, and the size that it had in the first version.
protocol SizedTable {
  init()
  static var firstSize: Int { get }
}

extension SizedTable {
  /// A copy of a program's table: members unknown to its headers are zero.
  ///
  /// - Throws: `bad-table-size`.
  init(reading table: UnsafePointer<Self>) throws(LayoutError) {
    let size = try Self.size(of: UnsafeRawPointer(table))
    self.init()
    withUnsafeMutableBytes(of: &self) { copy in
      copy.copyMemory(
        from: UnsafeRawBufferPointer(start: table, count: min(size, copy.count)))
    }
  }

  /// Writes into a table of a program, without changing its `struct_size`.
  ///
  /// - Throws: `null-argument`, `bad-table-size`.
  func write(to table: UnsafeMutablePointer<Self>?) throws(LayoutError) {
    guard let table else { throw isNull("out") }
    let size = try Self.size(of: UnsafeRawPointer(table))
    withUnsafeBytes(of: self) { bytes in
      let rest = min(size, bytes.count) - 4
      (UnsafeMutableRawPointer(table) + 4).copyMemory(
        from: bytes.baseAddress.unsafelyUnwrapped + 4, byteCount: rest)
    }
  }

  private static func size(of table: UnsafeRawPointer) throws(LayoutError) -> Int {
    let size = Int(table.loadUnaligned(as: UInt32.self))
    guard size >= firstSize, size <= 1 << 16 else {
      throw LayoutError(
        .badTableSize,
        "the \(Self.self) says that it has \(size) bytes; set struct_size to its sizeof")
    }
    return size
  }
}

/// Reads a required table.
func table<Table: SizedTable>(
  _ table: UnsafePointer<Table>?, _ argument: String
) throws(LayoutError) -> Table {
  guard let table else { throw isNull(argument) }
  return try Table(reading: table)
}

/// Reads a table that may be null.
func optionalTable<Table: SizedTable>(
  _ table: UnsafePointer<Table>?
) throws(LayoutError) -> Table? {
  guard let table else { return nil }
  return try Table(reading: table)
}

/// `data` and `release` of a table, released once; never before the table was accepted.
final class AppData {
  let data: UnsafeMutableRawPointer?
  private let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  /// True when the table was accepted: a refused one stays the program's.
  var isTaken = false

  init(
    _ data: UnsafeMutableRawPointer?,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) {
    (self.data, self.release) = (data, release)
  }

  deinit { if isTaken { release?(data) } }
}

/// Calls a function of the app that may fail, from inside a frame.
///
/// - Throws: Its error, or `callback-failed`.
func askApp(
  _ name: String, _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Bool
) throws(LayoutError) {
  var error: OpaquePointer?
  let isDone = inFrame { body(&error) }
  let box = Handles.free(error, ErrorBox.self)
  guard !isDone else { return }
  throw box?.error
    ?? LayoutError(.callbackFailed, "\(name) of the app failed and gave no reason")
}

// MARK: - Sizes of the first version
//
// The sizes of the tables in their first version. They never change: docs/library-listing.txt is
// compared with the headers and with these.

extension lh_animation: SizedTable { static let firstSize = 48 }
extension lh_element: SizedTable { static let firstSize = 152 }
extension lh_cell_class: SizedTable { static let firstSize = 72 }
extension lh_data_source: SizedTable { static let firstSize = 96 }
extension lh_limits: SizedTable { static let firstSize = 96 }
extension lh_layout_options: SizedTable { static let firstSize = 80 }
extension lh_property: SizedTable { static let firstSize = 104 }
extension lh_query: SizedTable { static let firstSize = 40 }
extension lh_signature: SizedTable { static let firstSize = 48 }
extension lh_kind: SizedTable { static let firstSize = 16 }
extension lh_answer: SizedTable { static let firstSize = 40 }
extension lh_plugin: SizedTable { static let firstSize = 48 }
extension lh_picture_options: SizedTable { static let firstSize = 16 }
extension lh_counters: SizedTable { static let firstSize = 80 }
extension lh_scroll: SizedTable { static let firstSize = 88 }
extension lh_scroll_options: SizedTable { static let firstSize = 32 }
extension lh_element_list: SizedTable { static let firstSize = 24 }
extension lh_delegate: SizedTable { static let firstSize = 168 }
