// SPDX-License-Identifier: Apache-2.0
//
// The cost of a page for its frames, from the browser's own trace.

import Foundation
import LayoutJSON
import LayoutLoading

extension Browser {
  /// Starts a trace of the main threads of pages.
  func startTrace() throws {
    chromium.trace = ([], false)
    _ = try chromium.ask(
      "Tracing.start",
      ["categories": "toplevel,devtools.timeline", "transferMode": "ReportEvents"],
      in: nil)
  }

  /// Ends the trace.
  func endTrace() throws -> Trace {
    _ = try chromium.ask("Tracing.end", [:], in: nil)
    try chromium.waitForTrace()
    defer { chromium.trace.events = [] }
    return Trace(chromium.trace.events)
  }

  /// Returns the memory of the page's scripts after a garbage collection, bytes.
  func heapBytes() throws -> Int {
    try ask("HeapProfiler.collectGarbage")
    return Int(try ask("Runtime.getHeapUsage")["usedSize"]?.double ?? 0)
  }
}

/// The tasks of the busiest main thread of a page, frame by frame.
struct Trace {
  /// The processor time of each frame of the page, from the start of one to the start of
  /// the next.
  let frameMilliseconds: [Double]

  init(_ events: [JSONObject]) {
    /// A thread of a process.
    struct Place: Hashable { var process, thread: Int64 }
    var begins: [Place: [Double]] = [:]
    var tasks: [Place: [(start: Double, time: Double)]] = [:]
    for event in events {
      guard let process = event["pid"]?.integer, let thread = event["tid"]?.integer,
        let start = event["ts"]?.double
      else { continue }
      let place = Place(process: process, thread: thread)
      // Once for each frame of the page.
      if event["name"] == "PrePaint" { begins[place, default: []].append(start) }
      guard event["name"]?.string?.hasSuffix("RunTask") == true else { continue }
      guard let time = event["tdur"]?.double ?? event["dur"]?.double else { continue }
      tasks[place, default: []].append((start, time))
    }
    guard let (place, starts) = begins.max(by: { $0.value.count < $1.value.count }) else {
      frameMilliseconds = []
      return
    }
    let edges = starts.sorted()
    var sums = [Double](repeating: 0, count: max(0, edges.count - 1))
    for task in tasks[place] ?? [] {
      let after = edges.firstIndex { $0 > task.start } ?? edges.count
      if sums.indices.contains(after - 1) { sums[after - 1] += task.time / 1000 }
    }
    frameMilliseconds = sums
  }
}
