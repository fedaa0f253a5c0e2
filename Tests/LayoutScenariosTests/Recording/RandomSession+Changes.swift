// SPDX-License-Identifier: Apache-2.0
//
// Changes by the app of a random session: settings, data, layouts.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutScenarios

extension RandomSession {
  // MARK: Settings

  func resize() throws {
    try view.resize(
      to: Size(width: number(200...400), height: number(100...400)), animated: chance(),
      timing: timing)
  }

  func settings() throws {
    switch Int.random(in: 0..<9, using: &dice) {
    case 0:
      view.contentInset = Insets(top: number(0...30), left: 3, bottom: number(0...9), right: 1)
    case 1: view.scale = [1, 2, 1.5].randomElement(using: &dice) ?? 1
    case 2: view.isRightToLeft.toggle()
    case 3: view.scrollOptions.isPaging.toggle()
    case 4:
      view.scrollOptions.fling = chance() ? .friction : .spline(pointsPerInch: 160)
      view.scrollOptions.decelerationRate = [0.998, 0, 0.9, 1].randomElement(using: &dice) ?? 0.5
    case 5: view.animation.timing = timing ?? .standard
    case 6: view.animation.isEnabled = chance(0.8)
    case 7: view.scrollOptions.anchoring = chance() ? .end : .start
    default:
      view.scrollOptions.alwaysBouncesVertically.toggle()
      view.cellsPreparedPerFrame = Int.random(in: 0...2, using: &dice)
    }
    if chance(0.3) { try view.layoutIfNeeded() }
  }

  func set() throws {
    let layout = view.collectionViewLayout
    for name in ["rowSpacing", "minimumLineSpacing", "padding", "itemSpacing"]
    where layout.hasProperty(name) {
      try layout.set(name, to: .number(number(0...20)))
    }
    if chance(0.5) { try view.layoutIfNeeded() }
  }

  func invalidate() throws {
    var context = InvalidationContext()
    if let item { context.items = [item] }
    if chance(0.3) { context.contentOffsetAdjustment = Vector(dx: 0, dy: number(-20...20)) }
    if chance(0.2) { context.counts = true }
    if chance(0.2) { context = .all }
    try view.collectionViewLayout.invalidate(context)
    if chance() { try view.layoutIfNeeded() }
  }

  func rebind() throws { try app.bind(view.collectionViewLayout) }

  func grow() throws {
    guard let item = view.indexPathsForVisibleItems.randomElement(using: &dice) else { return }
    app.growth[app.id(view.dataPath(forShownPath: item))] = number(0...40)
    if chance() {
      try view.reconfigureItems(at: [item])
    } else {
      var context = InvalidationContext()
      context.items = [item]
      try view.collectionViewLayout.invalidate(context)
    }
  }

  // MARK: Data

  func batch() throws {
    let (batch, result) = app.model.randomBatch(using: &dice)
    let old = app.model
    do {
      try view.performBatchUpdates(animated: chance(0.8), timing: timing) {
        app.model = result
        $0 = batch
      }
    } catch {
      app.model = old
      throw error
    }
  }

  func late() throws {
    guard let section = app.model.sections.indices.randomElement(using: &dice) else { return }
    let count = app.model.sections[section].items.count
    if chance(), count > 0 {
      let item = Int.random(in: 0..<count, using: &dice)
      app.model.sections[section].items.remove(at: item)
      try view.deleteItems(at: [ItemPath(section, item)], animated: chance())
    } else {
      app.model.sections[section].items.insert(Int.random(in: 2_000...9_999, using: &dice), at: 0)
      try view.insertItems(at: [ItemPath(section, 0)], animated: chance())
    }
  }

  func refused() throws {
    try? view.performBatchUpdates { $0.deleteItem(at: ItemPath(0, 9_999)) }
  }

  func reload() throws {
    if chance() {
      app.model.sections.append(
        (Int.random(in: 0...9, using: &dice), [Int.random(in: 2_000...9_999, using: &dice)]))
    } else if let section = app.model.sections.indices.randomElement(using: &dice) {
      app.model.sections[section].items.reverse()
    }
    guard chance(0.4) else { return try view.reloadData() }
    view.dataSource = nil
    view.dataSource = app
    if chance() { try view.layoutIfNeeded() }
  }

  // MARK: Layouts

  func anyLayout() throws -> CollectionLayout {
    if chance(0.4), let layout = kept.randomElement(using: &dice) { return layout }
    let name = Self.names.randomElement(using: &dice) ?? "flow"
    let layout = try maker.make(name, tier: .inProcess)
    try app.bind(layout)
    if kept.count < 6 { kept.append(layout) }
    return layout
  }

  func swap() throws {
    try view.setLayout(try anyLayout(), animated: chance(), timing: timing)
  }

  func assign() throws {
    view.collectionViewLayout = try anyLayout()
    if chance() { try view.layoutIfNeeded() }
  }

  func transition() throws {
    if view.transitionLayout == nil {
      try view.startInteractiveTransition(to: try anyLayout())
    }
    view.transitionProgress = number(0...1)
    if chance(0.7) { try view.advance(to: view.clock + number(0...0.02)) }
    if chance(0.3) { try view.finishInteractiveTransition(animated: chance(0.8), timing: timing) }
    if chance(0.2) { try view.cancelInteractiveTransition(animated: chance(0.8), timing: timing) }
  }

  func hotSwap() throws {
    let id = view.collectionViewLayout.id
    var request = SwapRequest(file: try maker.find(id).file, layoutID: id)
    (request.policy.tier, request.isAnimated, request.timing) = (.inProcess, chance(), timing)
    guard !chance(0.7) else { return }
    _ = LayoutSwapper(request, on: view).run()
  }
}
