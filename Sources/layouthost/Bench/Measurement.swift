// SPDX-License-Identifier: Apache-2.0
//
// The result of one benchmark, and its form as JSON, which processes exchange.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The result of one benchmark.
struct Measurement {
  let name: String
  /// "ms" or "µs", a sample.
  let unit: String
  /// The engine's samples, ascending.
  let samples: [Double]
  /// Plain C's samples, ascending; empty without a reference.
  let plain: [Double]
  /// Counted facts, not times, in the order noted. They prove that the work was done.
  let counts: [(name: String, value: Double)]
  /// The limit of the median if it depends on another measurement of the same run.
  let bound: Double?
  /// Instructions and allocations per sample.
  var work = Work()

  var median: Double { Self.quantile(0.5, of: samples) }
  var minimum: Double { samples.first ?? 0 }
  var maximum: Double { samples.last ?? 0 }
  /// The median of plain C; nil without a reference.
  var plainMedian: Double? { plain.isEmpty ? nil : Self.quantile(0.5, of: plain) }
  /// The engine's median over plain C's; nil without a reference.
  var ratio: Double? { plainMedian.map { median / $0 } }

  /// Returns the sample below which the share `p` of all lies (nearest rank).
  func quantile(_ p: Double) -> Double { Self.quantile(p, of: samples) }

  private static func quantile(_ p: Double, of samples: [Double]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let rank = Int((p * Double(samples.count)).rounded(.up)) - 1
    return samples[min(max(rank, 0), samples.count - 1)]
  }
}

/// Work that does not depend on the clock: medians per sample. Nil if it cannot be counted.
struct Work {
  var allocations: Double?
  var instructions: Double?
  var plainInstructions: Double?
}

extension Measurement {
  /// The summary that `bench --json` prints. Members that do not apply are null.
  var json: JSONValue {
    .object(
      JSONObject([
        .init("name", .string(name)), .init("unit", .string(unit)),
        .init("median", .number(median)), .init("plainC", Self.number(plainMedian)),
        .init("ratio", Self.number(ratio)), .init("min", .number(minimum)),
        .init("max", .number(maximum)), .init("p99", .number(quantile(0.99))),
        .init("runs", .integer(Int64(samples.count))),
        .init("allocations", Self.number(work.allocations)),
        .init("instructions", Self.number(work.instructions)),
        .init("plainCInstructions", Self.number(work.plainInstructions)),
        .init("counts", .object(JSONObject(counts.map { .init($0.name, .number($0.value)) }))),
      ]))
  }

  /// The summary with all samples, for the process that started this one.
  var detailedJSON: JSONValue {
    var object = json.object ?? JSONObject()
    object["samples"] = .array(samples.map(JSONValue.number))
    object["plainSamples"] = .array(plain.map(JSONValue.number))
    return .object(object)
  }

  /// Reads the output of another process.
  ///
  /// - Throws: `bad-benchmark` when the text is no measurement.
  init(parsing text: String) throws(LayoutError) {
    let object = try JSONValue(parsing: text).object ?? JSONObject()
    guard let name = object["name"]?.string, let unit = object["unit"]?.string else {
      throw LayoutError(.badBenchmark, "the other process printed no measurement: \(text)")
    }
    func numbers(_ member: String) -> [Double] {
      object[member]?.array?.compactMap(\.double) ?? []
    }
    self.init(
      name: name, unit: unit, samples: numbers("samples"), plain: numbers("plainSamples"),
      counts: object["counts"]?.object?.members.map { ($0.key, $0.value.double ?? 0) } ?? [],
      bound: nil,
      work: Work(
        allocations: object["allocations"]?.double, instructions: object["instructions"]?.double,
        plainInstructions: object["plainCInstructions"]?.double))
  }

  private static func number(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
}

// MARK: - As a table
//
// Measurements as a table for people.

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

/// Returns a number with three significant digits.
func short(_ value: Double) -> String {
  guard value.magnitude < 1e15 else { return "\(value)" }
  if value == value.rounded() { return plain(value) }
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
