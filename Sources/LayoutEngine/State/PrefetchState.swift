// SPDX-License-Identifier: Apache-2.0
//
// Items that were asked for ahead of the scroll, and those to be asked for now.

import LayoutModel

/// The items that were asked for and are neither cancelled nor shown.
struct PrefetchLedger: Equatable {
  /// Ascending.
  private(set) var asked: [ItemPath] = []

  /// Takes in which items lie in sight and ahead.
  ///
  /// - Parameters:
  ///   - shown: On screen, ascending.
  ///   - ahead: To be asked for, the next one first.
  ///   - likely: May still come at the fastest scrolling; what is not among them is cancelled.
  /// - Returns: What to cancel, ascending, and what to ask for, the next one first.
  mutating func update(
    shown: [ItemPath], ahead: [ItemPath], likely: Set<ItemPath>
  ) -> (cancelled: [ItemPath], wanted: [ItemPath]) {
    show(shown)
    let cancelled = asked.filter { !likely.contains($0) }
    let known = Set(shown).union(asked)
    let wanted = ahead.filter { !known.contains($0) }
    asked = (asked.filter(likely.contains) + wanted).sorted()
    return (cancelled, wanted)
  }

  /// Takes in that items are on screen.
  mutating func show(_ shown: [ItemPath]) {
    guard !asked.isEmpty else { return }
    let shown = Set(shown)
    asked.removeAll(where: shown.contains)
  }

  /// The data changed.
  mutating func forget() { asked = [] }
}

/// The state of looking ahead from frame to frame.
final class PrefetchState {
  var lookahead = Lookahead()
  var ledger = PrefetchLedger()
  /// Sections that moved across.
  var across = CrossLookaheads()
  /// The area that was looked through last; nil when it has to be looked through anew.
  var covered: Rect?
  /// Cells ahead that can be prepared, the next one last.
  var candidates: [ItemPath] = []
  var time = 0.0
  var epoch: UInt64 = 0
  var prepareCount = 0
  /// The number of times that the layout was asked what lies ahead.
  var lookCount = 0
}
