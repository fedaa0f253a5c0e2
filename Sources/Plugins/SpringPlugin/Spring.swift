// SPDX-License-Identifier: Apache-2.0
//
// The kit's layouts on springs: they lag behind a finger that scrolls, and swing back.

import LayoutABI
import LayoutKit

/// The layout that places the elements that hang on springs.
enum Ground: Int, PropertyCases {
  case flow = 0
  case waterfall, compositional, mosaic

  static var caseNames: [StaticString] { ["flow", "waterfall", "compositional", "mosaic"] }
}

/// One of the kit's layouts in motion.
///
/// Carousels are none of them: how their items look follows from where they are, which on a spring
/// would be somewhere else.
final class Spring: SpringLayout {
  private let ground = Property(
    "base", Ground.flow,
    help: "What places the elements; what follows tileMargin is its settings, base by base.")
  private let flow = FlowLayout()
  private let waterfall = WaterfallLayout()
  private let compositional = CompositionalLayout()
  private let mosaic = MosaicLayout()

  override var ownProperties: [AnyProperty] { [ground] + super.ownProperties }
  override var bases: [Layout] { [flow, waterfall, compositional, mosaic] }
  override var base: Layout {
    switch ground.value {
    case .flow: flow
    case .waterfall: waterfall
    case .compositional: compositional
    case .mosaic: mosaic
    }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.spring", name: "Spring", version: "1.0.0",
    layouts: [
      .make(
        Spring.self, id: "spring", name: "Spring",
        help: "Any of the kit's grids, whose elements lag behind a scrolling finger on springs.")
    ]
  ).table(for: abi)
}
