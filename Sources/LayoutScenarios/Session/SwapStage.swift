// SPDX-License-Identifier: Apache-2.0
//
// What a swap goes through, for those who watch it.

import LayoutHost
import LayoutLoading
import LayoutModel

/// A stage that a swap has behind it.
public enum SwapStage {
  /// A file that may be used gives the layout.
  case found(PluginFile)
  /// The layout runs, with its properties set and its queries bound.
  case made
  /// It prepared, answered, and is on screen; what kept its place is told.
  case shown(Anchor?)

  /// One word.
  public var name: String {
    switch self {
    case .found: "found"
    case .made: "made"
    case .shown: "shown"
    }
  }
}
