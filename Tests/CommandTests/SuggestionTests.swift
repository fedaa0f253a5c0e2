// SPDX-License-Identifier: Apache-2.0
//
// Unknown names: the message suggests a name with a similar spelling.

import LayoutTesting
import Testing

@Suite("did you mean")
struct SuggestionTests {
  @Test(
    "the message for an unknown name suggests the nearest ones",
    arguments: [
      (["rendr"], "did you mean render?"), (["help", "prob"], "did you mean probe?"),
      (["list", "--plugin", "x"], "did you mean --plugins?"),
      (["render", "unicode:Arrows", "-l", "flw", "-o", "x.png"], "did you mean flow?"),
      (["render", "unicode:Arows", "-l", "flow", "-o", "x.png"], "did you mean Arrows?"),
      (["render", "unicode:Cyrilic", "-l", "flow", "-o", "x.png"], "did you mean Cyrillic?"),
      (["render", "unicode:Greek", "-l", "flow", "-o", "x.png"], "Greek and Coptic"),
      (
        ["render", "unicode:Arrows", "-l", "flow", "-s", "itemSze=4", "-o", "x.png"],
        "did you mean itemSize?"
      ),
      (["render", "unicode", "-l", "flow", "-o", "x.png", "--theme", "drk"], "did you mean dark?"),
      (["check", "flow", "--only", "boundss"], "--rules lists them"),
      (["bench", "flow/opn/1e6"], "did you mean flow/open/1e6"),
      (["new", "grid", "-L", "rus"], "did you mean rust?"),
      (["info", "mosac"], "did you mean mosaic?"),
    ] as [([String], String)])
  func near(words: [String], hint: String) throws {
    let folder = try TemporaryDirectory()
    let run = try layouthost(words, in: folder.path)
    #expect(run.status != 0)
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  @Test("steps and keys of a scenario get suggestions too")
  func scenarios() throws {
    let folder = try TemporaryDirectory()
    let lines = [
      #"{"id": 1, "layout": "flow", "sections": [], "steps": [{"do": "visibel"}]}"#,
      #"{"id": 2, "layout": "flow", "sectons": [], "steps": []}"#,
    ]
    let file = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "near.jsonl")
    let run = try layouthost("probe", file)
    #expect(run.output.contains("did you mean visible?"), "\(run.output)")
    #expect(run.output.contains("did you mean sections?"), "\(run.output)")
  }

  @Test("a name without a near match gets a list, and the list is limited")
  func far() throws {
    let command = try layouthost("xyzzyxyzzy")
    #expect(command.errors.contains("there are list, info, render"), "\(command.errors)")
    let block = try layouthost(
      "render", "unicode:Qqqqqqqqqq", "-l", "flow", "-o", "/dev/null/x.png")
    #expect(block.errors.contains("Qqqqqqqqqq") && block.errors.count < 400, "\(block.errors)")
  }
}
