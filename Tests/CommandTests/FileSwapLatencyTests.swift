// SPDX-License-Identifier: Apache-2.0
//
// The cost of hot swaps for a session that is scrolled meanwhile: the latency of its steps, and the bytes that the
// thread of the steps reads.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

/// A session that is scrolled step by step, and the file whose layout it runs.
private final class ScrolledSession {
  let running: Running
  private let ground: Ground
  private let plugin: String
  private let layout: String
  private var stepCount = 0

  /// - Parameters:
  ///   - plugin: The file of the running layout.
  ///   - layout: Its id.
  ///   - strangers: Other files beside it, which only cost the time to judge them.
  ///   - command: The program; nil for the one that was built with the tests.
  init(
    _ plugin: String, layout: String, strangers: Int = 0, command: String? = nil,
    words: [String] = []
  ) throws {
    ground = try Ground()
    (self.plugin, self.layout) = (plugin, layout)
    try ground.drop(plugin, as: "\(layout).so")
    for number in 0..<strangers { try ground.drop(plugin, as: "stranger\(number).so") }
    running = try Running(
      [
        "session", ground.source, "-l", "\(ground.plugins)/\(layout).so", "-p", ground.plugins,
        "--size", "400x300",
      ] + words,
      home: ground.home, takesInput: true, command: command)
    _ = try step()
  }

  /// Scrolls by a few points.
  ///
  /// - Returns: The time from writing the line of the step to reading its answer, in milliseconds; and whether a swap
  ///   was accepted before that.
  func step() throws -> (milliseconds: Double, isSwapped: Bool) {
    stepCount += 1
    let start = ContinuousClock.now
    try running.write(#"{"do":"scroll","to":[0,\#(Double(stepCount * 7 % 900))]}"#)
    var isSwapped = false
    while true {
      let line = try #require(running.nextLine())
      try #require(!line.contains("refused") && !line.contains("rolled-back"), "\(line)")
      if line.contains("accepted") { isSwapped = true }
      if line.contains("contentOffset") { break }
    }
    return ((ContinuousClock.now - start) / .milliseconds(1), isSwapped)
  }

  /// Makes `count` steps, a few milliseconds apart.
  func steps(_ count: Int) throws -> [Double] {
    try (0..<count).map { _ in
      usleep(2_000)
      return try step().milliseconds
    }
  }

  /// Replaces the file, and makes steps until the new version is on screen and the old one is gone.
  func swap() throws -> [Double] {
    try ground.drop(plugin, as: "\(layout).so")
    var times: [Double] = []
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      usleep(2_000)
      let step = try step()
      times.append(step.milliseconds)
      if step.isSwapped { break }
      try #require(ContinuousClock.now < limit, "the new version does not come")
    }
    // The old version is kept for 60 frames.
    return times + (try steps(70))
  }
}

@Suite("Steps while files are swapped", .serialized, .waits)
struct FileSwapLatencyTests {
  /// The tiers in which the layout runs, as words of the command line.
  static let tiers = [[], ["--trust-once"]]

  @Test(
    "S23: 300 swaps add 10 ms at most to the slowest hundredth of steps", .soak, arguments: tiers)
  func latency(_ words: [String]) throws {
    let session = try ScrolledSession(
      try #require(try releasedInSoak("libFlowPlugin.so")), layout: "flow", strangers: 5,
      command: try releasedInSoak("layouthost"), words: words)
    var (quiet, swapped): ([Double], [Double]) = ([], [])
    _ = try session.steps(200)
    for _ in 0..<Soak.count(short: 12, long: 300, variable: "LAYOUTHOST_SWAP_ROUNDS") {
      let times = try session.swap()
      swapped += times
      quiet += try session.steps(times.count)
    }
    let (before, after) = (Self.percentile(99, quiet), Self.percentile(99, swapped))
    print(
      "\(words.first ?? "sandboxed"): \(swapped.count) steps with swaps: p50 "
        + "\(Self.percentile(50, swapped)) ms, p99 \(after), max \(swapped.max() ?? 0); as many "
        + "without: p50 \(Self.percentile(50, quiet)), p99 \(before), max \(quiet.max() ?? 0)")
    #expect(after <= before + 10, "\(after) ms with swaps, \(before) ms without")
    try session.running.closeInput()
    #expect(session.running.exitCode() == 0)
  }

  @Test(
    "the thread of the frames reads a new version once at a swap, and no other file beside it",
    arguments: tiers)
  func judgedOnce(_ words: [String]) throws {
    let plugin = try FakeLayout.path()
    func bytesRead(beside strangers: Int) throws -> Int {
      let session = try ScrolledSession(
        plugin, layout: "fake", strangers: strangers, words: words)
      _ = try session.swap()
      let before = try session.running.mainThreadBytesRead()
      for _ in 0..<5 { _ = try session.swap() }
      return (try session.running.mainThreadBytesRead() - before) / 5
    }
    let (alone, beside) = (try bytesRead(beside: 0), try bytesRead(beside: 60))
    let size = try FileSystem.contents(of: plugin).bytes.count
    // The new version itself is read once, into memory of its own.
    #expect(alone < 2 * size, "\(alone) bytes read for a swap of a file of \(size)")
    #expect(
      beside < alone + size, "\(beside) bytes read beside 60 files of \(size), \(alone) alone")
  }

  private static func percentile(_ percent: Int, _ times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }
}
