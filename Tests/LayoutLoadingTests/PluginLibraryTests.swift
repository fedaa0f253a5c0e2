// SPDX-License-Identifier: Apache-2.0
//
// The file that provides a layout: order, trust, skipped files and unusable ones.

import Foundation
import LayoutJSON
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("PluginLibrary")
struct PluginLibraryTests {
  /// Puts a valid plugin with one layout id into a directory; the name distinguishes files.
  static func put(
    _ layout: String, _ name: String, into directory: String
  ) throws {
    var note = JSONObject(NoteTests.members.map { JSONObject.Member($0.0, $0.1) })
    note["layouts"] = [.string(layout)]
    note["name"] = .string(name)
    let path = try FakeLayout.path(note: JSONValue.object(note).serialised())
    try FileManager.default.copyItem(atPath: path, toPath: "\(directory)/\(name).so")
  }

  static func directory(_ path: String, _ trust: Trust = .user) -> SearchPath.Directory {
    SearchPath.Directory(path: path, trust: trust)
  }

  @Test("files are listed in the order of the directories, then by name, and other files are not")
  func lists() throws {
    let root = try TemporaryDirectory()
    let (first, second) = (try root.makeDirectory("1"), try root.makeDirectory("2"))
    try Self.put("b", "beta", into: second)
    try Self.put("a", "alpha", into: second)
    try Self.put("z", "zeta", into: first)
    try root.write([1], to: "1/readme.txt")
    try root.write([1], to: "1/broken.so")
    try root.write([1], to: "1/.half-written.so")
    let library = PluginLibrary(SearchPath([Self.directory(first + "/"), Self.directory(second)]))
    #expect(
      library.files.map(\.path) == [
        first + "/broken.so", first + "/zeta.so", second + "/alpha.so", second + "/beta.so",
      ])
    #expect(library.layouts == ["a", "b", "z"])
    #expect(library.files[0].verdict.refusal?.code == "not-elf")
    #expect(library.passedOver.isEmpty && library.problems.isEmpty)
    #expect(try library.file(forLayout: "b").path == second + "/beta.so")
  }

  @Test("of equal files the earlier directory's is used, and the later one is reported as skipped")
  func earlierWins() throws {
    let root = try TemporaryDirectory()
    let (first, second) = (try root.makeDirectory("1"), try root.makeDirectory("2"))
    try Self.put("grid", "one", into: first)
    try Self.put("grid", "two", into: second)
    let library = PluginLibrary(SearchPath([Self.directory(first), Self.directory(second)]))
    #expect(try library.file(forLayout: "grid").path == first + "/one.so")
    #expect(library.passedOver.map(\.path) == [second + "/two.so"])
    #expect(library.passedOver.map(\.layout) == ["grid"])
    #expect(library.passedOver.map(\.reason) == ["\(first)/one.so comes first"])
  }

  @Test("a file that is given by its path has the trust of its place on the search path")
  func trustByPath() throws {
    let root = try TemporaryDirectory()
    let (own, bundled) = (try root.makeDirectory("own"), try root.makeDirectory("bundled"))
    let path = SearchPath([Self.directory(own), Self.directory(bundled + "/", .bundled)])
    func trust(_ file: String) -> Trust? { path.directory(ofFileAt: file)?.trust }
    #expect(trust(bundled + "/a.so") == .bundled)
    #expect(trust(own + "/../bundled/./a.so") == .bundled)
    #expect(trust(own + "/a.so") == .user)
    #expect(trust(root.path + "/a.so") == nil)
    #expect(trust(root.path + "/bundled/none/a.so") == nil)
    #expect(PluginLibrary(path).path == path)
  }

  @Test("no file replaces a layout of a more trusted one, in any place")
  func trustWins() throws {
    let root = try TemporaryDirectory()
    let own = try root.makeDirectory("own")
    let system = try root.makeDirectory("system")
    let bundled = try root.makeDirectory("bundled")
    try Self.put("flow", "mine", into: own)
    try Self.put("flow", "theirs", into: system)
    try Self.put("flow", "ours", into: bundled)
    try BundledFilesTests.list(bundled)
    let path = SearchPath([
      Self.directory(own), Self.directory(system, .system), Self.directory(bundled, .bundled),
    ])
    let library = PluginLibrary(path)
    let used = try library.file(forLayout: "flow")
    #expect(used.path == bundled + "/ours.so" && used.trust == .bundled)
    #expect(library.passedOver.map(\.path) == [own + "/mine.so", system + "/theirs.so"])
    #expect(library.passedOver[0].reason.contains("is bundled, and a user file cannot replace it"))
  }

  @Test("a file may provide one of its layouts and not another")
  func sharesLayouts() throws {
    let root = try TemporaryDirectory()
    let (first, second) = (try root.makeDirectory("1"), try root.makeDirectory("2"))
    try Self.put("grid", "one", into: first)
    let note = NoteTests.note("layouts", ["grid", "list"])
    try FileManager.default.copyItem(
      atPath: FakeLayout.path(note: note), toPath: second + "/two.so")
    let library = PluginLibrary(SearchPath([Self.directory(first), Self.directory(second)]))
    #expect(try library.file(forLayout: "grid").path == first + "/one.so")
    #expect(try library.file(forLayout: "list").path == second + "/two.so")
    #expect(library.passedOver.map(\.layout) == ["grid"])
  }

  @Test("the same bytes in two places are reported as the same, and a directory is read once")
  func noticesCopies() throws {
    let root = try TemporaryDirectory()
    let (first, second) = (try root.makeDirectory("1"), try root.makeDirectory("2"))
    try Self.put("grid", "one", into: first)
    try Self.put("grid", "one", into: second)
    let library = PluginLibrary(
      SearchPath([
        Self.directory(first), Self.directory(second + "/../1"), Self.directory(second),
      ]))
    #expect(library.files.count == 2)
    #expect(library.passedOver.map(\.reason) == ["the same file as \(first)/one.so"])
  }

  @Test("the error for an unknown layout lists the known ones")
  func namesLayouts() throws {
    let root = try TemporaryDirectory()
    let empty = PluginLibrary(SearchPath([Self.directory(root.path)]))
    let nothing = try #require(throws: LayoutError.self) { try empty.file(forLayout: "grid") }
    #expect(nothing.code == "unknown-layout" && nothing.message.contains("no plugin was found"))
    try Self.put("waterfall", "a", into: root.path)
    try Self.put("list", "b", into: root.path)
    let library = PluginLibrary(SearchPath([Self.directory(root.path)]))
    let error = try #require(throws: LayoutError.self) { try library.file(forLayout: "grid") }
    #expect(error.message.contains("\"grid\"; there are list, waterfall"))
  }

  @Test("a layout that only a refused file has is reported with that refusal")
  func givesRefusal() throws {
    let root = try TemporaryDirectory()
    try Self.put("grid", "one", into: root.path)
    try #require(chmod(root.path + "/one.so", 0o666) == 0)
    let library = PluginLibrary(SearchPath([Self.directory(root.path)]))
    let error = try #require(throws: LayoutError.self) { try library.file(forLayout: "grid") }
    #expect(error.code == "writable-by-others")
    #expect(library.layouts.isEmpty)
  }

  @Test("a directory that the user names must exist, and a standard one may be missing")
  func reportsDirectories() throws {
    let root = try TemporaryDirectory()
    let file = try root.write([1], to: "file")
    let library = PluginLibrary(
      SearchPath([
        .init(path: root.path + "/none"), .init(path: file),
        .init(path: root.path + "/absent", isRequired: false),
      ]))
    #expect(library.problems.map(\.code) == ["unreadable", "unreadable"])
    #expect(library.problems[0].message.contains(root.path + "/none"))
  }

  @Test("the first place with a bundled plugin is used, and other libraries do not count")
  func findsBundled() throws {
    let root = try TemporaryDirectory()
    let (first, second) = (try root.makeDirectory("1"), try root.makeDirectory("2"))
    let third = try root.makeDirectory("3")
    let other = try CPlugin.build(source: "int x;", name: "NoNote")
    try FileManager.default.copyItem(atPath: other, toPath: first + "/libother.so")
    try Self.put("grid", "one", into: second)
    try FileManager.default.copyItem(atPath: other, toPath: second + "/libother.so")
    try Self.put("grid", "two", into: third)
    let library = PluginLibrary(
      SearchPath([first, second, third].map { Self.directory($0, .bundled) }))
    #expect(library.files.map(\.path) == [second + "/one.so"])
    #expect(library.passedOver.isEmpty)
  }

  @Test("the library of this build has its own plugins, as bundled")
  func findsOwn() throws {
    let library = PluginLibrary(.standard(environment: .process))
    let file = try library.file(forLayout: "flow")
    #expect(file.trust == .bundled)
    #expect(file.path == (try bundledPlugin("FlowPlugin")))
  }
}
