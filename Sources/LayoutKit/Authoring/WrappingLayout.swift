// SPDX-License-Identifier: Apache-2.0
//
// A layout that starts from what another one places, and offers what that one offers.

import LayoutABI

/// Passes everything on to a layout of the kit, its base. A subclass overrides what it changes.
///
/// It may have several bases of which one is used at a time. Settings and questions that bases have in
/// common, by name, are one to the host.
open class WrappingLayout: Layout {
  /// The layouts that it may start from, the same objects at any time; at least one.
  open var bases: [Layout] { [] }
  /// The one that it starts from now.
  open var base: Layout { bases[0] }

  /// The questions of the bases, and those of the same names that the host answers.
  private var links: [(inner: AnyQuery, outer: AnyQuery)] = []

  open override var properties: [AnyProperty] {
    var all: [AnyProperty] = []
    for base in bases {
      for property in base.properties where !all.contains(where: { $0.isNamed(property.name) }) {
        all.append(property)
      }
    }
    return all
  }

  open override var queries: [AnyQuery] {
    var all: [AnyQuery] = []
    for base in bases {
      for query in base.queries where !all.contains(where: { $0.isNamed(query.name) }) {
        all.append(query)
      }
    }
    return all
  }

  open override var kinds: [Kind] { base.kinds }
  open override var abilities: Abilities { base.abilities }

  open override func didSet(_ property: AnyProperty) throws(LayoutError) {
    for base in bases {
      for other in base.properties where other.isNamed(property.name) {
        if other !== property { try other.set(property.lend()) }
        try base.didSet(other)
      }
    }
  }

  /// The bases' own properties are not in the list that the host knows where a name comes twice.
  override func adoptProperties() {
    super.adoptProperties()
    for base in bases { for own in base.properties where !isBound(own) { own.adopt() } }
  }

  override func restoreProperties() {
    super.restoreProperties()
    for base in bases { for own in base.properties where !isBound(own) { own.restore() } }
  }

  private func isBound(_ property: AnyProperty) -> Bool {
    boundProperties.contains { $0 === property }
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, _ why: borrowing Invalidation
  ) throws(LayoutError) {
    if links.isEmpty { link() }
    for link in links { link.inner.functions = link.outer.functions }
    try base.prepare(snapshot, why)
  }

  /// Finds out which question of a base the host answers by which of the list that it knows.
  private func link() {
    for base in bases {
      base.services = services
      for inner in base.queries {
        for outer in boundQueries where outer !== inner && outer.isNamed(inner.name) {
          links.append((inner, outer))
        }
      }
    }
  }

  open override var contentSize: Size { base.contentSize }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    try base.attributes(in: rect, into: &answer)
  }

  open override func attributes(
    for element: ElementName, into answer: inout Answer
  ) throws(LayoutError) {
    try base.attributes(for: element, into: &answer)
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    base.shouldInvalidate(change)
  }

  open override func scrollTarget(for scroll: Scroll) -> Point { base.scrollTarget(for: scroll) }

  open override func setPreferredSize(
    _ preferred: Size, for element: ElementName, original: Size
  ) throws(LayoutError) -> Marks {
    try base.setPreferredSize(preferred, for: element, original: original)
  }

  open override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    try base.targetPath(moving: path, to: position)
  }

  open override func crossTrack(at point: Point) -> CrossTrack? { base.crossTrack(at: point) }

  open override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    base.setCrossOffset(offset, ofSection: section)
  }

  open override func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double {
    base.crossTarget(proposed, velocity: velocity, section: section)
  }
}

extension AnyProperty {
  func isNamed(_ other: StaticString) -> Bool { name.text.equals(other) }
}

extension AnyQuery {
  func isNamed(_ other: StaticString) -> Bool { name.text.equals(other) }
}
