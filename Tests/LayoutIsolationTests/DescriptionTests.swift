// SPDX-License-Identifier: Apache-2.0
//
// The description of a plugin and its layout that a worker sends, checked by the rules of tables.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("The description that a worker sends of its layout")
struct DescriptionTests {
  @Test(
    "is refused if no table can contain it, or if it is about another plugin",
    arguments: [
      ([], "queries[0].result_type is 0"),
      (["-DSTARTED_RESULT=LAYOUT_TYPE_TEXT"], "queries[0].result_type is 8"),
      (["-DSTARTED_RESULT=LAYOUT_TYPE_SIZE", "-DSTARTED_CATEGORY=1"], "is not a cell"),
      (["-DSTARTED_RESULT=LAYOUT_TYPE_SIZE", "-DSTARTED_ID=\"test.other\""], "another plugin"),
    ])
  func forged(_ flags: [String], _ words: String) throws {
    let file = PluginFile(
      judging: try Deed("startsItself", "", .harmless, at: "IN_CREATE", flags: flags).path())
    let error = #expect(throws: LayoutError.self) {
      try WorkerConnection(file: file, layout: "hostile", options: .confined)
    }
    #expect(error?.code == .breach && error?.message.contains("rule: wire") == true)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.plugin == "test.hostile" && error?.call == "create")
  }

  @Test("is accepted if a table can contain it, so the forged message is otherwise correct")
  func believed() throws {
    let flags = ["-DSTARTED_RESULT=LAYOUT_TYPE_SIZE"]
    let file = PluginFile(
      judging: try Deed("startsItself", "", .harmless, at: "IN_CREATE", flags: flags).path())
    let worker = try WorkerConnection(file: file, layout: "hostile", options: .confined)
    #expect(worker.descriptor.queries.map(\.result) == [.size])
  }

  /// Changes of a plugin's description that neither a table nor a note allows.
  static let changes: [@Sendable (inout PluginDescriptor) -> Void] = [
    { $0.id = "test.other" }, { $0.layouts = [] }, { $0.layouts += $0.layouts },
    { $0.layouts[0].kinds[0].category = .decoration }, { $0.layouts[0].kinds = [] },
    { $0.layouts[0].queries[0].result = .text },
    { $0.layouts[0].queries[2].arguments[0] = .none },
    { $0.layouts[0].properties[2].defaultValue = .number(-1) },
    { $0.layouts[0].properties[2].minimum = .nan },
    { $0.layouts[0].properties[0].defaultValue = .enumeration(-1) },
    { $0.layouts[0].actions[0].result = .array }, { $0.layouts[0].stateVersion += 1 },
    { $0.layouts[0].help = String(repeating: "a", count: 65537) },
    { $0.layouts[0].events = Array(repeating: $0.layouts[0].events[0], count: 4097) },
    { $0.layouts[0].kinds[0].fields[1].name = "\u{1b}[2J" },
  ]

  @Test("the same rules apply to the inspection of a plugin", arguments: changes.indices)
  func inspected(_ index: Int) throws {
    let file = PluginFile(judging: try FakeLayout.path())
    var plugin = try WireTests.plugin()
    try plugin.checkReceived(from: file)
    Self.changes[index](&plugin)
    let error = #expect(throws: LayoutError.self) { try plugin.checkReceived(from: file) }
    #expect(error?.code == "wire", "\(String(describing: error))")
  }
}
