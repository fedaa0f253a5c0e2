// SPDX-License-Identifier: Apache-2.0
//
// From a plugin's static tables to descriptors without pointers. Everything is checked here, once,
// so that the rest of the host never meets a table that is not as the headers say: what only a table
// can have wrong while it is read, the rest by ``DescriptorRules``.

import LayoutABI
import LayoutModel

/// Reads and checks tables. Every error names the member: `layouts[0].properties[2].name`.
///
/// It cannot check that a pointer points to memory: a table with a wild pointer crashes the process.
/// So a file that is not trusted is opened in a worker.
struct TableReader {
  /// The whole plugin.
  func plugin(_ table: UnsafePointer<layout_plugin>) throws(LayoutError) -> PluginDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_plugin, "plugin")
    try checkReserved(table.pointee.reserved, "plugin")
    guard table.pointee.create != nil else { throw bad("plugin.create", "is null") }
    let descriptor = PluginDescriptor(
      id: try text(table.pointee.id, "plugin.id"),
      name: try text(table.pointee.name, "plugin.name"),
      version: try text(table.pointee.version, "plugin.version"),
      layouts: try list(table.pointee.layouts, table.pointee.layout_count, "layouts", layout))
    try DescriptorRules.check(descriptor)
    return descriptor
  }

  /// One layout, without its lists' entries.
  private func layout(
    _ table: UnsafePointer<layout_descriptor>, _ place: String
  ) throws(LayoutError) -> LayoutDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_descriptor, place)
    try checkFlags(table.pointee.flags, known: LAYOUT_DESCRIPTOR_HOST_MIRRORS, place)
    return LayoutDescriptor(
      id: try text(table.pointee.id, place + ".id"),
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      properties: try list(
        table.pointee.properties, table.pointee.property_count, place + ".properties", property),
      queries: try list(
        table.pointee.queries, table.pointee.query_count, place + ".queries", query),
      actions: try list(
        table.pointee.actions, table.pointee.action_count, place + ".actions", action),
      events: try list(table.pointee.events, table.pointee.event_count, place + ".events", event),
      kinds: try list(table.pointee.kinds, table.pointee.kind_count, place + ".kinds", kind),
      stateSchema: try text(table.pointee.state_schema, place + ".state_schema"),
      stateVersion: table.pointee.state_version,
      hostMirrors: table.pointee.flags & LAYOUT_DESCRIPTOR_HOST_MIRRORS != 0)
  }
}
