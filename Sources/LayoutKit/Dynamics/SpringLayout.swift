// SPDX-License-Identifier: Apache-2.0
//
// Any layout with springs: its elements lag behind a scrolling finger, and swing back.

import LayoutABI

/// A layout whose elements are on springs, each anchored at the place from its base.
///
/// A touch that moves the content drags near elements along and leaves far elements behind, along both
/// axes. Scrolling without a touch moves no springs, and prepares only if the base does. At rest every
/// frame is that of the base. Decorations do not move, and neither do pinned elements of the base
/// (``Layout/isPinned(_:)``). Elements in and around the viewport have springs.
///
/// A subclass only has to name its ``WrappingLayout/base``.
open class SpringLayout: WrappingLayout {
  /// The distance from its anchor at which an element comes to rest.
  public let length = Property(
    "length", 0.0, minimum: 0, unit: "pt",
    help: "How far from its place an element comes to rest, on the side it was pushed to.")
  /// The damping ratio.
  public let damping = Property(
    "damping", 0.8, minimum: 0, maximum: 1000, unit: "1",
    help: "Damping ratio: below 1 elements swing past their place, 1 is critical.")
  /// The number of swings of an element per second without damping.
  public let frequency = Property(
    "frequency", 1.0, minimum: 0, maximum: 1000, unit: "1/s",
    help: "Swings a second without damping; 0 holds everything in place.")
  /// The distance from the finger from which on an element does not follow it.
  public let resistanceDistance = Property(
    "resistanceDistance", 1500.0, minimum: 1, unit: "pt",
    help: "At this distance from the finger an element lags wholly behind.")
  /// The distance around the viewport in which elements have springs.
  public let tileMargin = Property(
    "tileMargin", 100.0, minimum: 0, unit: "pt",
    help:
      "How far around the viewport elements hang on springs, or further while they swing further."
  )

  private var tile = SpringTile()
  /// The time of the last spring step, seconds of the host's clock.
  private var time = 0.0
  /// The error of a call that cannot throw; the next answer throws it.
  private var failure: LayoutError?
  /// True when the base has prepared; before that, its elements are unknown.
  private var isPrepared = false
  /// True when the tile comes from a saved state and waits for its first `prepare`.
  private var isRestored = false
  /// True when the base may have moved elements of the tile, without a `prepare`.
  private var isStale = false
  /// The movement of the content by a touch, for a `prepare` that will follow.
  private var pendingDrag: ScrollResistance?
  /// The elements of a rectangle that is partly outside of the tile.
  private var others = ElementStore()

  open override var ownProperties: [AnyProperty] {
    [length, damping, frequency, resistanceDistance, tileMargin]
  }
  open override var abilities: Abilities {
    // The base's abilities for dragging also apply here: a dragged item is off its spring.
    super.abilities.union([.dynamics, .state]).union(base.abilities.intersection(.reordering))
  }
  open override var stateSchema: StateSchema? {
    StateSchema("org.layouthost.spring", version: 2)
  }

  open override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    try super.prepare(snapshot, invalidation: invalidation)
    failure = nil
    if invalidation.marks.contains(.everything) && !isRestored { tile.clear() }
    (isPrepared, isRestored) = (true, false)
    if !invalidation.updates.isEmpty, !tile.isPlain {
      try tile.follow { (paths: inout [ItemPath]) throws(LayoutError) in
        try mapPaths(&paths, keepingReloads: invalidation.updates)
      }
    }
    if !tile.isPlain { tile.hold(standsStill) }
    tile.length = length.value
    let drag = pendingDrag
    pendingDrag = nil
    try cover(snapshot.bounds, dragged: drag)
  }

  open override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    move(to: change.time)
    let drag = drag(by: change)
    if let drag, !tile.isPlain { tile.push { drag.displacement(of: $0) } }
    let marks = super.shouldInvalidate(change)
    // The base knows the places of arriving elements only after its next `prepare`.
    pendingDrag = marks.isEmpty ? nil : drag
    if marks.isEmpty {
      do throws(LayoutError) {
        try cover(change.new, dragged: drag)
      } catch {
        failure = error
      }
    }
    return marks
  }

  open override func advance(to time: Double) -> Bool {
    move(to: time)
    var isMoving = tile.isMoving
    if base.abilities.contains(.dynamics) {
      if super.advance(to: time) { isMoving = true }
      isStale = true
    }
    return isMoving
  }

  open override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    super.setCrossOffset(offset, ofSection: section)
    isStale = true
  }

  open override func targetPath(
    moving path: ItemPath, to position: Point
  ) throws(LayoutError) -> ItemPath {
    if base.abilities.contains(.reordering) {
      return try super.targetPath(moving: path, to: position)
    }
    // The host asks because an earlier base reorders. This base does not: take the item at the
    // position.
    try others.fill { (answer: inout Answer) throws(LayoutError) in
      try rest(in: Rect(x: position.x, y: position.y, width: 0, height: 0), &answer)
    }
    return others.firstCell ?? path
  }

  open override func saveState(to writer: inout StateWriter) throws(LayoutError) {
    writer.write(time)
    tile.save(to: &writer)
    writer.write(Int(base.stateSchema?.version ?? 0))
    if base.stateSchema != nil { try super.saveState(to: &writer) }
  }

  open override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    let time = try reader.readDouble()
    guard version == 2, time.isFinite else { throw .argument("the state is none of this layout's") }
    var restored = try SpringTile.restored(from: &reader)
    // A base that had no state when it was saved, and has one now, gets none.
    let saved = try reader.readInt()
    let schema = saved == 0 ? nil : base.stateSchema
    guard saved == Int(schema?.version ?? 0) else {
      throw .argument("the state is of another base")
    }
    if schema == nil, !reader.isAtEnd {
      throw .argument("the state is longer than what it says")
    }
    if isPrepared { try anchor(&restored) }
    if let schema { try super.loadState(from: &reader, version: schema.version) }
    tile = restored
    self.time = time
    (isRestored, isStale) = (true, schema != nil)
  }

  open override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    if let failure { throw failure }
    if tile.isPlain { return try super.attributes(in: rect, into: &answer) }
    try refresh()
    tile.answer(in: rect, into: &answer)
    if tile.covers(rect) { return }
    try others.fill { (answer: inout Answer) throws(LayoutError) in
      try rest(in: rect, &answer)
    }
    for index in 0..<others.count where !tile.holds(others[index].frame) {
      others.answer(index, at: others[index].frame, into: &answer)
    }
  }

  open override func attributes(
    for element: ElementID, into answer: inout Answer
  ) throws(LayoutError) {
    if !tile.isPlain {
      try refresh()
      if tile.answer(element, into: &answer) { return }
    }
    try super.attributes(for: element, into: &answer)
  }
}

