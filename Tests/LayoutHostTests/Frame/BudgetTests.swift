// SPDX-License-Identifier: Apache-2.0
//
// The budget of a frame, in counts: calls into the plugin and heap allocations.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Budgets")
struct BudgetTests {
  /// A layout of the project or of the tests, and its number of calls in a frame of scrolling.
  enum Subject: String, CaseIterable, Sendable {
    case grid, fake, flow, waterfall, mosaic, spring

    func make() throws -> CollectionLayout {
      switch self {
      case .grid: try TestLayout.grid()
      case .fake: try TestLayout.fake()
      case .flow: try TestLayout.bundled("FlowPlugin", "flow")
      case .waterfall: try TestLayout.bundled("WaterfallPlugin", "waterfall")
      case .mosaic: try TestLayout.bundled("MosaicPlugin", "mosaic")
      case .spring: try TestLayout.bundled("SpringPlugin", "spring")
      }
    }

    /// One call more with dynamics; the fake layout has them too.
    var callCount: Int { self == .spring || self == .fake ? 3 : 2 }
  }

  /// A gallery that has scrolled far enough that every buffer has its final size.
  private func warm(_ subject: Subject) throws -> Gallery {
    let gallery = try Gallery(
      [20_000], layout: try subject.make(), viewportSize: Size(width: 500, height: 400))
    for step in 0..<200 { try scroll(gallery.view, step) }
    return gallery
  }

  private func scroll(_ view: CollectionView, _ step: Int) throws {
    let along = 20.0 * Double(step)
    let isHorizontal = view.contentSize.width > view.contentSize.height
    try view.setContentOffset(Point(x: isHorizontal ? along : 0, y: isHorizontal ? 0 : along))
  }

  @Test("plugin calls of a frame of scrolling, one exchange each", arguments: Subject.allCases)
  func calls(_ subject: Subject) throws {
    let gallery = try warm(subject)
    let before = gallery.view.counters
    for step in 200..<230 { try scroll(gallery.view, step) }
    let cost = gallery.view.counters - before
    #expect(cost.frames == 30 && cost.exchanges == 30 && cost.prepares == 0)
    #expect(cost.pluginCalls == 30 * subject.callCount)
    #expect(cost.made == 0)
  }

  @Test("a warm frame of scrolling allocates nothing", arguments: Subject.allCases)
  func allocations(_ subject: Subject) throws {
    guard subject != .fake else { return }  // Its transforms allocate, by design.
    let gallery = try warm(subject)
    let view = gallery.view!
    // The text that the gallery puts into each cell is allocated by the app.
    gallery.mistake = { path in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    gallery.asked.removeAll(keepingCapacity: true)
    let binds = view.counters.binds
    let count = try countAllocations {
      for step in 200..<260 { try scroll(view, step) }
    }
    #expect(count == 0)
    #expect(view.counters.binds > binds, "views came and went")
  }

  @Test("a frame in which every element is replaced allocates nothing")
  func jumps() throws {
    let gallery = try warm(.flow)
    let view = gallery.view!
    gallery.mistake = { path in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    gallery.asked.removeAll(keepingCapacity: true)
    try view.setContentOffset(Point(x: 0, y: 9000))
    let before = view.counters
    let count = try countAllocations { try view.setContentOffset(Point(x: 0, y: 50_000)) }
    #expect(count == 0)
    let cost = view.counters - before
    #expect(cost.binds == view.visibleElements.count && cost.recycles > 0)
  }

  @Test("a fling allocates nothing")
  func fling() throws {
    let gallery = try warm(.flow)
    let view = gallery.view!
    gallery.mistake = { path in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    // In the first fling the Swift runtime makes the allocations that it makes once in a process.
    var count = 0
    for fling in 0..<2 {
      gallery.asked.removeAll(keepingCapacity: true)
      let start = Double(fling)
      try view.advance(to: start)
      try view.release(velocity: Vector(dx: 0, dy: 2000))
      count = try countAllocations {
        for frame in 1...60 { try view.advance(to: start + Double(frame) / 60) }
      }
    }
    #expect(count == 0)
  }
}
