// SPDX-License-Identifier: Apache-2.0
//
// Values in memory for a plugin, each as the C type that LAYOUT_TYPE_… names, and values that are
// lent for one call.

import LayoutABI
import LayoutModel

// MARK: - Values

extension ValueType {
  /// The number of bytes of the C type. It is also the distance between neighbours in a bulk
  /// answer.
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

  /// Writes the NaN that means "unanswered".
  /// - Throws: ``PartialAnswer`` for a type without one.
  package func storeUnanswered(to place: UnsafeMutableRawPointer) throws {
    switch self {
    case .number, .point, .size, .insets:
      for offset in stride(from: 0, to: byteCount, by: 8) {
        unsafe place.storeBytes(of: Double.nan, toByteOffset: offset, as: Double.self)
      }
    default: throw PartialAnswer(typeName: name)
    }
  }
}

/// The error for a value of another type than its query answers, or for an invalid value of a
/// plugin.
package struct ValueMismatch: Error, CustomStringConvertible {
  package let description: String
}

extension LayoutValue {
  /// - Throws: ``ValueMismatch`` if the value has another type. A whole number is also accepted as
  ///   an enumeration's index.
  package func check(is type: ValueType) throws {
    if self.type == type { return }
    if case .integer = self, type == .enumeration { return }
    throw ValueMismatch(description: "a \(type.name) is wanted, not a \(self.type.name)")
  }

  /// Writes the value as its C type. Text and arrays have owners and are not written.
  package func store(to place: UnsafeMutableRawPointer) {
    switch self {
    case .none, .text, .array: break
    case .bool(let flag): unsafe place.storeBytes(of: flag ? 1 : 0, as: UInt8.self)
    case .integer(let value): unsafe place.storeBytes(of: value, as: Int64.self)
    case .enumeration(let index): unsafe place.storeBytes(of: Int64(index), as: Int64.self)
    case .index(let value): unsafe place.storeBytes(of: value, as: UInt32.self)
    case .number(let value): unsafe place.storeBytes(of: value, as: Double.self)
    case .point(let value): unsafe place.storeBytes(of: value, as: Point.self)
    case .size(let value): unsafe place.storeBytes(of: value, as: Size.self)
    case .insets(let value): unsafe place.storeBytes(of: value, as: Insets.self)
    }
  }

  /// Reads a value from memory in its C type. Text and arrays are copied.
  /// - Throws: ``ValueMismatch`` for text that is not UTF-8.
  package init(loading type: ValueType, from place: UnsafeRawPointer) throws(ValueMismatch) {
    switch type {
    case .none: self = .none
    case .bool: self = unsafe .bool(place.load(as: UInt8.self) != 0)
    case .integer: self = unsafe .integer(place.load(as: Int64.self))
    case .enumeration: self = unsafe .enumeration(Int(place.load(as: Int64.self)))
    case .index: self = unsafe .index(place.load(as: UInt32.self))
    case .number: self = unsafe .number(place.load(as: Double.self))
    case .point: self = unsafe .point(place.load(as: Point.self))
    case .size: self = unsafe .size(place.load(as: Size.self))
    case .insets: self = unsafe .insets(place.load(as: Insets.self))
    case .text: self = unsafe .text(try String(copying: place.load(as: layout_text.self)))
    case .array: self = unsafe .array(try [Double](copying: place.load(as: layout_array.self)))
    }
  }
}

/// The largest number of bytes of text, and of numbers in an array, that a plugin may pass in one
/// value. It stops a read of invalid data before it runs through all memory.
let borrowedLimit = 1 << 20

/// Checks that the reserved member of a plugin's value is zero, so that a later version can give it
/// a meaning.
func checkReserved(_ value: UInt32, _ what: String) throws(ValueMismatch) {
  guard value != 0 else { return }
  throw ValueMismatch(
    description: "`reserved` of \(what) is \(value), of which this host knows 0; start from zeros")
}

extension String {
  /// Copies a plugin's text.
  /// - Throws: ``ValueMismatch`` if it is not UTF-8, longer than a value may be, or null.
  package init(copying text: layout_text) throws(ValueMismatch) {
    try checkReserved(text.reserved, "a text")
    guard text.count > 0 else {
      self = ""
      return
    }
    guard let bytes = unsafe text.bytes, text.count <= borrowedLimit else {
      throw ValueMismatch(description: "a text of \(text.count) bytes is null or too long")
    }
    let units = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(text.count))
    guard let copy = unsafe String(validating: units, as: UTF8.self) else {
      throw ValueMismatch(description: "a text is not UTF-8")
    }
    self = copy
  }

  /// Copies a plugin's text for people, in at most `limit` bytes. Text that is longer is cut, text
  /// that is not UTF-8 is repaired.
  package init(repairing text: layout_text, toBytes limit: Int) {
    guard let bytes = unsafe text.bytes, limit > 0 else {
      self = ""
      return
    }
    let count = Swift.min(Int(text.count), limit)
    let units = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    self = unsafe String(decoding: units, as: UTF8.self)
      .cut(toBytes: limit, missing: Int(text.count) - count)
  }
}

