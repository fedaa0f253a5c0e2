// SPDX-License-Identifier: Apache-2.0
//
// One section of an oracle at its place: computed as if the content scrolled down, and transposed at the end if it
// scrolls horizontally.

@testable import LayoutKitHosted

/// A section that is laid out.
struct OracleSectionPlace {
  private let section: OracleSection
  private let number: Int
  private let turns: Bool
  /// Its start across, its breadth and its insets, all as if it scrolled down.
  private let left: Double
  private let width: Double
  private let insets: Insets
  private let start: Double
  private let header: Double
  private let footer: Double
  private var bodyStart = 0.0
  private var body = 0.0
  /// The items with their frames in content coordinates.
  private(set) var items: [(frame: Rect, node: OracleNode)] = []

  init(
    _ oracle: CompositionOracle, _ section: OracleSection, _ number: Int, _ count: Int,
    _ start: Double
  ) {
    (self.section, self.number, self.start) = (section, number, start)
    turns = oracle.isHorizontal
    let inset = turns ? oracle.contentInset.mirrored : oracle.contentInset
    let room = turns ? oracle.room.mirrored : oracle.room
    left = section.ignoresContentInset ? -inset.left : 0
    width = room.width + (section.ignoresContentInset ? inset.left + inset.right : 0)
    insets = turns ? section.insets.mirrored : section.insets
    header = oracle.preferredEdges[[number, 1]] ?? section.header
    footer = oracle.preferredEdges[[number, 2]] ?? section.footer
    bodyStart = start + (takesRoom("header") ? header : 0) + insets.top
    let beside = (
      takesRoom("leading") ? section.leading?.width ?? 0 : 0,
      takesRoom("trailing") ? section.trailing?.width ?? 0 : 0
    )
    let inner = Size(
      width: max(0, width - insets.left - insets.right - beside.0 - beside.1),
      height: max(0, room.height - insets.top - insets.bottom))
    place(oracle, count, inner, left + insets.left + beside.0)
  }

  private func takesRoom(_ side: String) -> Bool { !section.overlays.contains(side) }

  var end: Double { bodyStart + body + insets.bottom + (takesRoom("footer") ? footer : 0) }

  private func turned(_ rect: Rect) -> Rect {
    turns ? Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width) : rect
  }

  // MARK: Items

  /// Places the groups one after the other.
  private mutating func place(
    _ oracle: CompositionOracle, _ count: Int, _ inner: Size, _ side: Double
  ) {
    let node = turns ? section.node.mirrored : section.node
    let given = Size(
      width: node.width.length(inner) ?? max(inner.width, node.width.least),
      height: node.height.length(inner) ?? max(inner.height, node.height.least))
    let crosses = !section.scroll.isEmpty
    let first = crosses ? side - (oracle.crossOffsets[number] ?? 0) : bodyStart
    var (next, end) = (first, first)
    var measured: [Double] = []
    while items.count < count {
      var group = OracleGroup(limit: count - items.count)
      for (key, size) in oracle.preferred where key[0] == number && key[1] >= items.count {
        group.views[key[1] - items.count] = turns ? size.mirrored : size
      }
      let placed = group.lay(node, given, given, first: 0)
      let shift = crosses ? Vector(dx: next, dy: bodyStart) : Vector(dx: side, dy: next)
      items += placed.frames.map { (turned($0.frame.offset(by: shift)), $0.node) }
      if placed.frames.indices.contains(where: { group.views[$0] != nil }) {
        measured.append(placed.size.height)
      }
      end = next + (crosses ? placed.size.width : placed.size.height)
      next = end + section.gap
    }
    body = end - first
    guard crosses else { return }
    // As high as the highest known group, otherwise as a full group, even if the only one is not full.
    let full = OracleGroup().lay(node, given, given, first: 0).size.height
    body = count == 0 ? 0 : measured.max() ?? full
  }

  // MARK: Elements around them

  /// Header and footer.
  func ends(of oracle: CompositionOracle) -> [Element] {
    let seen = oracle.seen
    var found: [Element] = []
    if section.header > 0 {
      let overlays = !takesRoom("header")
      let length = overlays ? min(header, end - start) : header
      var y = start
      if section.pins.contains("header") {
        let last = overlays || !takesRoom("footer") ? end : end - footer
        y = min(max(start, seen.start), last - length)
      }
      found.append(element("header", 1, y, length))
    }
    if section.footer > 0 {
      let overlays = !takesRoom("footer")
      let length = overlays ? min(footer, end - start) : footer
      var y = end - length
      if section.pins.contains("footer") {
        let first = overlays || !takesRoom("header") ? start : start + header
        y = max(min(y, seen.end - length), first)
      }
      found.append(element("footer", 2, y, length))
    }
    return found
  }

  private func element(_ side: String, _ kind: UInt16, _ y: Double, _ length: Double) -> Element {
    let isWide = side == "header" ? section.wideHeader : section.wideFooter
    let frame = Rect(
      x: left + (isWide ? 0 : insets.left), y: y,
      width: isWide ? width : max(0, width - insets.left - insets.right), height: length)
    let isAbove = section.pins.contains(side) || section.overlays.contains(side)
    return Element(
      category: 1, kind: kind, section: number, item: 0, frame: turned(frame),
      zIndex: isAbove ? 1024 : 0)
  }

  /// The elements beside the groups.
  func sides(of oracle: CompositionOracle) -> [Element] {
    var found: [Element] = []
    for (name, kind, side) in [
      ("leading", UInt16(5), section.leading), ("trailing", 6, section.trailing),
    ] {
      guard let side else { continue }
      let length = min(side.length ?? body, body)
      var y = bodyStart
      if section.pins.contains(name) {
        let below = section.pins.contains("header") ? header : 0
        y = min(max(y, oracle.seen.start + below), bodyStart + body - length)
      }
      let x =
        name == "leading" ? left + insets.left : left + width - insets.right - side.width
      let isAbove =
        section.pins.contains(name) || section.overlays.contains(name) || !section.scroll.isEmpty
      found.append(
        Element(
          category: 1, kind: kind, section: number, item: 0,
          frame: turned(Rect(x: x, y: y, width: side.width, height: length)),
          zIndex: isAbove ? 1024 : 0))
    }
    return found
  }

  /// The background behind the items and the insets around them.
  var background: Element? {
    guard let written = section.background else { return nil }
    let inside = turns ? written.mirrored : written
    let isWhole = section.behind == "section"
    let top = start + (takesRoom("header") && !isWhole ? header : 0)
    let bottom = end - (takesRoom("footer") && !isWhole ? footer : 0)
    let frame = Rect(
      x: left + inside.left, y: top + inside.top, width: width - inside.left - inside.right,
      height: bottom - top - inside.top - inside.bottom)
    // A background without extent is left out.
    if frame.isEmpty { return nil }
    return Element(
      category: 2, kind: 4, section: number, item: 0, frame: turned(frame), zIndex: -1,
      fields: ["fill": 0x8080_8020, "cornerRadius": (12.0).bitPattern])
  }
}
