// SPDX-License-Identifier: Apache-2.0
//
// `layouthost bench`: measures, in the form that people or programs read.

import LayoutLoading
import LayoutModel

enum BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measure layouts and frames, and print medians beside what is to be reached"
  static let form = "[NAME...]"
  static let options: [Option] = [.plugins, .json, FreshSample.option]
  static var notes: String {
    """
    Without names all of them run but those marked *, whose data take long to make. The beginning of a
    name, up to a slash, means all that begin so:
      \(BenchCatalogue.all.map { $0.name + ($0.isOnRequest ? " *" : "") }.joined(separator: "\n  "))
    Build in release, and leave the machine alone meanwhile: the medians are those of one thread.
    """
  }

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let chosen = try choose(arguments.operands)
    let library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    let bed = BenchBed(library: library)
    if arguments.has(FreshSample.option) {
      guard let benchmark = chosen.first, chosen.count == 1, let sample = benchmark.sample else {
        throw UsageError("--sample takes one benchmark whose samples have their own processes")
      }
      try console.print(text: FreshSample.print(sample(bed)))
      return true
    }
    var measurements: [Measurement] = []
    for (index, benchmark) in chosen.enumerated() {
      console.progress("\(index + 1)/\(chosen.count) \(benchmark.name)")
      measurements.append(try benchmark.measure(bed))
    }
    if arguments.has(.json) {
      try console.print(text: json(measurements).serialised(indented: true))
    } else {
      for line in table(chosen, measurements).lines { try console.print(line) }
    }
    return true
  }

  private static func choose(_ names: [String]) throws(UsageError) -> [Benchmark] {
    if names.isEmpty { return BenchCatalogue.all.filter { !$0.isOnRequest } }
    var chosen: [Benchmark] = []
    for name in names {
      let found = BenchCatalogue.meant(by: name)
      guard !found.isEmpty else {
        throw UsageError(
          "there is no benchmark '\(name)'; there are "
            + BenchCatalogue.all.map(\.name).joined(separator: ", "))
      }
      chosen += found
    }
    return chosen
  }

  private static func json(_ measurements: [Measurement]) -> JSONValue {
    let list = measurements.map { measurement in
      JSONValue.object(
        JSONObject([
          .init("name", .string(measurement.name)), .init("unit", .string(measurement.unit)),
          .init("median", .number(measurement.median)), .init("min", .number(measurement.minimum)),
          .init("max", .number(measurement.maximum)),
          .init("p99", .number(measurement.quantile(0.99))),
          .init("runs", .integer(Int64(measurement.samples.count))),
          .init(
            "counts",
            .object(JSONObject(measurement.counts.map { .init($0.name, .number($0.value)) }))),
        ]))
    }
    return .object(JSONObject([.init("benchmarks", .array(list))]))
  }

  private static func table(_ benchmarks: [Benchmark], _ measurements: [Measurement]) -> Table {
    var table = Table(trailing: [1, 3, 4, 5, 6])
    table.add("benchmark", "median", "", "p99", "min", "runs", "bound", "", "counts")
    for (benchmark, measurement) in zip(benchmarks, measurements) {
      let limit = measurement.bound ?? benchmark.bound
      let bound = limit.map(short) ?? ""
      let verdict = limit.map { measurement.median <= $0 ? "ok" : "over" } ?? ""
      table.add(
        measurement.name, short(measurement.median), measurement.unit,
        short(measurement.quantile(0.99)), short(measurement.minimum),
        "\(measurement.samples.count)", bound, verdict,
        measurement.counts.map { "\($0.name) \(short($0.value))" }.joined(separator: ", "))
    }
    return table
  }
}

/// A number with three digits that matter.
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
