// SPDX-License-Identifier: Apache-2.0
//
// The stages of a hot swap, in order, and the answer of every request.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The stages of swapping in a new version of a layout. Until `commit` the old one runs untouched;
/// from there to `retire` it is kept.
public enum SwapStage: String, Sendable, CaseIterable {
  /// A file is reported to have other bytes.
  case notice
  /// Those bytes are copied to a private place.
  case copy
  /// They are judged: a plugin that may run and offers the layout. None of its code has run yet.
  case judge
  /// A child process has run it.
  case trial
  /// Its code is mapped, here or in its worker.
  case load
  /// An instance exists beside the old one.
  case shadow
  /// It has the settings and bindings of the old one.
  case carry
  /// It prepared for the data and answered for the elements that will be visible.
  case prepare
  /// It is on screen.
  case commit
  /// It passed its probation.
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

  /// A refusal with its stage and its error.
  public init(_ stage: SwapStage, _ error: LayoutError) {
    (self.stage, self.error) = (stage, error)
  }

  public var description: String { "\(stage.rawValue): \(error)" }
}

/// The outcome of a swap that succeeded.
public struct SwapReceipt: Equatable, Sendable {
  /// SHA-256 of the file that is on screen now, in hexadecimal.
  public var hash: String
  /// Seconds from the request to the frame, by the caller's stopwatch.
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
  /// The swap was refused, and the old version continues unchanged.
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
// The new version, and the options of the swap.

/// A request to replace the layout of a view by another version of it.
public struct SwapRequest {
  /// The file, judged by the watcher or by ``PluginFile/init(judging:trust:trusting:)``.
  public var file: PluginFile
  /// The layout in it.
  public var layoutID: String
  /// The hash of the running file; a file with the same hash is refused. Nil allows any.
  public var runningHash: String?
  /// The child with another version, if a child changed: the tree is then made again, from the
  /// running ``file`` and this one. ``init(part:of:)`` sets it.
  public internal(set) var part: SwapPart?
  /// The process of the layout, and its limits, which apply to the trial too.
  public var policy = LayoutPolicy.auto
  /// True to start without the old one's state if the new version cannot read it.
  public var isCold = false
  /// True to animate elements from their old to their new places.
  public var isAnimated = false
  /// The course of the animation; nil for the view's own.
  public var timing: AnimationTiming?
  /// Called once after the swap was accepted: true when the elements are at their new places, false
  /// when another change replaced the animation.
  public var completion: ((Bool) -> Void)?
  /// Sets up the instance before the old one's settings are carried over, and returns the layout to
  /// show: the same, or one that wraps its connection. Queries bound here are not bound again.
  public var configure: (CollectionLayout) throws(LayoutError) -> CollectionLayout = { $0 }
  /// Called at the end of an accepted swap: inside a later frame, so change nothing there.
  public var onEnd: (SwapEnd) -> Void = { _ in }

  /// A request with the defaults.
  public init(file: PluginFile, layoutID: String, runningHash: String? = nil) {
    (self.file, self.layoutID, self.runningHash) = (file, layoutID, runningHash)
  }
}
