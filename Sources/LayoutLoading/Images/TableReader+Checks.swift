// SPDX-License-Identifier: Apache-2.0
//
// The checks that every part of a table goes through while it is read: sizes, counts, texts, types.

import LayoutABI
import LayoutModel

extension TableReader {
  /// The error for a member that is not as the headers say.
  func bad(_ place: String, _ what: String) -> LayoutError {
    DescriptorRules.bad(place, what)
  }

  /// Checks that a table has the members that it had in ABI 1.0. What came later it may lack.
  ///
  /// - Parameter needed: `LAYOUT_1_0_SIZE_…` of the table.
  func checkSize(_ size: UInt32, atLeast needed: Int, _ place: String) throws(LayoutError) {
    guard Int(size) < needed else { return }
    throw LayoutError(
      .tableTooShort,
      "its table is too short: \(place).struct_size is \(size), ABI 1.0 needs \(needed); set it to "
        + "sizeof", call: LAYOUT_PLUGIN_ENTRY)
  }

  /// Checks that a reserved member is zero, so that it can gain a meaning.
  /// - Throws: `reserved-used`.
  func checkReserved(_ value: UInt32, _ place: String) throws(LayoutError) {
    guard value != 0 else { return }
    throw DescriptorRules.used(place + ".reserved", "is \(value)", "0")
  }

  /// Checks that only flags are set that this host knows.
  /// - Throws: `reserved-used`.
  func checkFlags(_ value: UInt32, known: UInt32, _ place: String) throws(LayoutError) {
    guard value & ~known != 0 else { return }
    throw DescriptorRules.used(
      place + ".flags", "is 0x\(String(value, radix: 16))", "0x\(String(known, radix: 16))")
  }

  func checkCount(_ count: UInt32, isNull: Bool, _ place: String) throws(LayoutError) {
    try DescriptorRules.check(count: Int(count), place)
    if isNull && count > 0 { throw bad(place, "is null, but its count is \(count)") }
  }

  /// UTF-8, copied.
  func text(_ text: layout_text, _ place: String) throws(LayoutError) -> String {
    try checkReserved(text.reserved, place)
    guard text.count > 0 else { return "" }
    try DescriptorRules.check(byteCount: Int(text.count), place)
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

  func type(_ value: UInt32, _ place: String) throws(LayoutError) -> ValueType {
    guard let type = ValueType(rawValue: value) else {
      throw bad(
        place,
        "is \(value), which is no LAYOUT_TYPE_… of this host; the plugin may need a newer one")
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
}
