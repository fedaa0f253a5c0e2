// SPDX-License-Identifier: Apache-2.0
//
// Runs every plugin of the corpus in every tier, and expects its ending and a session that
// continues.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Hostile plugins", .serialized, .alongside)
struct HostileTests {
  /// A variable that is set once for all tests: a thread that reads the environment meanwhile may
  /// see it move.
  private static let secret: Void = { _ = setenv("LAYOUTHOST_TEST_SECRET", "hunter2", 1) }()

  init() { Self.secret }

  /// The plugins that a test runs: all in `make soak`. In `make test` one of each kind for each key; the seed chooses
  /// it.
  ///
  /// - Parameter key: A property of which each value must be present, in each kind; nil for a plugin that does not
  ///   count.
  private static func share(_ key: (Deed) -> String?) -> [Deed] {
    if Soak.isOn { return Corpus.scrolled.filter { key($0) != nil } }
    var dice = SeededGenerator(seed: UInt64(Soak.onlySeed ?? 11))
    return Corpus.kinds.flatMap { kind in
      var seen = Set<String>()
      return kind.deeds.shuffled(using: &dice).filter { deed in
        key(deed).map { seen.insert($0).inserted } ?? false
      }
    }
  }

  /// Runs `body` beside the file that some deeds look for, and removes the files that others leave.
  private func besideTraces(_ body: () throws -> Void) rethrows {
    let file = "/tmp/layouthost-hostile"
    func remove() {
      for name in [file, file + ".2", file + ".3"] { unlink(name) }
      rmdir(file + ".4")
    }
    remove()
    defer { remove() }
    close(open(file, O_WRONLY | O_CREAT, 0o600))
    try body()
  }

  @Test(
    "in the sandbox each ends with the session alive, its frame, data and selection unchanged",
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil),
    arguments: share(\.sandboxed.sort))
  func sandboxed(_ deed: Deed) throws {
    try besideTraces {
      let ending = try HostileSession().meet(deed, in: .sandboxed)
      #expect(ending == deed.sandboxed)
    }
  }

  @Test(
    "in a plain worker the session continues too, but a plugin has all rights of a process",
    arguments: share {
      $0.inWorker == .notTried ? nil : $0.inWorker == $0.sandboxed ? "alike" : "other"
    })
  func plain(_ deed: Deed) throws {
    try besideTraces {
      let ending = try HostileSession().meet(deed, in: .worker)
      #expect(ending == deed.inWorker)
    }
  }

  /// The plugins that end the host if they run in it; in `make test` one for each of its endings.
  private static let fatal: [Deed] = {
    var seen = Set<String>()
    return share(\.fatalEnd).filter { Soak.isOn || seen.insert($0.inProcess).inserted }
  }()

  @Test("in the host's process a crash is the host's", arguments: fatal)
  func inProcess(_ deed: Deed) throws {
    let host = try Executables.find("layouthost")
    let scenario = """
      {"layout": "\(try deed.path())", "tier": "in-process", "container": [320, 480], "sections": [{"count": 300}],
       "steps": [{"do": "elements", "rect": [0, 0, 100, 200]}]}
      """
    let scratch = try TemporaryDirectory()
    let file = try scratch.write(Array(scenario.utf8.filter { $0 != 10 }) + [10], to: "s.jsonl")
    // Swift's own crash handler takes seconds, and resumes a process that stopped at a breakpoint.
    let run = try Command.run([
      "SWIFT_BACKTRACE=enable=no", "timeout", "-v", "-s", "KILL",
      deed.inProcess == "the host hangs" ? "1.5" : "60", host, "probe", "--trust-once", file,
    ])
    let hangs = run.errors.contains("sending signal KILL")
    let end = hangs ? "the host hangs" : Self.end(of: run.status)
    #expect(end == deed.inProcess, "\(run.errors)")
  }

  private static func end(of status: Int32) -> String {
    switch status {
    case 0...127: "the host ends: code \(status)"
    default: "the host ends: " + String(ProcessEnd.name(of: status - 128).prefix { $0 != " " })
    }
  }

  @Test("the corpus has at least 300 plugins, and no two of them are equal")
  func size() {
    #expect(Corpus.all.count >= 300)
    #expect(Set(Corpus.all.map(\.does)).count == Corpus.all.count)
  }

  /// The table of the corpus in `docs/security.md`, without the costs.
  static let rows =
    ["| the plugin … | sandboxed | worker | in process |", "| --- | --- | --- | --- |"]
    + Corpus.all.map {
      "| \($0.does) | \($0.sandboxed) | \($0.inWorker) | \($0.inProcess) |"
    }

  /// Compares the page; writes the table again, with the costs of the last `make soak`, if
  /// LAYOUTHOST_WRITE_DOCS is set.
  @Test("docs/security.md has the current corpus, and no cost beyond its limit")
  func page() throws {
    let path = CPlugin.sourceRoot + "/docs/security.md"
    let page = String(decoding: try FileSystem.contents(of: path).bytes, as: UTF8.self)
    let marks = ["<!-- corpus -->\n", "<!-- end of corpus -->"]
    let start = try #require(page.firstRange(of: marks[0])).upperBound
    let end = try #require(page.firstRange(of: marks[1])).lowerBound
    let lines = page[start..<end].split(separator: "\n").map(String.init)
    guard getenv("LAYOUTHOST_WRITE_DOCS") == nil else {
      let table = Self.rows.enumerated().map { $0.element + Self.costs($0.offset, lines) + "\n" }
      let fresh = page[..<start] + table.joined() + page[end...]
      return try FileSystem.replace(path, with: Array(fresh.utf8), mode: 0o644, isDurable: false)
    }
    #expect(lines.count == Self.rows.count)
    for (line, row) in zip(lines, Self.rows) { #expect(line.hasPrefix(row), "\(line)") }
    for line in lines.dropFirst(2) {
      let cells = line.split(separator: "|").suffix(2).map { $0.drop { $0 == " " }.dropLast() }
      let (time, room) = (Double(cells[0]), Double(cells[1]))
      #expect(try #require(time, "\(line)") <= HostileCostTests.frameLimit * 1000, "\(line)")
      #expect(try #require(room, "\(line)") <= 64, "\(line)")
    }
  }

  /// The columns of the costs: as measured, or as on the page.
  private static func costs(_ row: Int, _ lines: [String]) -> String {
    if row == 0 { return " ms | MiB |" }
    if row == 1 { return " ---: | ---: |" }
    if let cost = HostileCosts.known[Corpus.all[row - 2].does] {
      return " \(cost[0]) | \(cost[1]) |"
    }
    let line = lines.first { $0.hasPrefix(rows[row]) }
    return line.map { String($0.dropFirst(rows[row].count)) } ?? " |  |"
  }
}

extension Deed {
  /// The ending in the host's process for which it is tried; nil if it is not tried there.
  fileprivate var fatalEnd: String? {
    let kinds = Corpus.crashes + Corpus.escapes + Corpus.hangs + Corpus.waits
    guard place == "IN_RECT" || place == "IN_DESTROY", inProcess.contains("the host"),
      kinds.contains(where: { $0.does == does })
    else { return nil }
    return inProcess
  }
}
