// SPDX-License-Identifier: Apache-2.0
//
// The samples of one benchmark, those of plain C, and counts.

import CBenchReference
import Glibc

/// Collects the samples and counts of one benchmark.
struct Meter {
  /// A share of the work of a benchmark, measured in one process.
  enum Part: String {
    /// Times the engine and plain C, in alternating rounds.
    case both
    /// Times the engine alone.
    case engine
    /// Times plain C alone.
    case plain
    /// Counts instructions and allocations of both; nothing is timed.
    case counts
  }

  enum TimeUnit: String {
    case milliseconds = "ms"
    case microseconds = "µs"

    /// Nanoseconds in one unit.
    var nanoseconds: Double { self == .milliseconds ? 1e6 : 1e3 }
  }

  let part: Part
  private let name: String
  private let unit: TimeUnit
  private var samples: [Double] = []
  private var plainSamples: [Double] = []
  private var counts: [(name: String, value: Double)] = []
  private var work: WorkCounter?
  /// The limit of the median if it depends on another measurement of the same run.
  var bound: Double?

  init(_ name: String, in unit: TimeUnit, part: Part = .both) {
    self.name = name
    self.unit = unit
    self.part = part
    if part == .counts { work = WorkCounter() }
  }

  /// Times the body once as a sample of the engine; skips it if only plain C is measured.
  mutating func sample<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    if part == .plain { return }
    work?.start()
    let start = Self.now
    try body()
    samples.append(Double(Self.now - start) / unit.nanoseconds)
    work?.stop(isPlain: false)
  }

  /// Times the body once as a sample of plain C; skips it if only the engine is measured.
  mutating func plain(_ body: () -> Void) {
    if part == .engine { return }
    work?.start()
    let start = Self.now
    body()
    plainSamples.append(Double(Self.now - start) / unit.nanoseconds)
    work?.stop(isPlain: true)
  }

  /// Takes samples of both in alternating rounds, so that other load of the machine affects both
  /// equally.
  ///
  /// - Parameters:
  ///   - ours: Takes the engine's sample of this number.
  ///   - plain: Takes plain C's sample of this number.
  mutating func alternate(
    samples count: Int, rounds: Int = 20, _ ours: (inout Meter, Int) throws -> Void,
    plain: (inout Meter, Int) throws -> Void
  ) throws {
    for round in 0..<rounds {
      let numbers = count * round / rounds..<count * (round + 1) / rounds
      for number in numbers { try ours(&self, number) }
      for number in numbers { try plain(&self, number) }
    }
  }

  /// Adds a time of the engine that was measured elsewhere, in the meter's unit.
  mutating func add(_ sample: Double) { samples.append(sample) }

  /// Adds the measurement of another process.
  mutating func add(_ other: Measurement) {
    samples += other.samples
    plainSamples += other.plain
    for count in other.counts { self.count(count.name, count.value) }
  }

  /// Notes a fact beside the times; a later value of a name replaces the earlier one.
  mutating func count(_ name: String, _ value: Double) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].value = value
    } else {
      counts.append((name, value))
    }
  }

  /// Notes the median of the means of so many samples in a row, of the engine and of plain C.
  ///
  /// If expensive samples alternate with cheap ones, such as frames with a new row among frames
  /// without one, the median of all samples is the time of one kind only.
  mutating func countMeans(of length: Int, _ name: String) {
    for (title, times) in [(name, samples), ("plain C \(name)", plainSamples)] {
      let starts = stride(from: 0, through: times.count - length, by: length)
      let means = starts.map { times[$0..<$0 + length].reduce(0, +) / Double(length) }.sorted()
      if !means.isEmpty { count("\(title) \(unit.rawValue)", means[(means.count - 1) / 2]) }
    }
  }

  var measurement: Measurement {
    Measurement(
      name: name, unit: unit.rawValue, samples: samples.sorted(), plain: plainSamples.sorted(),
      counts: counts, bound: bound, work: work?.work ?? Work())
  }

  /// Returns the time since a reading of the clock.
  static func milliseconds(since start: UInt64) -> Double {
    Double(now - start) / TimeUnit.milliseconds.nanoseconds
  }

  /// The monotonic clock, nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

// MARK: - Instructions and allocations
//
// Instructions and allocations of single samples.

/// Counts the work of samples on this thread, one at a time.
struct WorkCounter {
  private let instructionCounter = bench_instructions_open()
  private var allocations: [Double] = []
  private var instructions: [Double] = []
  private var plainInstructions: [Double] = []

  /// Starts to count a sample.
  func start() {
    _ = bench_allocations_start()
    if instructionCounter >= 0 { bench_instructions_start(instructionCounter) }
  }

  /// Ends the sample.
  mutating func stop(isPlain: Bool) {
    let executed = instructionCounter >= 0 ? bench_instructions_stop(instructionCounter) : -1
    let allocated = bench_allocations_stop()
    if executed >= 0, isPlain { plainInstructions.append(Double(executed)) }
    if executed >= 0, !isPlain { instructions.append(Double(executed)) }
    if allocated >= 0, !isPlain { allocations.append(Double(allocated)) }
  }

  /// The medians so far.
  var work: Work {
    Work(
      allocations: Self.median(allocations), instructions: Self.median(instructions),
      plainInstructions: Self.median(plainInstructions))
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}
