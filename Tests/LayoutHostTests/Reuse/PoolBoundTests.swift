// SPDX-License-Identifier: Apache-2.0
//
// The limit of the number of views in a pool.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Bounded pools")
struct PoolBoundTests {
  final class Watcher: Stage {
    var alive: Set<Int> = []
    func make(_ view: ReusableView) { #expect(alive.insert(view.serialNumber).inserted) }
    func bind(_ view: ReusableView) { #expect(alive.contains(view.serialNumber)) }
    func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
      #expect(alive.contains(view.serialNumber))
    }
    func recycle(_ view: ReusableView) { #expect(alive.contains(view.serialNumber)) }
    func drop(_ view: ReusableView) { #expect(alive.remove(view.serialNumber) != nil) }
  }

  private let small = Size(width: 1000, height: 80)
  private let large = Size(width: 1000, height: 4000)

  @Test("with large and small viewports in turn, surplus views are released and the others stay")
  func alternating() throws {
    final class Counted: Cell {
      nonisolated(unsafe) static var alive = 0
      required init() {
        super.init()
        Self.alive += 1
      }
      deinit { Self.alive -= 1 }
    }
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let gallery = try Gallery([5000], layout: layout, viewportSize: small, isShown: false)
    let (view, watcher) = (gallery.view!, Watcher())
    view.register(Counted.self, forCellWithReuseIdentifier: "cell")
    view.stage = watcher
    view.idleViewLimit = 30
    try view.layoutIfNeeded()
    for round in 0..<20 {
      try view.resize(to: large)
      #expect(Counted.alive == 500 && watcher.alive.count == 500)
      try view.resize(to: small)
      #expect(Counted.alive == 40 && watcher.alive.count == 40, "ten in sight, thirty wait")
      #expect(view.counters.drops == 460 * (round + 1))
      for cell in view.visibleCells {
        #expect(cell.content == view.indexPath(for: cell).map { .text($0.description) })
      }
    }
    #expect(view.counters.made == 40 + 460 * 20)
    #expect(Set(view.visibleCells.map(\.serialNumber)) == Set(0..<10), "those in sight stayed")
  }

  @Test("a class that is registered again keeps its pool; another one or a closure has its own")
  func registeredAgain() throws {
    final class Own: Cell {}
    let gallery = try Gallery([500], layout: try TestLayout.grid(), isShown: false)
    let view: CollectionView = gallery.view
    func reload() throws -> Int {
      let made = view.counters.made
      try view.reloadData()
      return view.counters.made - made
    }
    view.register(Own.self, forCellWithReuseIdentifier: "cell")
    let count = try reload()
    #expect(count > 0)
    view.register(Own.self, forCellWithReuseIdentifier: "cell")
    #expect(try reload() == 0)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    #expect(try reload() == view.visibleCells.count)
    view.register(forCellWithReuseIdentifier: "cell") { Cell() }
    #expect(try reload() == view.visibleCells.count)
  }

  @Test("each pool has a limit of its own, and the default keeps 256", arguments: [0, 1, 7, nil])
  func bounds(_ limit: Int?) throws {
    let gallery = try Gallery([5000], layout: try TestLayout.grid(), viewportSize: large)
    let view = gallery.view!
    if let limit { view.idleViewLimit = limit }
    let made = view.counters.made
    try view.setContentOffset(Point(x: 0, y: 100_000))
    #expect(view.visibleElements.isEmpty)
    // 500 cells and one header wait, or as many as the limit allows.
    let kept = min(limit ?? 256, 500) + min(limit ?? 256, 1)
    #expect(view.counters.drops == made - kept)
    try view.setContentOffset(.zero)
    #expect(view.counters.made == made + made - kept)
    #expect(view.visibleCells.allSatisfy { view.indexPath(for: $0) != nil })
  }

  @Test("the views that were recycled last are kept, and are reused last first")
  func order() throws {
    let layout = try TestLayout.grid()
    try layout.set("headerLength", to: .number(0))
    let gallery = try Gallery([5000], layout: layout, viewportSize: small)
    let view = gallery.view!
    view.idleViewLimit = 4
    try view.setContentOffset(Point(x: 0, y: 100_000))
    try view.setContentOffset(.zero)
    #expect(view.visibleCells.map(\.serialNumber) == [9, 8, 7, 6, 10, 11, 12, 13, 14, 15])
    view.idleViewLimit = -5
    #expect(view.idleViewLimit == 0)
  }
}
