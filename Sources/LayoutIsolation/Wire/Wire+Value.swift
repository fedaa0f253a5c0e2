// SPDX-License-Identifier: Apache-2.0
//
// Values and errors on the wire.

import LayoutModel

extension WireWriter {
  /// Appends a value: its type, then its content.
  mutating func write(_ value: LayoutValue) {
    write(value.type.rawValue)
    switch value {
    case .none: break
    case .bool(let flag): write(flag)
    case .integer(let integer): write(integer)
    case .number(let number): write(number)
    case .enumeration(let index): write(Int64(index))
    case .point(let point): write(point)
    case .size(let size): write(size)
    case .insets(let insets): write(insets)
    case .text(let text): write(text)
    case .array(let numbers): write(numbers)
    case .index(let index): write(index)
    }
  }

  /// Appends an error with all its parts.
  mutating func write(_ error: LayoutError) {
    write(error.code.rawValue)
    write(error.message)
    write(error.plugin)
    write(error.call)
  }
}

extension WireReader {
  /// The next type of a value.
  mutating func readType() throws(LayoutError) -> ValueType {
    let raw = try read(UInt32.self)
    guard let type = ValueType(rawValue: raw) else { throw .wire("a value of type \(raw)") }
    return type
  }

  /// The next value.
  mutating func readValue() throws(LayoutError) -> LayoutValue {
    switch try readType() {
    case .none: .none
    case .bool: .bool(try readBool())
    case .integer: .integer(try read())
    case .number: .number(try read())
    case .enumeration: .enumeration(Int(try read(Int64.self)))
    case .point: .point(try read())
    case .size: .size(try read())
    case .insets: .insets(try read())
    case .text: .text(try readText())
    case .array: .array(try readList())
    case .index: .index(try read())
    }
  }

  /// The next error, each of its texts cut to `byteCount` bytes.
  mutating func readError(cutTo byteCount: Int = .max) throws(LayoutError) -> LayoutError {
    let code = try readText(cutTo: byteCount)
    let message = try readText(cutTo: byteCount)
    let plugin = try readOptionalText(cutTo: byteCount)
    return LayoutError(
      LayoutError.Code(rawValue: code), message, plugin: plugin,
      call: try readOptionalText(cutTo: byteCount))
  }
}
