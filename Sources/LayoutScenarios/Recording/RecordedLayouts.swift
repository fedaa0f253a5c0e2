// SPDX-License-Identifier: Apache-2.0
//
// The layouts of a recorded session: their numbers, and their state in the scenario.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Layouts in the order of their appearance in the session.
struct RecordedLayouts {
  /// One such layout.
  struct Entry {
    /// Retained, so that its address is not reused.
    let layout: CollectionLayout
    /// The name by which a runner of the scenario finds it.
    let name: String
    /// The properties in the scenario; nil before its first step.
    var properties: JSONObject?
    /// The revision of the bindings in the scenario; -1 before its first step.
    var revision = -1
  }

  private(set) var entries: [Entry] = []

  /// Returns the number of a layout; a new one is added with a name.
  mutating func number(of layout: CollectionLayout, name: String? = nil) -> Int {
    if let known = entries.firstIndex(where: { $0.layout === layout }) { return known }
    entries.append(Entry(layout: layout, name: name ?? layout.scenarioName))
    return entries.count - 1
  }

  func name(of layout: CollectionLayout) -> String? {
    entries.first { $0.layout === layout }?.name
  }

  /// Returns the keys that introduce the layout: `instance`, and the properties and bindings that
  /// differ from the scenario.
  ///
  /// - Throws: The error of reading the layout's properties.
  mutating func arrival(_ layout: CollectionLayout) throws(LayoutError) -> JSONObject {
    let number = number(of: layout)
    var keys: JSONObject = ["instance": .integer(Int64(number))]
    let properties = try changes(of: number)
    if !properties.members.isEmpty { keys["properties"] = .object(properties) }
    keys["bound"] = .array(bindings(of: number).map(JSONValue.string))
    return keys
  }

  /// Returns the same keys for a layout that a hot swap made of the layout `old`. Settings of layouts inside that
  /// `old` had too are left out: the swap carries them over, and the new version has no layouts inside to set before
  /// it prepares.
  ///
  /// - Throws: The error of reading the layout's properties.
  mutating func arrival(
    _ layout: CollectionLayout, replacing old: CollectionLayout?
  ) throws(LayoutError) -> JSONObject {
    var keys = try arrival(layout)
    let before = entries.first { $0.layout === old }?.properties
    guard let before, case .object(let properties) = keys["properties"] else { return keys }
    let own = properties.members.filter { member in
      before[member.key] != member.value
        || layout.descriptor.properties.contains { $0.name == member.key }
    }
    keys["properties"] = own.isEmpty ? nil : .object(JSONObject(own))
    return keys
  }

  /// Returns the properties that differ from the scenario, with their current values.
  mutating func changes(of number: Int) throws(LayoutError) -> JSONObject {
    let layout = entries[number].layout
    let now = try layout.changedProperties()
    let known = entries[number].properties ?? JSONObject()
    var changes = JSONObject(now.members.filter { known[$0.key] != $0.value })
    for member in known.members where now[member.key] == nil {
      guard let property = layout.descriptor.properties.first(where: { $0.name == member.key })
      else { continue }
      changes[member.key] = property.defaultValue.json(cases: property.cases)
    }
    entries[number].properties = now
    return changes
  }

  /// Updates the properties of a layout after a step set one.
  mutating func note(_ layout: CollectionLayout) {
    guard let number = entries.firstIndex(where: { $0.layout === layout }) else { return }
    entries[number].properties = (try? layout.changedProperties()) ?? entries[number].properties
  }

  /// Returns the names of the bound queries, which the scenario then contains.
  mutating func bindings(of number: Int) -> [String] {
    let queries = entries[number].layout.queries
    entries[number].revision = queries.revision
    return queries.descriptors.indices.filter(queries.isBound).map {
      queries.descriptors[$0].name
    }
  }

  /// Returns true when answers were bound to the layout since the scenario was updated.
  func isRebound(_ layout: CollectionLayout) -> Bool {
    guard let entry = entries.first(where: { $0.layout === layout }) else { return false }
    return entry.revision != layout.queries.revision
  }
}

extension CollectionLayout {
  /// The name of the layout in a scenario: its id for a bundled layout, its file otherwise.
  fileprivate var scenarioName: String {
    guard let file, file.trust != .bundled else { return id }
    return "\(FileSystem.resolved(file.path) ?? file.path)#\(id)"
  }
}
