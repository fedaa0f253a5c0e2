// SPDX-License-Identifier: Apache-2.0
//
// The data source of a scenario: counts and plain views, each call noted in the trace.

import LayoutHost
import LayoutModel

/// Supplies a scenario's data to the view under test.
///
/// Counts are those of the data now. Everything else, views and answers to queries, comes from the
/// data whose counts the view read last: after a batch that was refused the data has changed and the
/// view shows what was before, so what is asked about that has to be answered from what was before.
final class ScenarioSource: CollectionViewDataSource {
  static let reuseIdentifier = "item"

  /// As the scenario's steps made it.
  var data: ScenarioData
  /// As the view knows it.
  private(set) var shown: ScenarioData
  /// What `shown` was before the counts were read in a frame that is not on screen yet, and how many
  /// frames were on screen then.
  private var unsettled: (shown: ScenarioData, frameCount: Int)?
  /// What the app says when it is asked about an item.
  var answers = DelegateAnswers()
  private let trace: TraceLog
  private let looks: SessionLooks?

  init(_ data: ScenarioData, looks: SessionLooks? = nil, trace: TraceLog) {
    self.looks = looks
    self.data = data
    shown = data
    self.trace = trace
  }

  func note(_ call: String, _ path: ItemPath) { trace.note("data \(call) \(path)") }

  /// Whatever was read is on screen, or the same as what is.
  func settle() { unsettled = nil }

  /// A step failed: if the frame that read the counts did not reach the screen, the view still knows
  /// what it knew before.
  func settle(afterFailureOf view: CollectionView) {
    if let unsettled, unsettled.frameCount == view.counters.frames { shown = unsettled.shown }
    unsettled = nil
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    trace.note("data numberOfSections")
    let frameCount = collectionView.counters.frames
    if unsettled?.frameCount != frameCount { unsettled = (shown, frameCount) }
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
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.reuseIdentifier, for: path)
    let name = shown.id(at: path) ?? path.description
    cell.content = try looks?.content(of: name) ?? .text(name)
    (cell as? ScenarioCell)?.name = name
    (cell as? ScenarioCell)?.preferredSize = shown.preferredSize(at: path)
    return cell
  }

  /// That of the section in which the first item began that did not come later.
  private func heading(ofSection section: Int) -> ViewContent? {
    guard let looks else { return nil }
    let items = (0..<shown.sections[section].runs.count).lazy
    let first = items.compactMap {
      self.shown.id(at: ItemPath(section, $0)).flatMap(SessionLooks.path)
    }.first
    return first.flatMap { looks.heading($0.section) }
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    trace.note("data supplementary \(kind) \(path)")
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: Self.reuseIdentifier, for: path)
    view.content =
      heading(ofSection: path.section)
      ?? .heading(title: "\(kind) \(path.section)", detail: "")
    return view
  }
}

/// A cell that may ask for a size of its own.
final class ScenarioCell: Cell {
  /// Of the item that it shows.
  var name = ""
  /// What it asks for; nil takes what it gets.
  var preferredSize: Size?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard let preferredSize else { return attributes }
    var wanted = attributes
    wanted.size = preferredSize
    return wanted
  }
}
