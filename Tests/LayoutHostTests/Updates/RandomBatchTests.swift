// SPDX-License-Identifier: Apache-2.0
//
// Compares random batches on live views with plain arrays and fresh views.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Random batches")
struct RandomBatchTests {
  static let layouts = [
    (plugin: "FlowPlugin", id: "flow"), (plugin: "WaterfallPlugin", id: "waterfall"),
    (plugin: "MosaicPlugin", id: "mosaic"),
  ]

  /// The seeds for each layout; with five rounds a seed there are 10,005 rounds in all.
  static let seeds: [Range<Int>] = {
    let seeds = Soak.seeds(short: 667, long: 20_010)
    return stride(from: seeds.lowerBound, to: seeds.upperBound, by: 29)
      .map { $0..<min($0 + 29, seeds.upperBound) }
  }()

  @Test(
    """
    B1, B2, B3, B4, B5, C76, C102, M4: after each of 10,005 random batches a view is what a fresh one \
    would be, and each that is wrong is refused and changes nothing
    """, arguments: layouts, seeds)
  func rounds(_ names: (plugin: String, id: String), _ seeds: Range<Int>) throws {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin(names.plugin)))
    for seed in seeds {
      var dice = SeededGenerator(seed: UInt64(seed))
      let calm = seed % 23 == 22 ? 1_000 : 8
      let model =
        calm > 8
        ? ArrayModel.large(itemCount: 300...1_500, using: &dice)
        : seed % 3 == 0 ? ArrayModel.random(using: &dice) : ArrayModel.large(using: &dice)
      let gallery = try ModelGallery(model, try Self.layout(names.id, of: image))
      for round in 0..<5 {
        let label: Comment = "\(names.id), LAYOUT_SEED=\(seed), round \(round)"
        try scroll(gallery.view, using: &dice)
        let change = RandomChange(gallery.model, calm: calm, using: &dice)
        if Int.random(in: 0..<3, using: &dice) == 0 {
          let wrong = change.mistaken(about: gallery.model, using: &dice)
          try expectRefusal(gallery, of: wrong, change, label)
        }
        let before = Sight(gallery)
        let offset = expectedOffset(gallery, change)
        try gallery.view.performBatchUpdates { batch in
          gallery.model = change.result
          batch = change.batch
        }
        expectSurvivors(gallery, before, change, label)
        try expectFresh(gallery, try Self.layout(names.id, of: image), label)
        expectOffset(gallery, offset, label)
      }
    }
  }

  private static func layout(_ id: String, of image: PluginImage) throws -> CollectionLayout {
    CollectionLayout(try InProcessConnection(image: image, layout: id, children: bundledChild))
  }

  private func scroll(
    _ view: CollectionView, using dice: inout SeededGenerator
  ) throws {
    let edges = view.contentOffsetEdges
    let offset = Point(
      x: Double.random(in: edges.horizontal, using: &dice),
      y: Double.random(in: edges.vertical, using: &dice))
    try view.setContentOffset(offset)
  }

  /// The state before a batch.
  private struct Sight {
    let serials: [String: Int]
    let counters: FrameCounters

    init(_ gallery: ModelGallery) {
      serials = gallery.serials
      counters = gallery.view.counters
      gallery.filled = []
      gallery.filledHeaders = []
    }
  }

  /// Checks that a batch that contradicts itself, or is incomplete, is refused and changes nothing.
  private func expectRefusal(
    _ gallery: ModelGallery, of wrong: BatchUpdate, _ change: RandomChange, _ label: Comment
  ) throws {
    let (view, data) = (gallery.view, gallery.model)
    let elements = try view.elements(in: nil)
    let (serials, offset, counters) = (gallery.serials, view.contentOffset, view.counters)
    let error = #expect(throws: LayoutError.self, label) {
      try view.performBatchUpdates { batch in
        gallery.model = change.result
        batch = wrong
      }
    }
    #expect(error?.code == "invalid-update", label)
    gallery.model = data
    try view.layoutIfNeeded()
    #expect(view.counters == counters, label)
    #expect(gallery.serials == serials, label)
    #expect(view.contentOffset == offset, label)
    #expect(try view.elements(in: nil) == elements, label)
  }

  /// Checks that views follow their items, survivors are not filled again, and each view shows one
  /// element.
  private func expectSurvivors(
    _ gallery: ModelGallery, _ before: Sight, _ change: RandomChange, _ label: Comment
  ) {
    let (view, after) = (gallery.view, gallery.serials)
    let elements = view.visibleElements
    let numbers = elements.map(\.view.serialNumber)
    #expect(Set(numbers).count == numbers.count, label)
    for element in elements {
      #expect(element.view.content == .text(gallery.text(for: element.attributes) ?? ""), label)
      #expect(element.view.attributes == element.attributes, label)
    }
    let stayed = before.serials.keys.filter { after[$0] != nil && !change.isAnew($0) }
    for text in stayed { #expect(before.serials[text] == after[text], label) }
    let filled = gallery.filled.map { "\($0)" } + gallery.filledHeaders.map { "section \($0)" }
    #expect(Set(filled) == Set(after.keys).subtracting(stayed), label)
    let cost = view.counters - before.counters
    #expect(cost.binds == after.count - stayed.count, label)
    #expect(cost.recycles == before.serials.count - stayed.count, label)
  }

  /// Checks that every element, and those on screen, are as a fresh view answers them.
  private func expectFresh(
    _ gallery: ModelGallery, _ layout: CollectionLayout, _ label: Comment
  ) throws {
    let view = gallery.view
    let fresh = try ModelGallery(gallery.model, layout)
    try fresh.view.setContentOffset(view.contentOffset)
    #expect(view.contentSize == fresh.view.contentSize, label)
    #expect(try view.elements(in: nil) == fresh.view.elements(in: nil), label)
    #expect(
      view.visibleElements.map(\.attributes) == fresh.view.visibleElements.map(\.attributes),
      label)
  }

  /// The item that keeps its place, and its distance from the visible start; nil at the
  /// start edge.
  private enum Expected {
    case edge
    case item(Int, Vector)
    case nothing(Point)
  }

  private func expectedOffset(_ gallery: ModelGallery, _ change: RandomChange) -> Expected {
    let (view, start) = (gallery.view, gallery.view.contentOffset)
    for element in view.visibleElements where element.attributes.category == .cell {
      let frame = element.attributes.frame
      guard frame.maxX > start.x, frame.maxY > start.y,
        let old = gallery.id(at: element.attributes.path),
        let id = change.successor(of: old, at: element.attributes.path)
      else { continue }
      if start == view.contentOffsetEdges.start { return .edge }
      return .item(id, Vector(dx: frame.x - start.x, dy: frame.y - start.y))
    }
    return .nothing(start)
  }

  private func expectOffset(_ gallery: ModelGallery, _ expected: Expected, _ label: Comment) {
    let view = gallery.view
    var wanted: Point
    switch expected {
    case .edge: wanted = view.contentOffsetEdges.start
    case .nothing(let point): wanted = point
    case .item(let id, let distance):
      guard let path = gallery.model.path(of: id),
        let frame = (try? view.layoutAttributesForItem(at: path))?.frame
      else {
        Issue.record("item \(id) is gone; \(label)")
        return
      }
      wanted = Point(x: frame.x - distance.dx, y: frame.y - distance.dy)
    }
    wanted = view.contentOffsetEdges.clamp(wanted)
    let isThere =
      abs(wanted.x - view.contentOffset.x) < 1e-6 && abs(wanted.y - view.contentOffset.y) < 1e-6
    #expect(isThere, "\(label): \(view.contentOffset), not \(wanted)")
  }
}
