// SPDX-License-Identifier: Apache-2.0
//
// The element that keeps its place, compared with cases of a published layout.

import LayoutABI
import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

@Suite("Anchor")
struct AnchorTests {
  static func lines(_ part: String) throws -> [JSONObject] {
    try cases("magazine_scroll_anchor").compactMap(\.object)
      .filter { $0["id"]?.string?.contains(part) == true }
  }

  private func numbers(_ value: JSONValue?) throws -> [Double] {
    try #require(value?.array).compactMap(\.double)
  }

  private func rect(_ value: JSONValue?) throws -> Rect {
    let n = try numbers(value)
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  private func scroll(_ input: JSONObject) throws -> ScrollState {
    let bounds = try rect(input["bounds"])
    var scroll = ScrollState(viewportSize: bounds.size)
    scroll.inset.top = try #require(input["topInset"]?.double)
    scroll.inset.bottom = try #require(input["bottomInset"]?.double)
    scroll.contentSize = Size(
      width: bounds.width, height: try #require(input["contentHeight"]?.double))
    if input["direction"]?.string == "bottomToTop" { scroll.options.anchoring = .end }
    scroll.jump(to: bounds.origin)
    return scroll
  }

  private func cell(_ value: JSONValue?) throws -> layout_attributes {
    let object = try #require(value?.object)
    var record = layout_attributes()
    record.frame = try rect(object["frame"])
    record.item = try #require(UInt32(object["id"]?.string ?? ""))
    return record
  }

  @Test("M4: the anchor of a viewport", arguments: try lines("testAnchor"))
  func finds(_ line: JSONObject) throws {
    let input = try #require(line["input"]?.object)
    let expect = try #require(line["expect"]?.object)
    let records = [try cell(input["firstVisible"]), try cell(input["lastVisible"])]
    let anchor = try records.withUnsafeBufferPointer { records in
      try #require(Anchor.find(in: records, scroll: try scroll(input)))
    }
    switch expect["anchor"]?.string {
    case "top":
      #expect(anchor.isAtEdge && anchor.anchoring == .start)
    case "bottom":
      #expect(anchor.isAtEdge && anchor.anchoring == .end)
    default:
      #expect(!anchor.isAtEdge)
      #expect(String(anchor.path.item) == expect["id"]?.string)
      #expect(anchor.offset.dy == expect["distance"]?.double)
    }
  }

  @Test("M4: the offset that keeps an anchor in place", arguments: try lines("testOffset"))
  func leads(_ line: JSONObject) throws {
    let input = try #require(line["input"]?.object)
    let given = try #require(input["anchor"]?.object)
    let kind = try #require(given["kind"]?.string)
    let anchor = Anchor(
      path: ItemPath(0, 0), offset: Vector(dx: 0, dy: given["distance"]?.double ?? 0),
      isAtEdge: kind == "top" || kind == "bottom",
      anchoring: kind.hasPrefix("top") ? .start : .end)
    let scroll = try scroll(input)
    let wanted = try #require(
      anchor.contentOffset(for: try rect(input["frameOfAnchorItem"]), scroll: scroll))
    #expect(scroll.edges.clamp(wanted).y == line["expect"]?.object?["yOffset"]?.double)
  }

  @Test("without a visible cell there is no anchor")
  func none() {
    let scroll = ScrollState(viewportSize: Size(width: 100, height: 100))
    let empty = UnsafeBufferPointer<layout_attributes>(start: nil, count: 0)
    #expect(Anchor.find(in: empty, scroll: scroll) == nil)
    let gone = Anchor(path: ItemPath(0, 3), offset: .zero)
    #expect(gone.contentOffset(for: nil, scroll: scroll) == nil)
  }
}
