// SPDX-License-Identifier: Apache-2.0
//
// Cells of a scenario with preferred sizes.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("self-sizing in scenarios")
struct SelfSizingTests {
  private func scenario(preferred: JSONValue) -> JSONValue {
    [
      "layout": "mosaic", "container": [200, 200],
      "sections": [["count": 3, "preferred": preferred]], "steps": [["do": "visible"]],
    ]
  }

  @Test("M5: cells much smaller than their estimate fill the first frame of a flow")
  func smallCells() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [320, 480],
      "properties": ["estimatedItemSize": [300, 200], "minimumLineSpacing": 10],
      "sections": [["count": 200, "preferred": [300, 30]]],
      "steps": [["do": "visible"], ["do": "drag", "by": [0, -1]], ["do": "visible"]],
    ])
    for index in [0, 2] {
      let elements = try #require(results[index]["elements"]?.array).compactMap(\.object)
      // Rows of 40 points that begin above the lower edge.
      #expect(elements.count == (index == 0 ? 12 : 13))
      for (row, element) in elements.enumerated() {
        #expect(element["frame"] == [10, .integer(Int64(row * 40)), 300, 30])
      }
    }
  }

  @Test("a layout without the extension gives its own sizes, for any preferred sizes")
  func ignored() throws {
    let asking = Probe.output(scenario(preferred: [[100, 80], nil, [100, 20]]))
    #expect(asking == Probe.output(scenario(preferred: [70, 70])))
    #expect(asking == Probe.output(scenario(preferred: [nil, nil, nil])))
    #expect(asking.contains("\"elements\""))
  }
}
