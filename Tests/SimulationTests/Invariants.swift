// SPDX-License-Identifier: Apache-2.0
//
// The conditions that hold after each step.

import LayoutModel
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost

/// The selection before a step, by identity.
struct SelectionLook {
  private let ids: Set<Int>
  private let isReadable: Bool

  init(_ session: SimulatedSession) {
    isReadable = Self.isReadable(session.view)
    ids = isReadable ? Self.ids(session) : []
  }

  private static func isReadable(_ view: CollectionView) -> Bool {
    !view.state.isDataStale && view.interactiveMovement == nil && !view.isFrameDue
  }

  private static func ids(_ session: SimulatedSession) -> Set<Int> {
    Set(session.view.indexPathsForSelectedItems.compactMap(session.app.id(at:)))
  }

  /// Checks that the selection follows items.
  func check(_ session: SimulatedSession, after name: String) throws(Violation) {
    guard isReadable, Self.isReadable(session.view) else { return }
    let now = Self.ids(session)
    switch session.selectionRule {
    case .free: break
    case .same:
      try require(now == ids, "selection stays", "\(ids) became \(now) by \(name)")
    case .survivors(let doubtful):
      let present = Set(session.app.model.sections.flatMap(\.items))
      let expected = ids.intersection(present).subtracting(doubtful)
      try require(
        now.subtracting(doubtful) == expected, "selection follows items",
        "\(expected) was to be selected after \(name), not \(now)")
    }
  }
}

extension SimulatedSession {
  /// True if nothing moves and no frame is due.
  var isQuiet: Bool {
    !view.isFrameDue && !view.isMoving && !view.isAnimating && view.transitionLayout == nil
      && view.interactiveMovement == nil && view.collectionViewLayout === view.shownLayout
  }

  /// Checks all conditions.
  func look(after name: String) throws(Violation) {
    let elements = view.visibleElements
    if let difference = stage.difference(to: elements) {
      throw Violation(rule: "stage", detail: "\(difference), after \(name)")
    }
    let serials = elements.map(\.view.serialNumber)
    try require(
      Set(serials).count == serials.count, "one view an element", "\(serials) after \(name)")
    try require(
      app.toldPhase == view.scrollPhase, "the app knows the phase",
      "\(app.toldPhase), not \(view.scrollPhase), after \(name)")
    let scroll = view.state.scroll
    try require(
      scroll.goal == nil || scroll.motion != nil, "only a motion has a goal", "after \(name)")
    guard !view.isFrameDue else { return }
    try lookAtData(name)
    guard isQuiet else { return }
    try lookAtRest(elements, name)
    if chance(0.3) { try lookAtQuestions(elements, name) }
    if chance() { try lookAtFresh(elements, name) }
  }

  private func lookAtData(_ name: String) throws(Violation) {
    let counts = (0..<view.numberOfSections).map(view.numberOfItems(inSection:))
    if view.interactiveMovement == nil {
      try require(
        counts == app.model.counts, "counts", "\(counts), not \(app.model.counts), \(name)")
    }
    for path in view.indexPathsForVisibleItems {
      let text = app.text(.cell, at: view.dataPath(forShownPath: path))
      guard let cell = view.cellForItem(at: path) else {
        throw Violation(rule: "a view for each element", detail: "none for \(path) after \(name)")
      }
      try require(
        cell.content == .text(text ?? ""), "views follow items",
        "\(shownChoice?.id ?? ""): \(path) shows \(cell.content), not \(text ?? "nothing"), after \(name)"
      )
      try require(
        cell.isSelected == view.isItemSelected(at: path), "cells look selected",
        "\(path) after \(name)")
    }
  }

  private func lookAtRest(_ elements: [VisibleElement], _ name: String) throws(Violation) {
    try require(
      stage.boundCount == elements.count + view.state.store.preparedCount, "no view is left",
      "\(stage.boundCount) on the stage for \(elements.count) elements, after \(name)")
    try require(
      stage.cellCount <= stage.cellRoom, "views are used again",
      "\(stage.cellCount) cells where \(stage.cellRoom) do, after \(name)")
    for element in elements {
      try require(!element.isLeaving, "nothing leaves at rest", "\(element.attributes), \(name)")
      try require(
        element.view.attributes == element.attributes, "views have their attributes",
        "\(element.view.attributes as Any), not \(element.attributes), after \(name)")
    }
  }

  /// Checks that the frame is that of a fresh view over the same data.
  func lookAtFresh(_ elements: [VisibleElement], _ name: String) throws(Violation) {
    do { try settleDoubts() } catch {
      if isLayoutFault(error), world.hasStruck { return }
      throw Violation(rule: "a late property", detail: "\(error), after \(name)")
    }
    guard let choice = shownChoice, !choice.remembers(in: app) else { return }
    let fresh: FreshView
    do { fresh = try freshView(choice) } catch {
      throw Violation(rule: "fresh view", detail: "it cannot be made: \(error)")
    }
    let other = fresh.view
    // Mirrored twice, an offset may have another last bit.
    guard other.state.scroll.offset == view.state.scroll.offset, hasSameTracks(other) else {
      return
    }
    try require(
      view.contentSize == other.contentSize, "fresh: content size",
      "\(choice.id): \(view.contentSize), not \(other.contentSize), after \(name)")
    try require(
      view.contentOffsetEdges == other.contentOffsetEdges, "fresh: edges", "\(choice.id), \(name)")
    let others = other.visibleElements
    for (mine, wanted) in zip(elements, others) {
      try require(
        mine.attributes == wanted.attributes, "fresh: attributes",
        "\(choice.id): \(mine.attributes.difference(to: wanted.attributes)), after \(name)")
      try require(
        mine.view.content == wanted.view.content, "fresh: content",
        "\(mine.attributes): \(mine.view.content), not \(wanted.view.content), after \(name)")
    }
    try require(
      elements.count == others.count, "fresh: elements",
      "\(choice.id): \(elements.count), not \(others.count), after \(name)")
    if chance(0.2) { try lookAtAll(other, choice, name) }
  }

