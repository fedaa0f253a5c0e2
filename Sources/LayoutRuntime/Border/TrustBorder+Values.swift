// SPDX-License-Identifier: Apache-2.0
//
// The rules for everything that is not an answer with elements: sizes, targets, marks, values.

import LayoutABI
import LayoutModel

extension TrustBorder {
  /// Every mark that the header declares.
  static let knownMarks: UInt32 =
    LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
    | LAYOUT_MARK_DECORATIONS | LAYOUT_MARK_BOUNDS | LAYOUT_MARK_PROPERTIES

  /// The size of the whole content: finite, zero or more.
  public func contentSize(_ size: Size) throws(LayoutError) {
    try contentLength(size.width, "width")
    try contentLength(size.height, "height")
  }

  private func contentLength(_ length: Double, _ name: String) throws(LayoutError) {
    guard length.isFinite, length >= 0 else {
      throw breach(
        length.isFinite ? .size : .finite, "the content's \(name) is \(Self.text(length))",
        call: Slot.contentSize.rawValue)
    }
  }

  /// A content offset to rest at: finite.
  public func scrollTarget(_ point: Point) throws(LayoutError) {
    guard point.x.isFinite, point.y.isFinite else {
      throw breach(
        .finite, "the target is (\(Self.text(point.x)), \(Self.text(point.y)))",
        call: Slot.target.rawValue)
    }
  }

  /// Checks the marks of an invalidation: declared marks only.
  public func marks(_ marks: UInt32, call: String) throws(LayoutError) {
    let unknown = marks & ~Self.knownMarks
    guard unknown == 0 else {
      throw breach(.marks, "the marks 0x\(String(unknown, radix: 16)) are unknown", call: call)
    }
  }

  /// The name of an element: its kind and path must exist.
  public func element(
    _ element: layout_element, itemCounts: SectionCounts, call: String
  ) throws(LayoutError) {
    var record = layout_attributes()
    (record.category, record.kind) = (element.category, element.kind)
    (record.section, record.item) = (element.section, element.item)
    guard hasKnownKind(record) else {
      throw breach(.kind, "\(name(of: record)) is of no declared kind", call: call)
    }
    guard hasKnownPath(record, itemCounts) else {
      throw breach(.path, "\(name(of: record)) is not in the data", call: call)
    }
  }

  /// Returns true when a layout with dynamics moves.
  public func isMoving(_ state: UInt32) throws(LayoutError) -> Bool {
    guard state == LAYOUT_MOVING || state == LAYOUT_AT_REST else {
      throw breach(
        .value, "the state \(state) is neither at rest nor moving", call: Slot.advance.rawValue)
    }
    return state == LAYOUT_MOVING
  }

  /// The value of a property: of its type, or nothing when it is optional; inside its range.
  public func value(
    _ value: LayoutValue, of property: PropertyDescriptor
  ) throws(LayoutError) {
    let call = Slot.getProperty.rawValue
    if value == .none, property.isOptional { return }
    guard value.type == property.type, value.isSound else {
      throw breach(
        .value, "\(property.name) is \(value), which is no \(property.type.name)", call: call)
    }
    let isInside: Bool =
      if case .enumeration(let index) = value {
        property.cases.indices.contains(index)
      } else {
        value.numbers.allSatisfy { $0 >= property.minimum && $0 <= property.maximum }
      }
    guard isInside else {
      throw breach(.value, "\(property.name) is \(value), outside its range", call: call)
    }
  }

  /// The result of an action: of its type, without NaN.
  public func result(_ value: LayoutValue, of action: ActionDescriptor) throws(LayoutError) {
    guard value.type == action.result, value.isSound else {
      throw breach(
        .value, "the result is \(value), which is no \(action.result.name)", call: action.name)
    }
  }

  /// A number as people read it: NaN by its name, whole numbers without a fraction.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-infinity" : "infinity" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension LayoutValue {
  /// True when no number in the value is NaN, and an index is none below zero.
  package var isSound: Bool {
    if case .enumeration(let index) = self { return index >= 0 }
    return numbers.allSatisfy { !$0.isNaN }
  }
}
