// SPDX-License-Identifier: Apache-2.0
//
// `info`: a bundled plugin, an untrusted plugin that runs in a child process, a refused file.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("info")
struct InfoTests {
  @Test("a bundled plugin is found by layout, by plugin id and by path", arguments: [0, 1, 2])
  func finds(way: Int) throws {
    let file = try PluginLibrary(.standard()).file(forLayout: "flow")
    let name = ["flow", try #require(file.note?.id), file.path][way]
    let run = try layouthost("info", "--json", name)
    #expect(run.status == 0, "\(run.errors)")
    let layout = try #require(try run.json().object?["layouts"]?.array?.first?.object)
    #expect(layout["id"] == "flow")
    let properties = try #require(layout["properties"]?.array).compactMap(\.object)
    let alignment = try #require(properties.first { $0["name"] == "lineAlignment" })
    #expect(alignment["type"] == "enum")
    #expect(alignment["default"] == "uikit")
    #expect(alignment["cases"] == ["uikit", "leading", "center", "trailing", "justified"])
    let queries = try #require(layout["queries"]?.array).compactMap { $0.object?["name"]?.string }
    #expect(queries.contains("sizeForItem"))
  }

  @Test("a bundled file counts as bundled by any path, and a copy elsewhere as the user's")
  func trust() throws {
    let file = try PluginLibrary(.standard()).file(forLayout: "flow")
    let folder = try TemporaryDirectory()
    let copy = folder.path + "/copy.so"
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    for (name, trust) in [("flow", "bundled"), (file.path, "bundled"), (copy, "user")] {
      let run = try layouthost("info", "--json", name)
      #expect(try run.json().object?["trust"]?.string == trust, "\(name)")
    }
  }

  @Test("the text table has properties with type, default, range, unit and help")
  func table() throws {
    let run = try layouthost("info", "flow")
    #expect(run.status == 0)
    for text in ["itemSize", "size", "= [50,50]", "≥ 0", "pt", "sizeForItem(item)", "header"] {
      #expect(run.output.contains(text), "\(text)")
    }
  }

  @Test("a refused file is reported with its code, and the exit code is 1")
  func refused() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("nothing".utf8), to: "nothing.so")
    let run = try layouthost("info", path)
    #expect(run.status == 1)
    #expect(run.output.contains("refused"))
    #expect(run.errors.contains("[not-elf]"))
    #expect(!run.output.contains("[not-elf]"), "the reason is told once")
  }

  @Test("a file that is not there has no trust")
  func absent() throws {
    let run = try layouthost("info", "/proc/none.so")
    #expect(run.status == 1 && run.errors.contains("[unreadable]"), "\(run.errors)")
    #expect(run.output.contains("refused") && !run.output.contains("trust"), "\(run.output)")
  }

  @Test("output that cannot be written is reported once, after the main error")
  func lost() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("nothing".utf8), to: "nothing.so")
    let run = try layouthost(["info", path], redirection: ">/dev/full")
    #expect(run.status == 1)
    #expect(run.errors.contains("[not-elf]"))
    #expect(run.errors.components(separatedBy: "[unwritable]").count == 2, "\(run.errors)")
  }

  @Test("an unknown name is an error that lists the layouts")
  func unknown() throws {
    let run = try layouthost("info", "spiral")
    #expect(run.status == 1)
    #expect(run.errors.contains("[unknown-layout]"))
    #expect(run.errors.contains("waterfall"))
  }

  @Test("an untrusted plugin cannot put the user's files into its output unless the user allows it")
  func hostile() throws {
    let folder = try TemporaryDirectory()
    let secret = try folder.write(Array("hunter2".utf8), to: "secret")
    let tells = """
      static char text[64]; int file = open("\(secret)", O_RDONLY);
      long count = file < 0 ? 0 : read(file, text, sizeof text);
      descriptor.help.bytes = text; descriptor.help.count = count > 0 ? count : 0;
      """
    let path = try FakeLayout.path(
      mutation: "{ \(tells.replacing("\n", with: " ")) }",
      flags: ["-include", "fcntl.h", "-include", "unistd.h"])
    let plain = try layouthost("info", "--tier", "worker", "--json", path)
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(plain.output.contains("hunter2"))
    for words in [[], ["--tier", "sandboxed"]] {
      let run = try layouthost(["info", "--json", path] + words)
      #expect(!run.output.contains("hunter2"))
      // If the kernel has no sandbox the command says so and does nothing else.
      #expect(run.status == 0 || run.errors.contains("[sandbox-unavailable]"), "\(run.errors)")
    }
    #expect(try layouthost("info", "--tier", "in-process", path).status == 2)
  }
}
