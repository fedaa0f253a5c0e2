// SPDX-License-Identifier: Apache-2.0
//
// A hundred million items of different sizes, opened and jumped about in without knowing most of them.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

enum EstimateBench {
  private static let itemCount = 100_000_000

  static var all: [Benchmark] {
    [
      Benchmark("flow-estimated/open/1e8", in: .milliseconds, bound: 5, processes: 11) {
        meter, bed in
        let image = try bed.image("flow")
        var asked = 0
        var opened: BenchView?
        try meter.sample { opened = try view(image) { asked += $0 } }
        try require(asked < 1000, "\(asked) sizes were asked for")
        meter.count("visible", Double(opened?.view.visibleElements.count ?? 0))
        meter.count("sizes asked", Double(asked))
      },
      Benchmark("flow-estimated/jump/1e8", in: .microseconds) { meter, bed in
        var asked = 0
        let bench = try view(bed.image("flow")) { asked += $0 }
        let room = bench.view.contentSize.height - Scene.viewport.height
        let before = asked
        for sample in 0..<1000 {
          let share = Double(sample) * 0.618_033_988_749_894_9
          let offset = ((share - share.rounded(.down)) * room).rounded()
          try meter.sample { () throws(LayoutError) in
            try bench.view.setContentOffset(Point(x: 0, y: offset))
          }
        }
        meter.count("sizes asked a jump", Double(asked - before) / 1000)
        meter.count("visible", Double(bench.view.visibleElements.count))
      },
    ]
  }

  private static func view(
    _ image: PluginImage, _ note: @escaping (Int) -> Void
  ) throws -> BenchView {
    try BenchView(image: image, layout: "flow", itemCount: itemCount) { layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.set("estimatedItemSize", to: .size(Scene.cell))
      try layout.bind("sizeForItem") {
        (_: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
        for place in 0..<range.count { out[place] = Scene.chip(range.lowerBound + place) }
        note(range.count)
        return .all
      }
    }
  }
}
