// SPDX-License-Identifier: Apache-2.0
//
// What could keep its place where no cell is in sight.

import LayoutABI
import LayoutModel

/// Looks ahead of the frame on screen for the cell that keeps its place.
struct AnchorSearch {
  let state: EngineState

  /// The distance to look ahead, in viewports.
  private static let reach = 8.0

  /// Returns the anchor when no cell is in sight, but a long header or a gap: the first one after it. A
  /// layout that cannot say is not asked to; then nothing keeps its place.
  func anchorBeyond(_ front: ShownFrame) -> Anchor? {
    let scratch = state.frames.scratch
    return askAhead(of: front) ? Anchor.find(in: scratch.records, scroll: front.scroll) : nil
  }

  /// Returns the elements ahead of the frame on screen when no cell is in sight, otherwise none; nil when
  /// the layout cannot say.
  func cellsAheadOfNothing() -> [layout_attributes]? {
    let (frames, front) = (state.frames, state.frames.front)
    let isCellShown = Anchor.find(in: front.answer.records, scroll: front.scroll) != nil
    guard frames.isShown, frames.owed == nil, !isCellShown else { return [] }
    return askAhead(of: front) ? Array(frames.scratch.records) : nil
  }

  /// Asks for what comes after the visible start; false when the layout cannot say.
  private func askAhead(of front: ShownFrame) -> Bool {
    let (start, container) = (front.scroll.visibleStart, front.scroll.container)
    let ahead = Rect(
      x: start.x, y: start.y, width: container.width * Self.reach,
      height: container.height * Self.reach)
    do {
      try front.layout.connection.attributes(in: ahead, into: state.frames.scratch)
    } catch { return false }
    return true
  }
}
