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
      return field.value(at: place, in: payload)
    }
  }
}

extension FieldDescriptor {
  /// The field's value, whose words begin at `place`.
  fileprivate func value(at place: Int, in words: UnsafeBufferPointer<UInt64>) -> LayoutValue {
    func number(_ offset: Int) -> Double { Double(bitPattern: words[place + offset]) }
    let integer = Int64(bitPattern: words[place])
    switch type {
    case .bool: return .bool(integer != 0)
    case .integer: return .integer(integer)
    case .enumeration: return .enumeration(Int(integer))
    case .index: return .index(UInt32(truncatingIfNeeded: integer))
    case .number: return .number(number(0))
    case .point: return .point(Point(x: number(0), y: number(1)))
    case .size: return .size(Size(width: number(0), height: number(1)))
    case .insets:
      return .insets(
        Insets(top: number(0), left: number(1), bottom: number(2), right: number(3)))
    case .none, .text, .array: return .none
    }
  }
}
