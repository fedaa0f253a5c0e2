// SPDX-License-Identifier: Apache-2.0
//
// Host tables with one slot that refuses.

import LayoutABI

/// A service that the host does not give.
enum HostRefusal: String, CaseIterable {
  case query, registerDecoration = "register_decoration", registerReuse = "register_reuse"
  case mapPaths = "map_paths", postEvent = "post_event", extensions = "extension"

  /// Puts a function that refuses into the table.
  func spoil(_ table: UnsafeMutablePointer<layout_host>) {
    switch self {
    case .query: table.pointee.query = { _, _ in nil }
    case .registerDecoration:
      table.pointee.register_decoration = { _, _, _ in LAYOUT_ERROR_ARGUMENT }
    case .registerReuse: table.pointee.register_reuse = { _, _, _ in LAYOUT_ERROR_ARGUMENT }
    case .mapPaths: table.pointee.map_paths = { _, _, _, _ in LAYOUT_ERROR_MEMORY }
    case .postEvent: table.pointee.post_event = { _, _, _, _ in LAYOUT_ERROR_MEMORY }
    case .extensions: table.pointee.extension = { _, _ in nil }
    }
  }
}
