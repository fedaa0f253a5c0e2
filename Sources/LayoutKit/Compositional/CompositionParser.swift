// SPDX-License-Identifier: Apache-2.0
//
// Reads the description of a compositional layout: sections, and the groups and items in them.

import LayoutABI

/// A recursive-descent parser of descriptions, with one token of lookahead.
///
///     sections  = section { section }
///     section   = "section" [ "(" option { "," option } ")" ] "{" node "}"
///     node      = [ count "*" ] "item" [ "(" arguments ")" ]
///               | [ count "*" ] ( "row" | "column" ) [ "(" arguments ")" ] "{" node { node } "}"
///     arguments = [ ( extent "," extent | option ) { "," option } ]
///     extent    = number [ "%" [ "w" | "h" ] | "+" ] | "~" number [ "+" ] | "fill"
///     count     = number | "fit"
///     option    = name ":" value { value }
struct CompositionParser {
  private var lexer: CompositionLexer
  var token: CompositionToken
  /// The depth of the present group.
  private var depth = 0

  /// The maximal number of items in a group that is repeated.
  static var itemLimit: Int { 4096 }
  /// The maximum of every number.
  static var numberLimit: Double { 1e6 }
  private static var depthLimit: Int { 16 }

  /// Reads a description.
  /// - Throws: The fault in the description, with line and column.
  static func parse(_ text: Text) throws(LayoutError) -> [Composition] {
    var parser = try CompositionParser(text)
    var sections: [Composition] = []
    repeat { sections.append(try parser.section()) } while parser.token.kind != .end
    return sections
  }

  private init(_ text: Text) throws(LayoutError) {
    lexer = CompositionLexer(text.utf8)
    token = try lexer.next()
  }

  // MARK: Sections and groups

  private mutating func section() throws(LayoutError) -> Composition {
    guard isWord("section") else {
      throw wrong("a description is one section after the other: section { … }")
    }
    try advance()
    var section = Composition()
    if try take("(") {
      if !isSign(")") {
        repeat { try sectionOption(&section) } while try take(",")
      }
      try expect(")", "a comma or ) is missing after an option")
    }
    try expect("{", "{ is missing before what the section repeats")
    section.group = try node()
    if section.group.count != 1 {
      throw wrong("a section repeats its one group by itself; take the count away")
    }
    if section.group.margin != .zero || !section.group.growingMargins.isEmpty {
      throw wrong("what a section repeats has no margin; use the section's gap and insets")
    }
    try expect("}", "} is missing; a section holds one item or group, which it repeats")
    return section
  }

  private mutating func node() throws(LayoutError) -> CompositionNode {
    let count = try repetition()
    guard token.kind == .word else { throw wrong("item, row or column is missing") }
    let start = token
    var node: CompositionNode
    if isWord("item") {
      node = CompositionNode(kind: .item)
    } else if isWord("row") {
      node = CompositionNode(kind: .row)
    } else if isWord("column") {
      node = CompositionNode(kind: .column)
    } else {
      throw wrong("neither item nor row nor column")
    }
    node.count = count
    try advance()
    try arguments(&node)
    if node.kind != .item { try members(&node, start) }
    return node
  }

  private mutating func repetition() throws(LayoutError) -> Int {
    var count = 1
    if isWord("fit") {
      count = 0
    } else if token.kind == .number {
      guard token.number >= 1, token.number <= Double(Self.itemLimit),
        token.number == token.number.rounded(.down)
      else { throw wrong("a count is fit or a whole number from 1 to 4096") }
      count = Int(token.number)
    } else {
      return 1
    }
    try advance()
    try expect("*", "* is missing after a count")
    return count
  }

  private mutating func members(
    _ node: inout CompositionNode, _ start: CompositionToken
  ) throws(LayoutError) {
    if node.width.grows || node.height.grows {
      throw wrong("~120+ is for items; a group is as large as what it holds", at: start)
    }
    try expect("{", "{ is missing before the members of a group")
    depth += 1
    if depth > Self.depthLimit { throw wrong("groups lie at most 16 deep in each other") }
    repeat { node.members.append(try self.node()) } while !isSign("}") && token.kind != .end
    depth -= 1
    try expect("}", "} is missing after the members of a group")
    if node.leastItemCount > Self.itemLimit {
      throw wrong("a group holds at most 4096 items", at: start)
    }
    try check(node, start)
  }

  /// Refuses a group that cannot be computed: a member that repeats to fit must be alone and have a
  /// length.
  private func check(
    _ node: CompositionNode, _ start: CompositionToken
  ) throws(LayoutError) {
    for member in node.members {
      let extent = member.extent(along: node.axis)
      guard member.count == 0 else { continue }
      if node.members.count > 1 {
        throw wrong("what is repeated to fit has to be alone in its group", at: start)
      }
      if extent.rule == .fill, extent.value == 0 {
        throw wrong("what is repeated to fit needs a length: points, a share, or 96+", at: start)
      }
    }
  }

  // MARK: Tokens

  mutating func advance() throws(LayoutError) { token = try lexer.next() }

  func wrong(_ message: StaticString, at place: CompositionToken? = nil) -> LayoutError {
    let place = place ?? token
    return CompositionLexer.error(message, place.line, place.column)
  }

  func isSign(_ sign: Unicode.Scalar) -> Bool {
    token.kind == .sign && UInt32(token.sign) == sign.value
  }

  func isWord(_ word: StaticString) -> Bool {
    guard token.kind == .word, token.end - token.start == word.utf8CodeUnitCount else {
      return false
    }
    for index in 0..<word.utf8CodeUnitCount
    where unsafe lexer.text[token.start + index] != word.utf8Start[index] { return false }
    return true
  }

  mutating func take(_ sign: Unicode.Scalar) throws(LayoutError) -> Bool {
    guard isSign(sign) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ sign: Unicode.Scalar, _ message: StaticString) throws(LayoutError) {
    guard try take(sign) else { throw wrong(message) }
  }
}
