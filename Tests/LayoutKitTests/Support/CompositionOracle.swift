// SPDX-License-Identifier: Apache-2.0
//
// The rules of a compositional layout once more, as plainly as they are written down: a tree that is
// written as a description, and the frames of all items one after the other. Rows and columns apart,
// no axis arithmetic, no repetition by division. What the layout answers is compared with it.

@testable import LayoutKitHosted

/// An extent as the description says it.
enum OracleExtent {
  case points(Double), width(Double), height(Double), estimate(Double), fill(Double)

  var text: String {
    switch self {
    case .points(let value): "\(value)"
    case .width(let percent): "\(percent)%w"
    case .height(let percent): "\(percent)%h"
    case .estimate(let value): "~\(value)"
    case .fill(let least): least == 0 ? "fill" : "\(least)+"
    }
  }

  /// The extent in a container; nil where it fills.
  func length(_ container: Size) -> Double? {
    switch self {
    case .points(let value), .estimate(let value): value
    case .width(let percent): container.width * percent / 100
    case .height(let percent): container.height * percent / 100
    case .fill: nil
    }
  }

  var isFill: Bool { if case .fill = self { true } else { false } }
  var isEstimate: Bool { if case .estimate = self { true } else { false } }
  var least: Double { if case .fill(let least) = self { least } else { 0 } }
}

/// An item or group.
struct OracleNode {
  enum Kind: String {
    case item, row, column
  }
  var kind = Kind.item
  var width = OracleExtent.fill(0)
  var height = OracleExtent.fill(0)
  var insets = Insets.zero
  var margin = Insets.zero
  var gap = 0.0
  /// 0: as many as fit.
  var count = 1
  var members: [OracleNode] = []
  /// Anchor, size and offset.
  var badge: (x: Double, y: Double, size: Size, offset: Vector)?

  var text: String {
    var text = count == 1 ? "" : count == 0 ? "fit * " : "\(count)*"
    text += "\(kind.rawValue)(\(width.text), \(height.text)"
    if insets != .zero { text += ", insets: \(insets.text)" }
    if margin != .zero { text += ", margin: \(margin.text)" }
    if gap != 0 { text += ", gap: \(gap)" }
    if let badge {
      let names = [
        ["topLeading", "top", "topTrailing"], ["leading", "center", "trailing"],
        ["bottomLeading", "bottom", "bottomTrailing"],
      ]
      text += ", badge: \(names[Int(badge.y * 2)][Int(badge.x * 2)]) \(badge.size.width) "
      text += "\(badge.size.height) \(badge.offset.dx) \(badge.offset.dy)"
    }
    text += ")"
    return kind == .item ? text : text + " { " + members.map(\.text).joined(separator: "\n") + " }"
  }
}

extension Insets {
  fileprivate var text: String { "\(top) \(left) \(bottom) \(right)" }
}

/// One description of a section.
struct OracleSection {
  var node = OracleNode()
  var gap = 0.0
  var insets = Insets.zero
  var header = 0.0
  var footer = 0.0
  var pins = ""
  var background: Insets?
  var scroll = ""

  var text: String {
    var options = ["gap: \(gap)", "insets: \(insets.text)"]
    if header > 0 { options.append("header: \(header)") }
    if footer > 0 { options.append("footer: \(footer)") }
    if !pins.isEmpty { options.append("pin: \(pins)") }
    if let background { options.append("background: \(background.text)") }
    if !scroll.isEmpty { options.append("scroll: \(scroll)") }
    return "section(\(options.joined(separator: ", "))) { \(node.text) }"
  }
}

/// All frames of a compositional layout.
struct CompositionOracle {
  var isHorizontal = false
  var container = Size(width: 320, height: 480)
  var contentInset = Insets.zero
  var offset = Point.zero
  var descriptions: [OracleSection] = []
  var itemCounts: [Int] = []
  /// Offsets across, by section.
  var crossOffsets: [Int: Double] = [:]
  /// The sizes that views prefer, by section and item.
  var preferred: [[Int]: Size] = [:]

  var text: String { descriptions.map(\.text).joined(separator: "\n# next\n") }

  /// The items of one group under way.
  private struct Group {
    var frames: [(frame: Rect, node: OracleNode)] = []
    var left: Int
    /// The preferred sizes of the items, by their place in the group.
    var views: [Int: Size] = [:]
  }

