// SPDX-License-Identifier: Apache-2.0
//
// Values lent to a plugin for one call: the C records, and the text and numbers that they point at.

import LayoutABI
import LayoutModel

/// An array of `layout_value` that owns what it points at, freed in `deinit`.
package struct LentValues: ~Copyable {
  /// The records; nil when there are none.
  package let base: UnsafeMutablePointer<layout_value>?
  package let count: Int
  private var owned: [UnsafeMutableRawPointer] = []

  /// Copies the values into memory that a plugin may read.
  package init(_ values: [LayoutValue]) {
    count = values.count
    base = values.isEmpty ? nil : .allocate(capacity: values.count)
    for (index, value) in values.enumerated() {
      base?.advanced(by: index).initialize(to: lend(value))
    }
  }

  deinit {
    for memory in owned { memory.deallocate() }
    base?.deallocate()
  }

  /// The place of the value at `index` as an argument of a C function: every member of the union
  /// begins at the same address, and on a little-endian machine the low bytes of its integer are
  /// the `uint8_t` and `uint32_t` that a BOOL and a U32 are passed as.
  package func argument(_ index: Int) -> UnsafeMutableRawPointer? {
    guard let base, let offset = MemoryLayout<layout_value>.offset(of: \.as) else { return nil }
    return UnsafeMutableRawPointer(base + index) + offset
  }

  private mutating func lend(_ value: LayoutValue) -> layout_value {
    var record = layout_value()
    record.type = value.type.rawValue
    switch value {
    case .none: break
    case .bool(let flag): record.as.integer = flag ? 1 : 0
    case .integer(let integer): record.as.integer = integer
    case .enumeration(let index): record.as.integer = Int64(index)
    case .index(let index): record.as.integer = Int64(index)
    case .number(let number): record.as.number = number
    case .point(let point): record.as.point = point
    case .size(let size): record.as.size = size
    case .insets(let insets): record.as.insets = insets
    case .text(let text): record.as.text = lend(text)
    case .array(let numbers): record.as.array = lend(numbers)
    }
    return record
  }

  private mutating func lend(_ text: String) -> layout_text {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return layout_text() }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    owned.append(copy)
    return layout_text(
      bytes: UnsafeRawPointer(copy).assumingMemoryBound(to: CChar.self),
      count: UInt32(clamping: bytes.count), reserved: 0)
  }

  private mutating func lend(_ numbers: [Double]) -> layout_array {
    guard !numbers.isEmpty else { return layout_array() }
    let copy = UnsafeMutablePointer<Double>.allocate(capacity: numbers.count)
    copy.initialize(from: numbers, count: numbers.count)
    owned.append(copy)
    return layout_array(values: copy, count: UInt32(clamping: numbers.count), reserved: 0)
  }
}

extension LayoutValue {
  /// A copy of a value that a plugin handed over.
  /// - Throws: ``ValueMismatch`` when its type is unknown, its text not UTF-8, its list null.
  package init(copying value: layout_value) throws(ValueMismatch) {
    try checkReserved(value.reserved, "a value")
    guard let type = ValueType(rawValue: value.type) else {
      throw ValueMismatch(description: "type \(value.type) is none of LAYOUT_TYPE_…")
    }
    switch type {
    case .none: self = .none
    case .bool: self = .bool(value.as.integer != 0)
    case .integer: self = .integer(value.as.integer)
    case .enumeration: self = .enumeration(Int(value.as.integer))
    case .index: self = .index(UInt32(truncatingIfNeeded: value.as.integer))
    case .number: self = .number(value.as.number)
    case .point: self = .point(value.as.point)
    case .size: self = .size(value.as.size)
    case .insets: self = .insets(value.as.insets)
    case .text: self = .text(try String(copying: value.as.text))
    case .array: self = .array(try [Double](copying: value.as.array))
    }
  }
}

extension layout_text {
  /// Lends a static string, such as an extension's id, for the duration of a call.
  package static func withLent<R>(_ text: String, _ body: (layout_text) -> R) -> R {
    var copy = text
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        body(layout_text(bytes: $0.baseAddress, count: UInt32($0.count), reserved: 0))
      }
    }
  }
}
