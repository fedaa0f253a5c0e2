// SPDX-License-Identifier: Apache-2.0
//
// Changes of the data, of the order and of the layout.

import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutEngine
@testable import LayoutHost

extension SimulatedSession {
  /// Makes a call that changes the data, and undoes the change of the data if the call throws because of the app: the
  /// view then shows the old data. A change by a callback before the data were changed stays.
  ///
  /// - Parameter body: Calls its argument when it is about to change the data.
  func changing(_ body: (_ willChange: () -> Void) throws -> Void) throws {
    var before: (model: ArrayModel, editions: [Int: Int])?
    do { try body { before = (app.model, app.editions) } } catch {
      if let before, !isLayoutFault(error) { (app.model, app.editions) = before }
      throw error
    }
  }

  /// Makes a valid batch.
  func batch(animated: Bool) throws {
    if let app = app as? SnapshotSimulatedApp {
      return try applySnapshot(of: app, animated: animated)
    }
    let (calm, timing) = (chance(0.8) ? 8 : 3, anyTiming())
    var own = SeededGenerator(seed: dice.next())
    var anchor: AnchorLook?
    try changing { willChange in
      try view.performBatchUpdates(animated: animated, timing: timing) { batch in
        willChange()
        let change = RandomChange(app.model, calm: calm, using: &own)
        noteSelectionRule(of: change)
        anchor = AnchorLook(self, before: change)
        app.model = change.result
        for sections in change.result.sections {
          for id in sections.items where change.isAnew("\(id)") {
            app.editions[id, default: 0] += 1
          }
        }
        batch = change.batch
      }
    }
    if !hasCalledBack, isQuiet { try lookAt(anchor) }
  }

  /// Checks that the anchor kept its place, unless there was a fault.
  func lookAt(_ anchor: AnchorLook?) throws(Violation) {
    if world.faultCount == faultsBefore { try anchor?.check(self) }
  }

  private func noteSelectionRule(of change: RandomChange) {
    guard !hasCalledBack else { return }
    let section = change.reloadedSection
    let doubtful =
      section.map { app.model.sections[$0.old].items + change.result.sections[$0.new].items } ?? []
    selectionRule = .survivors(doubtful: Set(doubtful))
  }

  /// Changes the data, and tells the view only that there is a change.
  func changeUntold() throws {
    // Snapshots change only with a call of the view.
    guard !(app is SnapshotSimulatedApp) else { return }
    selectionRule = .free
    app.model = RandomChange(app.model, using: &dice).result
    var context = InvalidationContext()
    context.counts = true
    try view.collectionViewLayout.invalidate(context)
  }

  /// Makes an invalid batch, which is refused and changes nothing.
  func mistake() throws {
    guard !(app is SnapshotSimulatedApp) else { return }
    // A due frame runs before the batch is checked, and ends a movement.
    try view.cancelInteractiveMovement()
    try view.layoutIfNeeded()
    let change = RandomChange(app.model, using: &dice)
    let wrong = change.mistaken(about: app.model, using: &dice)
    let (look, old, frames) = (ContentLook(view), app.model, view.counters.frames)
    var failure: LayoutError?
    do throws(LayoutError) {
      try view.performBatchUpdates { batch in
        app.model = change.result
        batch = wrong
      }
    } catch { failure = error }
    app.model = old
    if app.hasFailed || hasCalledBack || failure.map(isLayoutFault) == true { return }
    try require(
      failure?.code == .invalidUpdate, "wrong batch refused",
      "\(failure as Any) for \(wrong) of \(old.counts)")
    // A worker that ended before was restarted for the batch, and prepared again.
    if view.counters.frames != frames { return }
    let now = ContentLook(view)
    try require(now == look, "refused batch changes nothing", now.difference(from: look))
  }

  /// Sets up a call of the app from inside one of the next calls to it.
  func prepareCallback() {
    let (kind, step) = (Int.random(in: 0..<7, using: &dice), number(-20...20))
    let site = chance(0.6) ? .notice : SimulatedApp.CallSite.allCases.randomElement(using: &dice)
    var own = SeededGenerator(seed: dice.next())
    let call = { [unowned self] in
      hasCalledBack = true
      story[story.count - 1] += " (callback \(kind))"
      selectionRule = .free
      let offset = view.contentOffset
      switch kind {
      case 0: try? view.setContentOffset(Point(x: offset.x, y: offset.y + step))
      case 1: try? view.reloadData()
      case 2: view.collectionViewLayout.invalidate()
      case 3:
        let (old, change) = (app.model, RandomChange(app.model, using: &own))
        if let app = app as? SnapshotSimulatedApp {
          try? app.show(change.result, in: view, animated: false)
          return
        }
        do {
          try view.performBatchUpdates {
            self.app.model = change.result
            $0 = change.batch
          }
        } catch {
          // If the layout fails the view applies the batch without it.
          if !isLayoutFault(error) { app.model = old }
        }
      case 4: try? view.resize(to: Size(width: 200 + step, height: 200))
      case 5:
        let item = view.indexPathsForVisibleItems.randomElement(using: &own)
        if let item { try? view.selectItem(at: item, animated: step > 0) }
      default:
        if let layout = try? anotherLayout() { view.collectionViewLayout = layout }
      }
    }
    app.onCall = (site ?? .notice, call)
  }
}

