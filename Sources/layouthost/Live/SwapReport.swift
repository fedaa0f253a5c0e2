// SPDX-License-Identifier: Apache-2.0
//
// A swap in lines: one a stage.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The lines of one swap, each with the time since it began.
final class SwapReport {
  private let layout: String
  private let hash: String
  private let start = Meter.now
  /// Properties that the new version does not take.
  var lost: [String] = []
  private(set) var lines: [JSONObject] = []

  init(layout: String, hash: String) {
    self.layout = layout
    self.hash = hash
  }

  func note(_ stage: SwapStage) {
    var line = line(stage.name)
    if case .shown(let anchor?) = stage {
      line["anchor"] = [
        "path": [.integer(Int64(anchor.path.section)), .integer(Int64(anchor.path.item))],
        "offset": [.number(anchor.offset.dx), .number(anchor.offset.dy)],
      ]
    }
    lines.append(line)
  }

  /// All lines of a swap that went well.
  func done() -> [JSONObject] {
    if !lost.isEmpty, var last = lines.popLast() {
      last["notCarriedOver"] = .array(lost.map(JSONValue.string))
      lines.append(last)
    }
    return lines
  }

  /// The line of one that did not.
  func refused(_ error: LayoutError) -> JSONObject {
    var line = line("refused")
    line["error"] = .object(error.json)
    return line
  }

  private func line(_ stage: String) -> JSONObject {
    JSONObject([
      .init("swap", .string(layout)), .init("stage", .string(stage)), .init("hash", .string(hash)),
      .init("milliseconds", .number(Meter.milliseconds(since: start))),
    ])
  }
}
