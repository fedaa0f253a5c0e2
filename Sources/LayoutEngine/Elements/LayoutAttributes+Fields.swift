// SPDX-License-Identifier: Apache-2.0
//
// The custom fields that a layout gives to a view, by name and with their types.

import LayoutModel
import LayoutRuntime

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
      return (field.name, value(of: field, at: offset))
    }
  }

  /// The custom field with this name, or nil when the element carries no such field.
  public func field(_ name: String) -> LayoutValue? {
    guard words.count > 0 else { return nil }
    var offset = 0
    for field in kinds.kinds[Int(record.kind)].fields {
      if field.name == name { return value(of: field, at: offset) }
      offset += field.wordCount
    }
    return nil
  }

  private func value(of field: FieldDescriptor, at offset: Int) -> LayoutValue {
    field.value { words[offset + $0] }
  }
}
