// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across in scenarios: run, in workers with and without the sandbox.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("sections that scroll across in scenarios")
struct CrossScrollTests {
  private static func scenario(_ steps: [JSONValue], tier: String = "worker") throws -> JSONValue {
    let path = try CPlugin.build(fixture: "Shelves")
    return [
      "layout": .string("\(path)#shelves"), "tier": .string(tier), "container": [500, 400],
      "sections": [["count": 20], ["count": 20], ["count": 20]], "steps": .array(steps),
    ]
  }

  private static let steps: [JSONValue] = [
    ["do": "drag", "by": [-40, 3], "at": [250, 140]],
    ["do": "release", "velocity": [1000, 0]],
    ["do": "advance", "seconds": 5, "frames": 600],
    ["do": "crossScroll", "section": 1],
    ["do": "wheel", "by": [25, 0], "at": [10, 10]],
    ["do": "crossScroll", "section": 0],
    ["do": "crossScroll", "section": 2, "to": 400],
    ["do": "crossScroll", "section": 2, "to": 0, "animated": true],
    ["do": "advance", "seconds": 2, "frames": 20],
    ["do": "crossScroll", "section": 2],
    ["do": "crossScroll", "section": 7, "to": 1, "catch": true],
    ["do": "visible"],
  ]

  @Test("fingers, the wheel and the step move sections, with the same result in each tier")
  func runs() throws {
    let results = try Probe.results(try Self.scenario(Self.steps))
    let offsets = results.map { $0["crossOffset"]?.double }
    #expect(abs((offsets[3] ?? 0) - (40 + 499.499_83)) < 1e-4)
    #expect([5, 6, 7, 9].map { offsets[$0] } == [25, 400, 400, 0])
    #expect(results[0]["contentOffset"]?.numbers == [0, 0])
    #expect(results[10]["error"]?.object?["code"]?.string == "unknown-section")
    #expect(results[11].frames["cell 0.1"]?[0] == 85)
    let near = try Probe.results(try Self.scenario(Self.steps, tier: "sandboxed"))
    #expect(near == results)
  }

  @Test("a trace has the calls and the notice")
  func trace() throws {
    let results = try Probe.results(
      try Self.scenario([
        ["do": "trace"], ["do": "drag", "by": [-40, 3], "at": [250, 140]],
        ["do": "release", "velocity": [0, 0]], ["do": "trace"],
      ]))
    let calls = try #require(results[3]["calls"]?.array).compactMap(\.string)
    #expect(
      calls.filter { !$0.hasPrefix("stage") && !$0.hasPrefix("data") && !$0.contains("isplay") }
        == [
          "layout track_at", "layout set_offset", "layout attributes_in_rect",
          "delegate didScrollSection 1", "layout cross_target",
        ])
  }

  @Test("an app's changes to sections are recorded, and the replay ends with the same offsets")
  func records() throws {
    let path = try CPlugin.build(fixture: "Shelves")
    let image = try PluginImage.open(PluginFile(judging: path))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "shelves"))
    let source = Rows()
    let view = CollectionView(viewportSize: Size(width: 500, height: 400), layout: layout)
    view.dataSource = source
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.layoutIfNeeded()
    try view.setCrossOffset(77, ofSection: 2)
    let recorder = try ScenarioRecorder(view, layout: "\(path)#shelves")
    try view.drag(by: Vector(dx: -40, dy: 0), at: Point(x: 9, y: 40))
    try view.release(velocity: Vector(dx: 900, dy: 0))
    try view.advance(to: 0.25)
    try view.scrollWheel(by: Vector(dx: 12, dy: 0), at: Point(x: 9, y: 140))
    try view.setCrossOffset(500, ofSection: 1, animated: true)
    try view.advance(to: 0.35)
    var recording = recorder.recording
    let steps = recording["steps"]?.array ?? []
    recording["steps"] = .array(
      steps + (0..<3).map { ["do": "crossScroll", "section": .integer(Int64($0))] })
    let found = try Probe.results(.object(recording)).suffix(3).map { $0["crossOffset"]?.double }
    #expect(found == (0..<3).map { view.crossOffset(ofSection: $0) })
    #expect(view.crossOffset(ofSection: 1) > 12 && view.crossOffset(ofSection: 2) == 77)
  }

  /// Three sections of twenty.
  private final class Rows: CollectionViewDataSource {
    func numberOfSections(in collectionView: CollectionView) -> Int { 3 }
    func collectionView(
      _ collectionView: CollectionView, numberOfItemsInSection section: Int
    ) -> Int { 20 }
    func collectionView(
      _ collectionView: CollectionView, cellForItemAt path: ItemPath
    ) throws -> Cell {
      try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
  }
}
