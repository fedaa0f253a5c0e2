// SPDX-License-Identifier: Apache-2.0
//
// The custom fields that a layout gives to a view, by name and with their types.

import LayoutModel

extension LayoutAttributes: CustomStringConvertible {
  /// "cell 0.3 at 10, 20, 50 × 40".
  public var description: String {
    "\(kind) \(path) at \(frame.x), \(frame.y), \(frame.width) × \(frame.height)"
  }

  /// Every custom field of the kind, in the order in which the layout declares them; empty when the
  /// element carries none.
  public var fields: [(name: String, value: LayoutValue)] {
    guard words.count > 0 else { return [] }
    var offset = 0
    return kinds.kinds[Int(record.kind)].fields.map { field in
      defer { offset += field.wordCount }
      return (field.name, value(of: field.type, at: offset))
    }
  }

  /// The custom field with this name, or nil when the element carries no such field.
  public func field(_ name: String) -> LayoutValue? {
    guard words.count > 0 else { return nil }
    var offset = 0
    for field in kinds.kinds[Int(record.kind)].fields {
      if field.name == name { return value(of: field.type, at: offset) }
      offset += field.wordCount
    }
    return nil
  }

  private func value(of type: ValueType, at offset: Int) -> LayoutValue {
    func integer(_ index: Int) -> Int64 { Int64(bitPattern: words[offset + index]) }
    func number(_ index: Int) -> Double { Double(bitPattern: words[offset + index]) }
    return switch type {
    case .bool: .bool(integer(0) != 0)
    case .integer: .integer(integer(0))
    case .number: .number(number(0))
    case .enumeration: .enumeration(Int(integer(0)))
    case .point: .point(Point(x: number(0), y: number(1)))
    case .size: .size(Size(width: number(0), height: number(1)))
    case .insets:
      .insets(Insets(top: number(0), left: number(1), bottom: number(2), right: number(3)))
    case .index: .index(UInt32(clamping: integer(0)))
    case .none, .text, .array: .none
    }
  }
}
