// SPDX-License-Identifier: Apache-2.0
//
// Compares the waterfall's grid lanes with those of a browser: the same items at the same places.

import Foundation
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Grid lanes, as a browser places them")
struct GridLanesBrowserTests {
  /// Items of whole pixels in lanes of 100 pixels.
  private struct Case: Encodable {
    var lanes: Int
    var gap: Int
    var tolerance: Int
    /// `dense` or `normal`, the value of `grid-lanes-pack`.
    var packing = "normal"
    var heights: [Int] = []
    var spans: [Int] = []
    /// Counted from 1; 0 if the lanes choose.
    var starts: [Int] = []

    init(_ chance: inout Chance) {
      lanes = Int.random(in: 1...8, using: &chance)
      gap = [0, 5, 10][Int.random(in: 0..<3, using: &chance)]
      tolerance = 10 * Int.random(in: 0..<5, using: &chance)
      let (spansSome, choosesSome) = (chance.flag(), chance.flag(3))
      for _ in 0..<Int.random(in: 1...40, using: &chance) {
        heights.append(5 * Int.random(in: 0...30, using: &chance))
        let span = spansSome && chance.flag(4) ? Int.random(in: 1...3, using: &chance) : 1
        spans.append(min(span, lanes))
        let last = lanes - min(span, lanes) + 1
        starts.append(choosesSome && chance.flag(5) ? Int.random(in: 1...last, using: &chance) : 0)
      }
      if chance.flag() { makeDense() }
    }

    /// Fills gaps. With items of no length the browser divides gaps where there is nothing between them.
    private mutating func makeDense() {
      packing = "dense"
      heights = heights.map { max($0, 5) }
    }

    /// An item in the second of three lanes, and one that chooses: the third one in the drafts of CSS Grid 3 in which
    /// items with a start move the cursor, else the first one.
    static let cursorQuestion: Case = {
      var chance = Chance(0)
      var question = Case(&chance)
      (question.lanes, question.gap, question.tolerance) = (3, 0, 100)
      (question.heights, question.spans, question.starts) = ([10, 10], [1, 1], [2, 0])
      return question
    }()

    /// A gap that is filled where the browser knows dense packing.
    static let packingQuestion: Case = {
      var chance = Chance(0)
      var question = Case(&chance)
      (question.lanes, question.gap, question.tolerance) = (2, 0, 0)
      (question.heights, question.spans) = ([10, 50, 10, 20], [1, 1, 2, 1])
      question.starts = [1, 2, 0, 0]
      question.packing = "dense"
      return question
    }()

    var choosesSome: Bool { starts.contains { $0 > 0 } }

    var width: Int { lanes * 100 + (lanes - 1) * gap }

    /// The left and top edges, item by item.
    func places() throws -> [Double] {
      let (heights, spans, starts) = (heights, spans, starts)
      let live = LiveLayout(WaterfallLayout())
      try live.set("order", ColumnOrder.gridLanes)
      try live.set("flowTolerance", Double(tolerance))
      try live.set("packing", packing == "dense" ? ColumnPacking.dense : .sparse)
      try live.set("columnCount", lanes)
      try live.set("columnSpacing", Double(gap))
      try live.set("rowSpacing", Double(gap))
      try live.bindSizes([heights.map { Size(width: 1, height: Double($0)) }])
      try live.bind("columnSpan", { Int64(spans[$1]) }, nothing: 1)
      try live.bind("columnStart", { Int64(starts[$1]) }, nothing: 0)
      try live.prepare(
        Scene(
          itemCounts: [UInt32(heights.count)],
          bounds: Rect(x: 0, y: 0, width: Double(width), height: 480)))
      return try (0..<heights.count).flatMap { item in
        let frame = try #require(try live.element(0, 0, 0, item)).frame
        return [frame.x, frame.y]
      }
    }
  }

