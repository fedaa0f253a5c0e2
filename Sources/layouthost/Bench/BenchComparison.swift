// SPDX-License-Identifier: Apache-2.0
//
// A comparison of this build with another one: each benchmark in alternating processes.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A comparison of this build with an earlier one.
struct BenchComparison {
  /// The other build's program.
  let other: String
  /// The number of pairs of runs for each benchmark.
  let rounds: Int

  /// The result for one benchmark.
  struct Row {
    let name: String
    let unit: String
    /// Medians of the runs' medians.
    let before: Double
    let after: Double
    /// After over before.
    let ratio: PairedRatio
    /// Counted facts that differ between the builds.
    let changes: [(name: String, before: Double, after: Double)]

    /// Returns true when the ratio may be above the limit.
    func isOver(_ gate: Double) -> Bool { ratio.high > gate }
  }

  /// Measures one benchmark with both builds, which alternate in the order.
  ///
  /// - Throws: `fresh-process` when the other build has no such benchmark or cannot do a round.
  func compare(_ benchmark: Benchmark) throws(LayoutError) -> Row {
    var (before, after): ([Measurement], [Measurement]) = ([], [])
    for round in 0..<rounds {
      if round % 2 == 0 { before.append(try run(other, benchmark)) }
      after.append(try run("/proc/self/exe", benchmark))
      if round % 2 == 1 { before.append(try run(other, benchmark)) }
    }
    let counts = before[0].counts.compactMap { count in
      after[0].counts.first { $0.name == count.name }.map { (count.name, count.value, $0.value) }
    }
    return Row(
      name: benchmark.name, unit: benchmark.unit.rawValue,
      before: middle(before), after: middle(after),
      ratio: PairedRatio(after: after.map(\.median), before: before.map(\.median)),
      changes: counts.filter { $0.1 != $0.2 })
  }

  private func run(_ program: String, _ benchmark: Benchmark) throws(LayoutError) -> Measurement {
    let measurement = try BenchProcess.measure(.round, of: benchmark.name, by: program)
    try require(measurement.median > 0, "\(benchmark.name) took no time in \(program)")
    return measurement
  }

  private func middle(_ runs: [Measurement]) -> Double {
    runs.map(\.median).sorted()[runs.count / 2]
  }
}

extension BenchComparison {
  /// Returns the rows as a table; with a gate, the last column marks the rows over it.
  static func table(_ rows: [Row], gate: Double?) -> Table {
    var table = Table(trailing: [1, 2, 4, 5])
    table.add("benchmark", "before", "after", "", "after:before", "95 %", "", "changed counts")
    for row in rows {
      let verdict = gate.map { row.isOver($0) ? "over" : "ok" } ?? ""
      let changes = row.changes.map { "\($0.name) \(short($0.before)) → \(short($0.after))" }
      table.add(
        row.name, short(row.before), short(row.after), row.unit, fixed(row.ratio.mean),
        "\(fixed(row.ratio.low))–\(fixed(row.ratio.high))", verdict,
        changes.joined(separator: ", "))
    }
    return table
  }

  /// Returns the rows as JSON.
  static func json(_ rows: [Row]) -> JSONValue {
    let list = rows.map { row in
      JSONValue.object(
        JSONObject([
          .init("name", .string(row.name)), .init("unit", .string(row.unit)),
          .init("before", .number(row.before)), .init("after", .number(row.after)),
          .init("ratio", .number(row.ratio.mean)), .init("low", .number(row.ratio.low)),
          .init("high", .number(row.ratio.high)),
        ]))
    }
    return .object(JSONObject([.init("comparisons", .array(list))]))
  }

  /// Three decimals, always.
  private static func fixed(_ ratio: Double) -> String {
    let thousandths = Int((ratio * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

// MARK: - Ratios
//
// A ratio of two times that were measured in pairs, with its confidence interval.

/// The geometric mean of the ratios of pairs, with an interval of 95 %: Student's t over their logarithms.
struct PairedRatio {
  let mean: Double
  let low: Double
  let high: Double

  /// - Precondition: As many times after as before, at least two, all greater than 0.
  init(after: [Double], before: [Double]) {
    precondition(after.count == before.count && after.count >= 2, "times come in pairs")
    let logarithms = zip(after, before).map { log($0 / $1) }
    let count = Double(logarithms.count)
    let mean = logarithms.reduce(0, +) / count
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let reach = Self.studentQuantile(freedom: count - 1) * error
    (self.mean, low, high) = (exp(mean), exp(mean - reach), exp(mean + reach))
  }

  /// Returns the 97.5 % quantile of Student's distribution: exact for 1 and 2 degrees of freedom, else
  /// to three digits.
  /// - SeeAlso: Abramowitz, Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5.
  static func studentQuantile(freedom: Double) -> Double {
    if freedom == 1 { return tan(.pi * 0.475) }
    if freedom == 2 { return 0.95 * (2 / (1 - 0.95 * 0.95)).squareRoot() }
    let x = 1.959_963_984_540_054
    let (x3, x5, x7, x9) = (pow(x, 3), pow(x, 5), pow(x, 7), pow(x, 9))
    let terms = [
      (x3 + x) / 4, (5 * x5 + 16 * x3 + 3 * x) / 96,
      (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / 384,
      (79 * x9 + 776 * x7 + 1482 * x5 - 1920 * x3 - 945 * x) / 92_160,
    ]
    return terms.enumerated().reduce(x) { $0 + $1.element / pow(freedom, Double($1.offset + 1)) }
  }
}
