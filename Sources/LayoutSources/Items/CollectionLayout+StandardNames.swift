// SPDX-License-Identifier: Apache-2.0
//
// Names of layout/names.h in a layout: what a source may set and answer without a word from the user.

import LayoutHost
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// The property of this name, declared as the list of standard names has it.
  func standardProperty(_ name: String) -> PropertyDescriptor? {
    descriptor.properties.first { $0.name == name && $0.standing.isStandard }
  }

  /// Returns true when the layout has the standard property of this name.
  func hasStandard(_ name: String) -> Bool { standardProperty(name) != nil }

  /// Returns true when the layout asks the standard query of this name.
  func asks(_ query: String) -> Bool {
    descriptor.queries.contains { $0.name == query && $0.standing.isStandard }
  }

  /// Sets a standard property that the layout has, in a range that holds the value. A layout without it is
  /// left as it is, and so is one that declares something else under this name.
  func suggest(_ name: String, _ value: LayoutValue) throws(LayoutError) {
    guard let property = standardProperty(name) else { return }
    let range = property.minimum...property.maximum
    guard let outside = value.numbers.first(where: { !range.contains($0) }) else {
      return try set(name, to: value)
    }
    tellLeftAlone(
      "the property \(name) takes \(range.lowerBound) to \(range.upperBound), not \(outside)")
  }

  /// The same for an enumeration.
  func suggest(_ name: String, case caseName: String) throws(LayoutError) {
    if hasStandard(name) { try set(name, toCase: caseName) }
  }

  /// Leaves word of a name that stays the layout's own.
  func tellLeftAlone(_ words: String) {
    connection.log.write(
      LogEntry(
        level: .info, message: "layout \(id): \(words); it is left alone",
        plugin: connection.pluginID))
  }
}
