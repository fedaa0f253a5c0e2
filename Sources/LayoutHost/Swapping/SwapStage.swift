// SPDX-License-Identifier: Apache-2.0
//
// The stages of a hot swap, in order, and the answer that every request gets.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The stages of a new version of a layout on its way to the screen. Until `commit` the old one
/// runs untouched; from there to `retire` it stands by.
public enum SwapStage: String, Sendable, CaseIterable {
  /// Somebody says that a file has other bytes.
  case notice
  /// Those bytes are where nobody changes them.
  case copy
  /// They are a plugin that may run and offers the layout. None of its code ran yet.
  case judge
  /// A child process ran it.
  case trial
  /// Its code is mapped, here or in its worker.
  case load
  /// An instance lives beside the old one.
  case shadow
  /// It has what was set and bound on the old one.
  case carry
  /// It prepared for the data and answered for what will be visible.
  case prepare
  /// It is on screen.
  case commit
  /// It showed that it stays.
  case probation
  /// The old one is gone.
  case retire
}

/// The reason for which a swap was refused.
public struct SwapRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The stage at which it ended.
  public let stage: SwapStage
  /// Code and reason.
  public let error: LayoutError

  /// A refusal.
  public init(_ stage: SwapStage, _ error: LayoutError) {
    (self.stage, self.error) = (stage, error)
  }

  public var description: String { "\(stage.rawValue): \(error)" }
}

/// The outcome of a swap that succeeded.
public struct SwapReceipt: Equatable, Sendable {
  /// SHA-256 of the file that is on screen now, in hexadecimal.
  public var hash: String
  /// Seconds from the request to the frame, by the stopwatch of whoever asked.
  public var duration: Double
  /// The cell that kept its place.
  public var anchor: Anchor?
  /// The settings of the old layout that the new one does not have: `property columns`,
  /// `query sizeForItem`, `decoration backdrop`, `state`; in the order of the old layout's
  /// descriptor.
  public var notCarriedOver: [String]
}

/// The answer to a request to swap.
public enum SwapAnswer: Equatable, Sendable {
  /// The new version is on screen.
  case accepted(SwapReceipt)
  /// The old one runs on as if nothing had been asked.
  case refused(SwapRefusal)
}

/// The end of a swap after its commit.
public enum SwapEnd: Equatable, Sendable {
  /// The old layout is gone.
  case retired
  /// The new one failed on probation, and the old one is on screen again.
  case rolledBack(SwapRefusal)
}

// MARK: - Requests
//
// What is to be swapped in, and how.

/// A request to replace the layout on a view by another version of it.
public struct SwapRequest {
  /// The file, as the watcher or ``PluginFile/init(judging:trust:trusting:)`` judged it.
  public var file: PluginFile
  /// The layout in it.
  public var layoutID: String
  /// The hash of the file that runs now; a file with the same is refused. Nil allows any.
  public var runningHash: String?
  /// The layout inside that is another version, where that is what changed: the whole is made anew then, of
  /// ``file`` as it runs already, and of this. ``init(part:of:)`` sets it.
  public internal(set) var part: SwapPart?
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
