// SPDX-License-Identifier: Apache-2.0
//
// The data source of a scenario: counts and plain views, each call noted in the trace.

import LayoutHost
import LayoutModel

/// Supplies a scenario's data to the view under test.
final class ScenarioSource: CollectionViewDataSource {
  static let reuseIdentifier = "item"

  var data: ScenarioData
  private let trace: TraceLog

  init(_ data: ScenarioData, trace: TraceLog) {
    self.data = data
    self.trace = trace
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    trace.note("data numberOfSections")
    return data.sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    trace.note("data numberOfItems \(section)")
    return data.sections[section].items.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    trace.note("data cell \(path)")
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.reuseIdentifier, for: path)
    cell.content = .text(path.description)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    trace.note("data supplementary \(kind) \(path)")
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: Self.reuseIdentifier, for: path)
    view.content = .heading(title: "\(kind) \(path.section)", detail: "")
    return view
  }
}
