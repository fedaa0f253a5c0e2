// SPDX-License-Identifier: Apache-2.0
//
// A history keeps frames within its budget, and returns the kept ones.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutRendering

@Suite("Session history")
struct HistoryTests {
  private func layout(_ source: UnicodeSource, _ room: Size) throws -> CollectionLayout {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin("FlowPlugin")))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "flow"))
    try source.attach(to: layout, room: room)
    return layout
  }

  @Test("a full history does not grow while content scrolls and layouts change")
  func budget() throws {
    let room = Size(width: 600, height: 400)
    let source = try UnicodeSource()
    let view = CollectionView(viewportSize: room, layout: try layout(source, room))
    source.connect(to: view)
    try view.layoutIfNeeded()
    let budget = 1 << 18
    let history = SessionHistory(budget: budget)
    var (kept, looks): ([Int], [Int]) = ([], [])
    for round in 0..<1_200 {
      if round % 20 == 0 { try view.setLayout(try layout(source, room)) }
      let reach = view.contentSize.height - room.height
      let place = Double(round * 37).remainder(dividingBy: reach).magnitude
      try view.setContentOffset(Point(x: 0, y: place))
      let number = history.record(view, FrameFigures(time: Double(round) / 60))
      #expect(number == round && history.cost <= budget)
      guard round % 100 == 99 && round > 300 else { continue }
      kept.append(history.numbers.count)
      looks.append(history.lookCount)
      let shown = history.frame(number).changes.map(\.element.frame)
      let present = view.visibleElements.map(\.attributes.frame)
      #expect(shown.count == present.count && present.allSatisfy(shown.contains))
      let sprites = history.sprites(of: history.numbers.lowerBound, isWhole: true)
      #expect(!sprites.isEmpty && sprites.allSatisfy { history.sheet.looks[$0] != nil })
    }
    // A segment of 60 frames is removed at a time.
    #expect((kept.max() ?? 0) - (kept.min() ?? 0) <= 120 && kept.last ?? 0 < 600, "\(kept)")
    #expect(looks.allSatisfy { $0 <= 8192 }, "\(looks)")
  }

  @Test("a still frame has the elements of the frame before and its own offset")
  func still() throws {
    let room = Size(width: 600, height: 400)
    let source = try UnicodeSource()
    let view = CollectionView(viewportSize: room, layout: try layout(source, room))
    source.connect(to: view)
    try view.layoutIfNeeded()
    let history = SessionHistory()
    history.record(view, FrameFigures(time: 0))
    try view.setContentOffset(Point(x: 0, y: 1))
    history.record(view, FrameFigures(time: 1), isStill: true)
    let (first, second) = (history.frame(0), history.frame(1))
    #expect(second.offset == Point(x: 0, y: 1))
    #expect(second.changes.map(\.id) == first.changes.map(\.id))
    #expect(second.changes.map(\.element) == first.changes.map(\.element))
    try view.setContentOffset(Point(x: 0, y: 300))
    history.record(view, FrameFigures(time: 2))
    let shown = history.frame(2).changes.map(\.element.frame)
    let present = view.visibleElements.map(\.attributes.frame)
    #expect(shown.count == present.count && present.allSatisfy(shown.contains))
  }

  @Test("long names of calls count in the budget")
  func names() throws {
    let room = Size(width: 600, height: 400)
    let source = try UnicodeSource()
    let view = CollectionView(viewportSize: room, layout: try layout(source, room))
    source.connect(to: view)
    try view.layoutIfNeeded()
    let budget = 1 << 18
    let history = SessionHistory(budget: budget)
    for round in 0..<300 {
      var figures = FrameFigures(time: Double(round) / 60)
      let name = "elements_in_rect, prepare_\(round), and whatever else goes over at once"
      figures.calls = (0..<20).map { _ in FrameCall(name, microseconds: 1) }
      history.record(view, figures)
    }
    // 3 kB a frame, and half of that without the names: 103 frames and more would be kept.
    #expect(history.cost <= budget && history.numbers.count < 100, "\(history.numbers)")
  }
}