extension SpringLayout {
  /// Advances the springs until `time`.
  private func move(to time: Double) {
    let law = SpringLaw(damping: damping.value, frequency: frequency.value)
    tile.advance(by: time - self.time, law: law)
    self.time = time
  }

  /// Returns the drag of elements by a touch that moves the content; nil without such a touch.
  private func drag(by change: BoundsChange) -> ScrollResistance? {
    let delta = Vector(dx: change.new.x - change.old.x, dy: change.new.y - change.old.y)
    guard let touch = change.touch, delta != .zero, frequency.value > 0 else { return nil }
    return ScrollResistance(delta: delta, touch: touch, distance: resistanceDistance.value)
  }

  /// Returns true when an element is always at its place from the base.
  private func standsStill(_ element: ElementID) -> Bool {
    element.category == Category.decoration.rawValue || isPinned(element)
  }

  /// Gives springs to the elements in and around the viewport. Elements that arrive during a touch
  /// start with the same drag as their neighbours. While all elements are at their places from the
  /// base, none needs a spring, so scrolling at rest costs as much as in the base.
  ///
  /// An item with a large displacement can extend into the viewport from far outside of it. The margin
  /// of the tile is at least as large as the largest displacement, so on a fast fling no visible item
  /// vanishes.
  private func cover(_ bounds: Rect, dragged: ScrollResistance?) throws(LayoutError) {
    if tile.isPlain {
      tile.clear()
      if dragged == nil { return }
    }
    let way = dragged?.delta ?? .zero
    let margin = max(tileMargin.value, tile.reach, max(way.dx.magnitude, way.dy.magnitude))
    let rect = bounds.grown(by: margin)
    try tile.cover(
      rect, rest: { (answer: inout Answer) throws(LayoutError) in try rest(in: rect, &answer) },
      arriving: { element, frame in
        standsStill(element) ? nil : dragged?.displacement(of: frame) ?? .zero
      })
    isStale = false
  }

  /// Anchors the springs at the base's present places.
  private func anchor(_ tile: inout SpringTile) throws(LayoutError) {
    let rect = tile.rect
    try tile.cover(
      rect, rest: { (answer: inout Answer) throws(LayoutError) in try rest(in: rect, &answer) },
      arriving: { element, _ in standsStill(element) ? nil : .zero })
  }

  /// Anchors the springs again if the base moved elements between two calls of `prepare`.
  private func refresh() throws(LayoutError) {
    if isStale { try anchor(&tile) }
    isStale = false
  }

  /// Writes the base's own answer.
  private func rest(in rect: Rect, _ answer: inout Answer) throws(LayoutError) {
    try super.attributes(in: rect, into: &answer)
  }
}

// MARK: - Scroll resistance
//
// The distance that scrolling drags an element along: the nearer to the finger, the more it
// follows.

/// The rule for the displacement of elements on springs by a touch that moves the content.
///
/// An element at the finger moves with the content. An element at `distance` or more stays at its
/// place on the screen; those between move in part. No element moves further than the content.
public struct ScrollResistance: Equatable, Sendable {
  /// The movement of the content offset, points.
  public var delta: Vector
  /// The finger in content coordinates.
  public var touch: Point
  /// The distance from the finger, horizontal and vertical parts added, from which on an element
  /// does not move. Points, above 0.
  public var distance: Double

  /// The rule for one movement.
  public init(delta: Vector, touch: Point, distance: Double) {
    self.delta = delta
    self.touch = touch
    self.distance = distance
  }

  /// Returns the displacement of an element with this frame at rest, points.
  public func displacement(of frame: Rect) -> Vector {
    let anchor = frame.center
    let resistance = ((touch.x - anchor.x).magnitude + (touch.y - anchor.y).magnitude) / distance
    return Vector(dx: part(of: delta.dx, resistance), dy: part(of: delta.dy, resistance))
  }

  private func part(of delta: Double, _ resistance: Double) -> Double {
    delta < 0 ? max(delta, delta * resistance) : min(delta, delta * resistance)
  }
}
