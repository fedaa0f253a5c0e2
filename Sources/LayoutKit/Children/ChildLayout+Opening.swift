// SPDX-License-Identifier: Apache-2.0
//
// Opening a child, and its settings before it prepares.

import LayoutABI
import LayoutABIDrafts

extension ChildLayout {
  /// Opens the layout with this id, which replaces the open layout from the next ``prepare(_:invalidation:)`` on.
  ///
  /// - Parameters:
  ///   - id: The id of a layout in any plugin.
  ///   - parent: The layout that contains this child: the layout that the host made.
  /// - Throws: The host's reason for a refusal, which the host reports itself; the open layout
  ///   stays then.
  public func open(_ id: Text, in parent: Layout) throws(LayoutError) {
    guard let services = unsafe parent.services, let children = unsafe Self.children(of: services)
    else {
      throw LayoutError(
        LAYOUT_ERROR_UNSUPPORTED,
        "this host makes no layouts of layouts (layout.children/1); use a newer one")
    }
    var made: UnsafePointer<layout_instance>?
    var bytes = id.utf8
    if bytes.isEmpty { bytes.append(0) }
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe children.pointee.open(
        services.pointee.context,
        layout_text(
          bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          count: UInt32(id.utf8.count), reserved: 0), &made)
    }
    try check(status)
    unsafe close(next)
    unsafe (host, next) = unsafe (services, made)
    // A layout that already answers keeps its own abilities until the next `prepare`.
    if unsafe child == nil, let made = unsafe made { unsafe offers.ask(made) }
  }

  /// Closes the layout.
  public func close() {
    unsafe close(next)
    unsafe close(child)
    unsafe (next, child, offers) = unsafe (nil, nil, ChildOffers())
  }

  func close(_ table: UnsafePointer<layout_instance>?) {
    if let table = unsafe table { unsafe table.pointee.destroy(table.pointee.context) }
  }

  /// Gives the child `count` sections of the parent from `first` on, from the next ``prepare(_:invalidation:)`` on; nil
  /// for all sections that follow. At first the child has all sections.
  public func setSections(from first: Int, count: Int?) {
    guard let host = unsafe host, let table = unsafe next ?? child,
      let children = unsafe Self.children(of: host)
    else {
      return
    }
    _ = unsafe children.pointee.scope(
      host.pointee.context, table, UInt32(truncatingIfNeeded: first),
      count.map { UInt32(truncatingIfNeeded: $0) } ?? LAYOUT_PATH_NONE)
  }

  /// Passes the value of a property of the parent to the child's property of the same name, type, unit and
  /// cases; does nothing if it has no such property.
  /// - Throws: An error if the child refuses the value.
  public func pass(_ property: AnyProperty) throws(LayoutError) {
    guard let table = unsafe next ?? child, let own = unsafe description else { return }
    for index in unsafe 0..<own.pointee.property_count {
      guard let other = unsafe own.pointee.properties?[Int(index)],
        var value = unsafe property.value(fitting: other)
      else { continue }
      unsafe try check(table.pointee.set_property(table.pointee.context, index, &value))
      return
    }
  }

  /// The descriptor of the open layout.
  var description: UnsafePointer<layout_descriptor>? {
    guard let host = unsafe host, let table = unsafe next ?? child,
      let children = unsafe Self.children(of: host)
    else {
      return nil
    }
    return unsafe children.pointee.descriptor(host.pointee.context, table)
  }

  private static func children(
    of host: UnsafePointer<layout_host>
  ) -> UnsafePointer<layout_children>? {
    let id: StaticString = "layout.children/1"
    return unsafe host.pointee.extension(host.pointee.context, id.text)?
      .assumingMemoryBound(to: layout_children.self)
  }
}
