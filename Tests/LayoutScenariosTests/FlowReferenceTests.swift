// SPDX-License-Identifier: Apache-2.0
//
// The flow rule, case by case, through all parts: plugin file, instance, view, scenario.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("flow reference")
struct FlowReferenceTests {
  @Test(
    "F2–F7, F9–F12: lines, gaps, last lines, headers and content size",
    arguments: Case.all("flow_reference.jsonl"))
  func followsTheRule(_ test: Case) throws {
    let expected = try #require(test.json["expect_uikit_rule"]?.object)
    let isHorizontal = test.json["config"]?.object?["scroll"]?.string == "horizontal"
    let result = try #require(try Probe.results(scenario(test, isHorizontal)).first)

    let frames = result.frames
    let cells = try #require(expected["cells"]?.object)
    for cell in cells.members {
      #expect(frames["cell \(cell.key)"] == cell.value.numbers, "cell \(cell.key)")
    }
    for (kind, key) in [("header", "headers"), ("footer", "footers")] {
      let listed = try #require(expected[key]?.array).compactMap(\.array)
      #expect(frames.keys.filter { $0.hasPrefix(kind) }.count == listed.count)
      for pair in listed {
        let section = try #require(pair.first?.integer)
        #expect(frames["\(kind) \(section).0"] == pair.last?.numbers, "\(kind) \(section)")
      }
    }
    let contentSize = try #require(result["contentSize"]?.numbers)
    #expect(contentSize[isHorizontal ? 0 : 1] == expected["contentLengthAlongScroll"]?.double)
  }

  private func scenario(_ test: Case, _ isHorizontal: Bool) throws -> JSONValue {
    let sections = try #require(test.json["sections"]?.array).compactMap(\.object).map { section in
      var translated = JSONObject()
      translated["items"] = section["items"]
      translated["header"] = section["header"]
      translated["footer"] = section["footer"]
      translated["queries"] = .object(
        JSONObject()
          .with("insetForSection", section["insets_tlbr"])
          .with("minimumLineSpacing", section["line"])
          .with("minimumInteritemSpacing", section["interitem"]))
      return JSONValue.object(translated)
    }
    return .object(
      JSONObject()
        .with("id", test.json["id"]).with("layout", "flow")
        .with("properties", ["scrollDirection": isHorizontal ? "horizontal" : "vertical"])
        .with("container", test.json["container"]).with("sections", .array(sections))
        .with("steps", [["do": "elements"]]))
  }
}
