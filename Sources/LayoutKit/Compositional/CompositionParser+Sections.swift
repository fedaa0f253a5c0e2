// SPDX-License-Identifier: Apache-2.0
//
// The options of a section, in its parentheses.

import LayoutABI

extension CompositionParser {
  /// Reads one option of a section.
  mutating func sectionOption(_ section: inout Composition) throws(LayoutError) {
    if try name("gap") {
      section.gap = try length()
    } else if try name("insets") {
      section.insets = try insets()
    } else if try name("insetsReference") {
      section.ignoresContentInset = try insetsReference()
    } else if try name("background") {
      try background(&section)
    } else if try name("scroll") {
      section.scrolling = try scrolling()
    } else if try !boundaryOption(&section) {
      throw wrong(
        """
        a section has the options gap, insets, header, footer, leading, trailing, pin, overlay, \
        background, scroll and insetsReference
        """)
    }
  }

  /// Reads an option about the elements at the sides of a section, if it is one.
  private mutating func boundaryOption(_ section: inout Composition) throws(LayoutError) -> Bool {
    if try name("header") {
      try end(&section.header)
    } else if try name("footer") {
      try end(&section.footer)
    } else if try name("leading") {
      try side(&section.leading)
    } else if try name("trailing") {
      try side(&section.trailing)
    } else if try name("pin") {
      for side in try sides() { section[side].pins = true }
    } else if try name("overlay") {
      for side in try sides() { section[side].overlays = true }
    } else {
      return false
    }
    return true
  }

  /// Reads the length of a header or footer, and whether it respects the insets.
  private mutating func end(_ boundary: inout Boundary) throws(LayoutError) {
    boundary.isEstimate = try take("~")
    boundary.extent = try length()
    boundary.isWide = isWord("wide")
    if boundary.isWide { try advance() }
  }

  /// Reads the width of an element beside the groups, and its length.
  private mutating func side(_ boundary: inout Boundary) throws(LayoutError) {
    boundary.extent = try length()
    if token.kind == .number { boundary.reach = try length() }
  }

  /// Reads one side or several.
  private mutating func sides() throws(LayoutError) -> [BoundarySide] {
    var found: [BoundarySide] = []
    while token.kind == .word {
      if isWord("both") {
        found += [.header, .footer]
      } else if isWord("header") {
        found.append(.header)
      } else if isWord("footer") {
        found.append(.footer)
      } else if isWord("leading") {
        found.append(.leading)
      } else if isWord("trailing") {
        found.append(.trailing)
      } else {
        throw wrong("sides are header, footer, leading, trailing, or both for the first two")
      }
      try advance()
    }
    if found.isEmpty { throw wrong("a side is missing: header, footer, leading or trailing") }
    return found
  }

  private mutating func insetsReference() throws(LayoutError) -> Bool {
    let isNone = isWord("none")
    guard isNone || isWord("contentInset") else {
      throw wrong("insetsReference: is contentInset or none")
    }
    try advance()
    return isNone
  }

  /// Reads the part behind which a background is drawn, by default the items, and its inset.
  private mutating func background(_ section: inout Composition) throws(LayoutError) {
    section.background = .items
    if isWord("none") || isWord("items") || isWord("section") {
      section.background = isWord("none") ? .none : isWord("items") ? .items : .section
      try advance()
      guard token.kind == .number else { return }
    } else if token.kind == .word {
      throw wrong("background: is items, section or none, and insets")
    }
    section.backgroundInset = try insets()
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
}
