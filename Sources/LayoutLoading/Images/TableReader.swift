// SPDX-License-Identifier: Apache-2.0
//
// From a plugin's static tables to descriptors without pointers. Everything is checked here, once,
// so that the rest of the host never meets a table that is not as the headers say.

import LayoutABI
import LayoutModel

/// Reads and checks tables. Every error names the member: `layouts[0].properties[2].name`.
///
/// What it cannot check is that a pointer points anywhere: a table with a wild pointer crashes,
/// which is why a file that is not trusted is opened in a worker.
struct TableReader {
  /// More entries than any plugin has: a count beyond it is taken for garbage.
  static let listLimit: UInt32 = 4096
  /// The longest text of a table, in bytes.
  static let textLimit: UInt32 = 65536

  /// The whole plugin.
  func plugin(_ table: UnsafePointer<layout_plugin>) throws(LayoutError) -> PluginDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_plugin.self, "plugin")
    let plugin = table.pointee
    guard plugin.create != nil else { throw bad("plugin.create", "is null") }
    let layouts = try list(plugin.layouts, plugin.layout_count, "layouts", layout)
    guard !layouts.isEmpty else { throw bad("layouts", "is empty; a plugin offers at least one") }
    try checkUnique(layouts.map(\.id), "layouts", "id")
    return PluginDescriptor(
      id: try text(plugin.id, "plugin.id"), name: try text(plugin.name, "plugin.name"),
      version: try text(plugin.version, "plugin.version"), layouts: layouts)
  }

  /// One layout, without its lists' entries.
  private func layout(
    _ table: UnsafePointer<layout_descriptor>, _ place: String
  ) throws(LayoutError) -> LayoutDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_descriptor.self, place)
    let layout = table.pointee
    let descriptor = LayoutDescriptor(
      id: try name(layout.id, place + ".id", Grammar.isLayoutID, "[a-z][a-z0-9.-]*"),
      name: try text(layout.name, place + ".name"), help: try text(layout.help, place + ".help"),
      properties: try named(
        layout.properties, layout.property_count, place + ".properties", \.name, property),
      queries: try named(layout.queries, layout.query_count, place + ".queries", \.name, query),
      actions: try named(layout.actions, layout.action_count, place + ".actions", \.name, action),
      events: try named(layout.events, layout.event_count, place + ".events", \.name, event),
      kinds: try named(layout.kinds, layout.kind_count, place + ".kinds", \.name, kind),
      stateSchema: try text(layout.state_schema, place + ".state_schema"),
      stateVersion: layout.state_version,
      hostMirrors: layout.flags & LAYOUT_DESCRIPTOR_HOST_MIRRORS != 0)
    guard descriptor.kinds.first?.category == .cell else {
      throw bad(place + ".kinds[0]", "is not a cell; kind 0 of every layout is its cell")
    }
    guard descriptor.stateSchema.isEmpty == (descriptor.stateVersion == 0) else {
      throw bad(place + ".state_schema", "and state_version do not agree; set both or neither")
    }
    return descriptor
  }
}
