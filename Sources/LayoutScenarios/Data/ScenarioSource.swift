// SPDX-License-Identifier: Apache-2.0
//
// The data source of a scenario: counts and plain views, with each call in the trace.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutModel

/// Supplies a scenario's data to the view under test.
///
/// Counts are those of the current data. Views and answers to queries come from the data whose
/// counts the view read last: after a refused batch the data has changed and the view still shows
/// the old data.
final class ScenarioSource: CollectionViewDataSource {
  static let reuseIdentifier = "item"

  /// The current data of the scenario.
  var data: ScenarioData
  /// The data in the view.
  private(set) var shown: ScenarioData
  /// The data in `shown` before the counts were read for a change that the view has not applied
  /// yet, and the epoch of the view's data then.
  private var unsettled: (shown: ScenarioData, epoch: UInt64)?
  /// The data before the batch of the current step; nil when it has none.
  private var before: (data: ScenarioData, aliases: [(old: String, new: String)])?
  /// The app's permanent answers about items.
  var answers = DelegateAnswers()
  /// The app's answers during the current step.
  private(set) var step = AppAnswers()
  /// True when items can be identified after a reload.
  var hasIdentities = true
  /// Paths of the items of replaced data that were selected before, until they are read.
  var reselection: [ItemPath] = []
  /// Old identities of items that are no longer in the data.
  var aliases: [(old: String, new: String)] = []
  private let trace: TraceLog
  private let looks: SessionLooks?
  /// Sizes by the items' original section, for layouts for which the data's sizes do not hold.
  private(set) var sizes: [ObjectIdentifier: MeasuredSizes] = [:]

  init(_ data: ScenarioData, looks: SessionLooks? = nil, trace: TraceLog) {
    self.looks = looks
    self.data = data
    shown = data
    self.trace = trace
  }

  /// Measures the sizes of items for a layout with its current settings.
  ///
  /// - Throws: `source-failed` with the error of the session's looks.
  func measure(under layout: CollectionLayout) throws(LayoutError) {
    do {
      keep(try looks?.sizes(layout), for: layout)
    } catch {
      throw error as? LayoutError
        ?? LayoutError(
          .sourceFailed, "the sizes of items are not available: \(error); fix the source")
    }
  }

  /// Copies the sizes for one layout to another one that replaces it with the same settings.
  func carrySizes(from old: CollectionLayout, to new: CollectionLayout) {
    keep(sizes[ObjectIdentifier(old)]?.sections, for: new)
  }

  /// Keeps the sizes for a layout, and drops those of layouts that are gone.
  private func keep(_ sections: [[Size]]?, for layout: CollectionLayout) {
    sizes = sizes.filter { $0.value.layout != nil }
    sizes[ObjectIdentifier(layout)] = sections.map { MeasuredSizes(layout: layout, sections: $0) }
  }

  /// Returns the sizes of items of an origin for a layout.
  func items(of origin: ItemOrigin, under layout: ObjectIdentifier) -> Items {
    guard case .first(let section) = origin.identity, let measured = sizes[layout]?.sections,
      measured.indices.contains(section), measured[section].count == origin.items.count
    else { return origin.items }
    return .each(measured[section])
  }

  func note(_ call: String, _ path: ItemPath) { trace.note("data \(call) \(path)") }

  /// Sets the app's answers at the start of a step.
  ///
  /// - Parameter changesData: True when the later answers are about the data that the step makes.
  func begin(_ answers: AppAnswers, changesData: Bool) {
    step = answers
    for known in changesData ? [answers.earlier] : [answers.earlier, answers.later]
    where !known.isEmpty {
      shown.learn(known)
      data.learn(known)
    }
  }

  /// Clears the answers at the end of the step.
  func endStep() { (step, before) = (AppAnswers(), nil) }

  /// Changes the data in a batch.
  ///
  /// - Parameter selected: The inserted items that were selected before.
  func change(to data: ScenarioData, selected: [ItemPath]) {
    before = (self.data, aliases)
    (self.data, reselection) = (data, selected.reversed())
  }

  /// Returns the size that a view prefers to these attributes of the layout; nil without a
  /// preference.
  func wish(of attributes: LayoutAttributes) -> Size? {
    step.size(for: .init(attributes.kind, attributes.path, attributes.size))
  }

