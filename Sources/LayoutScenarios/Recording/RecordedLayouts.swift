// SPDX-License-Identifier: Apache-2.0
//
// The layouts of a session that is written down: which is which, and what a scenario knows of each.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Layouts by the order in which they came into the session.
struct RecordedLayouts {
  /// One of them.
  struct Entry {
    /// Kept alive, so that no other is taken for it.
    let layout: CollectionLayout
    /// By which whoever runs the scenario finds it.
    let name: String
    /// The properties that the scenario knows of; nil before its first step.
    var properties: JSONObject?
    /// Of the queries' bindings that the scenario knows; -1 before its first step.
    var revision = -1
  }

  private(set) var entries: [Entry] = []

  /// The number of a layout; one that was not there before is added under a name.
  mutating func number(of layout: CollectionLayout, name: String? = nil) -> Int {
    if let known = entries.firstIndex(where: { $0.layout === layout }) { return known }
    entries.append(Entry(layout: layout, name: name ?? layout.scenarioName))
    return entries.count - 1
  }

  func name(of layout: CollectionLayout) -> String? {
    entries.first { $0.layout === layout }?.name
  }

  /// Adds the words that bring the layout in: `instance`, and the properties and bindings that are
  /// not what the scenario knows.
  ///
  /// - Throws: What asking the layout for its properties gave.
  mutating func arrival(_ layout: CollectionLayout) throws(LayoutError) -> JSONObject {
    let number = number(of: layout)
    var keys: JSONObject = ["instance": .integer(Int64(number))]
    let properties = try changes(of: number)
    if !properties.members.isEmpty { keys["properties"] = .object(properties) }
    keys["bound"] = .array(bindings(of: number).map(JSONValue.string))
    return keys
  }

  /// The properties that the scenario does not know yet, by their values now.
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

  /// The layout was given a property by a step.
  mutating func note(_ layout: CollectionLayout) {
    guard let number = entries.firstIndex(where: { $0.layout === layout }) else { return }
    entries[number].properties = (try? layout.changedProperties()) ?? entries[number].properties
  }

  /// The names of the queries that are bound now; the scenario knows them from then on.
  mutating func bindings(of number: Int) -> [String] {
    let queries = entries[number].layout.queries
    entries[number].revision = queries.revision
    return queries.descriptors.indices.filter(queries.isBound).map {
      queries.descriptors[$0].name
    }
  }

  /// Returns true when answers were bound to the layout since the scenario heard of it.
  func isRebound(_ layout: CollectionLayout) -> Bool {
    guard let entry = entries.first(where: { $0.layout === layout }) else { return false }
    return entry.revision != layout.queries.revision
  }
}

extension CollectionLayout {
  /// By which a scenario finds the layout: its id where everybody has it, its file otherwise.
  fileprivate var scenarioName: String {
    guard let file, file.trust != .bundled else { return id }
    return "\(FileSystem.resolved(file.path) ?? file.path)#\(id)"
  }
}
