// SPDX-License-Identifier: Apache-2.0
//
// Runs `layouthost bench` as a command: its forms, the comparison with plain C, and the comparison
// of two builds.

import LayoutLoading
import LayoutTesting
import Testing

@Suite("the command: bench")
struct BenchTests {
  @Test("bench prints this JSON, with the counts that prove that the work was done")
  func bench() throws {
    let run = try layouthost("bench", "--json", "flow-equal/open/1e8")
    #expect(run.status == 0, "\(run.errors)")
    let list = try #require(try run.json().object?["benchmarks"]?.array).compactMap(\.object)
    #expect(list.count == 1)
    let keys = [
      "name", "unit", "median", "plainC", "ratio", "min", "max", "p99", "runs", "allocations",
      "instructions", "plainCInstructions", "counts",
    ]
    #expect(list.first?.keys == keys)
    #expect(list.first?["name"] == "flow-equal/open/1e8")
    #expect(list.first?["runs"] == 11)
    // A hundred million equal items add almost no memory: far less than a byte for a thousand of
    // them.
    let growth = try #require(list.first?["counts"]?.object?["memory growth kB"]?.double)
    #expect(growth <= 1024)
    #expect(list.first?["counts"]?.object?["visible"] == 100)
  }

  @Test(
    "bench takes a name, or the beginning of several up to a slash",
    arguments: [
      ("flow-equal/open/1e8", ["flow-equal/open/1e8"]),
      ("flow-equal/open", ["flow-equal/open/1e8"]),
      ("flow-equal/open/", ["flow-equal/open/1e8"]),
    ])
  func benchNames(name: String, meant: [String]) throws {
    let run = try layouthost("bench", "--json", name)
    #expect(run.status == 0, "\(run.errors)")
    let list = try run.json().object?["benchmarks"]?.array?.compactMap(\.object) ?? []
    #expect(list.map { $0["name"]?.string } == meant)
    let half = try layouthost("bench", "flow-equ")
    #expect(half.status == 2 && half.errors.contains("'flow-equ'"))
  }

  @Test("a scrolling frame allocates nothing, and plain C shows the same elements")
  func frame() throws {
    let run = try layouthost("bench", "--json", "frame/flow-equal/1e8/jump")
    #expect(run.status == 0, "\(run.errors)")
    let list = try run.json().object?["benchmarks"]?.array?.compactMap(\.object) ?? []
    let row = try #require(list.first)
    #expect(row["allocations"] == 0)
    // The command fails if plain C shows other elements, so a ratio compares the same work.
    #expect(try #require(row["ratio"]?.double) > 0)
    #expect(row["counts"]?.object?["plugin calls a frame"] == 2)
    #expect(row["counts"]?.object?["exchanges a frame"] == 1)
    let filled = try #require(row["counts"]?.object?["views filled a frame"]?.double)
    #expect(filled > 100)
  }

  /// Two pairs of runs of the cheapest benchmark, in which this build is compared with itself.
  private static let pairs = ["bench", "flow-equal/open/1e8", "--json", "--rounds", "2"]

  @Test(
    "two builds are compared in pairs of runs, and the gate decides the exit code",
    arguments: [0.01, 100])
  func comparison(gate: Double) throws {
    let program = try Executables.find("layouthost")
    let run = try layouthost(Self.pairs + ["--against", program, "--gate", "\(gate)"])
    #expect(run.status == (gate < 1 ? 1 : 0), "\(run.errors)")
    let rows = try run.json().object?["comparisons"]?.array?.compactMap(\.object) ?? []
    let row = try #require(rows.first)
    #expect(row["name"] == "flow-equal/open/1e8")
    let numbers = ["low", "ratio", "high"].compactMap { row[$0]?.double }
    #expect(numbers.count == 3 && numbers == numbers.sorted() && numbers[0] > 0)
  }

  @Test("a program that is not another build of the command is named in the error")
  func noOtherBuild() throws {
    let run = try layouthost(Self.pairs + ["--against", "/bin/false"])
    #expect(run.status == 1)
    #expect(run.errors.contains("/bin/false"))
    let none = try layouthost(Self.pairs + ["--against", "/dev/null/layouthost"])
    #expect(none.status == 1)
    #expect(none.errors.contains("--against: /dev/null/layouthost"), "\(none.errors)")
  }

  @Test(
    "options of a comparison are refused when there is no comparison",
    arguments: ["--rounds", "--gate"])
  func uselessOptions(option: String) throws {
    let run = try layouthost("bench", "flow-equal/open/1e8", option, "3")
    #expect(run.status == 2)
    #expect(run.errors.contains(option) && run.errors.contains("--against"))
  }
}
