// SPDX-License-Identifier: Apache-2.0
//
// Batches in scenarios: the resulting data, the values that follow an item, and the queries after a refused batch.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("batches in scenarios")
struct BatchScenarioTests {
  /// Returns the ids and frames of the cells of an `elements` step, in order.
  private func cells(_ result: JSONObject) -> [String] {
    result["elements"]?.array?.compactMap(\.object).filter { $0["kind"] == "cell" }.map {
      let size = $0["frame"]?.numbers.suffix(2).map { "\($0)" } ?? []
      return "\($0["id"]?.string ?? "?") \(size.joined(separator: "×"))"
    } ?? []
  }

  @Test("C90, C103: identities, sizes and answers follow their items and sections")
  func identities() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 400],
      "sections": [
        ["count": 3, "size": [20, 20], "header": 10],
        ["items": [nil, [30, 31]], "itemQueries": ["sizeForItem": [[40, 41], nil]]],
      ],
      "steps": [
        [
          "do": "batch",
          "ops": [
            ["insert": [0, 1], "size": [33, 34]], ["move": [[1, 0], [0, 0]]], ["delete": [0, 2]],
            ["insertSection": 1, "section": ["items": [[5, 6], [7, 8]], "header": 3]],
            ["reload": [0, 0], "size": [9, 10]], ["insert": [2, 0], "size": nil],
          ],
        ],
        ["do": "elements"],
        ["do": "batch", "ops": [["moveSection": [1, 0]], ["deleteSection": 2]]],
        ["do": "elements"],
      ],
    ])
    #expect(
      cells(results[1]) == [
        "1.0 40.0×41.0", "+1 33.0×34.0", "0.0 9.0×10.0", "0.1 20.0×20.0", "+2 5.0×6.0",
        "+3 7.0×8.0", "+4 50.0×50.0", "1.1 30.0×31.0",
      ])
    #expect(
      cells(results[3]) == [
        "+2 5.0×6.0", "+3 7.0×8.0", "1.0 40.0×41.0", "+1 33.0×34.0", "0.0 9.0×10.0",
        "0.1 20.0×20.0",
      ])
    #expect(results[3].frames["header 0.0"]?[3] == 3)
    #expect(results[3].frames["header 1.0"]?[3] == 10)
  }

  @Test("after a refused batch queries are about the data on screen, until a reload")
  func refused() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100],
      "sections": [["items": [[10, 11], [20, 21], [30, 31], [40, 41]]]],
      "steps": [
        ["do": "batch", "ops": [["delete": [0, 0], "told": false]], "catch": true],
        ["do": "resize", "container": [60, 100]], ["do": "elements"],
        ["do": "batch", "ops": [["insert": [0, 0]]], "catch": true], ["do": "visible"],
        ["do": "reload"], ["do": "elements"],
        ["do": "batch", "ops": [["delete": [0, 3]]]], ["do": "elements"],
      ],
    ])
    let message = results[0]["error"]?.object?["message"]?.string ?? ""
    #expect(message.contains("(3) must be equal"))
    #expect(message.contains("(0 inserted, 0 deleted)"))
    let old = ["0.0 10.0×11.0", "0.1 20.0×21.0", "0.2 30.0×31.0", "0.3 40.0×41.0"]
    #expect(cells(results[2]) == old)
    #expect(results[3]["error"]?.object?["code"] == "invalid-update")
    #expect(cells(results[4]) == old)
    #expect(cells(results[6]) == ["+1 50.0×50.0"] + old.dropFirst())
    #expect(cells(results[8]) == ["+1 50.0×50.0", "0.1 20.0×21.0", "0.2 30.0×31.0"])
  }

  @Test("operations that the view does not get change the data, and its counts are checked")
  func untold() throws {
    let results = try Probe.results([
      "layout": "flow", "sections": [["items": [[10, 11], [20, 21]]]],
      "steps": [
        ["do": "batch", "ops": [["move": [[0, 0], [0, 1]], "told": false]]],
        ["do": "reload"], ["do": "elements"],
        [
          "do": "batch",
          "ops": [["insert": [0, 0], "size": [5, 5], "told": false], ["delete": [0, 0]]],
          "catch": true,
        ],
        ["do": "reload"], ["do": "elements"],
      ],
    ])
    #expect(cells(results[2]) == ["0.1 20.0×21.0", "0.0 10.0×11.0"])
    #expect(results[3]["error"]?.object?["code"] == "invalid-update")
    #expect(cells(results[5]) == ["+1 5.0×5.0", "0.0 10.0×11.0"])
  }

  @Test("M8: a snapshot moves known items, drops missing ones, and adds new ones")
  func snapshot() throws {
    let results = try Probe.results([
      "layout": "flow",
      "sections": [["items": [[1, 1], [2, 2]]], ["items": [[3, 3]], "header": 7]],
      "steps": [
        ["do": "batch", "ops": [["insert": [0, 0], "size": [4, 4]]]],
        ["do": "apply", "snapshot": [["1", ["+1", "new"]], ["x", ["0.1"]], [0, ["1.0"]]]],
        ["do": "elements"],
        ["do": "apply", "snapshot": [["1", ["new", "new"]]], "catch": true], ["do": "elements"],
        ["do": "batch", "ops": [["insert": [1, 0]]]], ["do": "elements"],
      ],
    ])
    let shown = ["+1 4.0×4.0", "new 50.0×50.0", "0.1 2.0×2.0", "1.0 3.0×3.0"]
    #expect(cells(results[2]) == shown)
    #expect(results[2].frames["header 0.0"]?[3] == 7)
    #expect(results[3]["error"]?.object?["code"] == "duplicate-identity")
    #expect(cells(results[4]) == shown)
    #expect(cells(results[6])[2] == "+3 50.0×50.0", "the third new item")
  }

  @Test("a batch of a hundred million items works, and equal neighbours stay one answer")
  func large() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [500, 500],
      "sections": [["count": 100_000_000], ["items": [[50, 50]]]],
      "steps": [
        ["do": "batch", "ops": [["move": [[1, 0], [0, 50_000_000]]], ["delete": [0, 7]]]],
        ["do": "scroll", "to": [0, 375_000_000]], ["do": "visible"],
      ],
    ])
    #expect(results[2]["elements"]?.array?.count ?? 0 > 0)
  }

  @Test("B1, B2, B3: 200 random batches put every identity where plain arrays put it")
  func random() throws {
    for seed in 0..<200 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let model = ArrayModel.random(using: &dice)
      var names: [Int: String] = [:]
      for (section, content) in model.sections.enumerated() {
        for (item, id) in content.items.enumerated() { names[id] = "\(section).\(item)" }
      }
      let (batch, result) = model.randomBatch(using: &dice)
      var count = 0
      let ops = batch.operations.map { operation -> JSONValue in
        let (op, came) = Self.op(operation, result)
        for id in came {
          count += 1
          names[id] = "+\(count)"
        }
        return op
      }
      let results = try Probe.results([
        "layout": "flow",
        "sections": .array(model.counts.map { ["count": .integer(Int64($0))] }),
        "steps": [["do": "batch", "ops": .array(ops)], ["do": "elements"]],
      ])
      let found = results[1]["elements"]?.array?.compactMap { $0.object?["id"]?.string }
      #expect(
        found == result.sections.flatMap { $0.items.compactMap { names[$0] } }, "seed \(seed)")
    }
  }

  /// An operation as scenarios write it, and the new identities, in order.
  static func op(
    _ operation: BatchUpdate.Operation, _ result: ArrayModel
  ) -> (json: JSONValue, came: [Int]) {
    func json(_ path: ItemPath) -> JSONValue {
      [.integer(Int64(path.section)), .integer(Int64(path.item))]
    }
    func json(_ index: Int) -> JSONValue { .integer(Int64(index)) }
    switch operation {
    case .insertItem(let path):
      return (["insert": json(path)], [result.sections[path.section].items[path.item]])
    case .deleteItem(let path): return (["delete": json(path)], [])
    case .moveItem(let source, let target): return (["move": [json(source), json(target)]], [])
    case .reloadItem(let path): return (["reload": json(path)], [])
    case .insertSection(let index):
      let items = result.sections[index].items
      return (["insertSection": json(index), "section": ["count": json(items.count)]], items)
    case .deleteSection(let index): return (["deleteSection": json(index)], [])
    case .moveSection(let source, let target):
      return (["moveSection": [json(source), json(target)]], [])
    case .reloadSection(let index): return (["reloadSection": json(index)], [])
    }
  }
}
