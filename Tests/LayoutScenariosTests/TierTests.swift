// SPDX-License-Identifier: Apache-2.0
//
// The same scenario in this process and in a worker: the same text, byte for byte.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("tiers")
struct TierTests {
  static let layouts = [
    "flow", "mosaic", "waterfall", "spring", "compositional", "carousel", "coverflow", "pendulum",
  ]

  @Test(
    "a worker, confined or not, answers a whole session like this process, bit for bit",
    arguments: layouts, ["worker", "sandboxed"])
  func identical(layout: String, tier: String) {
    let here = Probe.output(Self.session(layout, "in-process"))
    let away = Probe.output(Self.session(layout, tier))
    #expect(here == away)
    #expect(!here.contains("\"error\":{\"step\""), "\(here.suffix(300))")
  }

  @Test(
    "a wrong scenario gives the same error",
    arguments: ["in-process", "worker", "sandboxed"])
  func errors(tier: String) throws {
    let error = try Probe.error([
      "layout": "flow", "tier": .string(tier), "properties": ["itemSize": [-1, 0]],
    ])
    #expect(error["code"] == "out-of-range")
  }

  /// True for a layout that queries the sizes of items.
  private static func asksSizes(_ layout: String) -> Bool {
    ["flow", "mosaic", "waterfall", "spring"].contains(layout)
  }

  private static func session(_ layout: String, _ tier: String) -> JSONValue {
    let sizes: [JSONValue] = (0..<300).map { index in
      let width = 40 + Double((index * 7919) % 67) / 3
      return [.number(width), .number(25 + Double((index * 104_729) % 41) / 7)]
    }
    return [
      "id": .string(layout), "layout": .string(layout), "tier": .string(tier),
      "container": [333, 480],
      "sections": asksSizes(layout)
        ? [["items": .array(sizes)], ["count": 50_000, "size": [30, 30]]]
        : [["count": 300], ["count": 50_000]],
      "steps": [
        ["do": "elements", "limit": 40], ["do": "visible"], ["do": "trace"],
        ["do": "drag", "by": [-40.25, -60.5], "at": [100, 200], "seconds": 0.05],
        ["do": "advance", "seconds": 0.1, "frames": 3], ["do": "visible"],
        ["do": "release", "velocity": [700, 900]], ["do": "advance", "seconds": 0.4],
        ["do": "visible"], ["do": "advance", "seconds": 6], ["do": "visible"],
        ["do": "item", "path": [1, 40_000]], ["do": "elements", "rect": [0, 5000, 400, 300]],
        ["do": "trace"], ["do": "swap", "layout": "carousel"], ["do": "scroll", "to": [5, 0]],
        ["do": "trace"], ["do": "swap", "layout": .string(layout)], ["do": "trace"],
        ["do": "resize", "container": [250, 500]], ["do": "visible"], ["do": "reload"],
        ["do": "configure", "direction": "rtl", "contentInset": [10, 5, 0, 5]], ["do": "visible"],
        ["do": "trace"],
      ],
    ]
  }
}
