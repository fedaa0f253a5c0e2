// SPDX-License-Identifier: Apache-2.0
//
// Properties by name: checked here, so that a layout only ever sees values it declared.

import LayoutABI
import LayoutModel

extension CollectionLayout {
  /// Sets a property; the next frame shows it. `.none` unsets an optional one.
  ///
  /// - Throws: `unknown-property` (with the names that may have been meant), `property-type`,
  ///   `unknown-case`, `out-of-range`, or the layout's own refusal. The old value then stays.
  public func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    let index = try propertyIndex(name)
    try descriptor.properties[index].check(value, layout: id)
    try connection.setProperty(at: index, to: value)
    pending.marks |= LAYOUT_MARK_PROPERTIES
    settingRevision += 1
  }

  /// Sets an enumeration by the name of its case.
  public func set(_ name: String, toCase caseName: String) throws(LayoutError) {
    let property = descriptor.properties[try propertyIndex(name)]
    guard let index = property.cases.firstIndex(of: caseName) else {
      throw LayoutError(
        "unknown-case",
        "\(id).\(name) has no case \(caseName): "
          + NearNames.hint(for: caseName, among: property.cases))
    }
    try set(name, to: .enumeration(index))
  }

  /// The value of a property as last set, or its default.
  ///
  /// - Throws: `unknown-property`, or the layout's own error.
  public func value(of name: String) throws(LayoutError) -> LayoutValue {
    try connection.property(at: try propertyIndex(name))
  }

  /// Whether the layout declares a property with this name.
  public func hasProperty(_ name: String) -> Bool {
    descriptor.properties.contains { $0.name == name }
  }

  private func propertyIndex(_ name: String) throws(LayoutError) -> Int {
    let properties = descriptor.properties
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      throw LayoutError(
        "unknown-property",
        "\(id) has no property \(name): "
          + NearNames.hint(for: name, among: properties.map(\.name)))
    }
    return index
  }
}
