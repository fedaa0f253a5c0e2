// SPDX-License-Identifier: Apache-2.0
//
// Sets up a live flow layout with the data of an oracle, through properties and queries.

@testable import LayoutKitHosted

extension FlowOracle {
  /// The scene of the layout.
  var scene: Scene {
    Scene(
      itemCounts: sections.map { UInt32($0.sizes.count) },
      bounds: Rect(origin: offset, size: viewportSize), contentInset: contentInset)
  }

  /// Makes a prepared layout with the data of the oracle.
  func layout() throws -> LiveLayout {
    let live = LiveLayout(FlowLayout())
    try configure(live)
    try live.prepare(scene)
    return live
  }

  func configure(_ live: LiveLayout) throws {
    try live.set("scrollDirection", isHorizontal ? ScrollDirection.horizontal : .vertical)
    try live.set("lineAlignment", line)
    try live.set("itemAlignment", item)
    try live.set("sectionHeadersPinToVisibleBounds", pinsHeaders)
    try live.set("sectionFootersPinToVisibleBounds", pinsFooters)
    try decorations.configureBackgrounds(live)
    try decorations.configureSeparators(live)
    let sections = sections
    let isHorizontal = isHorizontal
    func size(_ length: Double) -> Size {
      isHorizontal ? Size(width: length, height: 7) : Size(width: 7, height: length)
    }
    try live.bindSizes(sections.map(\.sizes))
    if filling > 0 {
      try live.bind("fillsLine", { fills(sections[$0].sizes[$1]) ? 1 : Int64(0) }, nothing: 0)
    }
    try live.bind("insetForSection", { section, _ in sections[section].insets }, nothing: .zero)
    try live.bind("minimumLineSpacing", { section, _ in sections[section].lineSpacing }, nothing: 0)
    try live.bind(
      "minimumInteritemSpacing", { section, _ in sections[section].itemSpacing }, nothing: 0)
    try live.bind("headerSize", { section, _ in size(sections[section].header) }, nothing: .zero)
    try live.bind("footerSize", { section, _ in size(sections[section].footer) }, nothing: .zero)
  }
}

extension FlowOracle {
  /// Random data: sections with and without items, equal and unequal, narrow and too wide.
  static func random(_ seed: UInt64) -> FlowOracle {
    var chance = Chance(seed)
    var oracle = FlowOracle()
    oracle.isHorizontal = chance.flag()
    oracle.line = LineAlignment(rawValue: Int.random(in: 0..<5, using: &chance)) ?? .uikit
    oracle.item = ItemAlignment(rawValue: Int.random(in: 0..<4, using: &chance)) ?? .center
    oracle.viewportSize = Size(width: chance.halves(100...900), height: chance.halves(100...900))
    oracle.pinsHeaders = chance.flag(3)
    oracle.pinsFooters = chance.flag(3)
    oracle.offset = Point(x: chance.halves(-100...2000), y: chance.halves(-100...2000))
    if chance.flag() {
      oracle.contentInset = Insets(
        top: chance.halves(0...40), left: chance.halves(0...40), bottom: chance.halves(0...40),
        right: chance.halves(0...40))
    }
    for _ in 0..<Int.random(in: 0...6, using: &chance) {
      oracle.sections.append(.random(&chance))
    }
    oracle.decorations = .random(&chance)
    if chance.flag(3) { oracle.filling = Int.random(in: 1...9, using: &chance) }
    return oracle
  }
}

extension FlowSection {
  static func random(_ chance: inout Chance) -> FlowSection {
    var section = FlowSection()
    let count = chance.flag(5) ? 0 : Int.random(in: 1...60, using: &chance)
    let common = chance.flag(3) ? Size(width: chance.halves(2...300), height: 31) : nil
    section.sizes = (0..<count).map { _ in
      common
        ?? Size(
          width: chance.halves(chance.flag(20) ? 900...1200 : 2...240),
          height: chance.halves(0...90))
    }
    section.itemSpacing = chance.flag() ? 10 : chance.halves(0...30)
    section.lineSpacing = chance.flag() ? 10 : chance.halves(0...30)
    section.header = chance.flag() ? 0 : chance.halves(1...80)
    section.footer = chance.flag() ? 0 : chance.halves(1...80)
    if chance.flag() {
      section.insets = Insets(
        top: chance.halves(0...40), left: chance.halves(0...40), bottom: chance.halves(0...40),
        right: chance.halves(0...40))
    }
    return section
  }
}
