// SPDX-License-Identifier: Apache-2.0
//
// The record of a crash: it is written, it reproduces the crash, and the number of records is
// limited.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("Records of crashes")
struct CrashRecordTests {
  private let home = Result { try TemporaryDirectory() }

  private func files() throws -> CrashFiles {
    CrashFiles(environment: Environment(["XDG_STATE_HOME": try home.get().path + "/deep/state"]))
  }

  /// The fake layout; its fifth `prepare` fails.
  private static func fifth(_ wrong: String) throws -> String {
    try FakeLayout.path(flags: ["-DIN_PREPARE={ static int n; if (++n == 5) \(wrong); }"])
  }

  /// A session up to the fifth `prepare`, and its record.
  private func crash(_ path: String) throws -> (error: LayoutError, record: JSONObject, at: String)
  {
    let maker = LayoutMaker(
      library: PluginLibrary([]), hasDeadlines: false, crashes: try files())
    let scenario: JSONObject = [
      "layout": .string(path), "tier": "worker", "container": [300, 200],
      "contentInset": [5, 0, 0, 0], "properties": ["spacing": 3],
      "sections": [["count": 40, "size": [30, 40]], ["items": [[10, 20], [20, 30]]]],
    ]
    let session = try LiveSession(scenario, maker: maker)
    let steps: [JSONValue] = [
      ["do": "scroll", "to": [0, 50]], ["do": "set", "property": "spacing", "value": 7],
      ["do": "item", "path": [0, 3]], ["do": "advance", "seconds": 0.5, "frames": 2],
      ["do": "resize", "container": [250, 180]], ["do": "invalidate"],
    ]
    for step in steps { #expect(session.perform(step).isComplete) }
    let error = #expect(throws: LayoutError.self) {
      session.view.collectionViewLayout.invalidate()
      try session.view.layoutIfNeeded()
    }
    let names = try FileSystem.names(in: try #require(try files().directory))
    #expect(names.count == 1)
    let place = try #require(try files().directory) + "/" + (try #require(names.first))
    let text = String(decoding: try FileSystem.contents(of: place).bytes, as: UTF8.self)
    return (try #require(error), try #require(try JSONValue(parsing: text).object), place)
  }

  @Test("it names plugin, file, hash, tier and call, and the last calls with their arguments")
  func tells() throws {
    let path = try Self.fifth("__builtin_trap()")
    let (error, record, place) = try crash(path)
    #expect(error.code == "worker-died")
    #expect(error.message.contains(place))
    let facts = try #require(record["crash"]?.object)
    #expect(facts["plugin"] == "test.fake")
    #expect(facts["file"] == .string(path))
    #expect(facts["hash"] == .string(PluginFile(judging: path).hash))
    #expect(facts["tier"] == "worker")
    #expect(facts["call"] == "prepare")
    #expect(facts["error"]?.object?["code"] == "worker-died")
    let calls = try #require(facts["calls"]?.array).compactMap(\.object)
    #expect(facts["callCount"] == .integer(Int64(calls.count)))
    #expect(calls.contains { $0["property"] == "spacing" && $0["value"] == 7 })
    #expect(calls.last?["bounds"]?.array?.suffix(2) == [250, 180])
    #expect(facts["arguments"] == calls.last.map(JSONValue.object))
    #expect(FileSystem.status(of: place).map { $0.st_mode & 0o777 } == 0o600)
  }

  @Test("it is a scenario, and running it reproduces the crash")
  func replays() throws {
    let (error, record, _) = try crash(try Self.fifth("__builtin_trap()"))
    #expect(record["properties"]?.object?["spacing"] == 3)
    #expect(record["container"] == [300, 200])
    #expect(record["sections"]?.array?.first?.object?["count"] == 40)
    let runner = ScenarioRunner(library: PluginLibrary([]))
    let (output, isComplete) = runner.run(line: JSONValue.object(record).serialised())
    #expect(!isComplete)
    let again = try #require(try JSONValue(parsing: output).object?["error"]?.object)
    #expect(again["code"] == .string(error.code.rawValue))
    #expect(again["plugin"] == "test.fake")
    #expect(again["call"] == "prepare")
    // Not too early: the steps before the last one succeed.
    let results = try #require(try JSONValue(parsing: output).object?["results"]?.array)
    #expect(results.count == record["steps"]?.array?.count.advanced(by: -1))
    #expect(results.allSatisfy { $0.object?["error"] == nil }, "\(output)")
    // The crash is the plugin's: a valid one runs the same steps to their end.
    var sound = record
    sound["layout"] = .string(try FakeLayout.path())
    #expect(runner.run(line: JSONValue.object(sound).serialised()).isComplete)
  }

  @Test("the oldest records are removed when there are too many, and other files stay")
  func bounded() throws {
    let files = try files()
    let path = try FakeLayout.path(flags: ["-DCREATE_TRAPS"])
    var options = WorkerOptions(deadlines: nil)
    options.onCrash = { record in try? files.add(record) }
    var last = ""
    for round in 0..<CrashFiles.limit + 3 {
      let error = #expect(throws: LayoutError.self) {
        try WorkerConnection(file: PluginFile(judging: path), layout: "fake", options: options)
      }
      last = error?.message ?? ""
      if round == 0 {
        let note = try #require(files.directory) + "/a-note"
        try FileSystem.replace(note, with: [], mode: 0o600, isDurable: false)
      }
    }
    let names = try FileSystem.names(in: try #require(files.directory))
    #expect(names.count == CrashFiles.limit + 1)
    #expect(names.first == "a-note")
    #expect(last.contains(try #require(names.last)))
  }

  @Test("a record that cannot be written does not change the error")
  func noPlace() throws {
    let file = try home.get().write([], to: "file")
    let files = CrashFiles(environment: Environment(["XDG_STATE_HOME": file]))
    var options = WorkerOptions(deadlines: nil)
    options.onCrash = { record in try? files.add(record) }
    let path = try FakeLayout.path(flags: ["-DCREATE_TRAPS"])
    let error = #expect(throws: LayoutError.self) {
      try WorkerConnection(file: PluginFile(judging: path), layout: "fake", options: options)
    }
    #expect(error?.code == "worker-died")
    #expect(error?.message.contains("crash record") == false)
  }
}
