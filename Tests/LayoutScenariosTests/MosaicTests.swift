// SPDX-License-Identifier: Apache-2.0
//
// The mosaic's page of twelve, by slot, by count and by numbers.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("mosaic")
struct MosaicTests {
  static let cases = Case.all("mosaic.jsonl")
  static let slots = cases.filter { $0.json["slot"] != nil }
  static let sizes = cases.filter { $0.json["rule"] != nil }
  static let numbers = cases.filter { $0.json["config"] != nil }

  @Test("the cases are of three kinds and all are used")
  func allAreUsed() {
    #expect(Self.slots.count == 12)
    #expect(Self.sizes.count == 1)
    #expect(Self.numbers.count == 1)
  }

  @Test(
    "C128–C133: column, row and size of each slot, on the first page and on the third",
    arguments: slots)
  func placesSlot(_ test: Case) throws {
    let slot = try #require(test.json["slot"]?.integer)
    let column = try #require(test.json["column"]?.double)
    let row = try #require(test.json["row"]?.double)
    let scenario = Self.scenario(count: 36, steps: [["do": "elements"]])
    let result = try #require(try Probe.results(scenario).first)
    // 1024 × 748 with a padding of 8 gives columns of 250 and rows of 181.
    let extents = ["small": [250.0, 181], "medium": [250.0, 370], "large": [508.0, 370]]
    let style = try #require(test.json["size"]?.string)
    let extent = try #require(extents[style])
    for page in [0, 2] {
      let key = "cell 0.\(slot + Int64(page) * 12)"
      let origin = [Double(page) * 1024 + column * 258, row * 189]
      #expect(result.frames[key] == origin + extent, "\(key)")
      let element = result["elements"]?.array?.compactMap(\.object).first { $0.key == key }
      #expect(element?["custom"]?.object?["style"]?.string == style)
    }
  }

  @Test("C126, C127: pages of twelve make the content size", arguments: sizes)
  func countsPages(_ test: Case) throws {
    for expected in try #require(test.json["expect"]?.array).compactMap(\.object) {
      let count = try #require(expected["n"]?.integer)
      let pages = try #require(expected["pages"]?.double)
      let scenario = Self.scenario(count: count, steps: [["do": "elements", "limit": 0]])
      let result = try #require(try Probe.results(scenario).first)
      #expect(result["contentSize"]?.numbers == [pages * 1024, 748], "\(count) items")
      #expect(result["count"] == .integer(count))
    }
  }

  @Test("C131–C133: the frames of fourteen items with the constants set", arguments: numbers)
  func agreesInNumbers(_ test: Case) throws {
    let config = try #require(test.json["config"]?.object)
    let frames = try #require(test.json["expect_frames_items_0_to_13"]?.array)
    let scenario = Self.scenario(
      count: Int64(frames.count),
      properties: [
        "columnWidth": config["col"] ?? .null, "rowHeight": config["row"] ?? .null,
        "padding": config["pad"] ?? .null,
      ], steps: [["do": "elements"]])
    let found = try #require(try Probe.results(scenario).first).frames
    for (index, frame) in frames.enumerated() {
      #expect(found["cell 0.\(index)"] == frame.numbers, "item \(index)")
    }
  }

  private static func scenario(
    count: Int64, properties: JSONValue = .object(JSONObject()), steps: [JSONValue]
  ) -> JSONValue {
    [
      "id": "mosaic", "layout": "mosaic", "container": [1024, 748], "properties": properties,
      "sections": [["count": .integer(count)]], "steps": .array(steps),
    ]
  }
}
