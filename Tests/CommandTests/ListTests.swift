// SPDX-License-Identifier: Apache-2.0
//
// `list` over good and bad files.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("list")
struct ListTests {
  @Test("every bundled plugin is listed, and each loads")
  func bundled() throws {
    let run = try layouthost("list", "--json")
    #expect(run.status == 0)
    let plugins = try #require(try run.json().object?["plugins"]?.array).compactMap(\.object)
    for layout in ["flow", "mosaic", "spring", "waterfall"] {
      let plugin = try #require(
        plugins.first { $0["note"]?.object?["layouts"]?.array?.contains(.string(layout)) == true })
      #expect(plugin["verdict"] == "loads")
      #expect(plugin["unloads"] == true)
      #expect(plugin["trust"] == "bundled")
      #expect(plugin["sha256"]?.string?.count == 64)
    }
  }

  @Test("bad files are listed with a code and a reason, and do not affect the good ones")
  func badFiles() throws {
    let folder = try TemporaryDirectory()
    let good = try Data(contentsOf: URL(filePath: try flowPath()))
    try folder.write(Array("not a library".utf8), to: "text.so")
    try folder.write([], to: "empty.so")
    try folder.write(Array(good.prefix(good.count / 2)), to: "half.so")
    try folder.write(Array(good), to: "open.so", mode: 0o666)
    try folder.write(Array("not looked at".utf8), to: "notes.txt")
    let run = try layouthost("list", "--json", "--plugins", folder.path)
    #expect(run.status == 0)
    let plugins = try #require(try run.json().object?["plugins"]?.array).compactMap(\.object)
    let found = plugins.filter { $0["path"]?.string?.hasPrefix(folder.path) == true }
    #expect(found.count == 4)
    let codes = found.map { plugin in
      let name = plugin["path"]?.string?.split(separator: "/").last.map(String.init) ?? ""
      return "\(name) \(plugin["error"]?.object?["code"]?.string ?? "")"
    }
    #expect(
      codes == [
        "empty.so not-elf", "half.so truncated", "open.so writable-by-others", "text.so not-elf",
      ])
    #expect(plugins.contains { $0["trust"] == "bundled" && $0["verdict"] == "loads" })

    let table = try layouthost("list", "--plugins", folder.path)
    #expect(table.status == 0)
    #expect(table.output.contains("[not-elf]"))
    #expect(table.output.contains("[truncated]"))
  }

  @Test("the earlier of two files provides a layout, but never replaces a bundled one")
  func passedOver() throws {
    let folder = try TemporaryDirectory()
    let copy = try folder.write(
      Array(Data(contentsOf: URL(filePath: flowPath()))), to: "copy.so")
    let run = try layouthost("list", "--json", "-p", folder.path)
    let passed = try #require(try run.json().object?["passedOver"]?.array).compactMap(\.object)
    #expect(passed.count == 1)
    #expect(passed.first?["path"]?.string == copy)
    #expect(passed.first?["layout"] == "flow")
  }

  @Test("a named directory that does not exist is an error, and the others are listed")
  func missingDirectory() throws {
    let run = try layouthost("list", "-p", "/dev/null/plugins")
    #expect(run.status == 1)
    #expect(run.errors.contains("/dev/null/plugins"))
    #expect(run.output.contains("flow"))
  }

  @Test("a command that draws reports a named directory that does not exist, and draws")
  func missingDirectoryOfDrawing() throws {
    let folder = try TemporaryDirectory()
    let run = try layouthost(
      "render", "unicode:Arrows", "-l", "flow", "-p", "/dev/null/plugins", "-o",
      folder.path + "/a.png")
    #expect(run.status == 0)
    #expect(run.errors.contains("/dev/null/plugins"), "\(run.errors)")
  }

  @Test(
    "a command that searches a plugin reports a named directory that does not exist, and goes on",
    arguments: ["info", "check", "trust add", "trust remove"])
  func missingDirectoryOfSearch(_ command: String) throws {
    let (home, none) = (try TemporaryDirectory(), "/dev/null/plugins")
    if command == "trust remove" {
      #expect(try layouthost(["trust", "add", "flow"], home: home).status == 0)
    }
    var words = command.split(separator: " ").map(String.init) + ["flow", "-p", none]
    if command == "check" { words += ["--only", "file-judged"] }
    let run = try layouthost(words, home: home)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("\(none): cannot be listed"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  private func flowPath() throws -> String {
    try PluginLibrary(.standard()).file(forLayout: "flow").path
  }
}
