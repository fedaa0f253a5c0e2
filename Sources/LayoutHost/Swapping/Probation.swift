// SPDX-License-Identifier: Apache-2.0
//
// The first frames of a new version, with the old one standing by.

import LayoutModel
import LayoutRuntime

/// The layout before a swap, ready to take over again.
final class Probation {
  let old: CollectionLayout
  /// The content offset before the swap, and after it.
  let offsets: (before: Point, after: Point)
  /// Of the data at the swap.
  let epoch: UInt64
  let onEnd: (SwapEnd) -> Void
  /// Frames still to prove.
  var framesLeft = Probation.frameCount

  /// A second at the pace of most displays.
  static let frameCount = 60

  init(
    old: CollectionLayout, offsets: (before: Point, after: Point), epoch: UInt64,
    onEnd: @escaping (SwapEnd) -> Void
  ) {
    (self.old, self.offsets, self.epoch, self.onEnd) = (old, offsets, epoch, onEnd)
  }

  /// Returns true when an error tells against the layout. What the app's data threw does not.
  static func isLayoutAtFault(_ error: LayoutError) -> Bool {
    error.plugin != nil && !error.isAppFault
  }
}

extension LayoutError {
  /// True when an error that a call into a layout threw is the app's: an answer to a query failed.
  var isAppFault: Bool { Self.appCodes.contains(code) }

  private static let appCodes: Set<Code> = ["query-failed", "query-signature", "reentrant"]
}

extension CollectionView {
  /// True when the layout on screen was swapped in a moment ago, so that the one before it
  /// stands by.
  public var isOnProbation: Bool { probation != nil }

  /// Runs a frame of a layout on probation. When the layout fails in it, the one before it takes over
  /// again and shows the frame; the first frame with other data ends the probation.
  func runOnProbation(_ pass: FramePass) throws(LayoutError) {
    guard let probation, pass.update == nil, !isDataStale, data.shape.epoch == probation.epoch
    else {
      endProbation()
      try pass.run()
      return
    }
    do { try pass.run() } catch {
      guard Probation.isLayoutAtFault(error) else { throw error }
      try rollBack(probation, pass, because: error)
      return
    }
    probation.framesLeft -= 1
    if probation.framesLeft <= 0 { endProbation() }
  }

  /// Lets go of the layout that stands by.
  func endProbation() {
    guard let probation else { return }
    self.probation = nil
    forgetLayoutsOffScreen()
    inApp { probation.onEnd(.retired) }
  }

  /// The old layout prepares and takes over: where nothing scrolled since the swap, the content stands
  /// where it stood before.
  private func rollBack(
    _ probation: Probation, _ pass: FramePass, because error: LayoutError
  ) throws(LayoutError) {
    self.probation = nil
    let (shown, saved) = (frames.front.scroll.offset, scroll)
    let isInPlace = shown == probation.offsets.after
    if isInPlace {
      let moved = Vector(dx: scroll.offset.x - shown.x, dy: scroll.offset.y - shown.y)
      let back = probation.offsets.before
      scroll.jump(to: Point(x: back.x + moved.dx, y: back.y + moved.dy))
    }
    do throws(LayoutError) {
      try FramePass(
        view: self, layout: probation.old.engine, handover: Handover(keepsOffset: isInPlace)
      ).run()
    } catch _ {
      // Both fail: what the newer one said is what the caller has to know.
      scroll = saved
      throw error
    }
    if let change = pass.change { frames.animation.finish(change.completions, isWhole: true) }
    adopt(probation.old)
    forgetLayoutsOffScreen()
    inApp { probation.onEnd(.rolledBack(SwapRefusal(.probation, error))) }
  }

  /// The frame in the making keeps no layout alive, so that the code of one that left is unmapped.
  private func forgetLayoutsOffScreen() {
    if !frames.isRunning { frames.back.layout = layout.engine }
  }
}
