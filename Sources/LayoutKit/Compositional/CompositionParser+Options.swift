// SPDX-License-Identifier: Apache-2.0
//
// Extents and options: what stands between the parentheses.

import LayoutABI

extension CompositionParser {
  // MARK: Items and groups

  /// Reads what stands behind `item`, `row` or `column`.
  mutating func arguments(_ node: inout CompositionNode) throws(LayoutError) {
    guard try take("(") else { return }
    if try take(")") { return }
    var isFirst = true
    repeat {
      if isFirst, !isOption {
        node.width = try extent(.ofWidth)
        try expect(",", "a width is followed by a comma and a height")
        node.height = try extent(.ofHeight)
      } else {
        try option(&node)
      }
      isFirst = false
    } while try take(",")
    try expect(")", "a comma or ) is missing")
  }

  /// Whether a name follows, and not an extent.
  private var isOption: Bool { token.kind == .word && !isWord("fill") }

  private mutating func extent(_ own: Extent.Rule) throws(LayoutError) -> Extent {
    if isWord("fill") {
      try advance()
      return .fill
    }
    if try take("~") {
      return Extent(rule: .estimated, value: try length())
    }
    guard token.kind == .number else {
      throw wrong("a width or height is 120, 50%, 50%w, 50%h, ~120, 96+ or fill")
    }
    let value = try length()
    if try take("+") { return Extent(rule: .fill, value: value) }
    guard try take("%") else { return Extent(rule: .absolute, value: value) }
    if isWord("w") {
      try advance()
      return Extent(rule: .ofWidth, value: value / 100)
    }
    if isWord("h") {
      try advance()
      return Extent(rule: .ofHeight, value: value / 100)
    }
    return Extent(rule: own, value: value / 100)
  }

  private mutating func option(_ node: inout CompositionNode) throws(LayoutError) {
    if try name("insets") {
      node.insets = try insets()
    } else if try name("margin") {
      node.margin = try insets()
    } else if node.kind == .item, try name("badge") {
      node.badge = try badge()
    } else if node.kind != .item, try name("gap") {
      node.gap = try length()
    } else if node.kind == .item {
      throw wrong("an item has the options insets, margin and badge")
    } else {
      throw wrong("a row or column has the options gap, insets and margin")
    }
  }

  private mutating func badge() throws(LayoutError) -> Badge {
    guard let anchor = anchor() else {
      throw wrong(
        """
        a badge lies at top, bottom, leading, trailing, center, topLeading, topTrailing, \
        bottomLeading or bottomTrailing
        """)
    }
    try advance()
    let size = Size(width: try length(), height: try length())
    var offset = Vector.zero
    if token.kind == .number {
      offset = Vector(dx: try number(from: -Self.numberLimit), dy: 0)
      offset.dy = try number(from: -Self.numberLimit)
    }
    return Badge(anchor: anchor, size: size, offset: offset)
  }

  private func anchor() -> Point? {
    if isWord("topLeading") { return Point(x: 0, y: 0) }
    if isWord("top") { return Point(x: 0.5, y: 0) }
    if isWord("topTrailing") { return Point(x: 1, y: 0) }
    if isWord("leading") { return Point(x: 0, y: 0.5) }
    if isWord("center") { return Point(x: 0.5, y: 0.5) }
    if isWord("trailing") { return Point(x: 1, y: 0.5) }
    if isWord("bottomLeading") { return Point(x: 0, y: 1) }
    if isWord("bottom") { return Point(x: 0.5, y: 1) }
    if isWord("bottomTrailing") { return Point(x: 1, y: 1) }
    return nil
  }

  // MARK: Sections

  /// Reads one option of a section.
  mutating func sectionOption(_ section: inout Composition) throws(LayoutError) {
    if try name("gap") {
      section.gap = try length()
    } else if try name("insets") {
      section.insets = try insets()
    } else if try name("header") {
      section.header = try length()
    } else if try name("footer") {
      section.footer = try length()
    } else if try name("pin") {
      try pin(&section)
    } else if try name("background") {
      section.background = try insets()
    } else if try name("scroll") {
      section.scrolling = try scrolling()
    } else {
      throw wrong(
        "a section has the options gap, insets, header, footer, pin, background and scroll")
    }
  }

  private mutating func pin(_ section: inout Composition) throws(LayoutError) {
    if isWord("header") || isWord("both") { section.pinsHeader = true }
    if isWord("footer") || isWord("both") { section.pinsFooter = true }
    guard section.pinsHeader || section.pinsFooter else {
      throw wrong("pin: is header, footer or both")
    }
    try advance()
  }

  private mutating func scrolling() throws(LayoutError) -> CrossScrolling {
    let found: CrossScrolling
    if isWord("none") {
      found = .none
    } else if isWord("continuous") {
      found = .continuous
    } else if isWord("leadingBoundary") {
      found = .leadingBoundary
    } else if isWord("paging") {
      found = .paging
    } else if isWord("groupPaging") {
      found = .groupPaging
    } else if isWord("groupPagingCentered") {
      found = .groupPagingCentered
    } else {
      throw wrong(
        "scroll: is none, continuous, leadingBoundary, paging, groupPaging or groupPagingCentered")
    }
    try advance()
    return found
  }

  // MARK: Values

  /// Takes a name and its colon, if it is this one.
  private mutating func name(_ name: StaticString) throws(LayoutError) -> Bool {
    guard isWord(name) else { return false }
    try advance()
    try expect(":", "a colon is missing after the name of an option")
    return true
  }

  /// One number for all sides, two for top and bottom and for the sides, or top, left, bottom, right.
  private mutating func insets() throws(LayoutError) -> Insets {
    let first = try length()
    guard token.kind == .number else {
      return Insets(top: first, left: first, bottom: first, right: first)
    }
    let second = try length()
    guard token.kind == .number else {
      return Insets(top: first, left: second, bottom: first, right: second)
    }
    return Insets(top: first, left: second, bottom: try length(), right: try length())
  }

  /// A number of points, not below zero.
  private mutating func length() throws(LayoutError) -> Double { try number(from: 0) }

  private mutating func number(from least: Double) throws(LayoutError) -> Double {
    guard token.kind == .number else { throw wrong("a number is missing") }
    let number = token.number
    guard number >= least, number <= Self.numberLimit else {
      throw wrong(
        least < 0 ? "a number is at most 1000000" : "a number is from 0 to 1000000")
    }
    try advance()
    return number
  }
}
