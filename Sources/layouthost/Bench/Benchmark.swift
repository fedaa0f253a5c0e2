// SPDX-License-Identifier: Apache-2.0
//
// What a benchmark is, and what it may use.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// One benchmark: a name, a unit, and how to take its samples.
struct Benchmark {
  let name: String
  let unit: Meter.TimeUnit
  /// What is to be reached, in the unit; nil for what is only printed.
  let bound: Double?
  /// Whether it runs only when named: what it needs takes long to make.
  var isOnRequest = false
  let run: (inout Meter, BenchBed) throws -> Void
  /// Takes one sample in a process of its own and returns it in the unit, with its counts.
  let sample: ((BenchBed) throws -> (time: Double, counts: [(name: String, value: Double)]))?

  /// A benchmark whose samples are taken in this process.
  init(
    _ name: String, in unit: Meter.TimeUnit, bound: Double? = nil,
    run: @escaping (inout Meter, BenchBed) throws -> Void
  ) {
    (self.name, self.unit, self.bound, self.run, self.sample) = (name, unit, bound, run, nil)
  }

  /// A benchmark whose every sample is taken in a fresh process, so that nothing is warm.
  init(
    _ name: String, in unit: Meter.TimeUnit, bound: Double? = nil, processes: Int,
    sample: @escaping (BenchBed) throws -> (time: Double, counts: [(name: String, value: Double)])
  ) {
    (self.name, self.unit, self.bound, self.sample) = (name, unit, bound, sample)
    run = { meter, _ in
      for _ in 0..<processes {
        let (time, counts) = try FreshSample.take(of: name)
        meter.add(time)
        for count in counts { meter.count(count.name, count.value) }
      }
    }
  }

  /// The same, for those who name it.
  func onRequest() -> Benchmark {
    var benchmark = self
    benchmark.isOnRequest = true
    return benchmark
  }

  /// Runs it.
  func measure(_ bed: BenchBed) throws -> Measurement {
    var meter = Meter(name, in: unit)
    try run(&meter, bed)
    return meter.measurement
  }
}

/// The benchmarks, family by family.
enum BenchCatalogue {
  static var all: [Benchmark] {
    PassBench.all + OpenBench.all + FrameBench.all + SpringBench.all + WorkerBench.all
      + WorkerKillBench.all + InsertBench.all + EstimateBench.all + SwapBench.all
      + TransitionBench.all + SQLiteBench.all
      + DiffBench.all
  }

  /// The benchmark of this name; where there is none, those whose names begin with it up to a slash.
  static func meant(by name: String) -> [Benchmark] {
    let exact = all.filter { $0.name == name }
    let beginning = name.hasSuffix("/") ? name : name + "/"
    return exact.isEmpty ? all.filter { $0.name.hasPrefix(beginning) } : exact
  }
}

/// What benchmarks share: the plugins, and what takes long to make.
final class BenchBed {
  let library: PluginLibrary
  private var table: TemporaryTable?
  private var images: [(id: String, image: PluginImage)] = []

  init(library: PluginLibrary) { self.library = library }

  /// The image that has a layout, opened once: loading is not the subject.
  func image(_ layout: String) throws(LayoutError) -> PluginImage {
    if let known = images.first(where: { $0.id == layout }) { return known.image }
    let image = try PluginImage.open(library.file(forLayout: layout))
    images.append((layout, image))
    return image
  }

  /// The large table, made by the first who wants it and gone with the bed.
  func largeTable() throws(LayoutError) -> TemporaryTable {
    if let table { return table }
    let made = try TemporaryTable(rowCount: SQLiteBench.rowCount)
    table = made
    return made
  }
}

/// A broken benchmark: what it measured is not the work that it names.
func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(LayoutError) {
  guard condition else { throw LayoutError("bad-benchmark", what()) }
}
