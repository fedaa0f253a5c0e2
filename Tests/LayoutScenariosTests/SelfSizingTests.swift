// SPDX-License-Identifier: Apache-2.0
//
// Cells of a scenario that ask for sizes of their own.

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

  @Test("a layout without the extension gives its own sizes, whatever cells ask for")
  func ignored() throws {
    let asking = Probe.output(scenario(preferred: [[100, 80], nil, [100, 20]]))
    #expect(asking == Probe.output(scenario(preferred: [70, 70])))
    #expect(asking == Probe.output(scenario(preferred: [nil, nil, nil])))
    #expect(asking.contains("\"elements\""))
  }
}
