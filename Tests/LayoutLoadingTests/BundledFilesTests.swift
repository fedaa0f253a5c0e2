// SPDX-License-Identifier: Apache-2.0
//
// The files that count as bundled: by the list of an installation, or by name, id and owners.

import Foundation
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("Bundled files")
struct BundledFilesTests {
  private let root: TemporaryDirectory
  private let directory: String

  init() throws {
    root = try TemporaryDirectory()
    directory = try root.makeDirectory("libexec")
  }

  /// Writes the list of a directory, as an installation does.
  static func list(_ directory: String) throws {
    let run = try Command.run([CPlugin.sourceRoot + "/Tools/list-bundled", directory])
    try #require(run.status == 0, "\(run.errors)")
  }

  private func put(_ source: String, as name: String) throws -> String {
    let path = "\(directory)/\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: source, toPath: path)
    return path
  }

  private func judge(_ path: String) -> PluginFile {
    let place = SearchPath.Directory(path: directory, trust: .bundled)
    return PluginFile(judging: path, on: SearchPath([place]))
  }

  private func remarks(_ file: PluginFile) -> String {
    if case .loads(_, let remarks) = file.verdict { remarks.joined(separator: "; ") } else { "" }
  }

  @Test("the plugins in the compiled list are those that are built, by file name and id")
  func compiledIn() throws {
    #expect(BundledFiles.plugins.keys.sorted() == bundledPluginNames.map { "lib\($0).so" }.sorted())
    for name in bundledPluginNames {
      let file = PluginFile(judging: try bundledPlugin(name))
      #expect(BundledFiles.plugins["lib\(name).so"] == file.note?.id)
    }
  }

  @Test("without a list a file is bundled if its name and id are those of a bundled plugin")
  func byNameAndID() throws {
    let flow = try bundledPlugin("FlowPlugin")
    #expect(judge(try put(flow, as: "libFlowPlugin.so")).trust == .bundled)
    let renamed = judge(try put(flow, as: "libMine.so"))
    #expect(renamed.trust == .user && remarks(renamed).contains("did not come with LayoutHost"))
    #expect(judge(try put(flow, as: "libMosaicPlugin.so")).trust == .user)
    #expect(judge(try put(FakeLayout.path(), as: "libFlowPlugin.so")).trust == .user)
  }

  @Test("with a list any plugin is bundled whose file name and hash are on it")
  func byList() throws {
    let mine = try put(FakeLayout.path(), as: "libMine.so")
    let flow = try put(try bundledPlugin("FlowPlugin"), as: "libFlowPlugin.so")
    try Self.list(directory)
    #expect(judge(mine).trust == .bundled && judge(flow).trust == .bundled)
    // One byte more, after the loaded part.
    try root.write(FileSystem.contents(of: flow).bytes + [0], to: "libexec/libFlowPlugin.so")
    let changed = judge(flow)
    #expect(changed.trust == .user && remarks(changed).contains("differs from the installation"))
    let late = judge(try put(try bundledPlugin("MosaicPlugin"), as: "libMosaicPlugin.so"))
    #expect(late.trust == .user && remarks(late).contains("is not on the installation's list"))
  }

  @Test("a list that others can write, or with an invalid line, makes no file bundled")
  func badList() throws {
    let flow = try put(try bundledPlugin("FlowPlugin"), as: "libFlowPlugin.so")
    try Self.list(directory)
    try #require(chmod(directory + "/bundled.sha256", 0o666) == 0)
    let open = judge(flow)
    #expect(open.trust == .user && remarks(open).contains("other users can write this file"))
    try root.write(Array("0123  libFlowPlugin.so\n".utf8), to: "libexec/bundled.sha256")
    let wrong = judge(flow)
    #expect(wrong.trust == .user && remarks(wrong).contains("line 1 is not one of sha256sum"))
  }

  @Test("without a list no file is bundled for a program that others can write")
  func program() throws {
    let flow = try put(try bundledPlugin("FlowPlugin"), as: "libFlowPlugin.so")
    let program = try root.write([1], to: "program", mode: 0o757)
    func objection() -> String? {
      let file = PluginFile(judging: flow)
      return BundledFiles(in: directory, program: program).objection(
        to: "libFlowPlugin.so", hash: file.hash, id: file.note?.id)
    }
    #expect(objection()?.contains(program) == true)
    try #require(chmod(program, 0o755) == 0)
    #expect(objection() == nil)
  }

  @Test("a worker that others can write, or that differs from the list, is refused by name")
  func worker() throws {
    let worker = try root.write([1], to: "libexec/layout-worker", mode: 0o755)
    let environment = Environment(["LAYOUTHOST_LIBEXEC": directory])
    func find() throws -> String {
      try Executables.find("layout-worker", environment: environment)
    }
    #expect(try find() == worker)
    try #require(chmod(worker, 0o757) == 0)
    #expect(try #require(throws: LayoutError.self) { try find() }.code == "writable-by-others")
    try #require(chmod(worker, 0o755) == 0)
    try Self.list(directory)
    #expect(try find() == worker)
    try root.write([1, 2], to: "libexec/layout-worker", mode: 0o755)
    let altered = try #require(throws: LayoutError.self) { try find() }
    #expect(altered.code == "altered" && altered.message.hasPrefix(worker))
  }

  @Test(
    "root gets neither worker nor plugin from another user's build, and a remedy is named",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreign() throws {
    let worker = try root.write([1], to: "libexec/layout-worker", mode: 0o755)
    let flow = try put(try bundledPlugin("FlowPlugin"), as: "libFlowPlugin.so")
    for path in [worker, flow, directory] { try #require(chown(path, 12345, 12345) == 0) }
    let error = try #require(throws: LayoutError.self) {
      try Executables.find(
        "layout-worker", environment: Environment(["LAYOUTHOST_LIBEXEC": directory]))
    }
    let refusal = try #require(judge(flow).verdict.refusal)
    for told in [error, refusal] {
      #expect(told.code == "wrong-owner" && told.message.contains("user 12345"))
      #expect(
        told.message.contains("run this as that user") && told.message.contains("make install"))
    }
  }

  @Test("a list is read in the forms of sha256sum, and refused in other forms")
  func parses() throws {
    let hash = String(repeating: "0f", count: 32)
    func parse(_ text: String) throws -> [String: String] {
      try BundledFiles.parse(Array(text.utf8))
    }
    #expect(try parse("\(hash)  a.so\n\(hash) *b c.so\n") == ["a.so": hash, "b c.so": hash])
    #expect(try parse("") == [:])
    for text in ["\(hash)", "\(hash)  ", "\(hash)a  x", "\(hash)  a\n\(hash)  a", "# list"] {
      #expect(throws: LayoutError.self, "\(text)") { try parse(text) }
    }
  }
}
