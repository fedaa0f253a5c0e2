// SPDX-License-Identifier: Apache-2.0
//
// The springs of the elements in and around the viewport: they come and go as it moves.

import LayoutABI

/// The part of the content whose elements hang on springs, and those springs, along both axes.
///
/// An element belongs to the tile when the place where it would be at rest meets the tile's
/// rectangle: so whether it belongs is a matter of geometry, and needs no set.
public struct SpringTile: ~Copyable {
  /// The rectangle, content coordinates.
  public internal(set) var rect = Rect.zero
  /// The springs' length, points.
  public var length = 0.0

  // Elements at rest and their springs, in the same order; the spares are for the next change.
  var elements = ElementStore()
  private var spareElements = ElementStore()
  var (x, y) = (AxisSprings(), AxisSprings())

  /// A tile that covers nothing.
  public init() {}

  /// The number of elements of the tile.
  public var count: Int { elements.count }
  /// True when any spring still moves.
  public var isMoving: Bool { x.isMoving || y.isMoving }
  /// True when every element is where it would be without springs.
  public var isPlain: Bool { x.isPlain && y.isPlain }

  /// Moves the tile: elements that stay keep their springs and are anchored anew, those that left
  /// lose theirs, those that arrive get one.
  /// - Parameters:
  ///   - rect: What the tile covers from now on.
  ///   - rest: Answers the elements in `rect` as they would be without springs.
  ///   - arriving: How far an arriving element, its name and its frame at rest given, starts from its
  ///     anchor; nil when it hangs on no spring, but stands still.
  /// - Throws: An element answered twice; it cannot hang on two springs.
  /// - Complexity: O(elements in the old and in the new rectangle); allocates nothing once warm.
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
  /// - Complexity: O(``count``) while anything is away, else O(1).
  public var reach: Double { max(x.reach, y.reach) }

  /// Takes the elements through a batch: what belongs to an item keeps its spring under its new path,
  /// and what belonged to one that was deleted loses it. The next ``cover(_:rest:arriving:)`` says where
  /// they are.
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

  /// Moves every element that hangs on a spring by hand, by what `distance` says for its frame at rest.
  public mutating func push(_ distance: (Rect) -> Vector) {
    for index in 0..<elements.count where !elements.isMarked(index) {
      let way = distance(elements[index].frame)
      x.push(index, by: way.dx, length: length)
      y.push(index, by: way.dy, length: length)
    }
  }

  /// Takes the springs of the elements named by `which`, which stand still from now on, and gives the
  /// others theirs.
  public mutating func hold(_ which: (ElementID) -> Bool) {
    for index in 0..<elements.count {
      let stands = which(elements[index].name)
      elements.setMark(stands, at: index)
      if !stands { continue }
      x.stop(index)
      y.stop(index)
    }
  }

  /// Lets the springs act for `time` seconds.
  ///
  /// When what is left of all movements along an axis together is below a thousandth of a point, they
  /// come to rest exactly.
  public mutating func advance(by time: Double, law: SpringLaw) {
    guard time > 0 else { return }
    x.advance(by: time, law: law)
    y.advance(by: time, law: law)
  }

  /// Forgets all springs.
  public mutating func clear() {
    elements.removeAll()
    x.clear(count: 0)
    y.clear(count: 0)
    rect = .zero
  }

  private mutating func begin(count: Int) {
    x.begin(count: count)
    y.begin(count: count)
  }

  private mutating func keep(_ new: Int, from old: Int) {
    if elements.isMarked(old) { spareElements.setMark(true, at: new) }
    x.keep(new, from: old)
    y.keep(new, from: old)
  }

  private mutating func commit() {
    swap(&elements, &spareElements)
    x.commit()
    y.commit()
  }
}

// MARK: Answers

extension SpringTile {
  /// Returns true when the rectangle lies inside the tile's.
  public func covers(_ other: Rect) -> Bool {
    other.x >= rect.x && other.maxX <= rect.maxX && other.y >= rect.y && other.maxY <= rect.maxY
  }

  /// Returns true when an element with that frame at rest belongs to the tile.
  public func holds(_ frame: Rect) -> Bool { frame.intersects(rect) }

  /// Answers the tile's elements whose frames, as they are now, meet `rect`.
  public func answer(in rect: Rect, into answer: inout Answer) {
    for index in 0..<elements.count {
      let record = elements[index]
      let frame = displaced(record.frame, at: index)
      if frame.intersects(rect) { elements.answer(record, at: frame, into: &answer) }
    }
  }

  /// Answers the element named, when it belongs to the tile.
  /// - Returns: Whether it does.
  public func answer(_ name: ElementID, into answer: inout Answer) -> Bool {
    guard let index = elements.index(of: name) else { return false }
    elements.answer(index, at: displaced(elements[index].frame, at: index), into: &answer)
    return true
  }

  /// Returns the frame of an element whose frame at rest is given.
  private func displaced(_ frame: Rect, at index: Int) -> Rect {
    var frame = frame
    if !x.isPlain { frame.x += x.displacement(at: index) }
    if !y.isPlain { frame.y += y.displacement(at: index) }
    return frame
  }
}
