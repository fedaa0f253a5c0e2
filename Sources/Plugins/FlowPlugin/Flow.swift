// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's flow layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.flow", name: "Flow", version: "1.0.0",
    layouts: [
      .make(
        FlowLayout.self, id: "flow", name: "Flow",
        help: "Fills line after line with items, as UIKit's flow layout does.")
    ]
  ).table(for: abi)
}