  /// Counts a request for a view.
  ///
  /// - Throws: ``NoView`` if the app gives none in this step.
  private func checkGives(_ kind: String, at path: ItemPath) throws {
    if step.fails(.init(kind: kind, path: path)) { throw NoView() }
  }

  /// The error of a request for a view that fails in the scenario.
  private struct NoView: Error, CustomStringConvertible {
    let description = "the step's \"failing\" lists this request"
  }

  /// Returns the answer to a query with further arguments; nil without one.
  func answer(to question: AppAnswers.Question) -> JSONValue? { step.answer(to: question) }

  func says(_ question: AppQuestion, _ path: ItemPath) -> Bool {
    step.delegate.says(question, path) ?? answers.says(question, path) ?? true
  }

  func allows(_ action: MenuAction, _ path: ItemPath) -> Bool {
    step.delegate.allows(action, path) ?? answers.allows(action, path) ?? true
  }

  func takesDrop(of path: ItemPath) -> Bool {
    step.delegate.takesDrop(of: path) ?? answers.takesDrop(of: path) ?? true
  }

  func target(of path: ItemPath, proposed: ItemPath) -> ItemPath {
    step.delegate.target(of: path, proposed: proposed)
      ?? answers.target(of: path, proposed: proposed) ?? proposed
  }

  /// Replaces all data, without notice to the view.
  func replace(_ contents: [SectionContent], selected: [ItemPath]) {
    data.apply(
      data.sections.indices.map { DataChange(.deleteSection($0), isTold: false) }
        + contents.enumerated().map {
          DataChange(.insertSection($0), .section($1), isTold: false)
        })
    reselection = selected.reversed()
  }

  /// Marks the data that were read as shown.
  func settle() { unsettled = nil }

  /// After a failed step, restores the data in the view if the view did not apply the counts that
  /// were read. A batch that the layout could not show is still applied. One that failed because of
  /// a view is undone, as an app does that cannot show its change.
  func settle(afterFailureOf view: CollectionView) {
    if let unsettled, unsettled.epoch == view.dataEpoch {
      shown = unsettled.shown
      if step.hasFailed, let before { (data, aliases) = before }
    }
    unsettled = nil
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    trace.note("data numberOfSections")
    let epoch = collectionView.dataEpoch
    if unsettled?.epoch != epoch { unsettled = (shown, epoch) }
    shown = data
    return data.sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    trace.note("data numberOfItems \(section)")
    return data.sections[section].runs.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    trace.note("data cell \(path)")
    try checkGives("cell", at: path)
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.reuseIdentifier, for: path)
    let name = shown.id(at: path) ?? path.description
    cell.content = try looks?.content(of: name) ?? .text(name)
    cell.appearance =
      looks.map { $0.appearance(SessionLooks.path(name)?.section ?? path.section) }
      ?? ViewAppearance()
    (cell as? ScenarioCell)?.name = name
    (cell as? ScenarioCell)?.preferredSize = shown.preferredSize(at: path)
    (cell as? ScenarioCell)?.source = self
    return cell
  }

  private func appearance(ofSection section: Int) -> ViewAppearance {
    looks?.appearance(section) ?? ViewAppearance()
  }

  /// The original section of the first item that did not come later.
  private func origin(ofSection section: Int) -> Int? {
    let items = (0..<shown.sections[section].runs.count).lazy
    return items.compactMap {
      self.shown.id(at: ItemPath(section, $0)).flatMap(SessionLooks.path)
    }.first?.section
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    trace.note("data supplementary \(kind) \(path)")
    try checkGives(kind, at: path)
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: Self.reuseIdentifier, for: path)
    (view as? ScenarioHeading)?.source = self
    let origin = looks == nil ? nil : origin(ofSection: path.section)
    let item = shown.id(at: path).flatMap(SessionLooks.path)
    view.content =
      try item.flatMap { try looks?.element(kind, $0) } ?? origin.flatMap { looks?.heading($0) }
      ?? .heading(title: "\(kind) \(path.section)", detail: "")
    view.appearance = appearance(ofSection: origin ?? path.section)
    return view
  }
}

/// Sizes of the original items of each section, for one layout.
struct MeasuredSizes {
  /// Weak: a session has many layouts one after another.
  private(set) weak var layout: CollectionLayout?
  let sections: [[Size]]
}
