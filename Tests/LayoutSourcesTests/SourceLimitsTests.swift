// SPDX-License-Identifier: Apache-2.0
//
// Data made to cost time or memory: refused with the limit's name, at a bounded cost.

import Foundation
import Glibc
import LayoutHost
import LayoutModel
import LayoutTypography
import Testing

@testable import LayoutSources

@Suite("Limits of sources")
struct SourceLimitsTests {
  /// Expects an error that names a limit and a place.
  private func refused(
    _ limit: String, _ place: String = "", _ body: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: LayoutError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == "source-limit", sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    #expect(
      message.contains("SourceLimits.\(limit)") && message.contains(place), "\(message)",
      sourceLocation: sourceLocation)
  }

  private func limits(_ change: (inout SourceLimits) -> Void) -> SourceLimits {
    var limits = SourceLimits()
    change(&limits)
    return limits
  }

  @Test("CSV limits columns, the length of a field and of the file, and reads the rest")
  func csv() throws {
    let path = try Scratch.file("a.csv", Array("a,b,c\n1,22222222,3\n".utf8))
    refused("columns", "line 1") {
      _ = try CSVSource(path: path, limits: limits { $0.columns = 2 })
    }
    refused("cellBytes", "line 2") {
      _ = try CSVSource(path: path, limits: limits { $0.cellBytes = 7 })
    }
    refused("fileBytes", path) {
      _ = try CSVSource(path: path, limits: limits { $0.fileBytes = 18 })
    }
    let exact = limits { ($0.columns, $0.cellBytes, $0.fileBytes) = (3, 8, 19) }
    #expect(try CSVSource(path: path, limits: exact).itemCount == 1)
    let wide = (0..<2000).map { "c\($0)" }.joined(separator: ",")
    let admitted = try Scratch.file("w.csv", Array("\(wide)\n\(wide)\n".utf8))
    #expect(try CSVSource(path: admitted).columns.count == 2000)
  }

  @Test("JSON Lines: members, different keys, the length of a string")
  func jsonLines() throws {
    let path = try Scratch.file(
      "a.jsonl", Array("{\"a\":1,\"b\":{\"c\":\"d:\\\":\"}}\n{\"x\":1,\"y\":2}\n".utf8))
    refused("keys", "line 1") {
      _ = try JSONLinesSource(path: path, limits: limits { $0.keys = 2 })
    }
    refused("keys", path) { _ = try JSONLinesSource(path: path, limits: limits { $0.keys = 3 }) }
    refused("cellBytes", "line 1") {
      _ = try JSONLinesSource(path: path, limits: limits { $0.cellBytes = 4 })
    }
    let exact = limits { ($0.keys, $0.cellBytes) = (4, 6) }
    #expect(try JSONLinesSource(path: path, limits: exact).members == ["a", "b", "x", "y"])
  }

  @Test("folders limit the number of files and the depth of folders")
  func folders() throws {
    let root = try Scratch.directory()
    var inner = root
    for depth in 0..<5 {
      inner += "/\(depth)"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      try Data(ImageFolderTests.ppm(1, 1)).write(to: URL(fileURLWithPath: inner + "/a.ppm"))
    }
    #expect(try ImageFolderSource(path: root, limits: limits { $0.folderDepth = 6 }).itemCount == 5)
    refused("folderDepth", "/4") {
      _ = try ImageFolderSource(path: root, limits: limits { $0.folderDepth = 5 })
    }
    for number in 0..<20 {
      try Data([65]).write(to: URL(fileURLWithPath: root + "/note \(number)"))
    }
    refused("files", root) {
      _ = try ImageFolderSource(path: root, limits: limits { $0.files = 10 })
    }
    #expect(try ImageFolderSource(path: root, limits: limits { $0.files = 40 }).itemCount == 5)
  }

  @Test("SQLite: an endless view is ended in time, with an error that says so")
  func endless() throws {
    let database = try ScratchDatabase(
      """
      CREATE VIEW numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i FROM n;
      CREATE VIEW busy AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i FROM n WHERE i < 0;
      """)
    let short = limits { $0.querySeconds = 0.2 }
    for view in ["numbers", "busy"] {
      refused("querySeconds", database.path) {
        _ = try SQLiteSource(
          path: database.path, query: "SELECT * FROM \(view)", limits: short)
      }
    }
    refused("copyBytes", database.path) {
      _ = try SQLiteSource(
        path: database.path, query: "SELECT * FROM numbers",
        limits: limits { $0.copyBytes = 1 << 20 })
    }
    // The time limits one piece of work, not the lifetime of the source.
    let people = try ScratchDatabase.people(500)
    let source = try SQLiteSource(path: people.path, limits: short)
    usleep(300_000)
    #expect(try source.content(at: ItemPath(0, 400)) != .none)
  }

  @Test("SQLite: the length of a value, the number of columns")
  func values() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('x', zeroblob(1000000));")
    refused("cellBytes", database.path) {
      let source = try SQLiteSource(path: database.path, limits: limits { $0.cellBytes = 100_000 })
      _ = try source.content(at: ItemPath(0, 0))
    }
    let source = try SQLiteSource(path: database.path)
    #expect(
      try source.content(at: ItemPath(0, 0))
        == .card(title: "x", body: "b: 1,000,000 bytes", codePoint: nil))
  }

  @Test(
    "a million columns, a hundred thousand keys, huge cells and many accents cost little",
    .awaitsExit)
  func bounded() async {
    await #expect(processExitsWith: .success) {
      // Beyond ten seconds of processor time, or four gibibytes, the kernel ends the process.
      var time = rlimit(rlim_cur: 20, rlim_max: 20)
      setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time)
      var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
      func refuses(_ name: String, _ bytes: [UInt8]) throws -> Bool {
        let path = try Scratch.file(name, bytes)
        do throws(LayoutError) {
          _ = try makeSource(argument: path)
          return false
        } catch {
          return error.code == "source-limit"
        }
      }
      let columns = Array(String(repeating: "c,", count: 1_000_000).utf8) + [10]
      #expect(try refuses("columns.csv", columns))
      let keys = (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",")
      #expect(try refuses("keys.jsonl", Array("{\(keys)}\n".utf8)))
      let cell = [UInt8](repeating: 97, count: 100_000_000)
      #expect(try refuses("cell.csv", Array("a\n".utf8) + cell))
      let accents =
        "a\n" + String(repeating: "e\u{301}\u{302}", count: 1)
        + String(repeating: "\u{301}", count: 2_000_000)
      let path = try Scratch.file("accents.csv", Array(accents.utf8))
      let source = try CSVSource(path: path)
      var sizes = [Size](repeating: .zero, count: 1)
      for style in [SizingStyle.chip, .card(width: 200)] {
        var span = sizes.mutableSpan
        _ = source.fillSizes(section: 0, range: 0..<1, style: style, &span)
      }
      #expect(sizes[0].height > 0)
    }
  }
}
