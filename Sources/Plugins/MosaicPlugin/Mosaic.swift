// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's mosaic layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.mosaic", name: "Mosaic", version: "1.0.0",
    layouts: [
      .make(
        MosaicLayout.self, id: "mosaic", name: "Mosaic",
        help: "Pages of small, medium and large cells, in patterns of your own.")
    ]
  ).table(for: abi)
}
