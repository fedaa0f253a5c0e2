// SPDX-License-Identifier: Apache-2.0
//
// The springs of a tile as bytes, so that what swings in one layout swings on in another.

import LayoutABI

extension SpringTile {
  /// No tile has as many elements; a state that says so is none.
  fileprivate static var limit: Int { 1 << 20 }
  /// No tile is as large, and nothing swings as far, in points: a wild state would hang everything that
  /// there is on springs.
  fileprivate static var farthest: Double { 1e6 }

  /// Writes where the tile is, and of each of its elements the name and the springs' states along the
  /// axes that anything is away along. Where the elements are at rest is not written: that is for who
  /// places them to say.
  public func save(to writer: inout StateWriter) {
    writer.write(isPlain ? 0 : count)
    if isPlain { return }
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

  /// A tile from what ``save(to:)`` wrote. Its elements have no frames yet: ``cover(_:rest:arriving:)``
  /// brings them, and lets go those that are no more.
  /// - Throws: What is wrong with the bytes.
  public static func restored(from reader: inout StateReader) throws(LayoutError) -> SpringTile {
    let saved = try SavedTile(from: &reader)
    var tile = SpringTile()
    tile.rect = saved.rect
    try tile.hang(saved.elements)
    guard tile.reach <= farthest else { throw noState }
    return tile
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

/// A spring as it was saved.
private struct SavedSpring {
  var deviation, velocity, rest: Double

  @inline(never)
  init(from reader: inout StateReader) throws(LayoutError) {
    deviation = try reader.readFinite()
    velocity = try reader.readFinite()
    rest = try reader.readFinite()
  }
}

/// A tile as it was saved.
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
    guard max(rect.width, rect.height) <= SpringTile.farthest else { throw SpringTile.noState }
    for index in 0..<count {
      let element = try SavedElement(from: &reader, x: swingsAcross, y: swingsAlong)
      if index > 0, !elements[index - 1].record.name.precedes(element.record.name) {
        throw SpringTile.noState
      }
      elements.append(element)
    }
  }
}

/// An element as it was saved, with its springs along the axes that anything was away along.
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
    let spring = state(at: index)
    writer.write(spring.deviation)
    writer.write(spring.velocity)
    writer.write(spring.rest)
  }
}

extension StateReader {
  /// Reads a number that is one.
  @inline(never)
  mutating func readFinite() throws(LayoutError) -> Double {
    let number = try readDouble()
    guard number.isFinite else { throw .argument("a number of the state is not finite") }
    return number
  }
}
