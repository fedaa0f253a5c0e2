// SPDX-License-Identifier: Apache-2.0
//
// The memory of a session that is scrolled for an hour of its own clock, which takes less real
// time.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("An hour of scrolling")
struct LongSessionTests {
  /// The bytes by which a session's memory may grow, for any length of scrolling.
  private static let limit = 4 << 20

  /// Scrolls for a number of seconds of the session's own clock, sixty frames each: a drag, a fling, and the movement
  /// to its end.
  private static func scroll(
    _ running: Running, seconds: Int, _ random: inout SeededGenerator
  ) throws {
    for _ in 0..<seconds {
      let (by, velocity) = (
        Int.random(in: -60...60, using: &random), Int.random(in: -900...900, using: &random)
      )
      let steps = [
        #"{"do":"drag","by":[0,\#(by)],"at":[100,100],"seconds":0.1}"#,
        #"{"do":"release","velocity":[0,\#(velocity)]}"#,
        #"{"do":"advance","seconds":0.9,"frames":54}"#,
      ]
      for step in steps {
        try running.write(step)
        let line = try #require(running.nextLine())
        try #require(!line.contains("\"error\""), "\(line)")
      }
    }
  }

  @Test(
    "memory grows by at most 4 MiB",
    arguments: [["flow"], ["waterfall"], ["flow", "--tier", "sandboxed"]])
  func flat(_ words: [String]) throws {
    let seed = UInt64(Soak.onlySeed ?? 3600)
    var random = SeededGenerator(seed: seed)
    let ground = try Ground()
    let running = try Running(
      ["session", ground.source, "--size", "400x300", "-l"] + words, home: ground.home,
      takesInput: true, command: try releasedInSoak("layouthost"))
    // Scrolls until the list of the last 100,000 calls is full, and every pool.
    try Self.scroll(running, seconds: Soak.count(short: 20, long: 1_500), &random)
    let before = try running.memory("VmRSS")
    try Self.scroll(running, seconds: Soak.count(short: 40, long: 3_600), &random)
    let growth = try running.memory("VmRSS") - before
    print("\(words.joined(separator: " ")): \(before >> 10) KiB, \(growth >> 10) KiB more after it")
    #expect(growth <= Self.limit, "seed \(seed): \(growth >> 10) KiB")
    try running.closeInput()
    #expect(running.exitCode() == 0)
  }
}
