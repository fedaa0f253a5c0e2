// SPDX-License-Identifier: Apache-2.0
//
// A layout over several bases that is itself a base: settings, queries and events reach the innermost bases.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// Flow or waterfall.
private final class Grids: ChoosingLayout {
  let (flow, waterfall) = (FlowLayout(), WaterfallLayout())
  let isWaterfall = Property("isWaterfall", false, help: "Which.")
  override var ownProperties: [AnyProperty] { [isWaterfall] }
  override var bases: [Layout] { [flow, waterfall] }
  override var base: Layout { isWaterfall.value ? waterfall : flow }
}

/// The same on springs.
private final class SpringyGrids: SpringLayout {
  let grids = Grids()
  override var base: Layout { grids }
}

/// Another default, and a limit of its own.
private final class Strict: Layout {
  let sectionInset = Property(
    "sectionInset", Insets(top: 1, left: 2, bottom: 3, right: 4), minimum: 0, unit: "pt",
    help: "Of the strict one.")
  override var properties: [AnyProperty] { [sectionInset] }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if sectionInset.wanted.left > 50 { throw .argument("too far in") }
  }
}

/// The strict one first, the others below it.
private final class StrictAndGrids: ChoosingLayout {
  let (strict, grids) = (Strict(), Grids())
  let isStrict = Property("isStrict", false, help: "Which.")
  override var ownProperties: [AnyProperty] { [isStrict] }
  override var bases: [Layout] { [strict, grids] }
  override var base: Layout { isStrict.value ? strict : grids }
}

/// The strict one after the others, so that it gets a setting last.
private final class GridsAndStrict: ChoosingLayout {
  let (strict, grids) = (Strict(), Grids())
  override var bases: [Layout] { [grids, strict] }
}

@Suite("A layout over several bases that is a base")
struct NestedWrappingTests {
  private let sizes = [[70, 90, 110, 50].map { Size(width: 100, height: $0) }]

  @Test("the innermost base has its queries answered and gets the settings")
  func reaches() throws {
    let springy = SpringyGrids()
    let live = LiveLayout(springy)
    try live.bindSizes(sizes)
    try live.set("isWaterfall", true)
    try live.set("sectionInset", Insets(top: 5, left: 10, bottom: 5, right: 10))
    #expect(springy.grids.waterfall.sectionInset.value == .zero)
    try live.prepare(Scene(itemCounts: [4]))
    let alone = LiveLayout(WaterfallLayout())
    try alone.bindSizes(sizes)
    try alone.set("sectionInset", Insets(top: 5, left: 10, bottom: 5, right: 10))
    try alone.prepare(Scene(itemCounts: [4]))
    #expect(try live.elements().map(\.frame) == alone.elements().map(\.frame))
  }

  @Test("a failed prepare restores the settings of the innermost base too")
  func restores() throws {
    let springy = SpringyGrids()
    let live = LiveLayout(springy)
    try live.bind("sizeForItem", { _, _ in Size(width: -1, height: 5) }, nothing: .zero)
    try live.set("sectionInset", Insets(top: 5, left: 10, bottom: 5, right: 10))
    #expect(throws: SlotFailure.self) { try live.prepare(Scene(itemCounts: [1])) }
    #expect(springy.grids.flow.sectionInset.value == .zero)
    #expect(springy.grids.waterfall.sectionInset.value == .zero)
  }

  @Test("all start with the default of the first base that has the setting")
  func defaults() {
    let both = StrictAndGrids()
    _ = both.properties
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(both.grids.flow.sectionInset.value == insets)
    #expect(both.grids.waterfall.sectionInset.value == insets)
  }

  @Test("a value that one base refuses is not set in the innermost ones")
  func refuses() throws {
    let both = GridsAndStrict()
    let live = LiveLayout(both)
    let kept = Insets(top: 5, left: 10, bottom: 5, right: 10)
    try live.set("sectionInset", kept)
    #expect(throws: SlotFailure.self) {
      try live.set("sectionInset", Insets(top: 0, left: 60, bottom: 0, right: 0))
    }
    #expect(try live.get("sectionInset", as: Insets.self) == kept)
    #expect(both.strict.sectionInset.wanted == kept)
    #expect(both.grids.flow.sectionInset.wanted == kept)
    #expect(both.grids.waterfall.sectionInset.wanted == kept)
    try live.prepare(Scene(itemCounts: [1]))
    #expect(both.grids.waterfall.sectionInset.value == kept)
  }
}
