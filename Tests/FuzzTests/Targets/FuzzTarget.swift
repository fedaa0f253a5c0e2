// SPDX-License-Identifier: Apache-2.0
//
// The fuzz targets: functions that accept any bytes and keep a promise about them.

import Glibc

/// An entry point for bytes that are not trusted.
///
/// The same targets run under libFuzzer (`make fuzz`) and, for a bounded number of seeded inputs, in
/// the ordinary tests.
protocol FuzzTarget: AnyObject, SendableMetatype {
  /// The name that `make fuzz` gives it.
  static var name: String { get }
  /// The number of inputs of the fastest target that take as long as one input of this target.
  static var weight: Int { get }
  init() throws
  /// Valid inputs, from which others are made.
  ///
  /// - Parameter plugins: The bytes of valid plugin files.
  func seeds(plugins: [[UInt8]]) -> [[UInt8]]
  /// Runs an input: reads it, or refuses it with an error that names the reason.
  ///
  /// - Throws: ``Finding`` if the promise was broken.
  func run(_ input: [UInt8]) throws
}

extension FuzzTarget {
  static var weight: Int { 1 }

  /// Runs an input, and compares the cost with the input's size.
  ///
  /// - Throws: ``Finding`` if it took too long in each of twelve tries, most of them a tenth of a second apart, since
  ///   a shared machine can be slow for that long. Also rethrows the errors of ``run(_:)``.
  func runWithin(_ cost: FuzzCost, _ input: [UInt8]) throws {
    var shortest = Double.infinity
    for attempt in 0..<12 {
      if attempt > 2 { usleep(100_000) }
      let start = FuzzCost.now
      try run(input)
      shortest = min(shortest, FuzzCost.now - start)
      if shortest <= cost.limit(of: input.count, weight: Self.weight) { return }
    }
    throw Finding("\(input.count) bytes take \(shortest) s of the processor")
  }
}

/// The most that an input may cost, in processor time of the thread. It is relative to a loop over bytes in the same
/// program, so that it means the same on every machine and in every build.
struct FuzzCost {
  /// The seconds that a plain loop takes for a byte.
  private let secondsPerByte: Double

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Measures the plain loop.
  init() {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    var times: [Double] = []
    for _ in 0..<5 {
      let start = Self.now
      var sum: UInt64 = 14_695_981_039_346_656_037
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
      if sum == 0 { break }
      times.append((Self.now - start) / Double(bytes.count))
    }
    secondsPerByte = times.min() ?? 1
  }

  /// Returns the limit for an input of so many bytes, in seconds: the time of a loop over four
  /// mebibytes plus a thousand times the input.
  func limit(of byteCount: Int, weight: Int) -> Double {
    Double(weight) * secondsPerByte * Double((4 << 20) + 1_000 * byteCount)
  }
}

/// A promise that an input broke.
struct Finding: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: The broken promise.
  init(_ description: String) { self.description = description }

  /// - Throws: A finding if `isKept` is false.
  static func expect(_ isKept: Bool, _ description: @autoclosure () -> String) throws {
    if !isKept { throw Finding(description()) }
  }
}

/// All targets.
enum FuzzCatalogue {
  static let targets: [any FuzzTarget.Type] = [
    JudgingFuzz.self, NoteFuzz.self, RequestFuzz.self, ReplyFuzz.self, QuestionFuzz.self,
    BorderFuzz.self, ScenarioFuzz.self, ListFuzz.self, CSVFuzz.self, JSONLinesFuzz.self,
    SQLiteFuzz.self, PictureFuzz.self,
  ]
}
