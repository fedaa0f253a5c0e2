// SPDX-License-Identifier: Apache-2.0
//
// An app that knows nothing of scenarios, and a recording of its session.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

/// An app with sizes of its own, by identity, without any knowledge of scenarios.
final class RecordedApp: CollectionViewDataSource {
  var model: ArrayModel
  /// Sizes that differ from those of the identities.
  var sizes: [Int: Size] = [:]
  /// The items whose cells fail.
  var broken: Set<Int> = []
  /// Run before each answer for a size, and before each count of items.
  var onSize, onCount: (() throws -> Void)?
  let view: CollectionView

  struct Broken: Error {}

  init(
    _ model: ArrayModel, _ layout: CollectionLayout, cells: Cell.Type = Cell.self,
    kinds: [String] = ["header", "footer"]
  ) throws {
    self.model = model
    view = CollectionView(viewportSize: Size(width: 333, height: 300), layout: layout)
    view.dataSource = self
    view.register(cells, forCellWithReuseIdentifier: "cell")
    for kind in kinds {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    try bind(layout)
  }

  func bind(_ layout: CollectionLayout) throws {
    guard layout.hasQuery("sizeForItem") else { return }
    try layout.bind("sizeForItem") { [unowned self] (path: ItemPath) throws -> Size? in
      try onSize?()
      let id = model.sections[path.section].items[path.item]
      if let size = sizes[id] { return size }
      return id % 5 == 0
        ? nil : Size(width: Double(40 + id * 37 % 80) / 3, height: Double(30 + id * 53 % 60) / 7)
    }
    guard layout.hasQuery("insetForSection") else { return }
    try layout.bind("insetForSection") { [unowned self] (path: ItemPath) -> Insets? in
      model.sections[path.section].id % 3 == 0
        ? nil : Insets(top: 5, left: 7, bottom: 1.5, right: 0)
    }
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    try onCount?()
    return model.sections[section].items.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    if broken.contains(model.sections[path.section].items[path.item]) { throw Broken() }
    return try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
  }
}

/// A recording of an app's session, and the screen at some of its steps.
final class RecordedSession {
  let recorder: ScenarioRecorder
  /// The number of steps by then, without preparations of swaps, which are recorded before later steps; and the screen.
  private var looks: [(stepCount: Int, sight: [String])] = []

  init(_ app: RecordedApp, _ layout: String) throws {
    recorder = try ScenarioRecorder(app.view, layout: layout)
  }

  /// Notes the screen.
  func look() {
    let preparationCount = recorder.steps.count { $0.keys["commit"] != nil }
    looks.append((recorder.stepCount - preparationCount, Self.sight(recorder.view)))
  }

  /// Runs the recording with a look after each step, and compares the looks.
  func expectReplay(_ label: Comment) throws {
    let steps = try #require(recorder.recording["steps"]?.array)
    let looked = steps.flatMap { (step) -> [JSONValue] in [step, ["do": "visible"]] }
    let results = try Probe.results(
      .object(recorder.recording.with("steps", .array(looked))))
    let counted = steps.indices.filter { steps[$0].object?["commit"] == nil }
    for (number, look) in looks.enumerated() where look.stepCount > 0 {
      let last = counted[look.stepCount - 1]
      let shown = Self.sight(results[2 * last + 1])
      let step = steps[last].serialised()
      let differing = zip(shown, look.sight).filter { $0 != $1 }
      #expect(
        shown.count == look.sight.count && differing.isEmpty,
        "\(label), look \(number): \(differing.first ?? ("", "")) after \(step)")
      if !differing.isEmpty { return }
    }
  }

  /// Returns the screen's content: offset, then each element by kind, path, frame, alpha and whether it leaves.
  private static func sight(_ view: CollectionView) -> [String] {
    let elements = view.visibleElements.map { element in
      let a = element.attributes
      let f = a.frame
      return "\(a.kind) \(a.path) \(f.x) \(f.y) \(f.width) \(f.height) \(a.alpha) "
        + "\(element.isLeaving)"
    }
    return ["\(view.contentOffset.x) \(view.contentOffset.y)"] + elements.sorted()
  }

  private static func sight(_ result: JSONObject) -> [String] {
    let elements = result["elements"]?.array?.compactMap(\.object) ?? []
    let lines = elements.map { element in
      let path = element["path"]?.numbers.map { "\(Int($0))" }.joined(separator: ".") ?? ""
      let frame = element["frame"]?.numbers.map { "\($0)" }.joined(separator: " ") ?? ""
      return "\(element["kind"]?.string ?? "") \(path) \(frame) "
        + "\(element["alpha"]?.double ?? -1) \(element["leaving"] == true)"
    }
    let offset = result["contentOffset"]?.numbers.map { "\($0)" }.joined(separator: " ") ?? ""
    return [offset] + lines.sorted()
  }
}
