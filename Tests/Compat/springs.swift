// SPDX-License-Identifier: Apache-2.0
//
// Springs over a flow that is compiled in, for a host such as host.c that cannot nest layouts.

import LayoutABI
import LayoutKit

/// The kit's flow layout on springs.
final class Springs: SpringLayout {
  private let flow = FlowLayout()

  override var base: Layout { flow }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.tests.springs", name: "Springs", version: "1.0.0",
    layouts: [
      .make(Springs.self, id: "springs", name: "Springs", help: "A flow on springs.")
    ]
  ).table(for: abi)
}
