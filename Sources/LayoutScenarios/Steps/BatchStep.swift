// SPDX-License-Identifier: Apache-2.0
//
// Steps that change the data and tell the view how.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Changes items and sections together.
struct BatchStep: ScenarioStep {
  static let name = "batch"
  static let changesData = true
  let changes: [DataChange]
  let animation: UpdateAnimation
  /// The data had changed before the view heard of it, so that nothing that is due is shown first.
  let isLate: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    changes = try reader.require("ops", Read.each(DataChange.init))
    isLate = try reader.take("late", Read.bool) ?? false
    animation = try UpdateAnimation(from: &reader)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    var data = session.source.data
    data.apply(changes)
    return try session.update(
      to: data, BatchUpdate(changes.filter(\.isTold).map(\.operation)), animation, isLate: isLate)
  }
}

/// Shows another snapshot of the data; what changed is found out.
struct ApplyStep: ScenarioStep {
  static let name = "apply"
  static let changesData = true
  let snapshot: ScenarioSnapshot
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    snapshot = try reader.require("snapshot", ScenarioSnapshot.init)
    animation = try UpdateAnimation(from: &reader)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    var data = session.source.data
    let batch = try data.snapshot().difference(to: snapshot)
    data.take(snapshot)
    return try session.update(to: data, batch, animation)
  }
}

extension ScenarioSession {
  /// Performs a batch that makes the data what `data` is, and tells what became of each element.
  fileprivate func update(
    to changed: ScenarioData, _ batch: BatchUpdate, _ animation: UpdateAnimation,
    isLate: Bool = false
  ) throws(LayoutError) -> JSONObject {
    var data = changed
    data.learn(source.step.later)
    try admit(data)
    let before = source.shown
    view.keepsUpdateReport = true
    if isLate {
      source.data = data
      try view.tell(batch.operations, animation.isAnimated)
    } else {
      try view.performBatchUpdates(animated: animation.isAnimated, timing: animation.timing) {
        source.data = data
        $0 = batch
      }
    }
    let report = view.lastUpdateReport
    return JSONObject([
      .init("calls", .array(report.calls.map(JSONValue.string))),
      .init("initial", list(report.initial, of: source.shown)),
      .init("final", list(report.final, of: before)),
    ])
  }

  private func list(_ elements: [LayoutAttributes], of data: ScenarioData) -> JSONValue {
    .array(
      elements.sorted(by: isListedBefore).map {
        .object($0.json(layout.descriptor, id: data.id(at: $0.path)))
      })
  }
}