  func answer() -> (size: Size, elements: [Element]) {
    let room = Size(
      width: max(0, container.width - contentInset.left - contentInset.right),
      height: max(0, container.height - contentInset.top - contentInset.bottom))
    var cells: [Element] = []
    var others: [Element] = []
    var backgrounds: [Element] = []
    var position = 0.0
    for (number, count) in itemCounts.enumerated() {
      let section = descriptions[number % descriptions.count]
      let start = position
      position += section.header + (isHorizontal ? section.insets.left : section.insets.top)
      let (frames, length) = items(section, number, count, room, position)
      position += length + (isHorizontal ? section.insets.right : section.insets.bottom)
      position += section.footer
      for (item, placed) in frames.enumerated() {
        cells.append(
          Element(category: 0, kind: 0, section: number, item: item, frame: placed.frame))
      }
      others += edges(section, number, start, position, room)
      for (item, placed) in frames.enumerated() {
        guard let badge = placed.node.badge else { continue }
        let frame = Rect(
          x: placed.frame.x + (placed.frame.width - badge.size.width) * badge.x + badge.offset.dx,
          y: placed.frame.y + (placed.frame.height - badge.size.height) * badge.y
            + badge.offset.dy, width: badge.size.width, height: badge.size.height)
        others.append(
          Element(category: 1, kind: 3, section: number, item: item, frame: frame, zIndex: 1))
      }
      if let insets = section.background {
        var frame =
          isHorizontal
          ? Rect(x: start, y: 0, width: position - start, height: room.height)
          : Rect(x: 0, y: start, width: room.width, height: position - start)
        if isHorizontal {
          frame.x += section.header
          frame.width -= section.header + section.footer
        } else {
          frame.y += section.header
          frame.height -= section.header + section.footer
        }
        frame.x += insets.left
        frame.y += insets.top
        frame.width = max(0, frame.width - insets.left - insets.right)
        frame.height = max(0, frame.height - insets.top - insets.bottom)
        backgrounds.append(
          Element(
            category: 2, kind: 4, section: number, item: 0, frame: frame, zIndex: -1,
            words: [0x8080_8020, (12.0).bitPattern]))
      }
    }
    let size =
      isHorizontal
      ? Size(width: position, height: room.height) : Size(width: room.width, height: position)
    return (size, cells + others + backgrounds)
  }

  /// The frames of a section's items and the length of its body, group after group.
  private func items(
    _ section: OracleSection, _ number: Int, _ count: Int, _ room: Size, _ start: Double
  ) -> ([(frame: Rect, node: OracleNode)], Double) {
    let inner = Size(
      width: max(0, room.width - section.insets.left - section.insets.right),
      height: max(0, room.height - section.insets.top - section.insets.bottom))
    var found: [(frame: Rect, node: OracleNode)] = []
    let crosses = !section.scroll.isEmpty
    let runsDown = isHorizontal == crosses
    var x = isHorizontal ? start : section.insets.left
    var y = isHorizontal ? section.insets.top : start
    if crosses, isHorizontal { y -= crossOffsets[number] ?? 0 }
    if crosses, !isHorizontal { x -= crossOffsets[number] ?? 0 }
    let first = Point(x: x, y: y)
    var end = runsDown ? y : x
    var (measuredHeights, assumedHeights): ([Double], [Double]) = ([], [])
    while found.count < count {
      var group = Group(left: count - found.count)
      for (key, size) in preferred where key[0] == number && key[1] >= found.count {
        group.views[key[1] - found.count] = size
      }
      let width = section.node.width.length(inner) ?? max(inner.width, section.node.width.least)
      let height =
        section.node.height.length(inner) ?? max(inner.height, section.node.height.least)
      let size = lay(section.node, x, y, width, height, &group)
      let across = isHorizontal ? size.width : size.height
      if group.frames.indices.contains(where: { group.views[$0] != nil }) {
        measuredHeights.append(across)
      } else {
        assumedHeights.append(across)
      }
      found += group.frames
      if runsDown {
        end = y + size.height
        y = end + section.gap
      } else {
        end = x + size.width
        x = end + section.gap
      }
    }
    if !crosses { return (found, end - (runsDown ? first.y : first.x)) }
    if let highest = measuredHeights.max() { return (found, highest) }
    // A full group, even when the only one is not full.
    var full = Group(left: .max)
    let width = section.node.width.length(inner) ?? max(inner.width, section.node.width.least)
    let height =
      section.node.height.length(inner) ?? max(inner.height, section.node.height.least)
    let size = lay(section.node, 0, 0, width, height, &full)
    return (found, count == 0 ? 0 : isHorizontal ? size.width : size.height)
  }

  /// Places an item or a group of the extents given; returns those that it takes.
  private func lay(
    _ node: OracleNode, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ group: inout Group
  ) -> Size {
    let sides = node.insets.left + node.insets.right
    let ends = node.insets.top + node.insets.bottom
    guard node.kind != .item else {
      var size = Size(width: width, height: height)
      if let view = group.views[group.frames.count] {
        if node.width.isEstimate { size.width = view.width + sides }
        if node.height.isEstimate { size.height = view.height + ends }
      }
      let frame = Rect(
        x: x + node.insets.left, y: y + node.insets.top, width: max(0, size.width - sides),
        height: max(0, size.height - ends))
      group.frames.append((frame, node))
      group.left -= 1
      return size
    }
    let inner = Size(width: max(0, width - sides), height: max(0, height - ends))
    let content =
      node.kind == .row
      ? layRow(node, x + node.insets.left, y + node.insets.top, inner, &group)
      : layColumn(node, x + node.insets.left, y + node.insets.top, inner, &group)
    return Size(
      width: node.width.isEstimate ? content.width + sides : width,
      height: node.height.isEstimate ? content.height + ends : height)
  }

