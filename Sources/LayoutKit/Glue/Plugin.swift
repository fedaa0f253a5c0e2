// SPDX-License-Identifier: Apache-2.0
//
// The offer of a plugin file: its identity and its layouts, as the one table that the host
// requests.

import CLayoutKit
import LayoutABI

/// One layout of a plugin, with its initializer.
public struct LayoutOffer {
  let id: StaticString
  let name: StaticString
  let help: StaticString
  let mirrorsItself: Bool
  let maker: LayoutMaker

  /// Offers the layout class.
  /// - Parameters:
  ///   - type: The class; an instance is made with its initializer without arguments.
  ///   - id: Lower case, unique among all plugins; the same as in the plugin's note.
  ///   - name: The name for people.
  ///   - help: One line.
  ///   - mirrorsItself: True when the layout itself answers for right to left; otherwise it always
  ///     answers left to right, and the host mirrors x.
  public static func make<Class: Layout>(
    _ type: Class.Type, id: StaticString, name: StaticString, help: StaticString,
    mirrorsItself: Bool = false
  ) -> LayoutOffer {
    LayoutOffer(
      id: id, name: name, help: help, mirrorsItself: mirrorsItself,
      maker: LayoutMaker { Class() })
  }
}

/// Makes instances of one layout class. It is a separate type because a closure in generic memory
/// would be wrapped on the heap, once per load of the image.
struct LayoutMaker {
  let make: () -> Layout
}

/// A plugin. Its file needs a layout class and this function:
///
/// ```swift
/// @c @implementation
/// public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
///   Plugin(id: "org.example.grid", name: "Grid", version: "1.0.0", layouts: [
///     .make(Grid.self, id: "grid", name: "Grid", help: "Rows of equal cells.")
///   ]).table(for: abi)
/// }
/// ```
public struct Plugin {
  let id: StaticString
  let name: StaticString
  let version: StaticString
  let layouts: [LayoutOffer]

  /// A plugin; id, name, version and layout ids are the same as in its note.
  public init(
    id: StaticString, name: StaticString, version: StaticString, layouts: [LayoutOffer]
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.layouts = layouts
  }

  /// Returns the static table for a host, or null if the plugin cannot serve it. The first call builds it.
  ///
  /// Memory safety: the table is in the image, is complete before it is published, and the host only reads it.
  @safe
  public func table(for hostABI: UInt32) -> UnsafePointer<layout_plugin>? {
    guard hostABI >= 1 else { return nil }
    if layout_kit_claim_table() {
      let makers = unsafe StaticMemory.room(for: LayoutMaker.self, count: layouts.count)
      for index in 0..<layouts.count {
        unsafe (makers + index).initialize(to: layouts[index].maker)
      }
      unsafe layout_kit_publish_table(StaticMemory.keep(describe()), makers)
    }
    return unsafe layout_kit_published_table()
  }

  private func describe() -> layout_plugin {
    var table = layout_plugin.sized()
    table.abi = 1
    table.id = id.text
    table.name = name.text
    table.version = version.text
    unsafe table.layouts = unsafe StaticMemory.list(layouts.count) { layouts[$0].describe() }
    table.layout_count = UInt32(layouts.count)
    unsafe table.create = unsafe layout_kit_create
    return table
  }
}

// MARK: - Tables

/// A table of the contract, which may grow at its end in later headers: it starts with zeros, and its
/// members are set one by one.
protocol KitTable {
  init()
  var struct_size: UInt32 { get set }
}

extension KitTable {
  /// Returns a table of zeros that contains its size.
  @inline(__always)
  static func sized() -> Self {
    var table = Self()
    table.struct_size = UInt32(MemoryLayout<Self>.size)
    return table
  }
}

extension layout_action: KitTable {}
extension layout_answer: KitTable {}
extension layout_bounds_change: KitTable {}
extension layout_descriptor: KitTable {}
extension layout_event: KitTable {}
extension layout_field: KitTable {}
extension layout_invalidation: KitTable {}
extension layout_kind: KitTable {}
extension layout_plugin: KitTable {}
extension layout_property: KitTable {}
extension layout_query: KitTable {}
extension layout_scroll: KitTable {}
extension layout_snapshot: KitTable {}
