// SPDX-License-Identifier: Apache-2.0
//
// A hot swap over a million different sizes: from the closed file to the new layout on screen, and
// the delay of a frame.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutRuntime

enum SwapBench {
  static var all: [Benchmark] {
    [
      Benchmark("swap/file/1e6", in: .milliseconds, bound: 150) { meter, bed in
        try file(SwapBed(bed), &meter)
      },
      Benchmark("swap/commit/1e6", in: .milliseconds, bound: 1) { meter, bed in
        try commit(SwapBed(bed), tier: .inProcess, &meter)
      },
      Benchmark("swap/commit-sandboxed/1e6", in: .milliseconds, bound: 1) { meter, bed in
        try commit(SwapBed(bed), tier: .sandboxed, &meter)
      },
    ]
  }

  private static let sampleCount = 15

  /// From the rename that ends the writing to the frame of the new version.
  private static func file(_ bed: SwapBed, _ meter: inout Meter) throws {
    let watcher = try PluginWatcher(SearchPath([.init(path: bed.directory)]))
    for _ in 0..<sampleCount {
      let hash = try bed.write()
      try meter.sample {
        var changed: PluginFile?
        while changed == nil {
          var watched = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&watched, 1, 10_000)
          watcher.process { event in
            if case .changed(let file, _) = event { changed = file }
          }
        }
        if let changed { try bed.swap(to: changed, tier: .inProcess) { _, _ in } }
      }
      try require(bed.shownHash == hash, "another version is on screen")
      try bed.scroll()
    }
  }

  /// Takes the longest of all steps: the time that a frame waits for the swap. Frames of the old
  /// layout run between any two steps. Plain C opens the layout again and replaces the old one, all
  /// in one step.
  private static func commit(
    _ bed: SwapBed, tier: LayoutTier, _ meter: inout Meter
  ) throws {
    var longest: [SwapStage: Double] = [:]
    var (steps, whole) = (0, 0.0)
    let plain = tier == .inProcess && meter.part != .engine ? try PlainView(.flow(bed.sizes)) : nil
    plain?.frame(1_000_000)
    for _ in 0..<sampleCount {
      _ = try bed.write()
      var stall = 0.0
      let start = Meter.now
      try bed.swap(to: PluginFile(judging: bed.path), tier: tier) { stage, milliseconds in
        longest[stage] = max(longest[stage] ?? 0, milliseconds)
        stall = max(stall, milliseconds)
        steps += 1
      }
      whole = max(whole, Meter.milliseconds(since: start))
      meter.add(stall)
      longest[.retire] = max(longest[.retire] ?? 0, try bed.scroll())
      if let plain { meter.plain { plain.replace(by: bed.sizes, at: 1_000_000) } }
    }
    if let plain {
      let visible = plain.records.count
      try require((90...130).contains(visible), "plain C shows \(visible) elements")
    }
    for stage in SwapStage.allCases {
      if let time = longest[stage] { meter.count("longest \(stage.rawValue) ms", time) }
    }
    meter.count("steps a swap", Double(steps) / Double(sampleCount))
    meter.count("longest swap ms", whole)
  }
}

/// A session over a million sizes whose plugin file can be replaced.
final class SwapBed {
  let directory: String
  private(set) var shownHash: String?
  private let bytes: [UInt8]
  let sizes: ContiguousArray<Size>
  private let bench: BenchView
  private var version = 0

  var path: String { directory + "/flow.so" }

  init(_ bed: BenchBed) throws {
    let folder = Environment.process.temporaryDirectory
    var template = Array("\(folder)/layouthost-swap-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LayoutError(.badBenchmark, "\(folder): \(String(cString: strerror(errno)))")
    }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    bytes = try FileSystem.contents(of: bed.library.file(forLayout: "flow").path).bytes
    let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
    self.sizes = sizes
    bench = try BenchView(image: bed.image("flow"), layout: "flow", itemCount: sizes.count) {
      try $0.set("minimumInteritemSpacing", to: .number(0))
      try $0.set("minimumLineSpacing", to: .number(0))
      try $0.queries.bindSizes(sizes)
    }
    _ = try write()
    try bench.view.setContentOffset(Point(x: 0, y: 1_000_000))
  }

  deinit {
    unlink(path)
    rmdir(directory)
  }

  /// Replaces the whole file by a new version: the same code, with other bytes behind it.
  func write() throws -> String {
    version += 1
    let name = directory + "/.next"
    try OutputFile.write(bytes + Array("\(getpid()) \(version)".utf8), to: name)
    chmod(name, 0o644)
    guard rename(name, path) == 0 else {
      throw LayoutError(.badBenchmark, "\(path): \(String(cString: strerror(errno)))")
    }
    return PluginFile(judging: path).hash
  }

  /// Swaps the file in, with a frame of the old layout before each step, and returns the time of
  /// each step, milliseconds.
  func swap(
    to file: PluginFile, tier: LayoutTier, _ note: (SwapStage, Double) -> Void
  ) throws {
    var request = SwapRequest(file: file, layoutID: "flow")
    request.policy = LayoutPolicy(tier, isTrustedOnce: true)
    let swapper = LayoutSwapper(request, on: bench.view)
    var frame = 0.0
    while swapper.answer == nil {
      frame += 1
      try bench.view.setContentOffset(
        Point(x: 0, y: 1_000_000 + frame.truncatingRemainder(dividingBy: 400)))
      let (stage, start) = (swapper.stage, Meter.now)
      swapper.step()
      note(stage, Meter.milliseconds(since: start))
    }
    if case .refused(let refusal)? = swapper.answer { throw refusal.error }
    if case .accepted(let receipt)? = swapper.answer { shownHash = receipt.hash }
    let visible = bench.view.visibleElements.count
    try require((90...130).contains(visible), "\(visible) elements are in the viewport")
  }

  /// Runs frames until the new version is accepted and the old one is released.
  ///
  /// - Returns: The time of the longest of these frames, milliseconds: the last one releases the
  ///   old version.
  @discardableResult
  func scroll() throws -> Double {
    var longest = 0.0
    for frame in 1...60 {
      let start = Meter.now
      try bench.view.setContentOffset(Point(x: 0, y: 1_000_500 + Double(frame)))
      longest = max(longest, Meter.milliseconds(since: start))
    }
    try require(!bench.view.isOnProbation, "60 frames are no end of a probation")
    return longest
  }
}
