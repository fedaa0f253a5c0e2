// SPDX-License-Identifier: Apache-2.0
//
// Sessions whose views show contents, and whose clock can be observed.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@testable import LayoutScenarios

@Suite("Looks of a session")
struct LooksTests {
  private static let scenario = """
    {"layout":"flow","container":[100,400],"sections":[
      {"count":3,"size":[100,40],"header":20},{"count":2,"size":[100,40],"header":20}]}
    """

  private func session(_ looks: SessionLooks?) throws -> LiveSession {
    let object = try #require(try JSONValue(parsing: Self.scenario).object)
    return try LiveSession(
      object, looks: looks, maker: LayoutMaker(library: PluginLibrary(.standard())))
  }

  private func texts(_ session: LiveSession) -> [String] {
    session.view.visibleElements.map {
      switch $0.view.content {
      case .text(let text): text
      case .heading(let title, _): title
      default: "?"
      }
    }
  }

  @Test("items and headers keep their contents through any batch, and a new one shows its name")
  func followsItems() throws {
    let session = try session(
      SessionLooks(
        item: { .text("item \($0)") }, heading: { .heading(title: "block \($0)", detail: "") }))
    #expect(
      texts(session) == [
        "item 0.0", "item 0.1", "item 0.2", "item 1.0", "item 1.1", "block 0", "block 1",
      ])
    let step = """
      {"do":"batch","animated":false,"ops":[{"moveSection":[1,0]},{"insert":[1,0],"size":[100,40]},
        {"delete":[0,1]}]}
      """
    #expect(session.perform(try JSONValue(parsing: step)).isComplete)
    #expect(
      texts(session) == [
        "item 1.0", "item 1.1", "+1", "item 0.0", "item 0.2", "block 1", "block 0",
      ])
    // A new header identifies its section by the items that were there from the start.
    #expect(session.perform(["do": "reload"]).isComplete)
    #expect(texts(session).suffix(2) == ["block 1", "block 0"])
    #expect(texts(try self.session(nil)).first == "0.0")
  }

  @Test("sizes are queried again when a setting changes, for items at any place")
  func sizes() throws {
    // Item i of section s is 10 · s + i points higher than the spacing, if there is any.
    let looks = SessionLooks(
      item: { _ in nil },
      sizes: { layout in
        let spacing = try layout.value(of: "minimumLineSpacing").numbers[0]
        return spacing == 0
          ? nil
          : [3, 2].enumerated().map { section, count in
            (0..<count).map { Size(width: 100, height: spacing + Double(10 * section + $0)) }
          }
      })
    let session = try session(looks)
    func perform(_ step: String) throws {
      #expect(session.perform(try JSONValue(parsing: step)).isComplete)
    }
    func heights() -> [Double] {
      session.view.visibleElements.filter { $0.attributes.category == .cell }
        .map(\.attributes.size.height)
    }
    try perform(#"{"do":"set","property":"minimumLineSpacing","value":0}"#)
    #expect(heights() == [40, 40, 40, 40, 40])
    try perform(#"{"do":"set","property":"minimumLineSpacing","value":20}"#)
    #expect(heights() == [20, 21, 22, 30, 31])
    try perform(
      #"{"do":"batch","animated":false,"ops":[{"move":[[0,2],[0,0]]},{"insert":[0,1],"size":[100,9]}]}"#
    )
    #expect(heights() == [22, 9, 20, 21, 30, 31])
    try perform(#"{"do":"swap","layout":"flow","hot":true}"#)
    #expect(heights() == [22, 9, 20, 21, 30, 31])
    try perform(#"{"do":"swap","layout":"flow","properties":{"minimumLineSpacing":5}}"#)
    #expect(heights() == [7, 9, 5, 6, 15, 16])
  }

  @Test("a session that is not recorded keeps nothing of layouts that are gone")
  func forgets() throws {
    let size = Size(width: 100, height: 30)
    let session = try session(
      SessionLooks(
        item: { _ in nil },
        sizes: { _ in [3, 2].map { Array(repeating: size, count: $0) } }))
    session.isRecorded = false
    for _ in 0..<10 {
      #expect(session.perform(["do": "swap", "layout": "flow"]).isComplete)
      #expect(session.perform(["do": "swap", "layout": "flow", "hot": true]).isComplete)
    }
    #expect(session.session.source.sizes.count <= 4)
    #expect(session.session.origins.isEmpty)
  }

  @Test("a failure to make an item's content is reported with its own error")
  func failure() throws {
    let error = #expect(throws: LayoutError.self) {
      try session(SessionLooks(item: { _ in throw LayoutError("gone", "no such row") }))
    }
    #expect(error?.message.contains("no such row") == true)
  }

  @Test("the clock is reported before each of its steps, while the view shows the frame before")
  func clock() throws {
    let session = try session(nil)
    var told: [(time: Double, shown: Double)] = []
    session.onClock = { told.append(($0, session.view.clock)) }
    let steps: [JSONValue] = [
      ["do": "scroll", "to": [0, 10]], ["do": "advance", "seconds": 0.3, "frames": 3],
      ["do": "drag", "by": [0, -5], "seconds": 0.2], ["do": "drag", "by": [0, -5]],
    ]
    #expect(try LiveSession.duration(of: steps) == 0.5)
    for step in steps { #expect(session.perform(step).isComplete) }
    #expect(zip(told.map(\.time), [0.1, 0.2, 0.3, 0.5]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(zip(told.map(\.shown), [0, 0.1, 0.2, 0.3]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(told.count == 4)
    #expect(throws: LayoutError.self) { try LiveSession.duration(of: [["do": "fly"]]) }
  }

  @Test("a clock that is set counts only its movement")
  func duration() throws {
    let steps: [JSONValue] = [
      ["do": "advance", "to": 0.5], ["do": "advance", "seconds": 0.25],
      ["do": "advance", "to": 0.25, "catch": true], ["do": "fly", "catch": true],
      ["do": "advance", "to": 2],
    ]
    #expect(try LiveSession.duration(of: steps) == 2)
  }
}
