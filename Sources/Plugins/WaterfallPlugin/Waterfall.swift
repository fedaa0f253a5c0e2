// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's waterfall layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.waterfall", name: "Waterfall", version: "1.0.0",
    layouts: [
      .make(
        WaterfallLayout.self, id: "waterfall", name: "Waterfall",
        help: "Lets items of any height flow down columns of equal width.")
    ]
  ).table(for: abi)
}
