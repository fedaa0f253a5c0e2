// SPDX-License-Identifier: Apache-2.0
//
// The tile of springs around a viewport: the elements with a spring, and the answers about them.

import LayoutABI
import Testing

@testable import LayoutKitHosted

private func down(_ distance: Double) -> Vector { Vector(dx: 0, dy: distance) }

@Suite("SpringTile")
struct SpringTileTests {
  /// A column of items, 40 high, 50 apart.
  static func frame(_ item: Int) -> Rect {
    Rect(x: 0, y: Double(item) * 50, width: 100, height: 40)
  }

  static func answer(in rect: Rect, _ answer: inout Answer) {
    for item in 0..<1000 where frame(item).intersects(rect) { answer.cell(0, item, frame(item)) }
  }

  static func tile(over rect: Rect) throws -> SpringTile {
    var tile = SpringTile()
    try tile.cover(rect, rest: { answer(in: rect, &$0) }, arriving: { _, _ in .zero })
    return tile
  }

  /// Returns a tile's answer, as (item, y).
  static func seen(_ tile: borrowing SpringTile, in rect: Rect) throws -> [Int: Double] {
    var store = ElementStore()
    try fill(&store, tile, rect)
    return Dictionary(
      uniqueKeysWithValues: (0..<store.count).map {
        (Int(store[$0].item), store[$0].frame.y)
      })
  }

  static func fill(
    _ store: inout ElementStore, _ tile: borrowing SpringTile, _ rect: Rect
  ) throws(LayoutError) {
    try store.fill { (answer: inout Answer) throws(LayoutError) in
      tile.answer(in: rect, into: &answer)
    }
  }

  let law = SpringLaw(damping: 0.8, frequency: 1)
  let view = Rect(x: 0, y: 1000, width: 100, height: 500)

  @Test("C148, C149: the tile has exactly the elements whose rest meets its rectangle")
  func covers() throws {
    let tile = try Self.tile(over: view)
    let (count, isPlain, isMoving) = (tile.count, tile.isPlain, tile.isMoving)
    #expect(count == 10 && isPlain && !isMoving)
    #expect(try Self.seen(tile, in: view).keys.sorted() == Array(20..<30))
  }

  @Test(
    "C150, C151: elements that leave lose their spring, those that stay keep it, new ones get one")
  func moves() throws {
    var tile = try Self.tile(over: view)
    tile.push { down($0.y == 1450 ? 8 : $0.y == 1000 ? 5 : 0) }
    tile.advance(by: 0.01, law: law)
    let kept = try Self.seen(tile, in: view)[29]
    let next = Rect(x: 0, y: 1100, width: 100, height: 500)
    try tile.cover(next, rest: { Self.answer(in: next, &$0) }, arriving: { _, _ in down(3) })
    let count = tile.count
    #expect(count == 10)
    #expect(try Self.seen(tile, in: next)[29] == kept)
    #expect(try Self.seen(tile, in: next)[31] == 1553)
    // An element that left and comes back starts at rest.
    try tile.cover(view, rest: { Self.answer(in: view, &$0) }, arriving: { _, _ in .zero })
    #expect(try Self.seen(tile, in: view)[20] == 1000)
  }

  @Test("an element is answered at its current place, not at its rest")
  func displacedAnswers() throws {
    var tile = try Self.tile(over: view)
    tile.push { down($0.y == 1000 ? 30 : 0) }
    let above = Rect(x: 0, y: 1000, width: 100, height: 25)
    let below = Rect(x: 0, y: 1041, width: 100, height: 8)
    #expect(try Self.seen(tile, in: above).isEmpty)
    #expect(try Self.seen(tile, in: below) == [20: 1030])
  }

