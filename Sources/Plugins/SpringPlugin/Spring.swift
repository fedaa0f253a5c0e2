// SPDX-License-Identifier: Apache-2.0
//
// A layout whose elements hang on springs: they lag behind a finger that scrolls, and swing back.

import LayoutABI
import LayoutKit

/// What places the elements that hang on springs.
enum Ground: Int, PropertyCases {
  case flow = 0, waterfall

  static var caseNames: [StaticString] { ["flow", "waterfall"] }
}

/// A layout of the kit in motion.
///
/// Each element near the viewport hangs on a spring anchored where the base places it. A touch that
/// moves the content drags along what is near it and leaves behind what is far. Scrolling without a
/// touch moves nothing, scrolling never invalidates, and at rest every frame is the base's own.
/// Section backgrounds and separators stand still.
final class Spring: WrappingLayout {
  private let ground = Property(
    "base", Ground.flow, help: "Which layout places the elements that hang on springs.")
  private let length = Property(
    "length", 0.0, minimum: 0, unit: "pt",
    help: "How far from its place an element comes to rest, on the side it was pushed to.")
  private let damping = Property(
    "damping", 0.8, minimum: 0, maximum: 1000, unit: "1",
    help: "Damping ratio: below 1 elements swing past their place, 1 is critical.")
  private let frequency = Property(
    "frequency", 1.0, minimum: 0, maximum: 1000, unit: "1/s",
    help: "Swings a second without damping; 0 holds everything in place.")
  private let resistanceDistance = Property(
    "resistanceDistance", 1500.0, minimum: 1, unit: "pt",
    help: "At this distance from the finger an element lags wholly behind.")
  private let tileMargin = Property(
    "tileMargin", 100.0, minimum: 0, unit: "pt",
    help:
      "How far around the viewport elements hang on springs, or further while they swing further."
  )
  private let flow = FlowLayout()
  private let waterfall = WaterfallLayout()

  private var tile = SpringTile()
  /// What the springs were last moved on to, seconds of the host's clock.
  private var time = 0.0
  /// What went wrong where no error can be told; the next answer tells it.
  private var failure: LayoutError?
  /// Whether the tile came from a state and waits for its first `prepare`.
  private var isRestored = false
  /// Elements of a rectangle that leaves the tile.
  private var others = ElementStore()

  override var properties: [AnyProperty] {
    super.properties + [length, damping, frequency, resistanceDistance, tileMargin, ground]
  }
  override var abilities: Abilities { super.abilities.union([.dynamics, .state]) }
  override var stateSchema: StateSchema? { StateSchema("org.layouthost.spring", version: 1) }
  override var bases: [Layout] { [flow, waterfall] }
  override var base: Layout { sections }

