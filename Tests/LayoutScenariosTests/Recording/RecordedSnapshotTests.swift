// SPDX-License-Identifier: Apache-2.0
//
// Sessions of an app with snapshots, recorded and replayed.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("recorder: snapshots")
struct RecordedSnapshotTests {
  /// An app that fails to fill the cells of some items.
  private final class App {
    let view: CollectionView
    let source: DiffableDataSource<String, Int>
    var broken: Set<Int> = []

    init() throws {
      let maker = LayoutMaker(library: PluginLibrary(SearchPath.standard()), hasDeadlines: false)
      let layout = try maker.make("flow", tier: .inProcess)
      view = CollectionView(viewportSize: Size(width: 333, height: 300), layout: layout)
      view.selectionMode = .multiple
      view.register(Cell.self, forCellWithReuseIdentifier: "cell")
      var fails: (Int) -> Bool = { _ in false }
      source = DiffableDataSource(view) { view, path, id in
        if fails(id) { throw RecordedApp.Broken() }
        return try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      }
      fails = { [unowned self] in broken.contains($0) }
    }

    func show(_ sections: [(String, [Int])]) throws {
      var snapshot = DiffableSnapshot<String, Int>()
      try snapshot.appendSections(sections.map(\.0))
      for (section, items) in sections { try snapshot.appendItems(items, to: section) }
      try source.apply(snapshot, animated: false)
    }
  }

  @Test("a selected item that moves to a new section stays selected, also after a refused snapshot")
  func selection() throws {
    let app = try App()
    try app.show([("a", [1, 2, 3]), ("b", [4, 5])])
    let recorder = try ScenarioRecorder(app.view, layout: "flow")
    try app.view.selectItem(at: ItemPath(0, 1))
    try app.view.selectItem(at: ItemPath(1, 0))
    var looks: [(stepCount: Int, selected: [ItemPath])] = []
    func look() { looks.append((recorder.stepCount, app.view.indexPathsForSelectedItems)) }
    look()
    // As a batch, a section goes with its items, and another one comes.
    try app.show([("c", [9, 2]), ("b", [4, 5])])
    look()
    app.broken = [7]
    #expect(throws: LayoutError.self) { try app.show([("d", [2, 7]), ("b", [5, 4])]) }
    look()
    try app.view.reloadData()
    look()
    #expect(
      looks.map(\.selected) == [
        [ItemPath(0, 1), ItemPath(1, 0)], [ItemPath(0, 1), ItemPath(1, 0)],
        [ItemPath(0, 1), ItemPath(1, 0)], [ItemPath(0, 1), ItemPath(1, 0)],
      ])
    let steps = try #require(recorder.recording["steps"]?.array)
    for look in looks {
      // A step that selects nothing tells the selection.
      let replayed = steps.prefix(look.stepCount) + [["do": "select", "paths": []]]
      let results = try Probe.results(
        .object(recorder.recording.with("steps", .array(Array(replayed)))))
      #expect(
        results.last?["selected"] == .array(look.selected.map(\.json)),
        "after \(steps[look.stepCount - 1].serialised())")
    }
  }
}
