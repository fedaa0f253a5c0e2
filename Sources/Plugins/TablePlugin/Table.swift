// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's table layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.table", name: "Table", version: "1.0.0",
    layouts: [
      .make(
        TableLayout.self, id: "table", name: "Table",
        help: "Rows and columns of cells, of which the first may stay on screen.")
    ]
  ).table(for: abi)
}
