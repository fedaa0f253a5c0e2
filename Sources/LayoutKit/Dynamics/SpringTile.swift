// SPDX-License-Identifier: Apache-2.0
//
// The springs of the elements in and around the viewport; elements arrive and leave as it moves.

import LayoutABI

/// The part of the content whose elements have springs, and these springs, along both axes.
///
/// An element belongs to the tile when its frame at rest intersects the tile's rectangle. This
/// depends on geometry only, and needs no set of elements.
public struct SpringTile: ~Copyable {
  /// The rectangle, content coordinates.
  public internal(set) var rect = Rect.zero
  /// The springs' length, points.
  public var length = 0.0

  // Elements at rest and their springs, in the same order; the spare ones are for the next change.
  var elements = ElementStore()
  private var spareElements = ElementStore()
  var (x, y) = (AxisSprings(), AxisSprings())
  /// Neighbours that stay neighbours, whose springs are copied together: places of the list that was
  /// begun, and the first one's place in the present list.
  private var kept = 0..<0
  private var keptFrom = 0

  /// A tile that covers nothing.
  public init() {}

  /// The number of elements of the tile.
  public var count: Int { elements.count }
  /// True when any spring still moves.
  public var isMoving: Bool { x.isMoving || y.isMoving }
  /// True when every element is at its place without springs.
  public var isPlain: Bool { x.isPlain && y.isPlain }

  /// Moves the tile: elements that stay keep their springs and are anchored again, elements that
  /// left lose theirs, elements that arrive get one.
  /// - Parameters:
  ///   - rect: The new rectangle of the tile.
  ///   - rest: Answers the elements in `rect` at rest, without springs.
  ///   - arriving: Returns the start of an arriving element relative to its anchor, for its name and
  ///     its frame at rest; nil for an element that has no spring and does not move.
  /// - Throws: An error for an element that was answered twice; it cannot have two springs.
  /// - Complexity: O(elements in the old and in the new rectangle); does not allocate after a first
  ///   run.
  public mutating func cover(
    _ rect: Rect, rest: (inout Answer) throws(LayoutError) -> Void,
    arriving: (ElementID, Rect) -> Vector?
  ) throws(LayoutError) {
    try spareElements.fill(rest)
    for new in 1..<max(spareElements.count, 1) {
      if spareElements[new - 1].name == spareElements[new].name {
        throw .failed("an element was placed twice; one element can hang on one spring only")
      }
    }
    begin(count: spareElements.count)
    var old = 0
    for new in 0..<spareElements.count {
      let name = spareElements[new].name
      while old < elements.count, elements[old].name.precedes(name) { old += 1 }
      if old < elements.count, elements[old].name == name {
        keep(new, from: old)
      } else if let way = arriving(name, spareElements[new].frame) {
        x.arrive(new, by: way.dx, length: length)
        y.arrive(new, by: way.dy, length: length)
      } else {
        spareElements.setMark(true, at: new)
      }
    }
    commit()
    self.rect = rect
  }

  /// The greatest distance of an element from its place of rest along an axis, points.
  /// - Complexity: O(``count``) while any element is displaced, otherwise O(1).
  public var reach: Double { max(x.reach, y.reach) }

  /// Takes the elements through a batch: elements of an item keep their springs under its new path, and
  /// elements of a deleted item lose theirs. The next ``cover(_:rest:arriving:)`` sets their places.
  /// - Parameter map: Replaces each path of the data before the batch by its path after it, or by none.
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
      // Headers and footers have the name of a section, and stay with it.
      if record.category == Category.cell.rawValue || record.item > 0 {
        if paths[index].isNone { continue }
        (record.section, record.item) = (paths[index].section, paths[index].item)
      }
      kept.append((record, index))
    }
    var ranks: [NameRank] = []
    for index in 0..<kept.count { ranks.append(NameRank(kept[index].record.name, at: index)) }
    ranks.sortByFirstWords()
    try spareElements.fill { (answer: inout Answer) throws(LayoutError) in
      for rank in ranks { answer.element(kept[rank.index].record, kept[rank.index].record.frame) }
    }
    begin(count: kept.count)
    for index in 0..<ranks.count { keep(index, from: kept[ranks[index].index].old) }
    commit()
  }

  /// Moves every element that has a spring by the value of `distance` for its frame at rest.
  public mutating func push(_ distance: (Rect) -> Vector) {
    for index in 0..<elements.count where !elements.isMarked(index) {
      let way = distance(elements[index].frame)
      x.push(index, by: way.dx, length: length)
      y.push(index, by: way.dy, length: length)
    }
  }

  /// Removes the springs of the elements for which `which` is true, which do not move from now on,
  /// and gives the others springs.
  public mutating func hold(_ which: (ElementID) -> Bool) {
    for index in 0..<elements.count {
      let stands = which(elements[index].name)
      elements.setMark(stands, at: index)
      if !stands { continue }
      x.stop(index)
      y.stop(index)
    }
  }

  /// Advances the springs by `time` seconds.
  ///
  /// When the sum of all motion along an axis is below a thousandth of a point, its springs come to
  /// rest exactly.
  public mutating func advance(by time: Double, law: SpringLaw) {
    guard time > 0 else { return }
    x.advance(by: time, law: law)
    y.advance(by: time, law: law)
  }

  /// Removes all springs.
  public mutating func clear() {
    elements.removeAll()
    x.clear(count: 0)
    y.clear(count: 0)
    rect = .zero
  }

  private mutating func begin(count: Int) {
    kept = 0..<0
    x.begin(count: count)
    y.begin(count: count)
  }

  private mutating func keep(_ new: Int, from old: Int) {
    if elements.isMarked(old) { spareElements.setMark(true, at: new) }
    if new == kept.upperBound, old == keptFrom + kept.count {
      kept = kept.lowerBound..<new + 1
    } else {
      copyKept()
      (kept, keptFrom) = (new..<new + 1, old)
    }
  }

  private mutating func copyKept() {
    if kept.isEmpty { return }
    x.keep(kept, from: keptFrom)
    y.keep(kept, from: keptFrom)
    kept = 0..<0
  }

  private mutating func commit() {
    copyKept()
    swap(&elements, &spareElements)
    x.commit()
    y.commit()
  }
}

// MARK: Answers

extension SpringTile {
  /// Returns true when the rectangle is inside the tile's rectangle.
  public func covers(_ other: Rect) -> Bool {
    other.x >= rect.x && other.maxX <= rect.maxX && other.y >= rect.y && other.maxY <= rect.maxY
  }

  /// Returns true when an element with this frame at rest belongs to the tile.
  public func holds(_ frame: Rect) -> Bool { frame.intersects(rect) }

  /// Answers the tile's elements whose present frames intersect `rect`.
  public func answer(in rect: Rect, into answer: inout Answer) {
    for index in 0..<elements.count {
      let record = elements[index]
      let frame = displaced(record.frame, at: index)
      if frame.intersects(rect) { elements.answer(record, at: frame, into: &answer) }
    }
  }

  /// Answers this element, if it belongs to the tile.
  /// - Returns: True when it does.
  public func answer(_ name: ElementID, into answer: inout Answer) -> Bool {
    guard let index = elements.index(of: name) else { return false }
    elements.answer(index, at: displaced(elements[index].frame, at: index), into: &answer)
    return true
  }

  /// Returns the present frame of an element, from its frame at rest.
  private func displaced(_ frame: Rect, at index: Int) -> Rect {
    var frame = frame
    if !x.isPlain { frame.x += x.displacement(at: index) }
    if !y.isPlain { frame.y += y.displacement(at: index) }
    return frame
  }
}
