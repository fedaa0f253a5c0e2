// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of section backgrounds and separators, in the vertical case.

@testable import LayoutKitHosted

/// The decorations of a stacked layout.
struct DecorationOracle {
  var background = SectionBackground.none
  var backgroundInset = Insets.zero
  var fill = 0x1122_33FF
  var cornerRadius = 0.0
  var hasSeparators = false
  var thickness = 1.0
  var separatorInset = Insets.zero
  var separatorFill = 0x4455_66FF

  /// The value with both axes exchanged.
  var turned: Self {
    var turned = self
    turned.backgroundInset = backgroundInset.turned
    turned.separatorInset = separatorInset.turned
    return turned
  }

  func background(
    _ index: Int, _ section: FlowSection, _ top: Double, _ bottom: Double, _ width: Double
  ) -> [Element] {
    if background == .none { return [] }
    var (top, bottom) = (top, bottom)
    if background == .items { (top, bottom) = (top + section.header, bottom - section.footer) }
    let (left, right) = (backgroundInset.left, width - backgroundInset.right)
    (top, bottom) = (top + backgroundInset.top, bottom - backgroundInset.bottom)
    if bottom <= top || right <= left { return [] }
    return [
      Element(
        category: 2, kind: 3, section: index, item: 0,
        frame: Rect(x: left, y: top, width: right - left, height: bottom - top), zIndex: -1,
        fields: ["fill": UInt64(fill), "cornerRadius": cornerRadius.bitPattern])
    ]
  }

  /// - Parameter gaps: For each line but the first its first item, and the middle of the space before it.
  func separators(
    _ index: Int, _ section: FlowSection, _ gaps: [(item: Int, middle: Double)], _ width: Double
  ) -> [Element] {
    let left = section.insets.left + separatorInset.left
    let room = max(0, width - section.insets.left - section.insets.right)
    let right = section.insets.left + room - separatorInset.right
    if !hasSeparators || thickness == 0 || right <= left { return [] }
    return gaps.map {
      Element(
        category: 2, kind: 4, section: index, item: $0.item,
        frame: Rect(x: left, y: $0.middle - thickness / 2, width: right - left, height: thickness),
        zIndex: 1, fields: ["fill": UInt64(separatorFill)])
    }
  }

  func configureBackgrounds(_ live: LiveLayout) throws {
    try live.set("sectionBackground", background)
    try live.set("sectionBackgroundInset", backgroundInset)
    try live.set("sectionBackgroundFill", fill)
    try live.set("sectionBackgroundCornerRadius", cornerRadius)
  }

  func configureSeparators(_ live: LiveLayout) throws {
    try live.set("separators", hasSeparators)
    try live.set("separatorThickness", thickness)
    try live.set("separatorInset", separatorInset)
    try live.set("separatorFill", separatorFill)
  }

  static func random(_ chance: inout Chance) -> Self {
    func insets() -> Insets {
      Insets(
        top: chance.halves(0...20), left: chance.halves(0...60), bottom: chance.halves(0...20),
        right: chance.halves(0...60))
    }
    var oracle = Self()
    oracle.background = .init(rawValue: Int.random(in: 0..<3, using: &chance)) ?? .none
    oracle.cornerRadius = chance.halves(0...30)
    oracle.hasSeparators = chance.flag()
    oracle.thickness = chance.halves(0...(chance.flag(5) ? 200 : 12))
    if chance.flag() { (oracle.backgroundInset, oracle.separatorInset) = (insets(), insets()) }
    return oracle
  }
}
