// SPDX-License-Identifier: Apache-2.0
//
// The notice of another scroll phase.

import LayoutEngine

/// The phase that the app was told of, and the calls that have not ended.
struct PhaseNotice {
  fileprivate var told = ScrollPhase.idle
  fileprivate var depth = 0
  /// More than any delegate needs that changes the phase in its notice.
  fileprivate static let limit = 32
}

extension CollectionView {
  /// The phase of scrolling, of the content and of sections that scroll across.
  public var scrollPhase: ScrollPhase { state.scrollPhase }

  /// A call of the view begins.
  func callBegins() { phaseNotice.depth += 1 }

  /// A call of the view ends. The app is told of another phase at the end of the outermost call,
  /// when nothing in the view is half done.
  func callEnds() {
    phaseNotice.depth -= 1
    if phaseNotice.depth == 0, state.scrollPhase != phaseNotice.told, !state.isRunning {
      tellPhase()
    }
  }

  private func tellPhase() {
    callBegins()
    defer { phaseNotice.depth -= 1 }
    // The delegate may change the phase again, which is the next notice, but not endlessly.
    for _ in 0..<PhaseNotice.limit {
      let phase = state.scrollPhase
      guard phase != phaseNotice.told else { return }
      phaseNotice.told = phase
      guard let delegate else { return }
      inApp { delegate.collectionView(self, didChange: phase) }
    }
  }
}