  @Test("each axis has springs of its own, and one at rest stays there")
  func bothAxes() throws {
    var tile = try Self.tile(over: view)
    tile.push { $0.y == 1000 ? Vector(dx: 200, dy: 0) : $0.y == 1050 ? down(5) : .zero }
    let right = Rect(x: 150, y: 1000, width: 200, height: 500)
    #expect(try Self.seen(tile, in: right) == [20: 1000])
    let reach = tile.reach
    #expect(reach == 200)
    tile.advance(by: 0.1, law: law)
    let seen = try Self.seen(tile, in: view.grown(by: 300))
    #expect(seen[20] == 1000)
    #expect(seen[21].map { $0 > 1050 && $0 < 1055 } == true)
    #expect(seen[22] == 1100)
  }

  @Test("a held element is at its place without a spring, and no push moves it")
  func holds() throws {
    var tile = try Self.tile(over: view)
    tile.push { _ in Vector(dx: 3, dy: 9) }
    tile.advance(by: 0.05, law: law)
    tile.hold { $0.item == 23 }
    tile.advance(by: 0.05, law: law)
    let next = Rect(x: 0, y: 1010, width: 100, height: 550)
    try tile.cover(
      next, rest: { Self.answer(in: next, &$0) },
      arriving: { name, _ in name.item == 30 ? nil : .zero })
    tile.push { _ in down(7) }
    let seen = try Self.seen(tile, in: next)
    #expect(seen[23] == 1150 && seen[30] == 1500)
    #expect(seen[24] != 1200 && seen[31] == 1557)
    tile.hold { _ in false }
    tile.push { _ in down(7) }
    #expect(try Self.seen(tile, in: next)[23] == 1157)
  }

  @Test(
    "C34: it reports movement until it rests, and then every frame is exactly the layout's own")
  func comesToRest() throws {
    var tile = try Self.tile(over: view)
    tile.push { _ in down(40) }
    var frames = 0
    while tile.isMoving, frames < 1000 {
      tile.advance(by: 1.0 / 120, law: law)
      frames += 1
    }
    let isPlain = tile.isPlain
    #expect(isPlain)
    #expect(frames > 120 && frames < 360)
    let seen = try Self.seen(tile, in: view)
    #expect(seen == Dictionary(uniqueKeysWithValues: (20..<30).map { ($0, Double($0) * 50) }))
  }

  @Test("an anchor that moves moves its element")
  func anchorsAnew() throws {
    var tile = try Self.tile(over: view)
    tile.push { _ in down(10) }
    try tile.cover(
      view,
      rest: { answer in
        for item in 20..<30 { answer.cell(0, item, Self.frame(item - 1)) }
      }, arriving: { _, _ in .zero })
    #expect(try Self.seen(tile, in: view)[25] == 1210)
  }

