// SPDX-License-Identifier: Apache-2.0
//
// The checks that every part of a table goes through: sizes, counts, texts, types, names.

import LayoutABI
import LayoutModel

extension TableReader {
  /// The error for a member that is not as the headers say.
  func bad(_ place: String, _ what: String) -> LayoutError {
    LayoutError("bad-table", "its table is wrong: \(place) \(what)", call: LAYOUT_PLUGIN_ENTRY)
  }

  /// Tables only grow, so a shorter one than this host's headers have was made by something else.
  func checkSize<Table>(
    _ size: UInt32, of type: Table.Type, _ place: String
  ) throws(LayoutError) {
    guard size < MemoryLayout<Table>.size else { return }
    throw LayoutError(
      "table-too-short",
      "its table is too short: \(place).struct_size is \(size), ABI \(LAYOUT_ABI) needs "
        + "\(MemoryLayout<Table>.size); set it to sizeof",
      call: LAYOUT_PLUGIN_ENTRY)
  }

  func checkCount(_ count: UInt32, isNull: Bool, _ place: String) throws(LayoutError) {
    guard count <= Self.listLimit else {
      throw bad(place, "has \(count) entries; at most \(Self.listLimit) are allowed")
    }
    if isNull && count > 0 { throw bad(place, "is null, but its count is \(count)") }
  }

  func checkUnique(_ names: [String], _ place: String, _ what: String) throws(LayoutError) {
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw bad(place, "has the \(what) \"\(name)\" twice")
    }
  }

  func checkCases(_ cases: [String], _ place: String) throws(LayoutError) {
    guard !cases.isEmpty else { throw bad(place + ".cases", "is empty; an enum has cases") }
    try checkUnique(cases, place + ".cases", "case")
  }

  /// UTF-8, copied.
  func text(_ text: layout_text, _ place: String) throws(LayoutError) -> String {
    guard text.count > 0 else { return "" }
    guard text.count <= Self.textLimit else {
      throw bad(place, "has \(text.count) bytes; at most \(Self.textLimit) are allowed")
    }
    guard let bytes = text.bytes else {
      throw bad(place, "is null, but its count is \(text.count)")
    }
    let buffer = UnsafeRawBufferPointer(UnsafeBufferPointer(start: bytes, count: Int(text.count)))
    guard let copy = String(validating: buffer, as: UTF8.self) else {
      throw bad(place, "is not UTF-8")
    }
    return copy
  }

  func texts(
    _ list: UnsafePointer<layout_text>?, _ count: UInt32, _ place: String
  ) throws(LayoutError) -> [String] {
    try checkCount(count, isNull: list == nil, place)
    guard let list else { return [] }
    var copies: [String] = []
    for index in 0..<Int(count) { copies.append(try text(list[index], "\(place)[\(index)]")) }
    return copies
  }

  /// Text that follows a grammar.
  func name(
    _ value: layout_text, _ place: String, _ isValid: (String) -> Bool, _ grammar: String
  ) throws(LayoutError) -> String {
    let copy = try text(value, place)
    guard isValid(copy) else {
      throw bad(place, "is \"\(copy)\"; it has to be \(grammar), at most 64 bytes")
    }
    return copy
  }

  /// The name of a property, query, action, event or field.
  func memberName(_ value: layout_text, _ place: String) throws(LayoutError) -> String {
    try name(value, place + ".name", Grammar.isMemberName, "camelCase")
  }

  func type(
    _ value: UInt32, _ allowed: [ValueType], _ place: String
  ) throws(LayoutError) -> ValueType {
    guard let type = ValueType(rawValue: value), allowed.contains(type) else {
      let names = allowed.map(\.name).joined(separator: ", ")
      throw bad(place, "is \(value); it has to be one of \(names)")
    }
    return type
  }

  /// An array of pointers to tables, each read by `read`.
  func list<Table, Value>(
    _ list: UnsafePointer<UnsafePointer<Table>?>?, _ count: UInt32, _ place: String,
    _ read: (UnsafePointer<Table>, String) throws(LayoutError) -> Value
  ) throws(LayoutError) -> [Value] {
    try checkCount(count, isNull: list == nil, place)
    guard let list else { return [] }
    var values: [Value] = []
    for index in 0..<Int(count) {
      guard let entry = list[index] else { throw bad("\(place)[\(index)]", "is null") }
      values.append(try read(entry, "\(place)[\(index)]"))
    }
    return values
  }

  /// A list whose entries have names that are unique in it.
  func named<Table, Value>(
    _ entries: UnsafePointer<UnsafePointer<Table>?>?, _ count: UInt32, _ place: String,
    _ name: (Value) -> String,
    _ read: (UnsafePointer<Table>, String) throws(LayoutError) -> Value
  ) throws(LayoutError) -> [Value] {
    let values = try list(entries, count, place, read)
    try checkUnique(values.map(name), place, "name")
    return values
  }
}
