// SPDX-License-Identifier: Apache-2.0
//
// What is to be swapped in, and how.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// A request to replace the layout on a view by another version of it.
public struct SwapRequest {
  /// The file, as the watcher or ``PluginFile/init(judging:trust:trusting:)`` judged it.
  public var file: PluginFile
  /// The layout in it.
  public var layoutID: String
  /// The hash of the file that runs now; a file with the same is refused. Nil allows any.
  public var runningHash: String?
  /// The process in which the layout shall run, and its limits, which hold for the trial too.
  public var policy = LayoutPolicy.auto
  /// True when the new version may start without the old one's state when it cannot read it.
  public var isCold = false
  /// True when everything moves from its old place to its new one.
  public var isAnimated = false
  /// The course of that; nil for the view's own.
  public var timing: AnimationTiming?
  /// Sets up the instance before the old one's settings are carried over, and gives the layout to
  /// show: the same, or one that wraps its connection. What is bound here is not bound again.
  public var configure: (CollectionLayout) throws(LayoutError) -> CollectionLayout = { $0 }
  /// Hears how it ended, after an accepted swap: inside a later frame, so change nothing there.
  public var onEnd: (SwapEnd) -> Void = { _ in }

  /// A request with the defaults.
  public init(file: PluginFile, layoutID: String, runningHash: String? = nil) {
    (self.file, self.layoutID, self.runningHash) = (file, layoutID, runningHash)
  }
}
