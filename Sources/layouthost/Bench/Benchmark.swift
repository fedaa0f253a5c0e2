// SPDX-License-Identifier: Apache-2.0
//
// One benchmark, the list of all, and the plugins and data that they share.

import Glibc
import LayoutConformance
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// One benchmark: a name, a unit, limits, and how to take its samples.
struct Benchmark {
  typealias Body = (inout Meter, BenchBed) throws -> Void

  let name: String
  let unit: Meter.TimeUnit
  /// The limit of the median, in the unit; nil for one that is only printed.
  let bound: Double?
  /// The limit of the median relative to plain C's; nil without a reference.
  let ratioBound: Double?
  /// True when it runs only if named, because its data take long to make.
  var isOnRequest = false
  /// Takes all samples in this process.
  private let run: Body
  /// Takes one sample in a process of its own; nil for benchmarks that need none.
  private let sample: Body?

  /// A benchmark whose samples are taken in this process.
  init(
    _ name: String, in unit: Meter.TimeUnit, bound: Double? = nil, ratioBound: Double? = nil,
    run: @escaping Body
  ) {
    (self.name, self.unit, self.bound, self.ratioBound) = (name, unit, bound, ratioBound)
    (self.run, sample) = (run, nil)
  }

  /// A benchmark whose every sample is taken in a new process, so that nothing is warm.
  ///
  /// - Parameter hasPlain: True when `sample` measures plain C too, if the meter asks for it.
  init(
    _ name: String, in unit: Meter.TimeUnit, bound: Double? = nil, ratioBound: Double? = nil,
    processes: Int, hasPlain: Bool = false, sample: @escaping Body
  ) {
    (self.name, self.unit, self.bound, self.ratioBound) = (name, unit, bound, ratioBound)
    self.sample = sample
    run = { meter, bed in
      if meter.part == .counts { return try sample(&meter, bed) }
      for _ in 0..<processes {
        meter.add(try BenchProcess.measure(.sample, of: name))
        if hasPlain, meter.part == .both {
          meter.add(try BenchProcess.measure(.plain, of: name))
        }
      }
    }
  }

  /// Returns the same benchmark, which then runs only if named.
  func onRequest() -> Benchmark {
    var benchmark = self
    benchmark.isOnRequest = true
    return benchmark
  }

  /// Takes all samples.
  func measure(_ bed: BenchBed, part: Meter.Part = .both) throws -> Measurement {
    var meter = Meter(name, in: unit, part: part)
    try run(&meter, bed)
    return meter.measurement
  }

  /// Takes one sample of a benchmark whose samples need a process each.
  func measureOnce(_ bed: BenchBed, part: Meter.Part) throws -> Measurement {
    guard let sample else {
      throw UsageError("the samples of \(name) share a process")
    }
    var meter = Meter(name, in: unit, part: part)
    try sample(&meter, bed)
    return meter.measurement
  }
}

/// The benchmarks, family by family.
enum BenchCatalogue {
  static var all: [Benchmark] {
    PassBench.all + GalleryBench.all + TableBench.all + OpenBench.all + FrameBench.all
      + SpringBench.all + PendulumBench.all
      + WorkerBench.all + WorkersBench.all
      + WorkerKillBench.all + InsertBench.all + EstimateBench.all + SwapBench.all
      + TransitionBench.all + SQLiteBench.all
      + DiffBench.all
  }

  /// Returns the benchmark of this name; without one, those whose names begin with it up to a
  /// slash.
  static func meant(by name: String) -> [Benchmark] {
    let exact = all.filter { $0.name == name }
    let beginning = name.hasSuffix("/") ? name : name + "/"
    return exact.isEmpty ? all.filter { $0.name.hasPrefix(beginning) } : exact
  }
}

/// The plugins and large data that benchmarks share.
final class BenchBed {
  let library: PluginLibrary
  private var table: TemporaryTable?
  private var images: [(id: String, image: PluginImage)] = []

  init(library: PluginLibrary) { self.library = library }

  /// Returns the image that has a layout, opened once: loading is not measured.
  func image(_ layout: String) throws(LayoutError) -> PluginImage {
    if let known = images.first(where: { $0.id == layout }) { return known.image }
    let image = try PluginImage.open(library.file(forLayout: layout))
    images.append((layout, image))
    return image
  }

  /// Returns the large table: made at the first call, removed with this value.
  func largeTable() throws(LayoutError) -> TemporaryTable {
    if let table { return table }
    let made = try TemporaryTable(rowCount: SQLiteBench.rowCount)
    table = made
    return made
  }
}

/// Throws `bad-benchmark` unless the condition holds: otherwise the measured work was not the named
/// work.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(LayoutError) {
  guard condition else { throw LayoutError(.badBenchmark, what()) }
}

// MARK: - Processes
//
// A part of one benchmark in a process of its own: this program, or another build of it.

/// The work of a process that measures for another process.
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

  /// The option that makes a child process measure and print the measurement as JSON.
  static let option = Option(
    "task", taking: "TASK",
    help: "Measure one benchmark for another process: sample, plain, counts or round")

  /// Runs a task in a new process and waits for it.
  ///
  /// - Parameter program: This program or another build of it.
  /// - Throws: `fresh-process` when it fails, `bad-benchmark` when its output is no measurement.
  static func measure(
    _ task: Task, of name: String, by program: String = "/proc/self/exe"
  ) throws(LayoutError) -> Measurement {
    try Measurement(
      parsing: FreshProcess.output(
        of: [program, BenchCommand.name, "--\(option.name)", task.rawValue, name]))
  }

  /// Counts instructions and allocations in a process with the counting allocator preloaded; no
  /// allocations when that library is not beside this program.
  static func countWork(of name: String) throws(LayoutError) -> Work {
    guard let library = library("AllocationCounter")
    else { return try measure(.counts, of: name).work }
    setenv("LD_PRELOAD", library, 1)
    defer { unsetenv("LD_PRELOAD") }
    return try measure(.counts, of: name).work
  }

  /// Returns the path of a library of the benchmarks; nil when it is not beside this program, as in
  /// an installation.
  static func library(_ name: String) -> String? {
    Executables.directories().map { "\($0)/lib\(name).so" }.first { access($0, R_OK) == 0 }
  }

  /// Does a task in this process.
  static func run(
    _ task: Task, of benchmark: Benchmark, on bed: BenchBed
  ) throws -> Measurement {
    // Workers of this process are not counted.
    unsetenv("LD_PRELOAD")
    switch task {
    case .sample: return try benchmark.measureOnce(bed, part: .engine)
    case .plain: return try benchmark.measureOnce(bed, part: .plain)
    case .counts: return try benchmark.measure(bed, part: .counts)
    case .round: return try benchmark.measure(bed, part: .engine)
    }
  }
}
