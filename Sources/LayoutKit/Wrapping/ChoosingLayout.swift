// SPDX-License-Identifier: Apache-2.0
//
// A layout with several bases, one of which is used at a time.

import LayoutABI

/// Passes everything on to one of several layouts, its bases; a property of the subclass may choose the
/// base.
///
/// Settings, queries, events and kinds of elements that have the same name in several bases are one to the
/// host; the first base with a setting gives its default. If the same name means a query with another type
/// of answer, or about sections instead of items, that query is not asked; and if it means an event with
/// other values, that event is not posted.
///
/// A base may be a ``ChildLayout``, a layout of any plugin: it has the kinds, queries and events that the
/// other bases declare.
open class ChoosingLayout: WrappingLayout {
  /// The bases, always the same objects; at least one.
  open var bases: [Layout] { [] }
  /// The base that is used now.
  open override var base: Layout { bases[0] }

  private var settings: SharedSettings?
  /// The queries of the bases, each with the query of the same name that the host answers.
  private var links: [(inner: AnyQuery, outer: AnyQuery)] = []
  /// The kinds of the bases, in their order.
  private var kindMaps: [(layout: Layout, map: KindMap)] = []
  /// The base that prepared last.
  private var prepared: Layout?
  /// The kinds of that base.
  private var kindMap: KindMap?

  private final var shared: SharedSettings {
    if let settings { return settings }
    let made = SharedSettings(own: ownProperties, bases: bases)
    settings = made
    return made
  }

  open override var properties: [AnyProperty] { shared.listed }

  open override var queries: [AnyQuery] {
    var all: [AnyQuery] = []
    for base in bases {
      for query in base.queries where !all.contains(where: { $0.name.isSame(as: query.name) }) {
        all.append(query)
      }
    }
    return all
  }

  open override var kinds: [Kind] { SharedKinds(bases).kinds }

  open override var events: [Event] {
    var all: [Event] = []
    for base in bases {
      for event in base.events where !all.contains(where: { $0.name.isSame(as: event.name) }) {
        all.append(event)
      }
    }
    return all
  }

  /// The abilities of all bases together. Reordering and state are only offered if there is a
  /// single base.
  open override var abilities: Abilities {
    let bases = bases
    if bases.count == 1 { return bases[0].abilities }
    var all = Abilities()
    for base in bases { all.formUnion(base.abilities) }
    return all.subtracting([.reordering, .state])
  }

  open override var stateSchema: StateSchema? {
    let bases = bases
    return bases.count == 1 ? bases[0].stateSchema : nil
  }

  open override func didSet(_ property: AnyProperty) throws(LayoutError) {
    try shared.spread(property)
  }

  override func settle(_ property: AnyProperty, isRefused: Bool) {
    property.settle(isRefused: isRefused)
    shared.settle(property, isRefused: isRefused)
  }

  // A setting of several bases is adopted and restored once, not once by the list and once by a base.

  override func adoptProperties() {
    for property in boundProperties { property.adopt() }
    shared.adopt()
  }

  override func restoreProperties() {
    for property in boundProperties { property.restore() }
    shared.restore()
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    if kindMaps.isEmpty { link() }
    for link in links { unsafe link.inner.functions = unsafe link.outer.functions }
    let base = base
    if prepared === base { return try base.prepare(snapshot, invalidation: invalidation) }
    // The base does not know the changes since it was used last.
    try Invalidation.withEverything { (all) throws(LayoutError) in
      try base.prepare(snapshot, invalidation: all)
    }
    prepared = base
    kindMap = base.speaksOuterKinds ? nil : kindMaps.first { $0.layout === base }?.map
  }

  /// Finds for each query of a base the query in the host's list that has its answers, and maps events
  /// and kinds in the same way.
  private final func link() {
    let (bases, queries, events) = (bases, queries, events)
    let maps = SharedKinds(bases).maps
    for index in 0..<bases.count {
      kindMaps.append((bases[index], maps[index]))
      unsafe bases[index].services = unsafe services
      for inner in bases[index].queries {
        for outer in queries where outer !== inner && outer.isOne(with: inner) {
          links.append((inner, outer))
        }
      }
      for inner in bases[index].events {
        for outer in events where outer !== inner && outer.isOne(with: inner) {
          inner.index = outer.index
        }
      }
    }
  }

  // MARK: Kinds by their common names

  /// Returns the element with the base's kind; nil when the base has no such kind.
  private final func inner(_ element: ElementID) -> ElementID? {
    if let kindMap { return kindMap.inner(element) }
    return element
  }

  /// Changes the kinds of the base's elements from `start` on to the common kinds.
  private final func rename(_ answer: inout Answer, from start: Int) {
    if let kindMap, !kindMap.isIdentity { answer.rename(from: start, by: kindMap) }
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    let start = answer.count
    try super.attributes(in: rect, into: &answer)
    rename(&answer, from: start)
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    guard let element = inner(element) else { return }
    let start = answer.count
    try super.attributes(for: element, into: &answer)
    rename(&answer, from: start)
  }

  open override func isPinned(_ element: ElementID) -> Bool {
    guard let prepared, let element = inner(element) else { return false }
    return prepared.isPinned(element)
  }

  open override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    guard let element = inner(element) else { return [] }
    return try super.setPreferredSize(preferred, for: element, original: original)
  }

  open override func attributes(
    moving path: ItemPath, to position: Point, into answer: inout Answer
  ) throws(LayoutError) {
    let start = answer.count
    try super.attributes(moving: path, to: position, into: &answer)
    rename(&answer, from: start)
  }

  open override func initialAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    guard let element = inner(element) else { return }
    try super.initialAttributes(for: element, &attributes)
  }

  open override func finalAttributes(
    for element: ElementID, _ attributes: inout ElementAttributes
  ) throws(LayoutError) {
    guard let element = inner(element) else { return }
    try super.finalAttributes(for: element, &attributes)
  }
}

extension AnyQuery {
  /// Returns true when an answer to one query is an answer to the other.
  fileprivate func isOne(with other: AnyQuery) -> Bool {
    name.isSame(as: other.name) && resultCode == other.resultCode && scope == other.scope
  }
}

extension Event {
  /// Returns true when both events are the same to the app.
  fileprivate func isOne(with other: Event) -> Bool {
    guard name.isSame(as: other.name), parameters.count == other.parameters.count else {
      return false
    }
    for (one, two) in zip(parameters, other.parameters)
    where one.kind != two.kind || !one.name.isSame(as: two.name) { return false }
    return true
  }
}
