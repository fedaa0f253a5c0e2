// SPDX-License-Identifier: Apache-2.0
//
// The springs of a tile as bytes, so that what swings in one layout swings on in another.

import LayoutABI

extension SpringTile {
  /// No tile has as many elements; a state that says so is none.
  private static var limit: Int { 1 << 20 }
  /// No tile is as large, and nothing swings as far, in points: a wild state would hang everything that
  /// there is on springs.
  private static var farthest: Double { 1e6 }

  /// Writes where the tile is, and of each of its elements the name and the spring's state. Where the
  /// elements are at rest is not written: that is for who places them to say.
  public func save(to writer: inout StateWriter) {
    writer.write(isPlain ? 0 : count)
    if isPlain { return }
    writer.write(isHorizontal)
    for number in [rect.x, rect.y, rect.width, rect.height] { writer.write(number) }
    for index in 0..<count {
      let name = elements[index].name
      let spring = springs.state(at: index)
      writer.write(UInt64(name.category) << 16 | UInt64(name.kind))
      writer.write(UInt64(name.section) << 32 | UInt64(name.item))
      writer.write(spring.deviation)
      writer.write(spring.velocity)
      writer.write(spring.rest)
    }
  }

  /// A tile from what ``save(to:)`` wrote. Its elements have no frames yet: ``cover(_:rest:arriving:)``
  /// brings them, and lets go those that are no more.
  /// - Throws: What is wrong with the bytes.
  public static func restored(from reader: inout StateReader) throws(LayoutError) -> SpringTile {
    var tile = SpringTile()
    let count = try reader.readInt()
    guard (0...limit).contains(count) else { throw noState }
    if count == 0 { return tile }
    tile.isHorizontal = try reader.readBool()
    let corner = try Point(x: reader.readFinite(), y: reader.readFinite())
    tile.rect = try Rect(
      origin: corner, size: Size(width: reader.readFinite(), height: reader.readFinite()))
    var springs: [(record: layout_attributes, deviation: Double, velocity: Double, rest: Double)] =
      []
    for index in 0..<count {
      let record = try readName(from: &reader)
      if index > 0, !springs[index - 1].record.name.precedes(record.name) { throw noState }
      springs.append(
        (record, try reader.readFinite(), try reader.readFinite(), try reader.readFinite()))
    }
    try tile.elements.fill { (answer: inout Answer) throws(LayoutError) in
      for spring in springs { answer.element(spring.record, .zero) }
    }
    guard max(tile.rect.width, tile.rect.height) <= farthest else { throw noState }
    tile.springs.reset(count: count)
    tile.isPlain = false
    for (index, spring) in springs.enumerated() {
      tile.springs.restore(
        index, deviation: spring.deviation, velocity: spring.velocity, rest: spring.rest)
      if spring.deviation != 0 || spring.velocity != 0 { tile.isMoving = true }
    }
    guard tile.reach <= farthest else { throw noState }
    return tile
  }

  private static func readName(
    from reader: inout StateReader
  ) throws(LayoutError) -> layout_attributes {
    let (what, path) = try (reader.readBits(), reader.readBits())
    guard let category = Category(rawValue: UInt16(truncatingIfNeeded: what >> 16)), what >> 32 == 0
    else { throw noState }
    var record = layout_attributes()
    record.category = category.rawValue
    record.kind = UInt16(truncatingIfNeeded: what)
    record.section = UInt32(truncatingIfNeeded: path >> 32)
    record.item = UInt32(truncatingIfNeeded: path)
    record.alpha = 1
    return record
  }

  private static var noState: LayoutError { .argument("the state is none of these springs'") }
}

extension StateReader {
  /// Reads a number that is one.
  mutating func readFinite() throws(LayoutError) -> Double {
    let number = try readDouble()
    guard number.isFinite else { throw .argument("a number of the state is not finite") }
    return number
  }
}
