// SPDX-License-Identifier: Apache-2.0
//
// Random descriptions and data for the oracle, and the setup of a live layout.

@testable import LayoutKitHosted

extension CompositionOracle {
  /// Sections, descriptions and a viewport.
  static func random(
    _ seed: UInt64, estimates: Bool = false, scrolls: Bool = false
  ) -> CompositionOracle {
    var chance = Chance(seed)
    var oracle = CompositionOracle()
    oracle.isHorizontal = chance.flag(3)
    oracle.viewportSize = Size(width: chance.halves(400...2000), height: chance.halves(400...1800))
    if chance.flag(3) { oracle.contentInset = insets(&chance, 30) }
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      oracle.descriptions.append(section(&chance, estimates, scrolls))
    }
    for _ in 0..<Int.random(in: 0...8, using: &chance) {
      oracle.itemCounts.append(chance.flag(4) ? 0 : Int.random(in: 1...60, using: &chance))
    }
    oracle.offset = Point(x: chance.halves(-50...2000), y: chance.halves(-50...4000))
    return oracle
  }

  private static func section(
    _ chance: inout Chance, _ estimates: Bool, _ scrolls: Bool
  ) -> OracleSection {
    var section = OracleSection()
    section.node = node(&chance, depth: 0, estimates)
    section.node.count = 1
    if chance.flag() { section.gap = chance.halves(0...40) }
    if chance.flag() { section.insets = insets(&chance, 60) }
    if chance.flag() { section.header = chance.halves(1...100) }
    if chance.flag(3) { section.footer = chance.halves(1...60) }
    if chance.flag(3) {
      section.pins = Set(["header", "footer", "leading", "trailing"].filter { _ in chance.flag() })
    }
    if chance.flag(4) {
      section.overlays = Set(
        ["header", "footer", "leading", "trailing"].filter { _ in chance.flag() })
    }
    if chance.flag(5) { section.leading = side(&chance) }
    if chance.flag(5) { section.trailing = side(&chance) }
    (section.wideHeader, section.wideFooter) = (chance.flag(4), chance.flag(4))
    section.estimatesHeader = estimates && chance.flag()
    section.estimatesFooter = estimates && chance.flag()
    section.ignoresContentInset = chance.flag(3)
    if chance.flag(3) { section.background = insets(&chance, 20) }
    section.behind = ["", "items", "section"].randomElement(using: &chance)!
    if scrolls, chance.flag() {
      section.scroll =
        ["continuous", "leadingBoundary", "paging", "groupPaging"].randomElement(using: &chance)!
    }
    return section
  }

  private static func side(_ chance: inout Chance) -> (Double, Double?) {
    (chance.halves(1...60), chance.flag() ? chance.halves(1...300) : nil)
  }

  private static func badge(_ chance: inout Chance) -> OracleBadge {
    OracleBadge(
      anchor: Point(
        x: Double(Int.random(in: 0...2, using: &chance)) / 2,
        y: Double(Int.random(in: 0...2, using: &chance)) / 2),
      size: Size(width: chance.halves(1...40), height: chance.halves(1...40)),
      offset: Vector(dx: chance.halves(-40...40), dy: chance.halves(-40...40)),
      isShare: chance.flag(),
      zIndex: chance.flag() ? Int32.random(in: -5...5, using: &chance) : nil)
  }

  private static func node(
    _ chance: inout Chance, depth: Int, _ estimates: Bool
  ) -> OracleNode {
    var node = OracleNode()
    if depth < 3, !chance.flag(depth == 0 ? 4 : 2) {
      node.kind = chance.flag() ? .row : .column
      if chance.flag() { node.gap = chance.halves(0...30) }
      node.gapGrows = chance.flag(4)
      addMembers(to: &node, &chance, depth, estimates)
    } else if chance.flag(3) {
      node.badge = badge(&chance)
    }
    if chance.flag(3) { node.insets = insets(&chance, 20) }
    if depth > 0, chance.flag(4) { node.margin.least = insets(&chance, 20) }
    if depth > 0, chance.flag(4) { node.margin.grows = (0..<4).map { _ in chance.flag() } }
    node.width = extent(&chance, estimates, node.kind)
    node.height = extent(&chance, estimates, node.kind)
    return node
  }

  private static func addMembers(
    to node: inout OracleNode, _ chance: inout Chance, _ depth: Int, _ estimates: Bool
  ) {
    if chance.flag(4) {
      // As many as fit, of one item.
      var item = self.node(&chance, depth: 3, estimates)
      item.count = 0
      let length: OracleExtent =
        switch Int.random(in: 0...3, using: &chance) {
        case 0: .points(chance.halves(60...300))
        case 1: .width(Double(Int.random(in: 8...60, using: &chance)))
        case 2: .height(Double(Int.random(in: 8...60, using: &chance)))
        default: .fill(chance.halves(60...300))
        }
      if node.kind == .row { item.width = length } else { item.height = length }
      node.gap = max(node.gap, 1)
      node.members = [item]
      return
    }
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      var member = self.node(&chance, depth: depth + 1, estimates)
      if chance.flag(3) { member.count = Int.random(in: 2...3, using: &chance) }
      node.members.append(member)
    }
  }

  private static func extent(
    _ chance: inout Chance, _ estimates: Bool, _ kind: OracleNode.Kind
  ) -> OracleExtent {
    if estimates, chance.flag() {
      return .estimate(chance.halves(20...300), grows: kind == .item && chance.flag())
    }
    return switch Int.random(in: 0...4, using: &chance) {
    case 0: .points(chance.halves(1...500))
    case 1: .width(Double(Int.random(in: 1...100, using: &chance)))
    case 2: .height(Double(Int.random(in: 1...100, using: &chance)))
    case 3: .fill(chance.halves(1...200))
    default: .fill(0)
    }
  }

  private static func insets(_ chance: inout Chance, _ most: Int) -> Insets {
    Insets(
      top: chance.halves(0...most), left: chance.halves(0...most), bottom: chance.halves(0...most),
      right: chance.halves(0...most))
  }

  /// The data and the viewport.
  var scene: Scene {
    Scene(
      itemCounts: itemCounts.map(UInt32.init), bounds: Rect(origin: offset, size: viewportSize),
      contentInset: contentInset)
  }

  /// Sets the description.
  func configure(_ live: LiveLayout) throws {
    try live.set("scrollDirection", isHorizontal ? ScrollDirection.horizontal : .vertical)
    try live.set("sections", Text(bytes: text))
  }

  /// Makes a layout of it, prepared.
  func layout(_ layout: CompositionalLayout = CompositionalLayout()) throws -> LiveLayout {
    let live = LiveLayout(layout)
    try configure(live)
    try live.prepare(scene)
    return live
  }
}

extension Text {
  /// Makes a text of the kit from a string.
  init(bytes text: String) {
    self.init("")
    utf8 = Array(text.utf8)
  }
}
