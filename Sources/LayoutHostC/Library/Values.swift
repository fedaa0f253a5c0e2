// SPDX-License-Identifier: Apache-2.0
//
// Values between C and Swift.

import CLayoutHost
import Glibc
import LayoutHost
import LayoutModel

/// The text and the numbers of lent values, valid during the life of this object.
final class ValueStore {
  private var texts: [CText] = []
  private var arrays: [UnsafeMutableBufferPointer<Double>] = []

  deinit { clear() }

  /// Releases earlier values.
  func clear() {
    texts = []
    for array in arrays { array.deallocate() }
    arrays = []
  }

  /// Converts a value for a program; it borrows from this object.
  func lend(_ value: LayoutValue) -> lh_value {
    var lent = lh_value()
    lent.type = value.type.rawValue
    switch value {
    case .none: break
    case .bool(let flag): lent.as.integer = flag ? 1 : 0
    case .integer(let number): lent.as.integer = number
    case .number(let number): lent.as.number = number
    case .enumeration(let index): lent.as.integer = Int64(index)
    case .point(let point): lent.as.point = lh_point(point)
    case .size(let size): lent.as.size = lh_size(size)
    case .insets(let insets): lent.as.insets = lh_insets(insets)
    case .text(let text):
      let text = CText(text)
      texts.append(text)
      lent.as.text = text.bytes
    case .array(let numbers):
      let array = UnsafeMutableBufferPointer<Double>.allocate(capacity: numbers.count)
      _ = array.initialize(from: numbers)
      arrays.append(array)
      lent.as.array.values = UnsafePointer(array.baseAddress)
      lent.as.array.count = numbers.count
    case .index(let index): lent.as.integer = Int64(index)
    }
    return lent
  }

  /// Converts an array of values.
  func lend(_ values: [LayoutValue]) -> [lh_value] { values.map { lend($0) } }
}

extension lh_insets {
  init(_ insets: Insets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

extension LayoutValue {
  /// A value from a program.
  ///
  /// - Throws: `invalid-argument`, `bad-argument`, `null-argument`, naming the argument.
  init(_ value: lh_value, _ argument: String) throws(LayoutError) {
    switch ValueType(rawValue: value.type) {
    case nil:
      throw LayoutError(
        .invalidArgument, "\(argument) has no type \(value.type); use one of LH_TYPE_…")
    case .none?: self = .none
    case .bool?: self = .bool(value.as.integer != 0)
    case .integer?: self = .integer(value.as.integer)
    case .number?: self = .number(value.as.number)
    case .enumeration?:
      guard let index = Int(exactly: value.as.integer), (0...0xFFFF_FFFF).contains(index) else {
        throw LayoutError(
          .invalidArgument, "\(argument) has no case \(value.as.integer); count cases from 0")
      }
      self = .enumeration(index)
    case .point?: self = .point(Point(x: value.as.point.x, y: value.as.point.y))
    case .size?:
      self = .size(Size(width: value.as.size.width, height: value.as.size.height))
    case .insets?: self = .insets(Insets(value.as.insets))
    case .text?: self = .text(try LayoutHostC.text(value.as.text, argument))
    case .array?:
      self = .array(Array(try list(value.as.array.values, value.as.array.count, argument)))
    case .index?:
      guard let index = UInt32(exactly: value.as.integer) else {
        throw LayoutError(
          .invalidArgument, "\(argument) is no section and no item: \(value.as.integer)")
      }
      self = .index(index)
    }
  }
}

extension Insets {
  init(_ insets: lh_insets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

/// Converts arguments from a program.
func values(
  _ pointer: UnsafePointer<lh_value>?, _ count: UInt32
) throws(LayoutError) -> [LayoutValue] {
  var all: [LayoutValue] = []
  for value in try list(pointer, Int(count), "arguments") {
    all.append(try LayoutValue(value, "an argument"))
  }
  return all
}

// MARK: - Text
//
// Text from and for a program.

/// Text that lives as long as this object.
final class CText {
  let bytes: UnsafePointer<CChar>

  /// A copy, up to a zero byte if there is one.
  init(_ text: String) {
    bytes = UnsafePointer(text.withCString { strdup($0) ?? CText.empty })
  }

  deinit {
    if bytes != UnsafePointer(CText.empty) { free(UnsafeMutablePointer(mutating: bytes)) }
  }

  /// The text when there is no memory.
  nonisolated(unsafe) private static let empty: UnsafeMutablePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.pointee = 0
    return byte
  }()
}

/// A list of texts that lives as long as this object.
final class CTexts {
  private let texts: [CText]
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ texts: [String]) {
    self.texts = texts.map(CText.init)
    list = .allocate(capacity: texts.count + 1)
    for (index, text) in self.texts.enumerated() { (list + index).initialize(to: text.bytes) }
    (list + texts.count).initialize(to: nil)
  }

  deinit { list.deallocate() }

  /// Null when it is empty.
  var pointer: UnsafePointer<UnsafePointer<CChar>?>? {
    texts.isEmpty ? nil : UnsafePointer(list)
  }
}

/// Reads an argument.
///
/// - Throws: `null-argument`, `bad-argument` for what is not UTF-8.
func text(_ bytes: UnsafePointer<CChar>?, _ argument: String) throws(LayoutError) -> String {
  guard let bytes else { throw isNull(argument) }
  guard let text = String(validatingCString: bytes) else {
    throw LayoutError(.badArgument, "\(argument) is not UTF-8; convert it first")
  }
  return text
}

/// Reads an argument that may be null.
///
/// - Throws: `bad-argument` for what is not UTF-8.
func optionalText(
  _ bytes: UnsafePointer<CChar>?, _ argument: String
) throws(LayoutError) -> String? {
  guard bytes != nil else { return nil }
  return try text(bytes, argument)
}

/// Reads a list of texts.
func texts(
  _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ argument: String
) throws(LayoutError) -> [String] {
  guard count > 0 else { return [] }
  guard let list else { throw isNull(argument) }
  var all: [String] = []
  for index in 0..<Int(count) { all.append(try text(list[index], argument)) }
  return all
}
