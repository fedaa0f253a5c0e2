// SPDX-License-Identifier: Apache-2.0
//
// Values as they lie in memory for a plugin, each as the C type that LAYOUT_TYPE_… names.

import LayoutABI
import LayoutModel

extension ValueType {
  /// Bytes of the C type, which is also the distance between neighbours in a bulk answer.
  package var byteCount: Int {
    switch self {
    case .none: 0
    case .bool: 1
    case .index: 4
    case .integer, .number, .enumeration: 8
    case .point, .size, .text, .array: 16
    case .insets: 32
    }
  }

  /// Writes the NaN that stands for "unanswered".
  /// - Throws: ``PartialAnswer`` for a type without one.
  package func storeUnanswered(to place: UnsafeMutableRawPointer) throws {
    switch self {
    case .number, .point, .size, .insets:
      for offset in stride(from: 0, to: byteCount, by: 8) {
        place.storeBytes(of: Double.nan, toByteOffset: offset, as: Double.self)
      }
    default: throw PartialAnswer(typeName: name)
    }
  }
}

/// A closure gave a value of another type than its query answers, or a plugin one that is no value.
package struct ValueMismatch: Error, CustomStringConvertible {
  package let description: String
}

extension LayoutValue {
  /// - Throws: ``ValueMismatch`` when the value is of another type. A whole number stands for an
  ///   enumeration's index too.
  package func check(is type: ValueType) throws {
    if self.type == type { return }
    if case .integer = self, type == .enumeration { return }
    throw ValueMismatch(description: "a \(type.name) is wanted, not a \(self.type.name)")
  }

  /// Writes the value as its C type. Text and arrays have owners and are not written.
  package func store(to place: UnsafeMutableRawPointer) {
    switch self {
    case .none, .text, .array: break
    case .bool(let flag): place.storeBytes(of: flag ? 1 : 0, as: UInt8.self)
    case .integer(let value): place.storeBytes(of: value, as: Int64.self)
    case .enumeration(let index): place.storeBytes(of: Int64(index), as: Int64.self)
    case .index(let value): place.storeBytes(of: value, as: UInt32.self)
    case .number(let value): place.storeBytes(of: value, as: Double.self)
    case .point(let value): place.storeBytes(of: value, as: Point.self)
    case .size(let value): place.storeBytes(of: value, as: Size.self)
    case .insets(let value): place.storeBytes(of: value, as: Insets.self)
    }
  }

  /// Reads a value that lies as its C type; text and arrays are copied.
  /// - Throws: ``ValueMismatch`` for text that is not UTF-8.
  package init(loading type: ValueType, from place: UnsafeRawPointer) throws(ValueMismatch) {
    switch type {
    case .none: self = .none
    case .bool: self = .bool(place.load(as: UInt8.self) != 0)
    case .integer: self = .integer(place.load(as: Int64.self))
    case .enumeration: self = .enumeration(Int(place.load(as: Int64.self)))
    case .index: self = .index(place.load(as: UInt32.self))
    case .number: self = .number(place.load(as: Double.self))
    case .point: self = .point(place.load(as: Point.self))
    case .size: self = .size(place.load(as: Size.self))
    case .insets: self = .insets(place.load(as: Insets.self))
    case .text: self = .text(try String(copying: place.load(as: layout_text.self)))
    case .array: self = .array(try [Double](copying: place.load(as: layout_array.self)))
    }
  }
}

/// The most bytes of text, and the most numbers of an array, that a plugin may hand over in one
/// value. Ends a run over garbage before it reads through all memory.
let borrowedLimit = 1 << 20

/// Checks that the reserved member of what a plugin hands over is zero, so that it can gain a meaning.
func checkReserved(_ value: UInt32, _ what: String) throws(ValueMismatch) {
  guard value != 0 else { return }
  throw ValueMismatch(
    description: "`reserved` of \(what) is \(value), of which this host knows 0; start from zeros")
}

extension String {
  /// A copy of a plugin's text.
  /// - Throws: ``ValueMismatch`` when it is not UTF-8, longer than a value may be, or null.
  package init(copying text: layout_text) throws(ValueMismatch) {
    try checkReserved(text.reserved, "a text")
    guard text.count > 0 else {
      self = ""
      return
    }
    guard let bytes = text.bytes, text.count <= borrowedLimit else {
      throw ValueMismatch(description: "a text of \(text.count) bytes is null or too long")
    }
    let units = UnsafeRawBufferPointer(start: bytes, count: Int(text.count))
    guard let copy = String(validating: units, as: UTF8.self) else {
      throw ValueMismatch(description: "a text is not UTF-8")
    }
    self = copy
  }

  /// A copy of a plugin's text for people, in at most `limit` bytes: cut where it is longer, repaired where
  /// it is not UTF-8.
  package init(repairing text: layout_text, toBytes limit: Int) {
    guard let bytes = text.bytes, limit > 0 else {
      self = ""
      return
    }
    let count = Swift.min(Int(text.count), limit)
    let units = UnsafeRawBufferPointer(start: bytes, count: count)
    self = String(decoding: units, as: UTF8.self)
      .cut(toBytes: limit, missing: Int(text.count) - count)
  }
}

extension [Double] {
  /// A copy of a plugin's array.
  /// - Throws: ``ValueMismatch`` when it is longer than a value may be, or null.
  package init(copying array: layout_array) throws(ValueMismatch) {
    try checkReserved(array.reserved, "an array")
    guard array.count > 0 else {
      self = []
      return
    }
    guard let values = array.values, array.count <= borrowedLimit else {
      throw ValueMismatch(description: "an array of \(array.count) numbers is null or too long")
    }
    self = [Double](UnsafeBufferPointer(start: values, count: Int(array.count)))
  }
}

/// A type without NaN was answered for some paths of a range only.
@usableFromInline
struct PartialAnswer: Error, CustomStringConvertible {
  @usableFromInline let typeName: String

  @usableFromInline
  init(typeName: String) { self.typeName = typeName }

  @usableFromInline
  var description: String {
    "\(typeName) has no value for \"unanswered\", so a range is answered whole or not at all"
  }
}
