// SPDX-License-Identifier: Apache-2.0
//
// The custom fields of an element, read out of the payload.

import LayoutABI
import LayoutModel

extension AnswerBuffer {
  /// The custom fields of the element at `index`, in the order in which its kind declares them;
  /// empty when the element carries none.
  ///
  /// - Complexity: O(fields). Allocates when there are any.
  public func fields(of index: Int, in descriptor: LayoutDescriptor) -> [LayoutValue] {
    let record = records[index]
    guard record.payload > 0 else { return [] }
    var place = Int(record.payload) - 1
    return descriptor.kinds[Int(record.kind)].fields.map { field in
      defer { place += field.wordCount }
      return field.value { payload[place + $0] }
    }
  }
}

extension FieldDescriptor {
  /// The field's value, out of its words in a payload block: `word` gives the first of them for 0.
  package func value(of word: (Int) -> UInt64) -> LayoutValue {
    func number(_ index: Int) -> Double { Double(bitPattern: word(index)) }
    func integer() -> Int64 { Int64(bitPattern: word(0)) }
    return switch type {
    case .bool: .bool(integer() != 0)
    case .integer: .integer(integer())
    case .number: .number(number(0))
    case .enumeration: .enumeration(Int(integer()))
    case .point: .point(Point(x: number(0), y: number(1)))
    case .size: .size(Size(width: number(0), height: number(1)))
    case .insets:
      .insets(Insets(top: number(0), left: number(1), bottom: number(2), right: number(3)))
    case .index: .index(UInt32(clamping: integer()))
    case .none, .text, .array: .none
    }
  }
}
