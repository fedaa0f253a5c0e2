// SPDX-License-Identifier: Apache-2.0
//
// From a plugin's static tables to descriptors without pointers. Everything is checked here, once,
// so that the rest of the host never meets a table that is not as the headers say: what only a table
// can have wrong while it is read, the rest by ``DescriptorRules``.

import LayoutABI
import LayoutModel

/// Reads and checks tables. Every error names the member: `layouts[0].properties[2].name`.
///
/// What it cannot check is that a pointer points anywhere: a table with a wild pointer crashes,
/// which is why a file that is not trusted is opened in a worker.
struct TableReader {
  /// The whole plugin.
  func plugin(_ table: UnsafePointer<layout_plugin>) throws(LayoutError) -> PluginDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_plugin.self, "plugin")
    let plugin = table.pointee
    guard plugin.create != nil else { throw bad("plugin.create", "is null") }
    let descriptor = PluginDescriptor(
      id: try text(plugin.id, "plugin.id"), name: try text(plugin.name, "plugin.name"),
      version: try text(plugin.version, "plugin.version"),
      layouts: try list(plugin.layouts, plugin.layout_count, "layouts", layout))
    try DescriptorRules.check(descriptor)
    return descriptor
  }

  /// One layout, without its lists' entries.
  private func layout(
    _ table: UnsafePointer<layout_descriptor>, _ place: String
  ) throws(LayoutError) -> LayoutDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_descriptor.self, place)
    let layout = table.pointee
    return LayoutDescriptor(
      id: try text(layout.id, place + ".id"), name: try text(layout.name, place + ".name"),
      help: try text(layout.help, place + ".help"),
      properties: try list(
        layout.properties, layout.property_count, place + ".properties", property),
      queries: try list(layout.queries, layout.query_count, place + ".queries", query),
      actions: try list(layout.actions, layout.action_count, place + ".actions", action),
      events: try list(layout.events, layout.event_count, place + ".events", event),
      kinds: try list(layout.kinds, layout.kind_count, place + ".kinds", kind),
      stateSchema: try text(layout.state_schema, place + ".state_schema"),
      stateVersion: layout.state_version,
      hostMirrors: layout.flags & LAYOUT_DESCRIPTOR_HOST_MIRRORS != 0)
  }
}