  private func layRow(
    _ node: OracleNode, _ x: Double, _ y: Double, _ inner: Size, _ group: inout Group
  ) -> Size {
    let all = repeated(node) { member in
      let length =
        (member.width.length(inner) ?? member.width.least) + member.margin.left
        + member.margin.right
      return Self.fitting(length, node.gap, inner.width)
    }
    let fixed = all.reduce(0) {
      $0 + ($1.width.length(inner) ?? 0) + $1.margin.left + $1.margin.right
    }
    let fills = all.filter { $0.width.isFill }.count
    let share = (inner.width - fixed - node.gap * Double(all.count - 1)) / Double(max(1, fills))
    var (next, end, height) = (x, x, 0.0)
    for member in all where group.left > 0 {
      let margin = member.margin
      let rest = max(0, inner.height - margin.top - margin.bottom)
      let size = lay(
        member, next + margin.left, y + margin.top,
        member.width.length(inner) ?? max(0, share, member.width.least),
        member.height.length(inner) ?? max(rest, member.height.least), &group)
      end = next + margin.left + size.width + margin.right
      next = end + node.gap
      height = max(height, margin.top + size.height + margin.bottom)
    }
    return Size(width: end - x, height: height)
  }

  private func layColumn(
    _ node: OracleNode, _ x: Double, _ y: Double, _ inner: Size, _ group: inout Group
  ) -> Size {
    let all = repeated(node) { member in
      let length =
        (member.height.length(inner) ?? member.height.least) + member.margin.top
        + member.margin.bottom
      return Self.fitting(length, node.gap, inner.height)
    }
    let fixed = all.reduce(0) {
      $0 + ($1.height.length(inner) ?? 0) + $1.margin.top + $1.margin.bottom
    }
    let fills = all.filter { $0.height.isFill }.count
    let share = (inner.height - fixed - node.gap * Double(all.count - 1)) / Double(max(1, fills))
    var (next, end, width) = (y, y, 0.0)
    for member in all where group.left > 0 {
      let margin = member.margin
      let rest = max(0, inner.width - margin.left - margin.right)
      let size = lay(
        member, x + margin.left, next + margin.top,
        member.width.length(inner) ?? max(rest, member.width.least),
        member.height.length(inner) ?? max(0, share, member.height.least), &group)
      end = next + margin.top + size.height + margin.bottom
      next = end + node.gap
      width = max(width, margin.left + size.width + margin.right)
    }
    return Size(width: width, height: end - y)
  }

  private func repeated(_ node: OracleNode, _ fitting: (OracleNode) -> Int) -> [OracleNode] {
    node.members.flatMap { member in
      [OracleNode](repeating: member, count: member.count == 0 ? fitting(member) : member.count)
    }
  }

  private static func fitting(_ length: Double, _ gap: Double, _ room: Double) -> Int {
    var count = 1
    while Double(count + 1) * length + Double(count) * gap <= room + 1e-9 { count += 1 }
    return count
  }

  private func edges(
    _ section: OracleSection, _ number: Int, _ start: Double, _ end: Double, _ room: Size
  ) -> [Element] {
    let from = isHorizontal ? offset.x + contentInset.left : offset.y + contentInset.top
    let to =
      isHorizontal
      ? offset.x + container.width - contentInset.right
      : offset.y + container.height - contentInset.bottom
    var header = start
    var footer = end - section.footer
    let pinsHeader = section.pins == "header" || section.pins == "both"
    let pinsFooter = section.pins == "footer" || section.pins == "both"
    if pinsHeader { header = min(max(header, from), end - section.footer - section.header) }
    if pinsFooter { footer = max(min(footer, to - section.footer), start + section.header) }
    var found: [Element] = []
    for (kind, position, length, pins) in [
      (UInt16(1), header, section.header, pinsHeader),
      (2, footer, section.footer, pinsFooter),
    ] where length > 0 {
      let insets = section.insets
      let frame =
        isHorizontal
        ? Rect(
          x: position, y: insets.top, width: length,
          height: max(0, room.height - insets.top - insets.bottom))
        : Rect(
          x: insets.left, y: position, width: max(0, room.width - insets.left - insets.right),
          height: length)
      found.append(
        Element(
          category: 1, kind: kind, section: number, item: 0, frame: frame,
          zIndex: pins ? 1024 : 0))
    }
    return found
  }
}
