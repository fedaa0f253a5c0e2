// SPDX-License-Identifier: Apache-2.0
//
// Samples in, a median and its company out.

import Glibc

/// What a benchmark found.
struct Measurement {
  let name: String
  /// "ms", "µs" or "ns", a sample.
  let unit: String
  /// Ascending.
  let samples: [Double]
  /// Facts that are counted and not timed, in the order noted: what proves that the work was done.
  let counts: [(name: String, value: Double)]
  /// What is to be reached where that depends on another measurement of the same run.
  let bound: Double?

  var median: Double { quantile(0.5) }
  var minimum: Double { samples.first ?? 0 }
  var maximum: Double { samples.last ?? 0 }

  /// The sample below which the share `p` of all lies (nearest rank).
  func quantile(_ p: Double) -> Double {
    guard !samples.isEmpty else { return 0 }
    let rank = Int((p * Double(samples.count)).rounded(.up)) - 1
    return samples[min(max(rank, 0), samples.count - 1)]
  }
}

/// Collects the samples and counts of one benchmark.
struct Meter {
  private let name: String
  private let unit: TimeUnit
  private var samples: [Double] = []
  private var counts: [(name: String, value: Double)] = []
  /// What is to be reached, when it depends on what is measured beside.
  var bound: Double?

  enum TimeUnit: String {
    case milliseconds = "ms"
    case microseconds = "µs"

    /// Nanoseconds in one.
    var nanoseconds: Double { self == .milliseconds ? 1e6 : 1e3 }
  }

  init(_ name: String, in unit: TimeUnit) {
    self.name = name
    self.unit = unit
  }

  /// Times the body once.
  mutating func sample<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let start = Self.now
    try body()
    samples.append(Double(Self.now - start) / unit.nanoseconds)
  }

  /// Takes over a time that another process measured, in the meter's unit.
  mutating func add(_ sample: Double) { samples.append(sample) }

  /// Notes a fact beside the times; the last value of a name stays.
  mutating func count(_ name: String, _ value: Double) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].value = value
    } else {
      counts.append((name, value))
    }
  }

  var measurement: Measurement {
    Measurement(
      name: name, unit: unit.rawValue, samples: samples.sorted(), counts: counts,
      bound: bound)
  }

  /// The time since a reading of the clock.
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
