// SPDX-License-Identifier: Apache-2.0
//
// A part of one benchmark in a process of its own: this program again, or another build of it.

import Glibc
import LayoutConformance
import LayoutLoading
import LayoutModel

/// The work of a process that measures for another one.
enum BenchProcess {
  /// The part that a child measures.
  enum Task: String {
    /// One sample of the engine.
    case sample
    /// One sample of plain C.
    case plain
    /// Instructions and allocations.
    case counts
    /// A whole run of the engine.
    case round
  }

  /// The option that makes a child: it measures, and prints the measurement as JSON.
  static let option = Option(
    "task", taking: "TASK",
    help: "Measure one benchmark for another process: sample, plain, counts or round")

  /// Runs a task in a new process and waits for it.
  ///
  /// - Parameter program: This program or another build of it.
  /// - Throws: `fresh-process` when it fails, `bad-benchmark` when it prints something else.
  static func measure(
    _ task: Task, of name: String, by program: String = "/proc/self/exe"
  ) throws(LayoutError) -> Measurement {
    try Measurement(
      parsing: FreshProcess.output(
        of: [program, BenchCommand.name, "--\(option.name)", task.rawValue, name]))
  }

  /// Counts instructions and allocations in a process into which the counting allocator is preloaded;
  /// without allocations where that is not beside this program.
  static func countWork(of name: String) throws(LayoutError) -> Work {
    let candidates = Executables.directories().map { directory in
      "\(directory)/libAllocationCounter.so"
    }
    guard let library = candidates.first(where: { path in access(path, R_OK) == 0 })
    else { return try measure(.counts, of: name).work }
    setenv("LD_PRELOAD", library, 1)
    defer { unsetenv("LD_PRELOAD") }
    return try measure(.counts, of: name).work
  }

  /// Does a task in this process.
  static func run(
    _ task: Task, of benchmark: Benchmark, on bed: BenchBed
  ) throws -> Measurement {
    // Workers that this process starts are no subject of the counting.
    unsetenv("LD_PRELOAD")
    switch task {
    case .sample: return try benchmark.measureOnce(bed, part: .engine)
    case .plain: return try benchmark.measureOnce(bed, part: .plain)
    case .counts: return try benchmark.measure(bed, part: .counts)
    case .round: return try benchmark.measure(bed, part: .engine)
    }
  }
}
