// SPDX-License-Identifier: Apache-2.0
//
// The springs of the elements in and around the viewport: they come and go as it moves.

import LayoutABI

/// The part of the content whose elements hang on springs, and those springs.
///
/// An element belongs to the tile when the place where it would be at rest meets the tile's
/// rectangle: so whether it belongs is a matter of geometry, and needs no set.
public struct SpringTile: ~Copyable {
  /// The rectangle, content coordinates.
  public internal(set) var rect = Rect.zero
  /// Whether displacements are along x instead of y.
  public var isHorizontal = false
  /// The springs' length, points.
  public var length = 0.0
  /// Whether any spring still moves.
  public internal(set) var isMoving = false
  /// Whether every element is where it would be without springs.
  public internal(set) var isPlain = true

  // Elements at rest and their springs, in the same order; the spares are for the next change.
  var elements = ElementStore()
  var springs = SpringBank()
  private var spareElements = ElementStore()
  private var spareSprings = SpringBank()

  /// A tile that covers nothing.
  public init() {}

  /// How many elements hang on springs.
  public var count: Int { elements.count }

  /// Moves the tile: elements that stay keep their springs and are anchored anew, those that left
  /// lose theirs, those that arrive get one.
  /// - Parameters:
  ///   - rect: What the tile covers from now on.
  ///   - rest: Answers the elements in `rect` as they would be without springs.
  ///   - arriving: How far an arriving element, its frame at rest given, starts from its anchor.
  /// - Throws: An element answered twice; it cannot hang on two springs.
  /// - Complexity: O(elements in the old and in the new rectangle); allocates nothing once warm.
  public mutating func cover(
    _ rect: Rect, rest: (inout Answer) throws(LayoutError) -> Void, arriving: (Rect) -> Double
  ) throws(LayoutError) {
    try spareElements.fill(rest)
    spareSprings.reset(count: spareElements.count)
    var old = 0
    for new in 0..<spareElements.count {
      let name = spareElements[new].name
      if new > 0, spareElements[new - 1].name == name {
        throw .failed("an element was placed twice; one element can hang on one spring only")
      }
      while old < elements.count, elements[old].name.precedes(name) { old += 1 }
      if old < elements.count, elements[old].name == name {
        spareSprings.take(new, from: springs, at: old)
      } else {
        let distance = arriving(spareElements[new].frame)
        spareSprings.push(new, by: distance, length: length)
        noticePush(by: distance)
      }
    }
    swap(&elements, &spareElements)
    swap(&springs, &spareSprings)
    self.rect = rect
  }

  /// How far the furthest element is from where it would be at rest, points.
  /// - Complexity: O(``count``) while anything is away, else O(1).
  public var reach: Double { isPlain ? 0 : springs.reach }

  /// Takes the elements through a batch: cells keep their springs under their new paths, and those
  /// that were deleted lose theirs.
  /// - Parameter map: Replaces each path of the data before the batch by that after it, or by none.
  /// - Complexity: O(``count`` · log ``count``), and that of `map`.
  public mutating func follow(
    _ map: (inout [ItemPath]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var paths: [ItemPath] = []
    for index in 0..<elements.count {
      let name = elements[index].name
      paths.append(ItemPath(section: name.section, item: name.item))
    }
    try map(&paths)
    var kept: [(record: layout_attributes, old: Int)] = []
    for index in 0..<elements.count {
      var record = elements[index]
      // Headers and footers are named by sections, and stay with those.
      if record.category == Category.cell.rawValue {
        if paths[index].isNone { continue }
        (record.section, record.item) = (paths[index].section, paths[index].item)
      }
      kept.append((record, index))
    }
    var ranks: [NameRank] = []
    for index in 0..<kept.count { ranks.append(NameRank(kept[index].record.name, at: index)) }
    ranks.sortByKey()
    try spareElements.fill { (answer: inout Answer) throws(LayoutError) in
      for rank in ranks { answer.element(kept[rank.index].record, kept[rank.index].record.frame) }
    }
    spareSprings.reset(count: kept.count)
    for index in 0..<ranks.count {
      spareSprings.take(index, from: springs, at: kept[ranks[index].index].old)
    }
    swap(&elements, &spareElements)
    swap(&springs, &spareSprings)
  }

  /// Moves every element by hand, by what `distance` says for its frame at rest.
  public mutating func push(_ distance: (Rect) -> Double) {
    for index in 0..<elements.count {
      let distance = distance(elements[index].frame)
      if distance == 0 { continue }
      springs.push(index, by: distance, length: length)
      noticePush(by: distance)
    }
  }

  /// Lets the springs act for `time` seconds.
  ///
  /// When what is left of all movements together is below a thousandth of a point, they come to rest
  /// exactly.
  public mutating func advance(by time: Double, law: SpringLaw) {
    guard isMoving, time > 0 else { return }
    let omega = law.angularFrequency
    let energy = springs.advance(by: law.step(over: time), angularFrequency: omega)
    let least = 1e-3 * omega
    if energy <= least * least {
      isPlain = springs.settle()
      isMoving = false
    }
  }

  /// Forgets all springs.
  public mutating func clear() {
    elements.removeAll()
    springs.reset(count: 0)
    rect = .zero
    isMoving = false
    isPlain = true
  }

  /// Whether the rectangle lies inside the tile's.
  public func covers(_ other: Rect) -> Bool {
    other.x >= rect.x && other.maxX <= rect.maxX && other.y >= rect.y && other.maxY <= rect.maxY
  }

  /// Whether an element with that frame at rest hangs on a spring of the tile.
  public func holds(_ frame: Rect) -> Bool { frame.intersects(rect) }

  /// Answers the tile's elements whose frames, as they are now, meet `rect`.
  public func answer(in rect: Rect, into answer: inout Answer) {
    for index in 0..<elements.count {
      let frame = frame(at: index)
      if frame.intersects(rect) { answer.element(elements[index], frame) }
    }
  }

  /// Answers the element named, when it hangs on a spring.
  /// - Returns: Whether it does.
  public func answer(_ name: ElementName, into answer: inout Answer) -> Bool {
    guard let index = elements.index(of: name) else { return false }
    answer.element(elements[index], frame(at: index))
    return true
  }

  private func frame(at index: Int) -> Rect {
    var frame = elements[index].frame
    if isHorizontal {
      frame.x += springs.displacement(at: index)
    } else {
      frame.y += springs.displacement(at: index)
    }
    return frame
  }

  private mutating func noticePush(by distance: Double) {
    guard distance != 0 else { return }
    isMoving = true
    isPlain = false
  }
}

extension Answer {
  /// Answers a stored element at another place.
  public mutating func element(_ record: layout_attributes, _ frame: Rect) {
    element(
      Category(rawValue: record.category) ?? .cell, kind: Int(record.kind), Int(record.section),
      Int(record.item), frame, zIndex: record.z_index, alpha: record.alpha,
      isHidden: record.flags & LAYOUT_HIDDEN != 0)
  }
}
