// SPDX-License-Identifier: Apache-2.0
//
// Every displayed view is taken off again, once, for any sequence of changes.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Life cycle of views")
struct LifeCycleTests {
  /// The views on screen according to the delegate's calls.
  final class Watcher: CollectionViewDelegate {
    var shown: [Int: ElementCategory] = [:]
    var heard: Set<ElementCategory> = []

    func collectionView(_ view: CollectionView, willDisplay element: ReusableView) {
      #expect(shown[element.serialNumber] == nil)
      guard let category = element.attributes?.category else {
        Issue.record("a view without attributes is displayed")
        return
      }
      shown[element.serialNumber] = category
      heard.insert(category)
    }
    func collectionView(_ view: CollectionView, didEndDisplaying element: ReusableView) {
      #expect(shown.removeValue(forKey: element.serialNumber) != nil)
    }
  }

  /// Makes a random change.
  private func act(
    _ gallery: Gallery, _ image: PluginImageSource, using dice: inout SeededGenerator
  ) throws {
    let view = gallery.view!
    func inside() -> ItemPath { ItemPath(0, Int.random(in: 0..<gallery.counts[0], using: &dice)) }
    switch Int.random(in: 0..<9, using: &dice) {
    case 0: try view.reloadData()
    case 1: try view.reloadItems(at: [inside()])
    case 2:
      gallery.counts[0] += 1
      try view.insertItems(at: [inside()])
    case 3 where gallery.counts[0] > 60:
      let path = inside()
      gallery.counts[0] -= 1
      try view.deleteItems(at: [path])
    case 4: try view.moveItem(at: inside(), to: inside())
    case 5:
      let height = Double(Int.random(in: 0...900, using: &dice))
      try view.resize(to: Size(width: 500, height: height))
    case 6: try view.setLayout(try image())
    case 7: try view.advance(to: view.clock + Double.random(in: 0...0.4, using: &dice))
    default:
      let y = Double(Int.random(in: -100...3000, using: &dice))
      try view.setContentOffset(Point(x: 0, y: y))
    }
  }

  private typealias PluginImageSource = () throws -> CollectionLayout

  @Test("M6: will display and did end displaying pair, for all three kinds", arguments: 0..<20)
  func pairs(_ seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let gallery = try Gallery(
      [200, 40], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300),
      isShown: false)
    let (view, watcher) = (gallery.view!, Watcher())
    view.delegate = watcher
    view.cellsPreparedPerFrame = seed % 2 * 20
    view.idleViewLimit = seed % 3 * 40
    try view.layoutIfNeeded()
    for round in 0..<60 {
      let fails = Int.random(in: 0..<6, using: &dice) == 0
      var left = 3
      let counts = gallery.counts
      gallery.mistake = { _ in
        left -= 1
        if fails && left < 0 { throw LayoutError("oops", "no cell") }
        return nil
      }
      do { try act(gallery, TestLayout.fake, using: &dice) } catch let error as LayoutError {
        #expect(fails && error.code == "oops", "seed \(seed), round \(round): \(error)")
        gallery.counts = counts
      }
      gallery.mistake = nil
      let visible = view.visibleElements.map { ($0.view.serialNumber, $0.attributes.category) }
      #expect(
        watcher.shown == Dictionary(uniqueKeysWithValues: visible), "seed \(seed), round \(round)")
    }
    #expect(watcher.heard == Set(ElementCategory.allCases))
  }
}