  /// Returns a fresh view, or the one of an earlier step if it would be the same.
  private func freshView(_ choice: LayoutChoice) throws -> FreshView {
    let inputs = FreshView.Inputs(self, choice)
    if let fresh, fresh.inputs == inputs { return fresh }
    let made = try FreshView(of: self, inputs)
    fresh = made
    return made
  }

  /// Returns true if sections are at the same offsets. A track without a cell to find it by cannot be moved.
  private func hasSameTracks(_ other: CollectionView) -> Bool {
    (0..<view.numberOfSections).allSatisfy {
      view.crossOffset(ofSection: $0) == other.crossOffset(ofSection: $0)
    }
  }

  /// Checks that a query outside of a frame gets the frame's answer.
  private func lookAtQuestions(_ elements: [VisibleElement], _ name: String) throws(Violation) {
    let cells = elements.filter { $0.attributes.category == .cell }
    // Each question to a worker changes threads twice.
    let asked = isRemote ? Array(cells.shuffled(using: &dice).prefix(8)) : cells
    for element in asked {
      let answer: LayoutAttributes?
      do { answer = try view.layoutAttributesForItem(at: element.attributes.path) } catch {
        // The first call after a worker's end reports it.
        if isLayoutFault(error), world.hasStruck { return }
        throw Violation(rule: "questions", detail: "\(error), after \(name)")
      }
      try require(
        answer == element.attributes, "questions",
        "\(shownChoice?.id ?? ""): \(answer.map { $0.difference(to: element.attributes) } ?? "none") "
          + "for \(element.attributes), after \(name)")
    }
  }

  private func lookAtAll(
    _ other: CollectionView, _ choice: LayoutChoice, _ name: String
  ) throws(Violation) {
    let all: [LayoutAttributes]
    let wanted: [LayoutAttributes]
    do { (all, wanted) = (try view.elements(in: nil), try other.elements(in: nil)) } catch {
      // The first call after a worker's end reports it.
      if isLayoutFault(error), world.hasStruck { return }
      throw Violation(rule: "fresh: all elements", detail: "\(choice.id): \(error), after \(name)")
    }
    for (mine, other) in zip(all, wanted) {
      try require(
        mine == other, "fresh: all elements",
        "\(choice.id): \(mine.difference(to: other)), after \(name)")
    }
    try require(all.count == wanted.count, "fresh: all elements", "\(choice.id), after \(name)")
  }
}

extension LayoutAttributes {
  /// Describes both with every field that differs.
  fileprivate func difference(to other: Self) -> String {
    let (mine, others) = (Mirror(reflecting: self), Mirror(reflecting: other))
    let fields = zip(mine.children, others.children).filter { "\($0.value)" != "\($1.value)" }
    let names = fields.map { "\($0.label ?? ""): \($0.value), not \($1.value)" }
    return "\(self), not \(other) (\(names.joined(separator: "; ")))"
  }
}

/// A fresh view over the data of a session.
struct FreshView {
  /// Everything from which such a view follows.
  struct Inputs: Equatable {
    let choice: LayoutChoice
    private let sections: [Int]
    private let items: [[Int]]
    private let editions: [Int: Int]
    private let viewportSize: Size
    private let contentInset: Insets
    private let scale: Double
    private let isRightToLeft: Bool
    private let scrollOptions: ScrollOptions
    private let offset: Point
    private let tracks: [Double]

    init(_ session: SimulatedSession, _ choice: LayoutChoice) {
      let (view, model) = (session.view, session.app.model)
      self.choice = choice
      (sections, items) = (model.sections.map(\.id), model.sections.map(\.items))
      editions = session.app.editions
      (viewportSize, contentInset) = (view.viewportSize, view.contentInset)
      (scale, isRightToLeft) = (view.scale, view.isRightToLeft)
      (scrollOptions, offset) = (view.scrollOptions, view.contentOffset)
      tracks = (0..<view.numberOfSections).map(view.crossOffset(ofSection:))
    }
  }

  let inputs: Inputs
  let app: SimulatedApp
  let view: CollectionView

  init(of session: SimulatedSession, _ inputs: Inputs) throws {
    let (old, choice) = (session.view, inputs.choice)
    self.inputs = inputs
    app = type(of: session.app).init(
      session.app.model, editions: session.app.editions, salt: session.app.salt)
    let layout = try choice.make()
    view = CollectionView(viewportSize: old.viewportSize, layout: layout)
    view.animation.isEnabled = false
    view.dataSource = app
    view.contentInset = old.contentInset
    view.scale = old.scale
    view.isRightToLeft = old.isRightToLeft
    view.scrollOptions = old.scrollOptions
    view.register(SimulatedCell.self, forCellWithReuseIdentifier: "cell")
    app.register(for: layout, in: view)
    try app.bind(layout)
    try view.layoutIfNeeded()
    try choice.setInside(layout)
    try view.layoutIfNeeded()
    // A section keeps its offset while it is at rest.
    for section in 0..<old.numberOfSections where old.crossOffset(ofSection: section) != 0 {
      guard try view.crossTrack(ofSection: section) != nil else { continue }
      try view.setCrossOffset(old.crossOffset(ofSection: section), ofSection: section)
    }
    try view.setContentOffset(old.contentOffset)
  }
}