/// The content of the screen, without the views that show it.
private struct ContentLook: Equatable {
  private struct Element: Equatable {
    let kind: String
    let path: ItemPath
    let frame: Rect
    let content: ViewContent
    let isSelected: Bool
  }

  private let offset: Point
  private let size: Size
  private let selected: [ItemPath]
  private let elements: [Element]

  init(_ view: CollectionView) {
    (offset, size, selected) = (
      view.contentOffset, view.contentSize, view.indexPathsForSelectedItems
    )
    elements = view.visibleElements.map {
      Element(
        kind: $0.attributes.kind, path: $0.attributes.path, frame: $0.attributes.frame,
        content: $0.view.content,
        isSelected: ($0.view as? Cell)?.isSelected ?? false)
    }
  }

  func difference(from other: Self) -> String {
    guard let (mine, theirs) = zip(elements, other.elements).first(where: { $0 != $1 }) else {
      return "\(offset) \(size) \(selected), \(elements.count) elements, not "
        + "\(other.offset) \(other.size) \(other.selected), \(other.elements.count)"
    }
    return "\(mine), not \(theirs)"
  }
}

extension Act {
  nonisolated(unsafe) static let data = [
    Act("batch", 10) { try $0.batch(animated: $0.chance(0.6)) },
    Act("batch beyond", 2) { session in
      // The content that is left ends the overscroll.
      let offset = session.view.contentOffset
      try session.view.setContentOffset(
        Point(x: offset.x + session.number(-90...90), y: offset.y + session.number(-90...90)))
      try session.batch(animated: session.chance())
    },
    Act("wrong batch", 3) { try $0.mistake() },
    Act("change untold", 1) { try $0.changeUntold() },
    Act("told", 3) { session in
      guard let section = session.app.model.sections.indices.randomElement(using: &session.dice),
        !(session.app is SnapshotSimulatedApp)
      else { return }
      session.selectionRule = .free
      let count = session.app.model.sections[section].items.count
      let (isRemoving, animated) = (session.chance(), session.chance())
      let item = Int.random(in: 0...count, using: &session.dice)
      try session.changing { willChange in
        willChange()
        if isRemoving, item < count {
          session.app.model.sections[section].items.remove(at: item)
          try session.view.deleteItems(at: [ItemPath(section, item)], animated: animated)
        } else {
          let id = 1_000_000 + Int(session.dice.next() % 1_000_000_000)
          session.app.model.sections[section].items.insert(id, at: item)
          try session.view.insertItems(at: [ItemPath(section, item)], animated: animated)
        }
      }
    },
    Act("reload", 3) { session in
      session.selectionRule = .free
      try session.app.reload(.simulated(using: &session.dice), in: session.view)
    },
    Act("another data source", 1) { session in
      session.selectionRule = .free
      session.app.attach(to: session.view)
      try session.app.begin(with: .simulated(using: &session.dice), in: session.view)
    },
    Act("reconfigure", 3) { session in
      guard session.view.interactiveMovement == nil, !session.view.isFrameDue,
        let item = session.view.indexPathsForVisibleItems.randomElement(using: &session.dice),
        let id = session.app.id(at: item)
      else { return }
      try session.changing { willChange in
        willChange()
        session.app.editions[id, default: 0] += 1
        if let app = session.app as? SnapshotSimulatedApp {
          try session.reconfigure(item, id, of: app)
        } else {
          try session.view.reconfigureItems(at: [item])
        }
        // Its size follows from its edition.
        var context = InvalidationContext()
        context.items = [item]
        try session.view.collectionViewLayout.invalidate(context)
      }
    },
    Act("begin movement", 3, [.transitionUnderWay]) { session in
      guard let item = session.anyItem() else { return }
      _ = try session.view.beginInteractiveMovement(at: item, pointer: nil)
    },
    Act("move", 5, [.noMovement]) { try $0.view.updateInteractiveMovement(to: $0.place) },
    Act("drop", 3, [.noMovement]) { session in
      session.selectionRule = .survivors(doubtful: [])
      try session.view.endInteractiveMovement()
    },
    Act("cancel movement", 1) { try $0.view.cancelInteractiveMovement() },
  ]

  nonisolated(unsafe) static let exchanging = [
    Act("set layout", 3) { session in
      try session.view.setLayout(
        try session.anotherLayout(), animated: session.chance(), timing: session.anyTiming())
    },
    Act("assign layout", 2) { session in
      session.view.collectionViewLayout = try session.anotherLayout()
      if session.chance() { try session.view.layoutIfNeeded() }
    },
    Act("forget to register views", 2, [.unregisteredKind]) { session in
      if session.chance() { try session.changeUntold() }
      let layout = try session.anotherLayout(isRegistered: false)
      defer { session.app.register(for: layout, in: session.view) }
      try session.view.setLayout(layout, animated: session.chance())
    },
    Act("transition", 4, [.transitionUnderWay]) { session in
      if session.view.transitionLayout == nil {
        try session.view.startInteractiveTransition(to: try session.anotherLayout())
      }
      session.view.transitionProgress = session.number(0...1)
    },
    Act("finish transition", 2, [.noTransition]) { session in
      try session.view.finishInteractiveTransition(
        animated: session.chance(), timing: session.anyTiming())
    },
    Act("cancel transition", 2, [.noTransition]) { session in
      try session.view.cancelInteractiveTransition(
        animated: session.chance(), timing: session.anyTiming())
    },
  ]
}
