// SPDX-License-Identifier: Apache-2.0
//
// Values to try a property with.

import LayoutModel

extension PropertyDescriptor {
  /// Its default, both ends of its range (a billion where there is no end), every case, and nothing
  /// where it is optional.
  var trialValues: [LayoutValue] {
    var values = [defaultValue]
    if isOptional { values.append(.none) }
    for bound in [max(minimum, -1e9), min(maximum, 1e9)] {
      switch type {
      case .integer: values.append(.integer(Int64(bound.rounded())))
      case .number: values.append(.number(bound))
      case .point: values.append(.point(Point(x: bound, y: bound)))
      case .size: values.append(.size(Size(width: bound, height: bound)))
      case .insets:
        values.append(.insets(Insets(top: bound, left: bound, bottom: bound, right: bound)))
      case .none, .bool, .enumeration, .text, .array, .index: break
      }
    }
    switch type {
    case .bool: values += [.bool(false), .bool(true)]
    case .enumeration: values += cases.indices.map { .enumeration($0) }
    default: break
    }
    return values
  }
}

extension Subject {
  /// Throws that the rule says nothing about a layout without properties.
  func skipWithoutProperties() throws(Finding) {
    try skip(descriptor.properties.isEmpty, "the layout has no property")
  }
}
