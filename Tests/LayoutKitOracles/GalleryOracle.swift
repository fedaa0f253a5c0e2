// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of the rules of the gallery: it tries every possible row.

@testable import LayoutKitHosted

/// Data for a gallery, and the correct result. The ratio of an item follows from its size.
struct GalleryOracle {
  var isHorizontal = false
  var target = 100.0
  var itemSpacing = 8.0
  var rowSpacing = 8.0
  var lastRow = LastRow.natural
  var viewportSize = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var sections: [FlowSection] = []

  /// Returns the answer of the app for an item of this size.
  static func ratio(_ size: Size) -> Double { (size.width + 1) / (size.height + 1) }

  /// The breadth of an item in a row one point thick.
  func share(_ size: Size) -> Double {
    let ratio = min(max(Self.ratio(size), 0.25), 4)
    return isHorizontal ? 1 / ratio : ratio
  }

  /// Returns the width that the rows of a section fill.
  func room(_ section: FlowSection) -> Double {
    let whole =
      isHorizontal
      ? viewportSize.height - contentInset.top - contentInset.bottom
      : viewportSize.width - contentInset.left - contentInset.right
    let (insets, width) = (section.insets, max(0, whole))
    return max(
      0,
      isHorizontal ? width - insets.top - insets.bottom : width - insets.left - insets.right)
  }

  /// Returns the badness of a row; nil if it has no room for its items.
  func badness(_ shares: ArraySlice<Double>, _ room: Double, isLast: Bool) -> Double? {
    badness(shares.reduce(0, +), shares.count, room, isLast: isLast)
  }

  /// Returns the same for the sum of the shares.
  func badness(_ share: Double, _ count: Int, _ room: Double, isLast: Bool) -> Double? {
    let left = room - itemSpacing * Double(count - 1)
    if left <= 0 { return count == 1 ? 0 : nil }
    let height = left / share
    if isLast, lastRow != .justified, height >= target { return 0 }
    let factor = max(height / target, target / height) - 1
    return factor * factor
  }

  /// Returns the least badness, over all ways to break.
  func leastBadness(_ shares: [Double], _ room: Double) -> Double {
    var least = [0.0]
    for end in 1..<max(1, shares.count + 1) {
      let isLast = end == shares.count
      var (best, share) = (Double.infinity, 0.0)
      for start in stride(from: end - 1, through: max(0, end - 100), by: -1) {
        share += shares[start]
        guard let badness = badness(share, end - start, room, isLast: isLast) else { break }
        best = min(best, least[start] + badness)
      }
      least.append(best < .infinity ? best : 0)
    }
    return least[shares.count]
  }

  /// Returns the badness of rows that each end as soon as another item would be worse, as a greedy breaker makes
  /// them.
  func greedyBadness(_ shares: [Double], _ room: Double) -> Double {
    var (start, sum) = (0, 0.0)
    while start < shares.count {
      var end = start + 1
      func row(_ end: Int) -> Double {
        badness(shares[start..<end], room, isLast: end == shares.count) ?? .infinity
      }
      while end < shares.count, end - start < 100, row(end + 1) <= row(end) { end += 1 }
      sum += row(end)
      start = end
    }
    return sum
  }
}

extension GalleryOracle {
  /// The scene of the layout.
  var scene: Scene {
    Scene(
      itemCounts: sections.map { UInt32($0.sizes.count) },
      bounds: Rect(origin: .zero, size: viewportSize), contentInset: contentInset)
  }

  func configure(_ live: LiveLayout) throws {
    try live.set("scrollDirection", isHorizontal ? ScrollDirection.horizontal : .vertical)
    try live.set("targetHeight", target)
    try live.set("itemSpacing", itemSpacing)
    try live.set("rowSpacing", rowSpacing)
    try live.set("lastRow", lastRow)
    let sections = sections
    try live.bind(
      "aspectRatioForItem", { Self.ratio(sections[$0].sizes[$1]) }, nothing: Double.nan)
    func length(_ length: Double) -> Size {
      isHorizontal ? Size(width: length, height: 9) : Size(width: 9, height: length)
    }
    try live.bind("insetForSection", { section, _ in sections[section].insets }, nothing: .zero)
    try live.bind(
      "headerSize", { section, _ in length(sections[section].header) }, nothing: .zero)
    try live.bind(
      "footerSize", { section, _ in length(sections[section].footer) }, nothing: .zero)
  }

  /// Random data, settings and sizes; sometimes a section of equal items, or a large one.
  static func random(_ seed: UInt64) -> GalleryOracle {
    var chance = Chance(seed)
    var oracle = GalleryOracle()
    oracle.isHorizontal = chance.flag(3)
    oracle.target = chance.halves(chance.flag(6) ? 2...40 : 80...500)
    oracle.itemSpacing = chance.flag() ? 8 : chance.halves(0...(chance.flag(5) ? 300 : 40))
    oracle.rowSpacing = chance.flag() ? 8 : chance.halves(0...60)
    oracle.lastRow = LastRow(rawValue: Int.random(in: 0..<3, using: &chance)) ?? .natural
    oracle.viewportSize = Size(width: chance.halves(100...1800), height: chance.halves(100...900))
    for _ in 0..<Int.random(in: 0...4, using: &chance) {
      var section = FlowSection.random(&chance)
      let size = Size(width: chance.halves(2...200), height: chance.halves(2...200))
      if chance.flag(5) {
        let count = Int.random(in: 0...(chance.flag() ? 1500 : 40), using: &chance)
        section.sizes = [Size](repeating: size, count: count)
      } else if chance.flag(4) {
        section.sizes = (0..<600).map { _ in
          Size(width: chance.halves(20...300), height: chance.halves(20...300))
        }
      }
      oracle.sections.append(section)
    }
    return oracle
  }
}
