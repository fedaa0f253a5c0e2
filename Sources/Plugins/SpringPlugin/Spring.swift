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

/// One of the kit's layouts in motion, or any other that the host finds by its id.
///
/// Carousels are none of them: how their items look follows from where they are, which on a spring
/// would be somewhere else.
final class Spring: SpringLayout {
  private let ground = Property(
    "base", Ground.flow,
    help: "What places the elements; what follows tileMargin is its settings, base by base.")
  private let baseLayout = Property(
    "baseLayout", Text(""),
    help: "The id of any other layout to hang on springs in place of base; empty for base.")
  private let flow = FlowLayout()
  private let waterfall = WaterfallLayout()
  private let compositional = CompositionalLayout()
  private let mosaic = MosaicLayout()
  private let other = ChildLayout()
  /// The settings that were made, for another layout that comes later.
  private var told: [AnyProperty] = []

  override var ownProperties: [AnyProperty] { [ground, baseLayout] + super.ownProperties }
  override var bases: [Layout] { [flow, waterfall, compositional, mosaic, other] }
  override var base: Layout {
    if !baseLayout.value.utf8.isEmpty { return other }
    return switch ground.value {
    case .flow: flow
    case .waterfall: waterfall
    case .compositional: compositional
    case .mosaic: mosaic
    }
  }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    try super.didSet(property)
    if property === baseLayout {
      guard !baseLayout.wanted.utf8.isEmpty else { return }
      try other.open(baseLayout.wanted, in: self)
      for property in told { try other.pass(property) }
    } else if !ownProperties.contains(where: { $0 === property }) {
      try other.pass(property)
      if !told.contains(where: { $0 === property }) { told.append(property) }
    }
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, _ why: borrowing Invalidation
  ) throws(LayoutError) {
    try super.prepare(snapshot, why)
    if baseLayout.value.utf8.isEmpty { other.close() }
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
        help: "Any grid, whose elements lag behind a scrolling finger on springs.")
    ]
  ).table(for: abi)
}