  @Test("C140: two springs for one element are an error")
  func placedTwice() throws {
    var tile = try Self.tile(over: view)
    let error = #expect(throws: LayoutError.self) {
      try tile.cover(
        view,
        rest: { answer in
          answer.cell(0, 7, Self.frame(7))
          answer.cell(0, 7, Self.frame(8))
        }, arriving: { _, _ in .zero })
    }
    #expect(error?.message.description.contains("placed twice") == true)
    #expect(try Self.seen(tile, in: view).count == 10)
  }

  private func savedLength(_ tile: borrowing SpringTile) -> Int {
    var counter = StateWriter(nil, capacity: 0)
    tile.save(to: &counter)
    return counter.count
  }

  @Test("a tile that no state may hold is saved as one without springs")
  func savesWithinLimits() throws {
    var tile = try Self.tile(over: view)
    tile.push { _ in down(5) }
    let kept = savedLength(tile)
    // Count, axes and rectangle, then a name of two words and a spring of three for each element.
    #expect(kept == 8 * (7 + 10 * 5))
    tile.length = 2e6
    tile.push { _ in down(5) }
    let long = savedLength(tile)
    var wide = try Self.tile(over: Rect(x: 0, y: 0, width: 100, height: 2e6))
    wide.push { _ in down(5) }
    let large = savedLength(wide)
    #expect(long == 8 && large == 8)
  }

  @Test("one element by name is at its current place, and nil if it is not in the tile")
  func byName() throws {
    var tile = try Self.tile(over: view)
    tile.push { _ in down(2.5) }
    var store = ElementStore()
    for (item, y) in [(20, 1002.5), (29, 1452.5), (30, nil), (0, nil)] as [(Int, Double?)] {
      let name = ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
      var found = false
      try store.fill { (answer: inout Answer) throws(LayoutError) in
        found = tile.answer(name, into: &answer)
      }
      #expect(found == (y != nil))
      #expect((store.count > 0 ? store[0].frame.y : nil) == y)
    }
  }

  @Test("a store keeps transforms and fields, for any number of elements in any order")
  func storeKeepsLooks() throws {
    var store = ElementStore()
    var copy = ElementStore()
    try store.fill { (answer: inout Answer) throws(LayoutError) in
      for item in (0..<3000).reversed() {
        answer.cell(0, item, Self.frame(item), zIndex: Int32(item), alpha: 0.5, isHidden: item == 7)
        if item % 2 == 0 { answer.transform(Transform(scale: Double(item))) }
        for field in 0..<(item % 4) { answer.field(item * 10 + field) }
      }
    }
    // The part that was overwritten is queried again.
    try copy.fill { (answer: inout Answer) throws(LayoutError) in
      for index in 0..<store.count {
        store.answer(index, at: store[index].frame.offset(by: down(5)), into: &answer)
      }
    }
    #expect(copy.count == 3000)
    for item in 0..<3000 {
      let record = copy[item]
      #expect(record.frame.y == Self.frame(item).y + 5 && record.z_index == Int32(item))
      #expect(record.alpha == 0.5 && (record.flags & 1 == 1) == (item == 7))
      let look = copy.look(item)
      #expect(look.transform?.m.0 == (item % 2 == 0 ? Double(item) : nil))
      #expect(look.words == (0..<(item % 4)).map { UInt64(item * 10 + $0) })
    }
  }

  @Test("a store takes any number of elements in any order")
  func storeSorts() throws {
    var store = ElementStore()
    try store.fill { (answer: inout Answer) throws(LayoutError) in
      for item in (0..<5000).reversed() { answer.cell(item % 3, item, Self.frame(item)) }
      answer.element(.supplementary, kind: 2, 0, 0, .zero)
      answer.element(.supplementary, kind: 1, 0, 0, .zero)
    }
    #expect(store.count == 5002)
    let keys = (0..<store.count).map {
      [Int(store[$0].category), Int(store[$0].section), Int(store[$0].item), Int(store[$0].kind)]
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(store.index(of: ElementID(category: 1, kind: 2, section: 0, item: 0)) == 5001)
    #expect(store.index(of: ElementID(category: 0, kind: 0, section: 1, item: 0)) == nil)
  }
}

extension ElementStore {
  /// Returns the values of an element beside its record, as another store with only that element has them.
  fileprivate func look(_ index: Int) -> (transform: Transform?, words: [UInt64]) {
    var (records, transforms) = ([layout_attributes()], [Transform()])
    var words = [UInt64](repeating: 0, count: 8)
    return records.withUnsafeMutableBufferPointer { records in
      transforms.withUnsafeMutableBufferPointer { transforms in
        words.withUnsafeMutableBufferPointer { words in
          var room = layout_answer()
          (room.records, room.record_capacity) = (records.baseAddress, 1)
          (room.transforms, room.transform_capacity) = (transforms.baseAddress, 1)
          (room.payload, room.payload_capacity) = (words.baseAddress, 8)
          withUnsafeMutablePointer(to: &room) { room in
            var answer = Answer(room)
            self.answer(index, at: .zero, into: &answer)
            _ = answer.finish()
          }
          return (
            room.transform_count > 0 ? transforms[0] : nil,
            Array(words.prefix(Int(room.payload_count)))
          )
        }
      }
    }
  }
}
