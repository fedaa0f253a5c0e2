// SPDX-License-Identifier: Apache-2.0
//
// Plugins that answer or log as much as they can, and the cost of such a frame for the host.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// One way to answer too much. The plugin is `Fixtures/Greedy.c` with these macros, or one of the corpus.
struct Greed: Codable, Sendable, CustomTestStringConvertible {
  /// The text after "it".
  let does: String
  var flags: [String] = []
  /// The function in one of the `Hostile….h` if the plugin is one of the corpus.
  var deed: String?
  /// The code of the frame's error; nil if the frame is shown.
  var code: String?
  /// The beginning of that error's message.
  var message = ""
  /// The shown elements of the frame besides the cells.
  var shownCount = 0
  /// The elements that are dropped because they lie outside of the rectangle.
  var outsideCount = 0

  var testDescription: String { does }

  /// As many plain decorations as a rectangle of 1000 × 800 points may have besides the cells: the highest cost of a
  /// frame by its number of views.
  static let full = Greed(
    does: "answers all that is allowed", flags: ["-DCOUNT=16500"], shownCount: 16_500)

  static let all = [
    Greed(
      does: "answers a million decorations", flags: ["-DCOUNT=1000000"], code: "answer-too-large",
      message:
        "it answers 1000017 elements in a rectangle of 1000 × 800 points, where at most 16596"),
    Greed(
      does: "gives 20,000 decorations one block of 4,096 fields",
      flags: ["-DCOUNT=20000", "-DFIELDS=4096", "-DWORDS=16384", "-DBLOCK(i)=1"],
      code: "answer-too-large", message: "it answers 20017 elements"),
    Greed(
      does: "gives 17 decorations one block of 4,096 fields",
      flags: ["-DCOUNT=17", "-DFIELDS=4096", "-DWORDS=16384", "-DBLOCK(i)=1"],
      code: "answer-too-large", message: "it answers 278528 payload words"),
    Greed(
      does: "gives 16 decorations one block of 4,096 fields",
      flags: ["-DCOUNT=16", "-DFIELDS=4096", "-DWORDS=16384", "-DBLOCK(i)=1"], shownCount: 16),
    Greed(
      does: "gives 16 decorations two blocks of 4,096 fields in turn",
      flags: ["-DCOUNT=16", "-DFIELDS=4096", "-DWORDS=32768", "-DBLOCK(i)=(1+i%2*16384)"],
      shownCount: 16),
    Greed(
      does: "gives 4,000 decorations one block of 16 fields",
      flags: ["-DCOUNT=4000", "-DFIELDS=16", "-DWORDS=64", "-DBLOCK(i)=1"], shownCount: 4_000),
    Greed(
      does: "gives 4,000 decorations blocks that overlap",
      flags: ["-DCOUNT=4000", "-DFIELDS=16", "-DWORDS=4063", "-DBLOCK(i)=(1+i)"],
      shownCount: 4_000),
    Greed(
      does: "turns each of 16,000 decorations", flags: ["-DCOUNT=16000", "-DTURNS=1"],
      shownCount: 16_000),
    Greed(
      does: "answers 16,000 decorations of 4,000 kinds", flags: ["-DCOUNT=16000", "-DKINDS=4000"],
      shownCount: 16_000),
    Greed(
      does: "answers 16,000 decorations far outside", flags: ["-DCOUNT=16000", "-DOUTSIDE=1"],
      outsideCount: 16_000),
    Greed(
      does: "answers 200,000 decorations far outside", flags: ["-DCOUNT=200000", "-DOUTSIDE=1"],
      code: "answer-too-large", message: "it answers 200017 elements"),
    Greed(does: "logs 100,000 lines of 64 KiB", flags: ["-DLINES=100000", "-DLINE_BYTES=65536"]),
    Greed(does: "posts 100,000 events", flags: ["-DEVENTS=100000"]),
    Greed(does: "marks 60,000 elements", flags: ["-DMARKS=60000"]),
    Greed(does: "marks a million elements", flags: ["-DMARKS=1000000"]),
    Greed(
      does: "fails with a text of 16 MiB", flags: ["-DERROR_BYTES=(16<<20)"], code: "layout-failed",
      message: "xxxxxxxx"),
  ]

  /// The answers of exploited plugins in place of their workers.
  static let floods = Corpus.floods.map { deed in
    Greed(does: deed.does, deed: deed.name, code: deed.sandboxed.code)
  }

  /// Compiles the plugin.
  func path() throws -> String {
    guard let deed else { return try CPlugin.build(fixture: "Greedy", flags: flags) }
    return try Deed(deed, does, .harmless).path()
  }
}

extension Ending {
  /// The code of the error.
  fileprivate var code: String? {
    switch self {
    case .failed(let code): code
    case .refused: "breach"
    default: nil
    }
  }
}

/// A view that a greedy plugin lays out: 500 items in 1000 × 800 points.
final class GreedySession: CollectionViewDataSource {
  /// The cost of a frame.
  struct Cost {
    let error: LayoutError?
    /// The counters of the view since the session began.
    let counters: FrameCounters
    /// Processor time of this thread, seconds.
    let seconds: Double
    /// The largest growth of the process during it, bytes.
    let growth: Int
  }

  let layout: CollectionLayout
  let view: CollectionView

  /// Shows the frame in which the plugin is still harmless.
  init(_ greed: Greed, in tier: LayoutTier, limits: AnswerLimits = AnswerLimits()) throws {
    var options = WorkerOptions(deadlines: nil)
    (options.answerLimits, options.deadline) = (limits, 120)
    layout = try .make(
      id: greed.deed == nil ? "greedy" : "hostile", file: PluginFile(judging: try greed.path()),
      running: LayoutPolicy(tier, isTrustedOnce: true, options: options))
    view = CollectionView(viewportSize: Size(width: 1000, height: 800), layout: layout)
    view.dataSource = self
    view.animation.isEnabled = false
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.layoutIfNeeded()
  }

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 500 }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
  }

  /// Scrolls by half an item.
  func scroll() -> Cost {
    let (before, start) = (Self.residentBytes("VmRSS:"), Self.processorTime())
    var failure: LayoutError?
    do throws(LayoutError) {
      try view.setContentOffset(Point(x: 0, y: view.contentOffset.y + 25))
    } catch { failure = error }
    return Cost(
      error: failure, counters: view.counters, seconds: Self.processorTime() - start,
      growth: Self.residentBytes("VmHWM:") - before)
  }

  /// Processor time of this thread, seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A figure of `/proc/self/status`, in bytes.
  private static func residentBytes(_ name: String) -> Int {
    let bytes = (try? FileSystem.contents(of: "/proc/self/status").bytes) ?? []
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name) }
    let number = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    return number.flatMap { Int($0) }.map { $0 << 10 } ?? 0
  }
}
