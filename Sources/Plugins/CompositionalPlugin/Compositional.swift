// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's compositional layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.compositional", name: "Compositional", version: "1.0.0",
    layouts: [
      .make(
        CompositionalLayout.self, id: "compositional", name: "Compositional",
        help: "Sections of rows and columns of items, described in a text.")
    ]
  ).table(for: abi)
}