extension [Double] {
  /// Copies a plugin's array.
  /// - Throws: ``ValueMismatch`` if it is longer than a value may be, or null.
  package init(copying array: layout_array) throws(ValueMismatch) {
    try checkReserved(array.reserved, "an array")
    guard array.count > 0 else {
      self = []
      return
    }
    guard let values = unsafe array.values, array.count <= borrowedLimit else {
      throw ValueMismatch(description: "an array of \(array.count) numbers is null or too long")
    }
    self = unsafe [Double](UnsafeBufferPointer(start: values, count: Int(array.count)))
  }
}

/// The error for a type without NaN that was answered only for some paths of a range.
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

// MARK: - Values lent

/// An array of `layout_value` that owns the data that it points to, and frees it in `deinit`.
///
/// Memory safety: it owns all data that the records point to; `base` is unsafe by its type.
@safe
package struct LentValues: ~Copyable {
  /// The records; nil if there are none.
  package let base: UnsafeMutablePointer<layout_value>?
  package let count: Int
  private var owned: [UnsafeMutableRawPointer] = unsafe []

  /// Copies the values into memory that a plugin may read.
  package init(_ values: [LayoutValue]) {
    count = values.count
    unsafe base = values.isEmpty ? nil : .allocate(capacity: values.count)
    for (index, value) in values.enumerated() {
      unsafe base?.advanced(by: index).initialize(to: lend(value))
    }
  }

  deinit {
    unsafe owned.forEach { unsafe $0.deallocate() }
    unsafe base?.deallocate()
  }

  /// Returns the place of the value at `index` as an argument of a C function. Every member of the
  /// union begins at the same address. On a little-endian machine the low bytes of its integer are
  /// the `uint8_t` and `uint32_t` that a BOOL and a U32 are passed as.
  package func argument(_ index: Int) -> UnsafeMutableRawPointer? {
    guard let base = unsafe base, let offset = MemoryLayout<layout_value>.offset(of: \.as) else {
      return nil
    }
    return unsafe UnsafeMutableRawPointer(base + index) + offset
  }

  private mutating func lend(_ value: LayoutValue) -> layout_value {
    var record = layout_value()
    record.type = value.type.rawValue
    switch value {
    case .none: break
    case .bool(let flag): unsafe record.as.integer = flag ? 1 : 0
    case .integer(let integer): unsafe record.as.integer = integer
    case .enumeration(let index): unsafe record.as.integer = Int64(index)
    case .index(let index): unsafe record.as.integer = Int64(index)
    case .number(let number): unsafe record.as.number = number
    case .point(let point): unsafe record.as.point = point
    case .size(let size): unsafe record.as.size = size
    case .insets(let insets): unsafe record.as.insets = insets
    case .text(let text): unsafe record.as.text = lend(text)
    case .array(let numbers): unsafe record.as.array = lend(numbers)
    }
    return record
  }

  private mutating func lend(_ text: String) -> layout_text {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return layout_text() }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    unsafe owned.append(copy)
    return unsafe layout_text(
      bytes: UnsafeRawPointer(copy).assumingMemoryBound(to: CChar.self),
      count: UInt32(clamping: bytes.count), reserved: 0)
  }

  private mutating func lend(_ numbers: [Double]) -> layout_array {
    guard !numbers.isEmpty else { return layout_array() }
    let copy = UnsafeMutablePointer<Double>.allocate(capacity: numbers.count)
    unsafe copy.initialize(from: numbers, count: numbers.count)
    unsafe owned.append(copy)
    return unsafe layout_array(values: copy, count: UInt32(clamping: numbers.count), reserved: 0)
  }
}

extension LayoutValue {
  /// Copies a value that a plugin passed.
  /// - Throws: ``ValueMismatch`` if its type is unknown, its text is not UTF-8, or its list is
  ///   null.
  package init(copying value: layout_value) throws(ValueMismatch) {
    try checkReserved(value.reserved, "a value")
    guard let type = ValueType(rawValue: value.type) else {
      throw ValueMismatch(description: "type \(value.type) is none of LAYOUT_TYPE_…")
    }
    switch type {
    case .none: self = .none
    case .bool: self = unsafe .bool(value.as.integer != 0)
    case .integer: self = unsafe .integer(value.as.integer)
    case .enumeration: self = unsafe .enumeration(Int(value.as.integer))
    case .index: self = unsafe .index(UInt32(truncatingIfNeeded: value.as.integer))
    case .number: self = unsafe .number(value.as.number)
    case .point: self = unsafe .point(value.as.point)
    case .size: self = unsafe .size(value.as.size)
    case .insets: self = unsafe .insets(value.as.insets)
    case .text: self = unsafe .text(try String(copying: value.as.text))
    case .array: self = unsafe .array(try [Double](copying: value.as.array))
    }
  }
}

extension layout_text {
  /// Lends a static string, such as an extension's id, for the duration of a call.
  package static func withLent<R>(_ text: String, _ body: (layout_text) -> R) -> R {
    var copy = text
    return copy.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe body(layout_text(bytes: $0.baseAddress, count: UInt32($0.count), reserved: 0))
      }
    }
  }
}
