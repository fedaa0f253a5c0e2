// SPDX-License-Identifier: Apache-2.0
//
// Measurements as a table for people.

import LayoutModel

enum BenchTable {
  /// Returns one line for each benchmark: times, plain C beside them, limits, counts.
  static func table(_ benchmarks: [Benchmark], _ measurements: [Measurement]) -> Table {
    var table = Table(trailing: [1, 3, 4, 5, 6, 7, 8])
    table.add(
      "benchmark", "median", "", "plain C", "ratio", "p99", "min", "runs", "bound", "", "counts")
    for (benchmark, measurement) in zip(benchmarks, measurements) {
      table.add(
        measurement.name, short(measurement.median), measurement.unit,
        measurement.plainMedian.map(short) ?? dash, measurement.ratio.map(short) ?? dash,
        short(measurement.quantile(0.99)), short(measurement.minimum),
        "\(measurement.samples.count)", bound(benchmark, measurement),
        verdict(benchmark, measurement), counts(measurement))
    }
    return table
  }

  private static let dash = "–"

  /// "6 1.5×": the limit in the row's unit, and of the ratio.
  private static func bound(_ benchmark: Benchmark, _ measurement: Measurement) -> String {
    let time = (measurement.bound ?? benchmark.bound).map(short)
    let ratio = benchmark.ratioBound.map { short($0) + "×" }
    return [time, ratio].compactMap { $0 }.joined(separator: " ")
  }

  private static func verdict(_ benchmark: Benchmark, _ measurement: Measurement) -> String {
    let time = (measurement.bound ?? benchmark.bound).map { measurement.median <= $0 }
    let ratio = benchmark.ratioBound.flatMap { limit in measurement.ratio.map { $0 <= limit } }
    let verdicts = [time, ratio].compactMap { $0 }
    if verdicts.isEmpty { return "" }
    return verdicts.allSatisfy { $0 } ? "ok" : "over"
  }

  private static func counts(_ measurement: Measurement) -> String {
    let work = measurement.work
    var parts = [
      "allocations \(work.allocations.map(short) ?? dash)",
      "instructions \(work.instructions.map(short) ?? dash)",
    ]
    if !measurement.plain.isEmpty {
      parts.append("plain C instructions \(work.plainInstructions.map(short) ?? dash)")
    }
    return (parts + measurement.counts.map { "\($0.name) \(short($0.value))" })
      .joined(separator: ", ")
  }
}

/// Returns a number with the three digits that matter.
func short(_ value: Double) -> String {
  if value == value.rounded() && abs(value) < 1e15 { return plain(value) }
  let decimals =
    value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : value.magnitude >= 1 ? 2 : 3
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let rounded = Int64((value.magnitude * scale).rounded())
  guard decimals > 0 else { return (value < 0 ? "-" : "") + "\(rounded)" }
  let digits = String(rounded % Int64(scale))
  let padding = String(repeating: "0", count: decimals - digits.count)
  return (value < 0 ? "-" : "") + "\(rounded / Int64(scale)).\(padding)\(digits)"
}
