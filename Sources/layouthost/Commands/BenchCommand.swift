// SPDX-License-Identifier: Apache-2.0
//
// `layouthost bench`: measures layouts and frames, beside plain C or beside another build.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel

enum BenchCommand: Command {
  static let name = "bench"
  static let drawsText = true
  static let summary = "Measure layouts and frames beside plain C, or beside another build"
  static let form = "[NAME...]"
  private static let against = Option(
    "against", taking: "PROGRAM", help: "Compare with the layouthost of another build")
  private static let rounds = Option(
    "rounds", taking: "N", help: "Pairs of runs for --against (2 to 1000, 20 unless given)")
  private static let gate = Option(
    "gate", taking: "RATIO",
    help: "Exit 1 when a ratio of --against may be above RATIO (the end of its interval of 95 %)")
  static let options: [Option] = [.json, against, rounds, gate, BenchProcess.option]
  static var notes: String {
    """
    Without names all of them run but those marked *, whose data take long to make. The beginning of a
    name, up to a slash, means all that begin so:
      \(BenchCatalogue.all.map { $0.name + ($0.isOnRequest ? " *" : "") }.joined(separator: "\n  "))
    Build in release, and leave the machine alone meanwhile: the medians are those of one thread. The
    rounds of plain C alternate with those of the engine, so the ratio holds on a noisy machine too.
    "–" means that this machine cannot count it.
    """
  }

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let chosen = try choose(arguments.operands)
    let bed = BenchBed(library: PluginLibrary(.standard()))
    if let task = arguments.last(BenchProcess.option) {
      return try run(task, chosen, bed, on: console)
    }
    guard let other = arguments.last(against) else {
      try refuse([rounds, gate], in: arguments)
      return try measure(chosen, bed, asJSON: arguments.has(.json), on: console)
    }
    let limit =
      arguments.has(gate) ? try arguments.number(gate, default: 1, in: 0.01...100) : nil
    guard access(other, X_OK) == 0 else {
      throw LayoutError(
        .freshProcess,
        "--against: \(other) cannot be started (\(FileSystem.reason())); name the layouthost of "
          + "another build")
    }
    let comparison = BenchComparison(
      other: other, rounds: try arguments.count(rounds, default: 20, in: 2...1000))
    return try compare(
      chosen, comparison, gate: limit, asJSON: arguments.has(.json), on: console)
  }

  private static func refuse(
    _ options: [Option], in arguments: Arguments
  ) throws(UsageError) {
    for option in options where arguments.has(option) {
      throw UsageError("--\(option.name) is for --\(against.name) only")
    }
  }

  /// Measures for the process that started this one.
  private static func run(
    _ word: String, _ chosen: [Benchmark], _ bed: BenchBed, on console: Console
  ) throws -> Bool {
    guard let task = BenchProcess.Task(rawValue: word), let benchmark = chosen.first,
      chosen.count == 1
    else {
      throw UsageError(
        "--\(BenchProcess.option.name) takes sample, plain, counts or round, and one benchmark")
    }
    let measurement = try BenchProcess.run(task, of: benchmark, on: bed)
    try console.print(text: measurement.detailedJSON.serialised())
    return true
  }

  private static func measure(
    _ chosen: [Benchmark], _ bed: BenchBed, asJSON: Bool, on console: Console
  ) throws -> Bool {
    var (rows, measurements): ([Benchmark], [Measurement]) = ([], [])
    for (index, benchmark) in chosen.enumerated() {
      console.progress("\(index + 1)/\(chosen.count) \(benchmark.name)")
      do {
        var measurement = try benchmark.measure(bed)
        measurement.work = try BenchProcess.countWork(of: benchmark.name)
        rows.append(benchmark)
        measurements.append(measurement)
      } catch let error as LayoutError {
        // A failure of one benchmark does not end the others.
        console.report(error, about: benchmark.name)
      }
    }
    if asJSON {
      let list = JSONValue.array(measurements.map(\.json))
      try console.print(
        text: JSONValue.object(JSONObject([.init("benchmarks", list)])).serialised(indented: true))
    } else {
      for line in BenchTable.table(rows, measurements).lines { try console.print(line) }
    }
    return rows.count == chosen.count
  }

  /// - Returns: True when no ratio is over the gate.
  private static func compare(
    _ chosen: [Benchmark], _ comparison: BenchComparison, gate: Double?, asJSON: Bool,
    on console: Console
  ) throws -> Bool {
    var rows: [BenchComparison.Row] = []
    for (index, benchmark) in chosen.enumerated() {
      console.progress("\(index + 1)/\(chosen.count) \(benchmark.name)")
      rows.append(try comparison.compare(benchmark))
    }
    if asJSON {
      try console.print(text: BenchComparison.json(rows).serialised(indented: true))
    } else {
      for line in BenchComparison.table(rows, gate: gate).lines { try console.print(line) }
    }
    guard let gate else { return true }
    return !rows.contains { $0.isOver(gate) }
  }

  private static func choose(_ names: [String]) throws(UsageError) -> [Benchmark] {
    if names.isEmpty { return BenchCatalogue.all.filter { !$0.isOnRequest } }
    var chosen: [Benchmark] = []
    for name in names {
      let found = BenchCatalogue.meant(by: name)
      guard !found.isEmpty else {
        throw UsageError(
          "there is no benchmark '\(name)'; "
            + NearNames.hint(for: name, among: BenchCatalogue.all.map(\.name)))
      }
      chosen += found
    }
    return chosen
  }
}
