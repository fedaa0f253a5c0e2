// SPDX-License-Identifier: Apache-2.0
//
// The springs of a tile as bytes, so that motion in one layout continues in another.

import LayoutABI

extension SpringTile {
  /// The maximal number of elements in a tile; a state with more is not valid.
  fileprivate static var limit: Int { 1 << 20 }
  /// The maximal size of a tile and the maximal displacement, in points: a state with arbitrary numbers
  /// would put all elements on springs.
  fileprivate static var farthest: Double { 1e6 }
  /// The maximal velocity, points per second: that of an end which swings over the whole of the
  /// maximal displacement eight times a second.
  fileprivate static var fastest: Double { 1e8 }

  /// Writes the rectangle of the tile and, for each element, its name and the states of its springs
  /// along the axes that are in motion. The places of elements at rest are not written: the layout
  /// that places them gives them again. A tile beyond the limits of a state is written as one without
  /// springs.
  public func save(to writer: inout StateWriter) {
    let isKept = !isPlain && isWithinLimits
    writer.write(isKept ? count : 0)
    if !isKept { return }
    writer.write(!x.isPlain)
    writer.write(!y.isPlain)
    for number in [rect.x, rect.y, rect.width, rect.height] { writer.write(number) }
    for index in 0..<count {
      let name = elements[index].name
      writer.write(UInt64(name.category) << 16 | UInt64(name.kind))
      writer.write(UInt64(name.section) << 32 | UInt64(name.item))
      if !x.isPlain { x.bank.save(index, to: &writer) }
      if !y.isPlain { y.bank.save(index, to: &writer) }
    }
  }

  /// Reads a tile that ``save(to:)`` wrote. Its elements have no frames yet:
  /// ``cover(_:rest:arriving:)`` sets them, and removes elements that no longer exist.
  /// - Throws: The fault in the bytes.
  public static func restored(from reader: inout StateReader) throws(LayoutError) -> SpringTile {
    let saved = try SavedTile(from: &reader)
    var tile = SpringTile()
    tile.rect = saved.rect
    try tile.hang(saved.elements)
    guard tile.reach <= farthest else { throw noState }
    return tile
  }

  /// True when a state may hold the tile.
  private var isWithinLimits: Bool {
    guard count <= Self.limit, Self.isWithinLimits(rect), reach <= Self.farthest else {
      return false
    }
    for index in 0..<count {
      if !x.isPlain, !SavedSpring(x.bank, index).isWithinLimits { return false }
      if !y.isPlain, !SavedSpring(y.bank, index).isWithinLimits { return false }
    }
    return true
  }

  fileprivate static func isWithinLimits(_ rect: Rect) -> Bool {
    rect.x.isFinite && rect.y.isFinite && max(rect.width, rect.height) <= farthest
  }

  private mutating func hang(_ saved: [SavedElement]) throws(LayoutError) {
    try elements.fill { (answer: inout Answer) throws(LayoutError) in
      for element in saved { answer.element(element.record, .zero) }
    }
    x.clear(count: saved.count)
    y.clear(count: saved.count)
    for index in 0..<saved.count {
      if let spring = saved[index].x { x.restore(index, spring) }
      if let spring = saved[index].y { y.restore(index, spring) }
    }
  }

  fileprivate static var noState: LayoutError {
    @inline(never) get { .argument("the state is none of these springs'") }
  }
}

/// A saved spring.
private struct SavedSpring {
  var deviation, velocity, rest: Double

  init(_ bank: SpringBank, _ index: Int) {
    (deviation, velocity, rest) = bank.state(at: index)
  }

  @inline(never)
  init(from reader: inout StateReader) throws(LayoutError) {
    deviation = try reader.readFinite()
    velocity = try reader.readFinite()
    rest = try reader.readFinite()
    guard isWithinLimits else { throw SpringTile.noState }
  }

  /// True when each number is one that a spring can have. Each has a limit of its own: a deviation may
  /// not make up for a place of rest that is out of reach. An end may be beyond its anchor.
  var isWithinLimits: Bool {
    deviation.magnitude <= 2 * SpringTile.farthest && rest.magnitude <= SpringTile.farthest
      && velocity.magnitude <= SpringTile.fastest
  }
}

/// A saved tile.
private struct SavedTile {
  var rect = Rect.zero
  var elements: [SavedElement] = []

  init(from reader: inout StateReader) throws(LayoutError) {
    let count = try reader.readInt()
    guard (0...SpringTile.limit).contains(count) else { throw SpringTile.noState }
    if count == 0 { return }
    let (swingsAcross, swingsAlong) = try (reader.readBool(), reader.readBool())
    rect = try Rect(
      x: reader.readFinite(), y: reader.readFinite(), width: reader.readFinite(),
      height: reader.readFinite())
    guard SpringTile.isWithinLimits(rect) else { throw SpringTile.noState }
    for index in 0..<count {
      let element = try SavedElement(from: &reader, x: swingsAcross, y: swingsAlong)
      if index > 0, !elements[index - 1].record.name.precedes(element.record.name) {
        throw SpringTile.noState
      }
      elements.append(element)
    }
  }
}

/// A saved element, with its springs along the axes that were in motion.
private struct SavedElement {
  var record: layout_attributes
  var x, y: SavedSpring?

  @inline(never)
  init(from reader: inout StateReader, x: Bool, y: Bool) throws(LayoutError) {
    record = try Self.readName(from: &reader)
    if x { self.x = try SavedSpring(from: &reader) }
    if y { self.y = try SavedSpring(from: &reader) }
  }

  private static func readName(
    from reader: inout StateReader
  ) throws(LayoutError) -> layout_attributes {
    let (what, path) = try (reader.readBits(), reader.readBits())
    guard let category = Category(rawValue: UInt16(truncatingIfNeeded: what >> 16)), what >> 32 == 0
    else { throw SpringTile.noState }
    var record = layout_attributes()
    record.category = category.rawValue
    record.kind = UInt16(truncatingIfNeeded: what)
    record.section = UInt32(truncatingIfNeeded: path >> 32)
    record.item = UInt32(truncatingIfNeeded: path)
    record.alpha = 1
    return record
  }
}

extension AxisSprings {
  fileprivate mutating func restore(_ index: Int, _ saved: SavedSpring) {
    restore(index, deviation: saved.deviation, velocity: saved.velocity, rest: saved.rest)
  }
}

extension SpringBank {
  fileprivate func save(_ index: Int, to writer: inout StateWriter) {
    let spring = SavedSpring(self, index)
    writer.write(spring.deviation)
    writer.write(spring.velocity)
    writer.write(spring.rest)
  }
}

extension StateReader {
  /// Reads a number, and refuses one that is not finite.
  @inline(never)
  mutating func readFinite() throws(LayoutError) -> Double {
    let number = try readDouble()
    guard number.isFinite else { throw .argument("a number of the state is not finite") }
    return number
  }
}
