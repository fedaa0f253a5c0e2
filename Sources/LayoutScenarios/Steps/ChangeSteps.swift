// SPDX-License-Identifier: Apache-2.0
//
// Steps that change the data, the viewport or the layout itself.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Replaces all data, without notice to the view before a reload.
struct DataStep: ScenarioStep {
  static let name = "data"
  let contents: [SectionContent]
  /// The new items that were selected before.
  let selected: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    contents = try reader.require("sections") { (value, place) throws(LayoutError) in
      try ScenarioData.contents(value, place)
    }
    selected = try reader.take("selected", Read.each(Read.path)) ?? []
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.source.replace(contents, selected: selected)
    return session.offsetResult
  }
}

/// Reloads all data. With `"frame": false` it stands for another data source, which the next frame reads.
struct ReloadStep: ScenarioStep {
  static let name = "reload"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if session.runsFrames {
      try session.view.reloadData()
    } else {
      session.view.dataSourceDidChange()
    }
    return session.offsetResult
  }
}

/// Reconfigures the cells of items.
struct ReconfigureStep: ScenarioStep {
  static let name = "reconfigure"
  let paths: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    paths = try reader.require("paths", Read.each(Read.path))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.reconfigureItems(at: paths)
    return session.offsetResult
  }
}

/// Resizes the view.
struct ResizeStep: ScenarioStep {
  static let name = "resize"
  let viewportSize: Size
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    viewportSize = try reader.require("container", Read.size)
    animation = try UpdateAnimation(from: &reader, isAnimated: false)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.resize(to: viewportSize, animation)
    return session.offsetResult
  }
}

/// Makes a new instance of the layout, after a breach or a crash.
struct RestartStep: ScenarioStep {
  static let name = "restart"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.layout.restart()
    try session.runFrame()
    return session.offsetResult
  }
}

/// Sets the bound queries of the layout.
struct BindStep: ScenarioStep {
  static let name = "bind"
  let queries: [String]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    queries = try reader.require("queries", Read.each(Read.string))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.rebind(queries)
    try session.runFrame()
    return session.offsetResult
  }
}

// MARK: - Batches
//
// Steps that change the data and notify the view of the changes.

/// Changes items and sections together.
struct BatchStep: ScenarioStep {
  static let name = "batch"
  static let changesData = true
  let changes: [DataChange]
  /// The inserted items that were selected before.
  let selected: [ItemPath]
  let animation: UpdateAnimation
  /// True when the data had changed before the view was notified, so that no due frame runs first.
  let isLate: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    changes = try reader.require("ops", Read.each(DataChange.init))
    selected = try reader.take("selected", Read.each(Read.path)) ?? []
    isLate = try reader.take("late", Read.bool) ?? false
    animation = try UpdateAnimation(from: &reader)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    var data = session.source.data
    data.apply(changes)
    return try session.update(
      to: data, BatchUpdate(changes.filter(\.isTold).map(\.operation)), animation,
      selected: selected, isLate: isLate)
  }
}

/// Shows another snapshot of the data, by its difference.
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
  /// Performs a batch that changes the data to `data`, and reports the start and end of each
  /// element.
  fileprivate func update(
    to changed: ScenarioData, _ batch: BatchUpdate, _ animation: UpdateAnimation,
    selected: [ItemPath] = [], isLate: Bool = false
  ) throws(LayoutError) -> JSONObject {
    var data = changed
    data.learn(source.step.later)
    try admit(data)
    let before = source.shown
    view.keepsUpdateReport = true
    if isLate {
      source.change(to: data, selected: selected)
      try view.tell(batch.operations, animation.isAnimated, timing: animation.timing)
    } else {
      try view.performBatchUpdates(animated: animation.isAnimated, timing: animation.timing) {
        source.change(to: data, selected: selected)
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

// MARK: - Invalidation
//
// Declares only the named parts stale.

/// Invalidates; without keys, everything.
struct InvalidateStep: ScenarioStep {
  static let name = "invalidate"
  let context: InvalidationContext

  init(from reader: inout ObjectReader) throws(LayoutError) {
    var context = InvalidationContext()
    let everything = try reader.take("everything", Read.bool)
    let items = try reader.take("items", Read.each(Read.path))
    let supplementaries = try reader.take("supplementaries", Read.each(Self.element))
    let decorations = try reader.take("decorations", Read.each(Self.element))
    let counts = try reader.take("counts", Read.bool)
    let offset = try reader.take("offsetBy", Read.vector)
    context.everything = everything ?? false
    context.items = items ?? []
    context.supplementaries = supplementaries ?? []
    context.decorations = decorations ?? []
    context.counts = counts ?? false
    context.contentOffsetAdjustment = offset ?? .zero
    let isEmpty =
      everything == nil && items == nil && supplementaries == nil && decorations == nil
      && counts == nil && offset == nil
    self.context = isEmpty ? .all : context
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.layout.invalidate(context)
    try session.runFrame()
    return session.offsetResult
  }

  /// `{"kind": K, "path": […]}`, or `[K, […]]`.
  private static func element(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> InvalidationContext.Element {
    if let pair = value.array, pair.count == 2 {
      return .init(kind: try Read.string(pair[0], place), path: try Read.path(pair[1], place))
    }
    var reader = try ObjectReader(value, place: place)
    let kind = try reader.require("kind", Read.string)
    let path = try reader.require("path", Read.path)
    try reader.finish()
    return .init(kind: kind, path: path)
  }
}
