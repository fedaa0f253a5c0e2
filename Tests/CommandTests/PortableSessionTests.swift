// SPDX-License-Identifier: Apache-2.0
//
// Checks that a session has the same bits on every machine. The C library chooses its code by the
// processor. If it is told that there are no fused multiplications and additions, it uses the code
// of other machines.

import LayoutLoading
import LayoutTesting
import Testing

@Suite("The same bits on every machine")
struct PortableSessionTests {
  /// A session of flings and springs.
  private struct Session {
    private var random: SeededGenerator
    private let seed: Int

    init(seed: Int) {
      self.seed = seed
      random = SeededGenerator(seed: UInt64(seed))
    }

    private mutating func number(_ range: ClosedRange<Double>) -> String {
      "\(Double.random(in: range, using: &random))"
    }

    private mutating func layout() -> String {
      switch seed % 5 {
      case 0:
        #""layout": "spring", "properties": {"damping": \#(number(0...1.6)), "#
          + #""frequency": \#(number(0.4...4)), "length": \#(number(0...200))}, "#
      case 1: #""layout": "coverflow", "#
      case 2: #""layout": "carousel", "#
      case 3: #""layout": "waterfall", "#
      default: #""layout": "flow", "properties": {"lineAlignment": "justified"}, "#
      }
    }

    private mutating func step() -> String {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return #"{"do": "batch", "animated": true, "timing": "#
          + #"{"spring": {"dampingRatio": \#(number(0.1...2)), "#
          + #""frequency": \#(number(0.5...5)), "velocity": \#(number(-3...3))}}, "#
          + #""ops": [{"delete": [0, \#(Int.random(in: 0..<8, using: &random))]}]}"#
      case 1:
        return #"{"do": "scrollToItem", "path": [0, 30], "position": "top", "animated": true}"#
      default:
        let (x, y) = (number(-40...40), number(-120...120))
        return #"{"do": "drag", "by": [\#(x), \#(y)], "at": [160, 240], "seconds": 0.016}, "#
          + #"{"do": "release", "velocity": [\#(number(-3000...3000)), \#(number(-6000...6000))]}"#
      }
    }

    mutating func text() -> String {
      let sizes = (0..<40).map { _ in "[\(number(20...120)), \(number(20...120))]" }
      var steps: [String] = []
      for _ in 0..<3 {
        steps.append(step())
        // About one in two thousand results differs between machines, so the session prints many
        // instants.
        for _ in 0..<25 {
          steps.append(#"{"do": "advance", "seconds": \#(number(0.004...0.04)), "frames": 1}"#)
        }
        steps.append(#"{"do": "visible"}"#)
      }
      return #"{"id": \#(seed), "tier": "in-process", "container": [320, 480], "# + layout()
        + #""sections": [{"items": [\#(sizes.joined(separator: ", "))]}], "#
        + #""steps": [\#(steps.joined(separator: ", "))]}"#
    }
  }

  @Test("random sessions of flings and springs are the same without fused multiply-add")
  func withoutFusedMultiplyAdd() throws {
    let seeds = Soak.seeds(short: 150, long: 10_000)
    // The text of ten thousand sessions is gigabytes, so a few hundred run at a time.
    let step = 250
    let different = try stride(from: 0, to: seeds.count, by: step).flatMap { start in
      try Self.different(Array(seeds[start..<min(start + step, seeds.count)]))
    }
    #expect(different.isEmpty, "of \(seeds.count) these seeds differ: \(different)")
  }

  /// Returns the seeds whose sessions differ on a processor without fused multiplications.
  private static func different(_ seeds: [Int]) throws -> [Int] {
    let folder = try TemporaryDirectory()
    let lines = seeds.map { seed -> String in
      var session = Session(seed: seed)
      return session.text()
    }
    let file = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "sessions.jsonl")
    func sessions(_ variables: [String]) throws -> [Substring] {
      let run = try layouthost(
        ["probe", file], variables: variables, program: releasedInSoak("layouthost"))
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      try #require(lines.count == seeds.count)
      return lines
    }
    let (ours, others) = (
      try sessions([]), try sessions(["GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4"])
    )
    return zip(seeds, zip(ours, others)).filter { $1.0 != $1.1 }.map { $0.0 }
  }

  @Test("no function of the C library that machines round differently is called")
  func symbols() throws {
    let uneven: Set<Substring> = [
      "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "sin", "cos", "sincos", "tan",
      "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot", "cbrt",
    ]
    let list = try layouthost("list", "--json").json().object
    let listed = try #require(list?["plugins"]?.array).compactMap(\.object)
    let plugins = listed.filter { $0["trust"] == "bundled" }.compactMap { $0["path"]?.string }
    #expect(plugins.count >= 9)
    for plugin in plugins {
      let needed = try Command.run(["nm", "-D", "--undefined-only", plugin])
      #expect(needed.status == 0, "\(needed.errors)")
      let names = needed.output.split(separator: "\n").compactMap {
        $0.split(separator: " ").last?.split(separator: "@").first
      }
      #expect(names.count > 5)
      #expect(uneven.isDisjoint(with: names), "\(plugin)")
    }
  }
}
