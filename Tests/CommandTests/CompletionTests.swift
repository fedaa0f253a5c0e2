// SPDX-License-Identifier: Apache-2.0
//
// The completions that shells get for an unfinished command line. `Tools/test-completions` asks real shells.

import Foundation
import LayoutTesting
import Testing

@Suite("completion")
struct CompletionTests {
  @Test(
    "completions for a line are what its command understands",
    arguments: [
      (["rend"], ["render"], ""),
      (["help", "sess"], ["session"], ""),
      (["render", "unicode", "--outp"], ["--output"], ""),
      (["render", "unicode", "--layout", "mos"], ["mosaic"], "files"),
      (["render", "unicode", "-l", "mos"], ["mosaic"], "files"),
      (["render", "unicode", "--layout=mos"], ["--layout=mosaic"], "files"),
      // The words into which bash splits the same line.
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

  @Test("layouts in the folders that the line names are completed too")
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
    "each supported shell has a script, and another shell is refused",
    arguments: ["bash", "zsh", "fish", "tcsh"])
  func scripts(shell: String) throws {
    let run = try layouthost("completion", shell)
    if shell == "tcsh" {
      #expect(run.status == 2 && run.errors.contains("none of bash, zsh, fish"))
    } else {
      #expect(run.status == 0 && run.output.contains("completion words --"))
    }
  }
}
