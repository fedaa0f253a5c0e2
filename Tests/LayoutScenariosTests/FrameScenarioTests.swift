// SPDX-License-Identifier: Apache-2.0
//
// Frames in scenarios: the calls into a layout, views, scrolling, swaps.

import LayoutJSON
import LayoutLoading
import Testing

@Suite("frames in scenarios")
struct FrameScenarioTests {
  /// The layout's calls in the trace of a step.
  private func layoutCalls(_ result: JSONObject) -> [String] {
    let prefix = "layout "
    return result["calls"]?.array?.compactMap(\.string).filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) } ?? []
  }

  @Test("C1–C3, C14, C31: prepare, content size, attributes; two calls a frame while scrolling")
  func callOrder() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [320, 480], "sections": [["count": 200, "size": [50, 50]]],
      "steps": [
        ["do": "trace"], ["do": "scroll", "to": [0, 10]], ["do": "trace"],
        ["do": "resize", "container": [200, 480]], ["do": "trace"],
        ["do": "set", "property": "minimumLineSpacing", "value": 3], ["do": "trace"],
        ["do": "invalidate"], ["do": "trace"], ["do": "advance", "seconds": 1], ["do": "trace"],
      ],
    ])
    let first = ["prepare", "content_size", "attributes_in_rect"]
    let traces = results.filter { $0["calls"] != nil }.map(layoutCalls)
    #expect(traces[0] == first)
    #expect(traces[1] == ["should_invalidate", "attributes_in_rect"])
    #expect(traces[2] == ["should_invalidate"] + first)
    #expect(traces[3] == ["set_property minimumLineSpacing"] + first)
    #expect(traces[4] == first)
    #expect(traces[5].isEmpty, "nothing changed, nothing moves: no frame")
  }

  @Test(
    "C63, C67: views are numbered in the order of making, and the last recycled is reused first")
  func reuse() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100], "properties": ["minimumLineSpacing": 0],
      "sections": [["count": 20, "size": [100, 50]]],
      "steps": [
        ["do": "visible"], ["do": "scroll", "to": [0, 50]], ["do": "visible"],
        ["do": "scroll", "to": [0, 500]], ["do": "visible"],
      ],
    ])
    let views = results.compactMap { $0["elements"]?.array }.map { elements in
      elements.compactMap { $0.object?["view"]?.integer }
    }
    // Item 0 gives its view 0 to item 2; then both are recycled in order, and the last is reused first.
    #expect(views == [[0, 1], [1, 0], [0, 1]])
  }

  @Test("P2: after a release the offset follows the closed form and comes to rest on the target")
  func release() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100], "sections": [["count": 1000, "size": [100, 50]]],
      "steps": [
        ["do": "release", "velocity": [0, 1000]], ["do": "advance", "seconds": 0.5, "frames": 7],
        ["do": "advance", "seconds": 4],
      ],
    ])
    // 1000 · 0.998^t over t milliseconds: 499.49983 points in all, 315.9 of them in half a second.
    let proposed = try #require(results[0]["proposed"]?.numbers)
    #expect(abs(proposed[1] - 499.49983) < 1e-4)
    #expect(results[0]["target"]?.numbers == proposed)
    let half = try #require(results[1]["contentOffset"]?.numbers)
    #expect(abs(half[1] - 499.49983 * (1 - 0.3675110)) < 1e-3)
    #expect(results[1]["moving"] == true)
    #expect(results[2]["contentOffset"]?.numbers == proposed)
    #expect(results[2]["moving"] == false)
  }

  @Test("the same movement in other frames ends at the same place", arguments: [1, 3, 60, 241])
  func subdivision(frames: Int) throws {
    let results = try Probe.results([
      "layout": "flow", "container": [100, 100], "sections": [["count": 100, "size": [100, 50]]],
      "steps": [
        ["do": "release", "velocity": [0, 12000]],
        ["do": "advance", "seconds": 0.75, "frames": .integer(Int64(frames))],
      ],
    ])
    let whole = try Probe.results([
      "layout": "flow", "container": [100, 100], "sections": [["count": 100, "size": [100, 50]]],
      "steps": [["do": "release", "velocity": [0, 12000]], ["do": "advance", "seconds": 0.75]],
    ])
    let (a, b) = (results[1]["contentOffset"]?.numbers, whole[1]["contentOffset"]?.numbers)
    #expect(abs(try #require(a?[1]) - #require(b?[1])) < 1e-9)
  }

  @Test(
    "P3, P4: a drag beyond the edge is rubber-banded, and a release returns to the edge exactly")
  func rubberBand() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [320, 960], "sections": [["count": 100, "size": [320, 50]]],
      "steps": [
        ["do": "drag", "by": [0, 100]], ["do": "release", "velocity": [0, 0]],
        ["do": "advance", "seconds": 3],
      ],
    ])
    let dragged = try #require(results[0]["contentOffset"]?.numbers)
    #expect(abs(dragged[1] + 52.02) < 0.01)
    #expect(results[2]["contentOffset"]?.numbers == [0, 0])
  }

  @Test("C22, M4: a swap on the live view keeps the first cell's place and the data")
  func swap() throws {
    let results = try Probe.results([
      "layout": "flow", "container": [400, 400], "sections": [["count": 500, "size": [90, 60]]],
      "steps": [
        ["do": "scroll", "to": [0, 1500]], ["do": "visible"],
        ["do": "swap", "layout": "waterfall"],
        ["do": "visible"], ["do": "swap", "layout": "flow"], ["do": "visible"],
      ],
    ])
    let anchor = try #require(results[2]["anchor"]?.object)
    let path = try #require(anchor["path"])
    for visible in [results[1], results[3]] {
      let cell = visible["elements"]?.array?.compactMap(\.object).first { $0["path"] == path }
      let frame = try #require(cell?["frame"]?.numbers)
      let offset = try #require(visible["contentOffset"]?.numbers)
      #expect(frame[1] - offset[1] == anchor["offset"]?.numbers[1])
    }
    #expect(results[3]["elements"] != results[5]["elements"])
  }

  @Test("M10: right to left mirrors x if the layout leaves that to the host")
  func mirror() throws {
    func frames(_ direction: JSONValue) throws -> [String: [Double]] {
      try #require(
        try Probe.results([
          "layout": "flow", "container": [300, 300], "direction": direction,
          "sections": [["items": [[50, 20], [60, 20], [200, 20]]]], "steps": [["do": "elements"]],
        ]).first
      ).frames
    }
    let (left, right) = (try frames("ltr"), try frames("rtl"))
    #expect(left.count == 3)
    for (key, frame) in left {
      #expect(right[key] == [300 - frame[0] - frame[2], frame[1], frame[2], frame[3]], "\(key)")
    }
  }

  @Test("M11: visible gives frames on whole pixels beside the exact ones", arguments: [1.0, 2, 3])
  func pixels(scale: Double) throws {
    let result = try #require(
      try Probe.results([
        "layout": "flow", "container": [100, 100], "scale": .number(scale),
        "properties": ["minimumInteritemSpacing": 0, "lineAlignment": "justified"],
        "sections": [["count": 3, "size": [30.4, 20.3]]], "steps": [["do": "visible"]],
      ]).first)
    for element in try #require(result["elements"]?.array).compactMap(\.object) {
      let exact = try #require(element["frame"]?.numbers)
      let pixels = try #require(element["pixels"]?.numbers)
      for axis in 0..<2 {
        let (start, end) = (pixels[axis], pixels[axis] + pixels[axis + 2])
        #expect(abs(start * scale - (start * scale).rounded()) < 1e-9)
        #expect(abs(end * scale - (end * scale).rounded()) < 1e-9)
        #expect(abs(start - exact[axis]) <= 0.5 / scale + 1e-9)
      }
    }
  }
}
