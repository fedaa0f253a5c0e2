// SPDX-License-Identifier: Apache-2.0
//
// The first run of a new version, in a child process that may die of it.

import LayoutABI
import LayoutIsolation
import LayoutModel
import LayoutRuntime

/// Makes the layout in a confined child, gives it what the old one had, and has it lay out the first
/// items. A layout that will run in a worker needs none: its worker is the trial.
struct TrialStage {
  let request: SwapRequest
  let old: CollectionLayout
  let shape: DataShape
  let container: Size

  /// Enough to go through a layout's code, and no time even where each item asks the app.
  private static let itemLimit: UInt32 = 200

  /// - Throws: What the new version did wrong: its own errors, `breach`, `worker-died` with the
  ///   signal, `worker-hung`.
  func run() throws(LayoutError) {
    let tier = request.tier.resolved(for: request.file, isTrustedOnce: request.isTrustedOnce)
    guard tier == .inProcess else { return }
    var options = request.options
    options.isSandboxed = true
    let layout = CollectionLayout(
      try WorkerConnection(file: request.file, layout: request.layoutID, options: options))
    let carry = CarryStage(old: old, new: layout, isCold: request.isCold)
    _ = try carry.run()
    _ = try carry.carryState()
    let frame = FrameRequest(
      time: 0, oldBounds: Rect(origin: .zero, size: container),
      bounds: Rect(origin: .zero, size: container), marks: LAYOUT_MARK_EVERYTHING)
    _ = try layout.connection.frame(frame, shape: beginning, into: AnswerBuffer())
  }

  /// The data up to so many items. Every section stays, so that paths mean the same.
  private var beginning: DataShape {
    var (beginning, left) = (shape, Self.itemLimit)
    for section in beginning.itemCounts.indices {
      beginning.itemCounts[section] = min(beginning.itemCounts[section], left)
      left -= beginning.itemCounts[section]
    }
    return beginning
  }
}