  private var sections: SectionedLayout { ground.value == .flow ? flow : waterfall }
  /// Pinned headers and footers stand still, so where anything is pinned only cells hang on springs.
  private var pins: Bool {
    ground.value == .flow && (flow.headersPin.value || flow.footersPin.value)
  }
  private var isHorizontal: Bool {
    let direction = ground.value == .flow ? flow.scrollDirection : waterfall.scrollDirection
    return direction.value == .horizontal
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, _ why: borrowing Invalidation
  ) throws(LayoutError) {
    try super.prepare(snapshot, why)
    failure = nil
    let startsOver = why.marks.contains(.everything) && !isRestored
    isRestored = false
    if startsOver || tile.isHorizontal != isHorizontal { tile.clear() }
    if !why.updates.isEmpty, !tile.isPlain {
      try tile.follow { (paths: inout [ItemPath]) throws(LayoutError) in
        try mapPaths(&paths, keepingReloads: why.updates)
      }
    }
    tile.isHorizontal = isHorizontal
    tile.length = length.value
    try cover(snapshot.bounds, dragged: nil)
  }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    move(to: change.time)
    let drag = drag(by: change)
    if let drag, !tile.isPlain { tile.push { drag.displacement(of: $0) } }
    do throws(LayoutError) {
      try cover(change.new, dragged: drag)
    } catch {
      failure = error
    }
    return super.shouldInvalidate(change)
  }

  override func advance(to time: Double) -> Bool {
    move(to: time)
    return tile.isMoving
  }

  override func saveState(to writer: inout StateWriter) {
    writer.write(time)
    tile.save(to: &writer)
  }

  override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    let time = try reader.readDouble()
    guard version == 1, time.isFinite else { throw .argument("the state is none of this layout's") }
    var restored = try SpringTile.restored(from: &reader)
    guard reader.isAtEnd else { throw .argument("the state is longer than what it says") }
    let rect = restored.rect
    // Before the first `prepare` nobody knows what is there.
    if sections.sectionCount > 0 {
      try restored.cover(
        rect, rest: { (answer: inout Answer) throws(LayoutError) in try rest(in: rect, &answer) },
        arriving: { _ in 0 })
    }
    tile = restored
    self.time = time
    isRestored = true
  }

  override func attributes(in rect: Rect, into answer: inout Answer) throws(LayoutError) {
    if let failure { throw failure }
    if tile.isPlain { return try super.attributes(in: rect, into: &answer) }
    tile.answer(in: rect, into: &answer)
    if !tile.covers(rect) {
      try others.fill { (answer: inout Answer) throws(LayoutError) in
        try rest(in: rect, &answer)
      }
      for index in 0..<others.count where !tile.holds(others[index].frame) {
        answer.element(others[index], others[index].frame)
      }
    }
    if pins { sections.supplementaries(in: rect, into: &answer) }
    sections.decorations(in: rect, into: &answer)
  }

  override func attributes(
    for element: ElementName, into answer: inout Answer
  ) throws(LayoutError) {
    if tile.isPlain || !tile.answer(element, into: &answer) {
      try super.attributes(for: element, into: &answer)
    }
  }
}

extension Spring {
  /// Lets the springs act until `time`.
  private func move(to time: Double) {
    let law = SpringLaw(damping: damping.value, frequency: frequency.value)
    tile.advance(by: time - self.time, law: law)
    self.time = time
  }

  /// How a touch that moves the content drags elements along; nil when there is none.
  private func drag(by change: BoundsChange) -> ScrollResistance? {
    let delta = isHorizontal ? change.new.x - change.old.x : change.new.y - change.old.y
    guard let touch = change.touch, delta != 0, frequency.value > 0 else { return nil }
    return ScrollResistance(delta: delta, touch: touch, distance: resistanceDistance.value)
  }

  /// Gives springs to what is in and around the viewport. What arrives under a touch has been
  /// dragged as far as its neighbours. While everything is where the base places it nothing needs a
  /// spring, so at rest scrolling costs what it costs the base.
  ///
  /// What swings far reaches into the viewport from far outside of it, so the tile is never smaller
  /// than that: on a fast fling nothing vanishes that is still seen.
  private func cover(_ bounds: Rect, dragged: ScrollResistance?) throws(LayoutError) {
    if tile.isPlain {
      tile.clear()
      if dragged == nil { return }
    }
    let rect = bounds.grown(by: max(tileMargin.value, tile.reach, (dragged?.delta ?? 0).magnitude))
    try tile.cover(
      rect, rest: { (answer: inout Answer) throws(LayoutError) in try rest(in: rect, &answer) },
      arriving: { dragged?.displacement(of: $0) ?? 0 })
  }

  /// What hangs on springs, where the base places it.
  private func rest(in rect: Rect, _ answer: inout Answer) throws(LayoutError) {
    sections.visitCells(in: rect) { answer.cell($0, $1, $2) }
    if !pins { sections.supplementaries(in: rect, into: &answer) }
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.spring", name: "Spring", version: "1.0.0",
    layouts: [
      .make(
        Spring.self, id: "spring", name: "Spring",
        help: "A flow or waterfall whose elements lag behind a scrolling finger on springs.")
    ]
  ).table(for: abi)
}
