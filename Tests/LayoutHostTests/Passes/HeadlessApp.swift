// SPDX-License-Identifier: Apache-2.0
//
// An app for tests of passes: data, views and a delegate around the state of an engine, without a collection view.

import LayoutModel
import LayoutRuntime
import LayoutUpdates
import Testing

@testable import LayoutEngine
@testable import LayoutHost

/// A cell that may prefer another size than it gets.
final class WishingCell: Cell {
  weak var app: HeadlessApp?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var wanted = attributes
    if let height = app?.wish?(attributes.path) { wanted.size.height = height }
    return wanted
  }
}

/// An app with the given numbers of items, which records every call that it gets.
final class HeadlessApp: EngineApp {
  /// The error that the app throws; a test sets it.
  struct Mistake: Error {}

  var counts: [Int]
  /// The number of items of every section in one number; nil if each count is read.
  var uniformCount: Int?
  let state: EngineState
  /// Every call to the app, in order.
  var heard: [String] = []
  /// The paths of requested cells, in order.
  var asked: [ItemPath] = []
  /// The app's answer to a question about an item; true unless a test sets another.
  var consents: (String, ItemPath) -> Bool = { _, _ in true }
  /// The path whose cell the app fails to make.
  var failsAt: ItemPath?
  /// The preferred height of a cell.
  var wish: ((ItemPath) -> Double?)?
  /// True if the app prefetches.
  var prefetches = false
  var prefetched: [ItemPath] = []
  /// True if another app shows each layout that this one would swap in.
  var isTaken = false
  /// The items that the app moved at a drop.
  var moved: [ItemPath] = []
  /// The handle of the layout, which the app keeps.
  private(set) var handle: CollectionLayout

  /// Makes an app that shows `layout`, not laid out yet. Changes are not animated.
  init(
    _ counts: [Int], _ layout: CollectionLayout, viewportSize: Size = Size(width: 1000, height: 800)
  ) {
    (self.counts, handle) = (counts, layout)
    state = EngineState(viewportSize: viewportSize, layout: layout.engine)
    state.animationSettings.isEnabled = false
    state.register(.cell, kind: "cell", identifier: "cell") { WishingCell() }
    state.register(.supplementary, kind: "header", identifier: "header") { ReusableView() }
  }

  /// Makes an app whose first frame is on screen.
  static func shown(_ counts: [Int], _ layout: CollectionLayout) throws -> HeadlessApp {
    let app = HeadlessApp(counts, layout)
    try app.layoutIfNeeded()
    return app
  }

  // MARK: EngineApp

  var supply: any DataSupply { Supply(app: self) }
  var listener: (any AppListener)? { Listener(app: self) }
  var stage: (any Stage)?
  var observer: (any AnswerObserver)? { nil }

  func prefetch(_ paths: [ItemPath]) { prefetched += paths }
  func cancelPrefetching(_ paths: [ItemPath]) { prefetched.removeAll(where: paths.contains) }
  func inApp(_ body: () -> Void) { body() }
  func claimLayout() throws(LayoutError) {}

  func adopt(_ layout: EngineLayout) {
    guard let next = layout.handle as? CollectionLayout else { return }
    (handle, state.layout) = (next, layout)
    heard.append("adopt \(layout.id)")
  }

  func layoutIfNeeded(isLenient: Bool) throws(LayoutError) {
    guard state.collectWhatIsDue() else { return }
    try FrameRunner(state, self).showWhatIsDue(isLenient: isLenient)
  }

  private struct Supply: DataSupply {
    let app: HeadlessApp

    func numberOfSections() throws -> Int { app.counts.count }
    func numberOfItemsInEverySection() throws -> Int? { app.uniformCount }
    func numberOfItems(inSection section: Int) throws -> Int { app.counts[section] }

    func cell(at path: ItemPath) throws -> Cell {
      app.asked.append(path)
      if path == app.failsAt { throw Mistake() }
      let view = try app.state.dequeue(.cell, "cell", "cell", path)
      (view as? WishingCell)?.app = app
      return try #require(view as? Cell)
    }

    func supplementaryView(ofKind kind: String, at path: ItemPath) throws -> ReusableView {
      try app.state.dequeue(.supplementary, kind, kind, path)
    }

    var identities: (any ItemIdentities)? { nil }
    var reordersItems: Bool { true }
    func canMoveItem(at path: ItemPath) -> Bool { app.consents("move", path) }

    func moveItem(at path: ItemPath, to target: ItemPath) throws {
      app.moved += [path, target]
      app.counts[path.section] -= 1
      app.counts[target.section] += 1
    }
  }

  private struct Listener: AppListener {
    let app: HeadlessApp

    private func ask(_ question: String, _ path: ItemPath) -> Bool {
      app.heard.append("\(question)? \(path)")
      return app.consents(question, path)
    }

    func willDisplay(_ view: ReusableView) {}
    func didEndDisplaying(_ view: ReusableView) {}
    func didScroll() { app.heard.append("scroll") }
    func didScroll(section: Int, to offset: Double) {
      app.heard.append("section \(section) to \(offset)")
    }
    func didReceive(_ event: LayoutEvent) {}

    func shouldHighlightItem(at path: ItemPath) -> Bool { ask("highlight", path) }
    func didHighlightItem(at path: ItemPath) { app.heard.append("highlighted \(path)") }
    func didUnhighlightItem(at path: ItemPath) { app.heard.append("unhighlighted \(path)") }
    func shouldSelectItem(at path: ItemPath) -> Bool { ask("select", path) }
    func shouldDeselectItem(at path: ItemPath) -> Bool { ask("deselect", path) }
    func didSelectItem(at path: ItemPath) { app.heard.append("selected \(path)") }
    func didDeselectItem(at path: ItemPath) { app.heard.append("deselected \(path)") }

    func shouldShowMenu(forItemAt path: ItemPath) -> Bool { ask("menu", path) }
    func canPerform(_ action: MenuAction, forItemAt path: ItemPath) -> Bool { action == .copy }
    func perform(_ action: MenuAction, forItemAt path: ItemPath) {
      app.heard.append("\(action) \(path)")
    }
    func target(forMoveFrom source: ItemPath, to proposed: ItemPath) -> ItemPath { proposed }
  }
}
