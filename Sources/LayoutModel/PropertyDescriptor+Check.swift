// SPDX-License-Identifier: Apache-2.0
//
// Whether a value may be given to a property: checked before the plugin sees it.

extension PropertyDescriptor {
  /// Checks type, case, finiteness and range.
  ///
  /// - Throws: `property-type`, `unknown-case` or `out-of-range`, naming property, value and what is
  ///   allowed.
  package func check(_ value: LayoutValue, layout: String) throws(LayoutError) {
    if value == .none {
      guard isOptional else {
        throw LayoutError(
          .propertyType, "\(layout).\(name) cannot be unset; it takes \(type.name)")
      }
      return
    }
    guard value.type == type else {
      throw LayoutError(
        .propertyType, "\(layout).\(name) takes \(type.name), not \(value.type.name)")
    }
    if case .enumeration(let index) = value {
      guard cases.indices.contains(index) else {
        throw LayoutError(
          .unknownCase,
          "\(layout).\(name) has no case \(index); it has \(cases.joined(separator: ", "))")
      }
      return
    }
    if value.type != .bool { try checkNumbers(value, layout: layout) }
  }

  private func checkNumbers(_ value: LayoutValue, layout: String) throws(LayoutError) {
    for number in value.numbers where !(number.isFinite && minimum <= number && number <= maximum) {
      throw LayoutError(
        .outOfRange, "\(layout).\(name) takes numbers \(rangeText), not \(number)")
    }
  }

  /// "from 0 to 1", "from 0", "up to 5" or "that are finite".
  package var rangeText: String {
    switch (minimum.isFinite, maximum.isFinite) {
    case (true, true): "from \(minimum) to \(maximum)"
    case (true, false): "from \(minimum)"
    case (false, true): "up to \(maximum)"
    case (false, false): "that are finite"
    }
  }
}
