// SPDX-License-Identifier: Apache-2.0
//
// What shells are told of command lines that are being written. `Tools/test-completions` asks real shells.

import Foundation
import LayoutTesting
import Testing

@Suite("completion")
struct CompletionTests {
  @Test(
    "a line goes on with what its command understands",
    arguments: [
      (["rend"], ["render"], ""),
      (["help", "sess"], ["session"], ""),
      (["render", "unicode", "--outp"], ["--output"], ""),
      (["render", "unicode", "--layout", "mos"], ["mosaic"], "files"),
      (["render", "unicode", "-l", "mos"], ["mosaic"], "files"),
      (["render", "unicode", "--layout=mos"], ["--layout=mosaic"], "files"),
      // The way in which bash parts the same line.
      (["render", "unicode", "--layout", "=", "mos"], ["mosaic"], "files"),
      (["swap", "unicode", "--layouts", "flow,mos"], ["flow,mosaic"], ""),
      (["render", "unicode", "--theme", ""], ["light", "dark"], ""),
      (["check", "flow", "--tier", ""], ["sandboxed", "worker"], ""),
      (["new", "hive", "--language", "s"], ["swift"], ""),
      (["render", "uni"], ["unicode"], "files"),
      (["render", "unicode", ""], [], ""),
      (["trust", ""], ["add", "remove", "list"], ""),
      (["trust", "add", "mos"], ["mosaic"], "files"),
      (["list", "--plugins", ""], [], "folders"),
      (["render", "--", "--lay"], [], "files"),
      (["nonsense", ""], [], ""),
    ])
  func words(line: [String], words: [String], files: String) throws {
    let run = try layouthost(["completion", "words", "--"] + line)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    let offered = lines.filter { !$0.hasPrefix("\t") }
    #expect(offered.compactMap { $0.split(separator: "\t").first.map(String.init) } == words)
    #expect(lines.filter { $0.hasPrefix("\t") } == (files.isEmpty ? [] : ["\t" + files]))
  }

  @Test("the layouts are those of the folders on the line, too")
  func folder() throws {
    let source = CPlugin.sourceRoot + "/Examples/c-bricks/bricks.c"
    let plugin = try CPlugin.build(
      source: try String(contentsOfFile: source, encoding: .utf8), name: "Bricks")
    let folder = String(plugin.dropLast("/libBricks.so".count))
    let line = ["--", "render", "x", "--layout", "bri"]
    #expect(try layouthost(["completion", "words"] + line).output == "\tfiles\n")
    let named = ["--", "render", "x", "--plugins", folder, "--layout", "bri"]
    let run = try layouthost(["completion", "words"] + named)
    #expect(run.output == "bricks\tlibBricks.so\n\tfiles\n", "\(run.errors)")
  }

  @Test(
    "each shell has a script, and no other has one", arguments: ["bash", "zsh", "fish", "tcsh"])
  func scripts(shell: String) throws {
    let run = try layouthost("completion", shell)
    if shell == "tcsh" {
      #expect(run.status == 2 && run.errors.contains("none of bash, zsh, fish"))
    } else {
      #expect(run.status == 0 && run.output.contains("completion words --"))
    }
  }
}
