// SPDX-License-Identifier: Apache-2.0
//
// Extents and options: the arguments of items and groups in parentheses, and the reading of values.

import LayoutABI

extension CompositionParser {
  // MARK: Items and groups

  /// Reads the arguments behind `item`, `row` or `column`.
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

  /// True when the next token is the name of an option, and not an extent.
  private var isOption: Bool { token.kind == .word && !isWord("fill") }

  private mutating func extent(_ own: Extent.Rule) throws(LayoutError) -> Extent {
    if isWord("fill") {
      try advance()
      return .fill
    }
    if try take("~") {
      let (value, grows) = try growing()
      return Extent(rule: .estimated, value: value, grows: grows)
    }
    guard token.kind == .number else {
      throw wrong("a width or height is 120, 50%, 50%w, 50%h, ~120, ~120+, 96+ or fill")
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
      try margin(&node)
    } else if node.kind == .item, try name("badge") {
      node.badge = try badge()
    } else if node.kind != .item, try name("gap") {
      (node.gap, node.gapGrows) = try growing()
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
    var badge = Badge(
      anchor: anchor, width: try badgeLength(from: 0), height: try badgeLength(from: 0))
    if token.kind == .number {
      badge.right = try badgeLength(from: -Self.numberLimit)
      badge.down = try badgeLength(from: -Self.numberLimit)
    }
    if isWord("z") {
      try advance()
      badge.zIndex = try zIndex()
    }
    return badge
  }

  /// Reads a length in points, or a share.
  private mutating func badgeLength(from least: Double) throws(LayoutError) -> BadgeLength {
    let value = try number(from: least)
    if try take("%") { return BadgeLength(value: value / 100, isShare: true) }
    return BadgeLength(value: value)
  }

  /// Reads a z-index: above the elements at 0, or below.
  private mutating func zIndex() throws(LayoutError) -> Int32 {
    let isWhole = token.kind == .number && token.number == token.number.rounded(.down)
    guard isWhole, token.number >= -1000, token.number <= 1000 else {
      throw wrong("z is a whole number from -1000 to 1000")
    }
    let value = Int32(token.number)
    try advance()
    return value
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

  // MARK: Values

  /// Reads a name and its colon, if the name is this one.
  mutating func name(_ name: StaticString) throws(LayoutError) -> Bool {
    guard isWord(name) else { return false }
    try advance()
    try expect(":", "a colon is missing after the name of an option")
    return true
  }

  /// Reads a number of points, and whether it grows: a plus follows then.
  mutating func growing() throws(LayoutError) -> (Double, Bool) {
    let value = try length()
    return (value, try take("+"))
  }

  /// Reads a margin like insets; a plus after a number lets that side grow.
  private mutating func margin(_ node: inout CompositionNode) throws(LayoutError) {
    var values = [try growing()]
    while values.count < 4, token.kind == .number { values.append(try growing()) }
    switch values.count {
    case 1: values = [values[0], values[0], values[0], values[0]]
    case 2: values = [values[0], values[1], values[0], values[1]]
    case 4: break
    default: throw wrong("room around is one number, two, or four")
    }
    node.margin = Insets(
      top: values[0].0, left: values[1].0, bottom: values[2].0, right: values[3].0)
    let edges: [Edges] = [.top, .left, .bottom, .right]
    node.growingMargins = []
    for (edge, value) in zip(edges, values) where value.1 { node.growingMargins.insert(edge) }
  }

  /// Reads one number for all sides, two numbers (top and bottom, then left and right), or top, left,
  /// bottom, right.
  mutating func insets() throws(LayoutError) -> Insets {
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

  /// Reads a number of points, not below zero.
  mutating func length() throws(LayoutError) -> Double { try number(from: 0) }

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
