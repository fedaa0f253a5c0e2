// SPDX-License-Identifier: Apache-2.0
//
// Properties by name: checked here, so that a layout only ever sees values it declared.

import LayoutEngine
import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// Sets a property; the next frame shows it. `.none` unsets an optional one.
  ///
  /// - Throws: `unknown-property` (with the names that may have been meant), `property-type`,
  ///   `unknown-case`, `out-of-range`, or the layout's own refusal. The old value then stays.
  public func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    try connection.setProperty(at: try checkedIndex(name, for: value), to: value)
    noteSetting()
    journal?.note(.setProperty(self, name, value))
  }

  /// Sets a property without waiting for the layout; what looks at it calls ``noteSetting()`` once it is
  /// set.
  func startSetting(
    _ name: String, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    try connection.startSetting(at: try checkedIndex(name, for: value), to: value)
  }

  func noteSetting() {
    engine.pending.marks |= LAYOUT_MARK_PROPERTIES
    settingRevision += 1
  }

  private func checkedIndex(_ name: String, for value: LayoutValue) throws(LayoutError) -> Int {
    let index = try propertyIndex(name)
    try descriptor.properties[index].check(value, layout: id)
    return index
  }

  /// Sets an enumeration by the name of its case.
  public func set(_ name: String, toCase caseName: String) throws(LayoutError) {
    try set(name, to: try value(ofCase: caseName, of: name))
  }

  /// The value of an enumeration by the name of its case.
  func value(ofCase caseName: String, of name: String) throws(LayoutError) -> LayoutValue {
    let property = descriptor.properties[try propertyIndex(name)]
    guard let index = property.cases.firstIndex(of: caseName) else {
      throw LayoutError(
        .unknownCase,
        "\(id).\(name) has no case \(caseName): "
          + NearNames.hint(for: caseName, among: property.cases))
    }
    return .enumeration(index)
  }

  /// The value of a property as last set, or its default.
  ///
  /// - Throws: `unknown-property`, or the layout's own error.
  public func value(of name: String) throws(LayoutError) -> LayoutValue {
    try connection.property(at: try propertyIndex(name))
  }

  /// Returns true when the layout declares a property with this name.
  public func hasProperty(_ name: String) -> Bool {
    descriptor.properties.contains { $0.name == name }
  }

  private func propertyIndex(_ name: String) throws(LayoutError) -> Int {
    let properties = descriptor.properties
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      throw LayoutError(
        .unknownProperty,
        "\(id) has no property \(name): "
          + NearNames.hint(for: name, among: properties.map(\.name)))
    }
    return index
  }
}
