// SPDX-License-Identifier: Apache-2.0
//
// Line layout, pinned headers and rect queries, by the cases of another project's tests.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("IGListKit's cases")
struct IGListTests {
  @Test(
    "F3, F8, F11–F13: lines from the start, pinned headers, rect queries",
    arguments: Case.all("iglist_layout.jsonl"))
  func agrees(_ test: Case) throws {
    let expected = try #require(test.json["expect"]?.object)
    let queries = expected["queries"]?.array?.compactMap(\.object) ?? []
    let results = try Probe.results(try scenario(test, queries))
    let all = try #require(results.dropFirst().first)

    for member in expected["contentSize"]?.object?.members ?? [] {
      let axis = member.key == "width" ? 0 : 1
      #expect(all["contentSize"]?.numbers[axis] == member.value.double)
    }
    let frames = all.frames
    for cell in expected["cells"]?.object?.members ?? [] {
      #expect(frames["cell \(cell.key)"] == cell.value.numbers, "cell \(cell.key)")
    }
    for header in expected["headers"]?.object?.members ?? [] {
      #expect(frames["header \(header.key).0"] == header.value.numbers, "header \(header.key)")
    }
    for (query, result) in zip(queries, results.dropFirst(2)) {
      if let count = query["count"] { #expect(result["count"] == count, "\(query)") }
      if let paths = query["indexPaths"]?.array {
        let found = result["elements"]?.array?.compactMap { $0.object?["path"] }
        #expect(found == paths, "\(query)")
      }
    }
  }

  /// Scrolls, then queries everything, then each rectangle.
  private func scenario(_ test: Case, _ queries: [JSONObject]) throws -> JSONValue {
    let config = try #require(test.json["config"]?.object)
    let isHorizontal = config["scroll"]?.string == "horizontal"
    var steps: [JSONValue] = [scroll(test, config, isHorizontal), ["do": "elements"]]
    for query in queries { steps.append(["do": "elements", "rect": query["rect"] ?? .null]) }
    return .object(
      JSONObject()
        .with("id", test.json["id"]).with("layout", "flow")
        .with(
          "properties",
          [
            "scrollDirection": isHorizontal ? "horizontal" : "vertical",
            "lineAlignment": "leading", "itemAlignment": "start",
            "sectionHeadersPinToVisibleBounds": config["stickyHeaders"] ?? false,
          ]
        )
        .with("container", test.json["container"])
        .with("contentInset", config["contentInset_tlbr"])
        .with("sections", .array(try sections(test))).with("steps", .array(steps)))
  }

  /// The inset and the offset of pinned headers move the place where they are pinned, like the
  /// scroll offset.
  private func scroll(_ test: Case, _ config: JSONObject, _ isHorizontal: Bool) -> JSONValue {
    var offset = test.json["contentOffset"]?.numbers ?? [0, 0]
    let pin = ["topContentInset", "stickyHeaderYOffset"].compactMap { config[$0]?.double }
    offset[isHorizontal ? 0 : 1] += pin.reduce(0, +)
    return ["do": "scroll", "to": .array(offset.map(JSONValue.number))]
  }

  private func sections(_ test: Case) throws -> [JSONValue] {
    try #require(test.json["sections"]?.array).compactMap(\.object).map { section in
      var translated = JSONObject()
      if let repeated = section["items"]?.object {
        translated["count"] = repeated["repeat"]
        translated["size"] = repeated["size"]
      } else {
        translated["items"] = section["items"]
      }
      translated["header"] = section["header"]
      translated["footer"] = section["footer"]
      translated["queries"] = .object(
        JSONObject()
          .with("insetForSection", section["insets_tlbr"])
          .with("minimumLineSpacing", section["lineSpacing"])
          .with("minimumInteritemSpacing", section["interitemSpacing"]))
      return .object(translated)
    }
  }
}
