// SPDX-License-Identifier: Apache-2.0
//
// Compares spring over every base: with the base's own frames at rest, with the textbook's springs
// in motion.

import LayoutABI
import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("spring over every base")
struct SpringGroundTests {
  /// Moves both viewports along the axis.
  private func scroll(
    _ pair: (spring: LoadedLayout, plain: LoadedLayout), _ ground: SpringGround, by delta: Double
  ) {
    for layout in [pair.spring, pair.plain] {
      if ground.isHorizontal { layout.scroll(x: delta) } else { layout.scroll(y: delta) }
    }
  }

  private func expectSame(_ seen: [Look], _ wanted: [Look], _ what: String) {
    guard seen.count == wanted.count else {
      Issue.record("\(what): \(seen.count) elements, not \(wanted.count)")
      return
    }
    for (mine, theirs) in zip(seen, wanted) {
      var mine = mine
      // The rest of a movement below a thousandth of a point is cut off.
      let (x, y) = (mine.frame.x - theirs.frame.x, mine.frame.y - theirs.frame.y)
      if abs(x) + abs(y) < 2e-3 { mine.frame = theirs.frame }
      if mine != theirs {
        Issue.record("\(what): \(mine), not \(theirs)")
        return
      }
    }
  }

  @Test(
    "C142: at rest every answer is the base's own, and frames make its calls and one more",
    arguments: SpringGround.all)
  func rests(_ ground: SpringGround) throws {
    let pair = try ground.pair()
    var numbers = SeededGenerator(seed: 11)
    #expect(try pair.spring.looks() == pair.plain.looks())
    #expect(try pair.spring.looks().count >= 125)
    for _ in 0..<60 {
      scroll(pair, ground, by: .random(in: -200...400, using: &numbers))
      let (mine, theirs) = (try pair.spring.frame(after: 0.01), try pair.plain.frame(after: 0.01))
      #expect(mine.contentSize == theirs.contentSize && mine.didPrepare == theirs.didPrepare)
      #expect(!mine.isMoving && mine.callCount <= theirs.callCount + 1)
      #expect(pair.spring.shown() == pair.plain.shown())
      let rect = Rect(
        x: .random(in: -100...900, using: &numbers), y: .random(in: -100...900, using: &numbers),
        width: .random(in: 0...500, using: &numbers), height: .random(in: 0...500, using: &numbers))
      #expect(try pair.spring.looks(in: rect) == pair.plain.looks(in: rect))
    }
    for look in try pair.plain.looks() {
      let kinds = pair.spring.connection.descriptor.kinds
      let kind = try #require(kinds.firstIndex { $0.name == look.kind })
      _ = try pair.spring.element(
        look.path.section, look.path.item, category: look.category, kind: UInt16(kind))
      #expect(pair.spring.shown() == [look])
    }
  }

  @Test(
    "C138, C143, C144: dragged, released and dragged again, every element follows the textbook",
    arguments: SpringGround.all, [1, 2, 3] as [UInt64])
  func swings(_ ground: SpringGround, _ seed: UInt64) throws {
    let pair = try ground.pair(margin: 1e5)
    var numbers = SeededGenerator(seed: seed)
    var model = SpringModel(isHorizontal: ground.isHorizontal, stands: ground.stands)
    var widest = 0.0
    for step in 0..<30 {
      let delta = step % 7 == 3 ? 0 : Double.random(in: -60...90, using: &numbers)
      let view = pair.spring.bounds
      let touch = Point(
        x: .random(in: view.x...view.maxX, using: &numbers),
        y: .random(in: view.y...view.maxY, using: &numbers))
      pair.spring.touch = step % 5 == 4 ? nil : touch
      scroll(pair, ground, by: delta)
      let time = Double.random(in: 0...0.06, using: &numbers)
      try pair.spring.frame(after: time)
      try pair.plain.frame(after: time)
      let rest = try pair.plain.looks()
      model.advance(by: time)
      if let touch = pair.spring.touch { model.drag(rest, by: delta, touch: touch) }
      widest = max(widest, model.reach)
      expectSame(try pair.spring.looks(), model.displaced(rest), "step \(step)")
      let view2 = pair.spring.bounds
      expectSame(
        try pair.spring.looks(in: view2),
        try pair.spring.looks().filter { $0.frame.intersects(view2) }, "viewport \(step)")
    }
    #expect(widest > 20)
  }