  private static let script = """
    const text = document.getElementById('cases').textContent;
    const answer = CSS.supports('display', 'grid-lanes') ? JSON.parse(text).map((scene) => {
      const lanes = document.createElement('div');
      lanes.style.cssText = `position: absolute; display: grid-lanes; gap: ${scene.gap}px;
        grid-template-columns: repeat(${scene.lanes}, 100px); flow-tolerance: ${scene.tolerance}px;
        grid-lanes-pack: ${scene.packing}`;
      scene.heights.forEach((height, item) => {
        const box = document.createElement('div');
        box.style.height = `${height}px`;
        box.style.gridColumn = `${scene.starts[item] || 'auto'} / span ${scene.spans[item]}`;
        lanes.append(box);
      });
      document.body.append(lanes);
      const places = [...lanes.children].flatMap((box) => [box.offsetLeft, box.offsetTop]);
      lanes.remove();
      return places;
    }) : [];
    document.getElementById('places').textContent = JSON.stringify(answer);
    """

  /// Returns the browser's places; nil if it has no grid lanes, or is not installed.
  private static func places(of cases: [Case]) throws -> [[Double]]? {
    let folder = try TemporaryDirectory()
    let json = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
    let page = """
      <!doctype html><body style="margin: 0"><script type="application/json" id="cases">\(json)</script>
      <pre id="places"></pre><script>\(script)</script>
      """
    try page.write(toFile: "\(folder.path)/page.html", atomically: true, encoding: .utf8)
    let run = try Command.run([
      "timeout", "300", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
      "--no-first-run", "--disable-background-networking", "--disable-extensions",
      "--enable-experimental-web-platform-features", "--enable-features=CSSGridLanesLayout",
      "--user-data-dir=\(folder.path)/profile", "--dump-dom", "file://\(folder.path)/page.html",
    ])
    guard let start = run.output.range(of: "<pre id=\"places\">"),
      let end = run.output.range(of: "</pre>", range: start.upperBound..<run.output.endIndex)
    else {
      try #require(run.status == 127, "chromium: \(run.status) \(run.errors.suffix(500))")
      return nil
    }
    let text = run.output[start.upperBound..<end.lowerBound]
    let places = try JSONDecoder().decode([[Double]].self, from: Data(text.utf8))
    return places.isEmpty ? nil : places
  }

  @Test("10,000 random cases in soak, 300 in a test: every item has the same place")
  func beside() throws {
    var chance = Chance(2_026)
    let cases = (0..<Soak.count(short: 300, long: 10_000)).map { _ in Case(&chance) }
    guard let places = try Self.places(of: [.cursorQuestion, .packingQuestion] + cases) else {
      print("grid lanes: no browser here has them; nothing was compared")
      return
    }
    try #require(places.count == 2 + cases.count)
    let isDense = places[1] == [0, 0, 100, 0, 0, 50, 0, 10]
    if !isDense {
      print("grid lanes: this browser has no dense packing; compared without it")
    }
    let isOldDraft = places[0] == [100, 0, 200, 0]
    if isOldDraft {
      print("grid lanes: in this browser items with a start move the cursor; compared without them")
    }
    var count = 0
    for (index, (scene, browser)) in zip(cases, places.dropFirst(2)).enumerated() {
      if isOldDraft && scene.choosesSome || !isDense && scene.packing == "dense" { continue }
      #expect(try scene.places() == browser, "case \(index): \(scene)")
      count += 1
    }
    #expect(count >= cases.count / 6)
  }

  @Test("equal columns are filled in reading order, unlike by the shortest column alone")
  func readingOrder() throws {
    let heights = [100.0, 95, 90, 100, 95, 90]
    func columns(_ order: ColumnOrder) throws -> [Double] {
      let live = LiveLayout(WaterfallLayout())
      try live.set("order", order)
      try live.set("columnCount", 3)
      try live.bindSizes([heights.map { Size(width: 1, height: $0) }])
      try live.prepare(Scene(itemCounts: [6], bounds: Rect(x: 0, y: 0, width: 320, height: 480)))
      return try (0..<6).map { try #require(try live.element(0, 0, 0, $0)).frame.x / 110 }
    }
    #expect(try columns(.gridLanes) == [0, 1, 2, 0, 1, 2])
    #expect(try columns(.shortestFirst) == [0, 1, 2, 2, 1, 0])
  }
}
