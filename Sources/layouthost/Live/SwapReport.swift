// SPDX-License-Identifier: Apache-2.0
//
// A swap in lines: one a stage.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The lines of one swap, each with the time since it began.
final class SwapReport {
  private let layout: String
  private let hash: String
  private let start = Meter.now
  private var lines: [JSONObject] = []

  init(layout: String, hash: String) {
    self.layout = layout
    self.hash = hash
  }

  /// Since it began.
  var seconds: Double { Meter.milliseconds(since: start) / 1000 }

  func note(_ stage: SwapStage) { lines.append(line(stage)) }

  /// Takes the lines since the last time.
  func takeLines() -> [JSONObject] {
    defer { lines = [] }
    return lines
  }

  /// Puts the answer into the line of the commit.
  func accept(_ receipt: SwapReceipt) {
    guard var line = lines.popLast() else { return }
    line["answer"] = "accepted"
    if let anchor = receipt.anchor {
      line["anchor"] = [
        "path": [.integer(Int64(anchor.path.section)), .integer(Int64(anchor.path.item))],
        "offset": [.number(anchor.offset.dx), .number(anchor.offset.dy)],
      ]
    }
    if !receipt.notCarriedOver.isEmpty {
      line["notCarriedOver"] = .array(receipt.notCarriedOver.map(JSONValue.string))
    }
    lines.append(line)
  }

  func refuse(_ refusal: SwapRefusal) {
    var line = line(refusal.stage)
    line["answer"] = "refused"
    line["error"] = .object(refusal.error.json)
    lines.append(line)
  }

  /// The line of what became of a swap after its commit.
  static func end(_ end: SwapEnd, layout: String) -> JSONObject {
    var line = JSONObject([.init("swap", .string(layout))])
    switch end {
    case .retired: line["stage"] = .string(SwapStage.retire.rawValue)
    case .rolledBack(let refusal):
      line["stage"] = .string(refusal.stage.rawValue)
      line["answer"] = "rolled-back"
      line["error"] = .object(refusal.error.json)
    }
    return line
  }

  private func line(_ stage: SwapStage) -> JSONObject {
    JSONObject([
      .init("swap", .string(layout)), .init("stage", .string(stage.rawValue)),
      .init("hash", .string(hash)), .init("milliseconds", .number(seconds * 1000)),
    ])
  }
}
