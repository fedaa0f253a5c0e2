// SPDX-License-Identifier: Apache-2.0
//
// `trust add`, `trust remove`, `trust list`, and their effect on the other commands.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("trust")
struct TrustCommandTests {
  private let home: TemporaryDirectory
  /// A plugin that is not bundled, in a directory of its own.
  private let plugin: String
  private let hash: String

  init() throws {
    home = try TemporaryDirectory()
    _ = try home.makeDirectory("plugins")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: FakeLayout.path()))
    plugin = try home.write(Array(bytes), to: "plugins/fake.so")
    hash = PluginFile(judging: plugin).hash
  }

  private func run(_ words: String...) throws -> Command { try layouthost(words, home: home) }

  private func trustOfPlugin() throws -> String? {
    let run = try run("list", "--json", "-p", home.path + "/plugins")
    let plugins = try #require(try run.json().object?["plugins"]?.array).compactMap(\.object)
    return plugins.first { $0["path"] == .string(plugin) }?["trust"]?.string
  }

  @Test("a plugin is trusted by its hash until it changes or is removed from the list")
  func wholeLife() throws {
    #expect(try trustOfPlugin() == "user")
    let add = try run("trust", "add", plugin)
    #expect(add.status == 0 && add.errors.isEmpty)
    #expect(add.output == "trusted: \(hash)  \(plugin)\n")
    #expect(try run("trust", "add", plugin).output.hasPrefix("already trusted: \(hash)"))
    #expect(try trustOfPlugin() == "trusted")
    #expect(try run("info", plugin).output.contains("trusted"))
    #expect(try run("trust", "list").output.contains("\(hash)  2"))
    // One more byte, after the part that is loaded.
    let file = try #require(FileHandle(forWritingAtPath: plugin))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
    #expect(try trustOfPlugin() == "user")
    let list = try run("trust", "list", "--json")
    let entry = try #require(try list.json().object?["trusted"]?.array?.first?.object)
    #expect(entry["sha256"] == .string(hash) && entry["file"] == "changed")
    #expect(entry["path"] == .string(plugin) && entry["date"]?.string?.count == 10)
    // Removed by its path, for any file that is there now.
    let remove = try run("trust", "remove", plugin, "--json")
    #expect(remove.status == 0 && remove.output.contains(hash))
    #expect(try run("trust", "list").output == "No plugin is trusted.\n")
  }

  @Test("a plugin can be removed by hash or id, and a plugin that is not in the list is an error")
  func remove() throws {
    for word in [hash, plugin] {
      _ = try run("trust", "add", plugin)
      #expect(try run("trust", "remove", word).status == 0)
    }
    _ = try run("trust", "add", "fake", "-p", home.path + "/plugins")
    #expect(try run("trust", "remove", "fake", "-p", home.path + "/plugins").status == 0)
    for word in [hash, plugin, String(repeating: "0", count: 64), "nosuch"] {
      let unknown = try run("trust", "remove", word)
      #expect(unknown.status == 1 && unknown.errors.contains("[not-trusted]"))
      #expect(unknown.errors.contains(word))
    }
  }

  @Test("a refused plugin is not trusted, and neither are those named beside it")
  func refused() throws {
    let broken = try home.write([1, 2, 3], to: "plugins/broken.so")
    let add = try run("trust", "add", plugin, broken)
    #expect(add.status == 1 && add.output.isEmpty)
    #expect(add.errors.contains(broken) && add.errors.contains("[not-elf]"))
    #expect(try run("trust", "list", "--json").json().object?["trusted"] == .array([]))
  }

  @Test("a list that others can write is refused by every command that would use it")
  func wrongMode() throws {
    _ = try run("trust", "add", plugin)
    try #require(chmod(home.path + "/layouthost/trust", 0o666) == 0)
    for words in [
      ["trust", "list"], ["trust", "add", plugin], ["trust", "remove", hash], ["list"],
    ] {
      let run = try layouthost(words, home: home)
      #expect(run.status == 1 && run.errors.contains("[writable-by-others]"), "\(words)")
    }
    #expect(try trustOfPlugin() == "user")
  }

  @Test(
    "a wrong command line exits with 2",
    arguments: [
      (["trust"], "add, remove or list is missing"), (["trust", "moon"], "'moon'"),
      (["trust", "add"], "PLUGIN is missing"), (["trust", "remove"], "HASH is missing"),
      (["trust", "list", "x"], "'x' is one argument too many"),
    ])
  func usage(words: [String], names: String) throws {
    let run = try layouthost(words, home: home)
    #expect(run.status == 2 && run.errors.contains(names), "\(run.errors)")
  }

  @Test("a trusted plugin runs in the command's process, and a changed one in a worker again")
  func tier() throws {
    let picture = home.path + "/x.png"
    // A layout that ends its process in the first call: here the command itself ends without a
    // message.
    let words = [
      "render", "unicode", "--layout", plugin + "#fake", "-o", picture,
      "--set", "behaviour=exits", "--set", "call=prepare",
    ]
    let before = try layouthost(words, home: home)
    #expect(before.status == 1 && before.errors.contains("test.fake"), "\(before.errors)")
    _ = try run("trust", "add", plugin)
    let trusted = try layouthost(words, home: home)
    #expect(trusted.status == 0 && trusted.errors.isEmpty, "\(trusted.errors)")
    #expect(!FileSystem.exists(picture))
    try home.write(
      Array(Data(contentsOf: URL(fileURLWithPath: plugin))) + [0], to: "plugins/fake.so")
    let changed = try layouthost(words, home: home)
    #expect(changed.status == 1 && changed.errors.contains("test.fake"), "\(changed.errors)")
  }
}
