// SPDX-License-Identifier: Apache-2.0
//
// Opening a child, and what it is told before it prepares.

import LayoutABI
import LayoutABIDrafts

extension ChildLayout {
  /// Opens the layout with this id, in place of the one that is open, from the next ``prepare(_:invalidation:)`` on.
  ///
  /// - Parameters:
  ///   - id: The id of a layout in any plugin.
  ///   - parent: The layout of which it is a part, the one that the host made.
  /// - Throws: What the host has against it, which it tells itself; then the old one stays.
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
    // One that answers already goes on with its own abilities until the next `prepare`.
    if unsafe child == nil, let made = unsafe made { unsafe offers.ask(made) }
  }

  /// Lets go of it.
  public func close() {
    unsafe close(next)
    unsafe close(child)
    unsafe (next, child, offers) = unsafe (nil, nil, ChildOffers())
  }

  func close(_ table: UnsafePointer<layout_instance>?) {
    if let table = unsafe table { unsafe table.pointee.destroy(table.pointee.context) }
  }

  /// Gives it `count` sections of the parent's from `first` on, from the next ``prepare(_:invalidation:)``; nil for all
  /// that follow. At first it has all.
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

  /// Gives the value of a property of the parent to its own property of the same name, type, unit and cases;
  /// where it has none, nothing happens.
  /// - Throws: What it has against the value.
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

  /// The description of the one that is open.
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