  @Test(
    "pinned elements and decorations do not move",
    arguments: SpringGround.all.filter { !$0.pinned.isEmpty })
  func stands(_ ground: SpringGround) throws {
    let pair = try ground.pair()
    pair.spring.touch = Point(x: 0, y: 0)
    scroll(pair, ground, by: 90)
    try pair.spring.frame()
    try pair.plain.frame()
    let (seen, rest) = (pair.spring.shown(), try pair.plain.looks(in: pair.spring.bounds))
    #expect(seen.filter(ground.stands) == rest.filter(ground.stands))
    #expect(seen.filter { ground.pinned.contains($0.kind) }.count > 0)
    #expect(seen.filter { $0.category == LAYOUT_DECORATION }.count > 0)
    #expect(seen != rest)
  }

  @Test(
    "items keep their springs through batches under a moving tile", arguments: SpringGround.all,
    [1, 2] as [UInt64])
  func batches(_ ground: SpringGround, _ seed: UInt64) throws {
    let pair = try ground.pair(items: [60], margin: 1e5)
    var numbers = SeededGenerator(seed: seed)
    var model = SpringModel(isHorizontal: ground.isHorizontal, stands: ground.stands)
    var count = 60
    for _ in 0..<12 {
      pair.spring.touch = Point(x: 160, y: 100)
      scroll(pair, ground, by: 25)
      try pair.spring.frame(after: 0.02)
      try pair.plain.frame(after: 0.02)
      model.advance(by: 0.02)
      model.drag(
        try pair.plain.looks().filter { $0.category == LAYOUT_CELL }, by: 25,
        touch: Point(x: 160, y: 100))
      let (isInsert, place) = (
        Bool.random(using: &numbers), Int.random(in: 0..<count, using: &numbers)
      )
      count += isInsert ? 1 : -1
      let change = isInsert ? PendulumTests.insert(place) : PendulumTests.delete(place)
      for layout in [pair.spring, pair.plain] { try layout.update([count], [change]) }
      model.follow(itemCount: count) { item in
        if isInsert { return item == place ? nil : item > place ? item - 1 : item }
        return item >= place ? item + 1 : item
      }
      expectSame(
        try pair.spring.looks().filter { $0.category == LAYOUT_CELL },
        model.displaced(try pair.plain.looks().filter { $0.category == LAYOUT_CELL }),
        "\(change.action) \(place)")
    }
    #expect(model.reach > 5)
  }

  @Test("a base that was changed during a session equals one that starts with these data")
  func changes() throws {
    let grounds = SpringGround.all.filter { !$0.isHorizontal }
    for (old, new) in zip(grounds, grounds.dropFirst() + grounds.prefix(1)) {
      let (spring, plain) = (try old.pair().spring, try new.pair().plain)
      try spring.set("base", .text(new.name))
      for (name, value) in new.settings { try spring.set(name, value) }
      try spring.frame(marks: LAYOUT_MARK_PROPERTIES)
      #expect(try spring.looks() == plain.looks(), "\(old.name) to \(new.name)")
      // The inactive base gets no batch, and is correct when it becomes active.
      try spring.update([81, 0, 45], [PendulumTests.insert(5)])
      try plain.update([81, 0, 45], [PendulumTests.insert(5)])
      #expect(try spring.looks() == plain.looks())
      try spring.set("base", .text(old.name))
      try spring.frame(marks: LAYOUT_MARK_PROPERTIES)
      try spring.set("base", .text(new.name))
      // It queries all sizes again, and those follow from the number of the item.
      for layout in [spring, plain] { try layout.frame(marks: LAYOUT_MARK_PROPERTIES) }
      #expect(try spring.looks() == plain.looks())
    }
  }

  @Test("a live view keeps its visible items when the base changes")
  func keepsAnchor() throws {
    let layout = try CollectionLayout.make(id: "spring")
    let (source, view) = (
      ManyCells(), CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
    )
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = source
    view.animation.isEnabled = false
    try view.setContentOffset(Point(x: 0, y: 9000))
    for name in ["mosaic", "waterfall", "compositional", "flow"] {
      let top = view.contentOffset.y
      let first = try #require(
        view.visibleElements.first { $0.attributes.frame.y >= top }?.attributes.path)
      try layout.set("base", to: .text(name))
      if name == "compositional" {
        try layout.set(
          "sections", to: .text("section { row(100%, 50, gap: 5) { 4 * item(fill, 100%) } }"))
      }
      try view.layoutIfNeeded()
      let paths = view.visibleElements.map(\.attributes.path)
      #expect(first.item > 100 && paths.contains(first), "\(name): \(first)")
    }
  }
}

/// Cells without content.
private final class ManyCells: CollectionViewDataSource {
  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 4000 }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
  }
}
