// SPDX-License-Identifier: Apache-2.0
//
// The plugin of the kit's gallery layout, without changes.

import LayoutABI
import LayoutKit

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.gallery", name: "Gallery", version: "1.0.0",
    layouts: [
      .make(
        GalleryLayout.self, id: "gallery", name: "Gallery",
        help: "Rows of pictures in their own proportions, each scaled to the width.")
    ]
  ).table(for: abi)
}
