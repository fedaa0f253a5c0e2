// SPDX-License-Identifier: Apache-2.0
//
// A second, simple implementation of the rules of a compositional layout: a tree that is written as a description,
// and the frames of all items one after the other, without axis arithmetic and without repetition by division. The
// layout's answers are compared with it.

@testable import LayoutKitHosted

/// One description of a section.
struct OracleSection {
  var node = OracleNode()
  var gap = 0.0
  var insets = Insets.zero
  var header = 0.0
  var footer = 0.0
  var wideHeader = false
  var wideFooter = false
  var estimatesHeader = false
  var estimatesFooter = false
  /// The width, and the length if one is given, of the supplementaries beside the groups.
  var leading: (width: Double, length: Double?)?
  var trailing: (width: Double, length: Double?)?
  var pins: Set<String> = []
  var overlays: Set<String> = []
  var background: Insets?
  /// The elements behind it; the items if none is given.
  var behind = ""
  var scroll = ""
  var ignoresContentInset = false

  var text: String {
    var options = ["gap: \(gap)", "insets: \(insets.text)"]
    if header > 0 {
      options.append("header: \(estimatesHeader ? "~" : "")\(header)\(wideHeader ? " wide" : "")")
    }
    if footer > 0 {
      options.append("footer: \(estimatesFooter ? "~" : "")\(footer)\(wideFooter ? " wide" : "")")
    }
    for (name, side) in [("leading", leading), ("trailing", trailing)] {
      guard let side else { continue }
      options.append("\(name): \(side.width) \(side.length.map { "\($0)" } ?? "")")
    }
    if !pins.isEmpty { options.append("pin: \(pins.sorted().joined(separator: " "))") }
    if !overlays.isEmpty {
      options.append("overlay: \(overlays.sorted().joined(separator: " "))")
    }
    if ignoresContentInset { options.append("insetsReference: none") }
    if let background { options.append("background: \(behind) \(background.text)") }
    if !scroll.isEmpty { options.append("scroll: \(scroll)") }
    return "section(\(options.joined(separator: ", "))) { \(node.text) }"
  }
}

/// All frames of a compositional layout.
struct CompositionOracle {
  var isHorizontal = false
  var viewportSize = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var offset = Point.zero
  var descriptions: [OracleSection] = []
  var itemCounts: [Int] = []
  /// Offsets across, by section.
  var crossOffsets: [Int: Double] = [:]
  /// The sizes that views prefer, by section and item.
  var preferred: [[Int]: Size] = [:]

  var text: String { descriptions.map(\.text).joined(separator: "\n# next\n") }

  /// The lengths that headers' and footers' views prefer, by section and kind.
  var preferredEdges: [[Int]: Double] = [:]

  func answer() -> (size: Size, elements: [Element]) {
    let room = room
    var (cells, others, backgrounds): ([Element], [Element], [Element]) = ([], [], [])
    var position = 0.0
    for (number, count) in itemCounts.enumerated() {
      let section = descriptions[number % descriptions.count]
      let place = OracleSectionPlace(self, section, number, count, position)
      position = place.end
      for (item, placed) in place.items.enumerated() {
        cells.append(
          Element(category: 0, kind: 0, section: number, item: item, frame: placed.frame))
      }
      others += place.ends(of: self)
      for (item, placed) in place.items.enumerated() {
        guard let badge = placed.node.badge else { continue }
        others.append(
          Element(
            category: 1, kind: 3, section: number, item: item, frame: badge.frame(on: placed.frame),
            zIndex: badge.zIndex ?? 1))
      }
      others += place.sides(of: self)
      if let background = place.background { backgrounds.append(background) }
    }
    let size =
      isHorizontal
      ? Size(width: position, height: room.height) : Size(width: room.width, height: position)
    return (size, cells + others + backgrounds)
  }

  /// The viewport without the content inset.
  var room: Size {
    Size(
      width: max(0, viewportSize.width - contentInset.left - contentInset.right),
      height: max(0, viewportSize.height - contentInset.top - contentInset.bottom))
  }

  /// The visible range along the axis of scrolling.
  var seen: (start: Double, end: Double) {
    isHorizontal
      ? (offset.x + contentInset.left, offset.x + viewportSize.width - contentInset.right)
      : (offset.y + contentInset.top, offset.y + viewportSize.height - contentInset.bottom)
  }
}
