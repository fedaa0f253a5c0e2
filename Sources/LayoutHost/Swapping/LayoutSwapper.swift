// SPDX-License-Identifier: Apache-2.0
//
// A hot swap, stage by stage: each is a step between two frames of the session.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Replaces the layout on a view by another version of it, while the session goes on.
///
/// ``run()`` does everything at once. ``step()`` does one stage, or a part of one: what a worker does
/// for it nobody waits for, and the app's answers to a layout that prepares are asked for in portions
/// of about a millisecond. Scroll, change data and run frames between steps as you like. Whatever fails,
/// the layout on screen is untouched and the answer names stage, code and reason. After the commit the
/// old layout stands by for 60 frames or until the data changes: should the new one fail in them, it
/// takes over again.
public final class LayoutSwapper {
  /// Hears of each stage that is done.
  public var onStage: ((SwapStage) -> Void)?
  /// The stage that the next step runs.
  public internal(set) var stage = SwapStage.notice
  /// The answer, once there is one.
  public private(set) var answer: SwapAnswer?
  /// Fails stages on purpose.
  package var fault: ((SwapStage) -> LayoutError?)?

  let view: CollectionView
  package let request: SwapRequest
  /// Nil once there is an answer.
  var old: CollectionLayout?
  let stopwatch: () -> Double
  let start: Double
  /// The work that the stage began and others are to end.
  var work = SwapWork.none
  /// The copy in the image store.
  var image: String?
  var loaded: LoadedLayout?
  var shadow: CollectionLayout?
  var preparation: ShadowPreparation?
  var lost: [String] = []
  /// The settings of the old layout when it was carried over.
  var carried: CarryStage.Mark?
  var state: CarryStage.State?
  /// The number of times that a new version began to prepare.
  public internal(set) var preparationCount = 0
  /// The number of times that something changed under a preparation.
  var staleCount = 0

  /// The number of stale preparations after which data that change faster are not tried again.
  static let staleLimit = 3

  /// A swap of the layout that `view` shows now. Nothing runs yet.
  ///
  /// - Parameter stopwatch: Seconds from any beginning, for the duration in the answer. Nothing else
  ///   depends on it.
  public init(
    _ request: SwapRequest, on view: CollectionView, stopwatch: @escaping () -> Double = { 0 }
  ) {
    (self.request, self.view, self.stopwatch) = (request, view, stopwatch)
    old = view.layout
    start = stopwatch()
  }

  /// Runs everything up to the commit, which the next step makes or refuses.
  ///
  /// - Returns: The answer, where there is one already.
  @discardableResult
  public func prepare() -> SwapAnswer? {
    while answer == nil, stage != .commit, !isWaiting { step(.untilDone) }
    return answer
  }

  /// Runs what is left. A commit that would have to wait, inside a frame or a batch, is refused.
  public func run() -> SwapAnswer {
    while true {
      if let answer { return answer }
      if isWaiting { return end(.refused(SwapRefusal(stage, EngineState.reentrant))) }
      step(.untilDone)
    }
  }

  /// True when the next step has to wait for the end of a frame or a batch.
  public var isWaiting: Bool {
    view.state.isRunning && [.trial, .prepare, .commit].contains(stage)
  }

  /// True when a worker, or a thread, is about to do what the stage needs: run frames, and
  /// step again.
  public var isUnderWay: Bool { if case .none = work { false } else { true } }

  /// Runs the next stage, as far as it goes without waiting; prepares once more instead when the data
  /// changed meanwhile. Does nothing while it waits, and after the answer.
  ///
  /// - Returns: The answer, once there is one.
  @discardableResult
  public func step() -> SwapAnswer? { step(.step) }

  /// Gives the swap up: something newer is wanted. The old layout runs on.
  ///
  /// - Returns: The answer: a refusal `cancelled`, unless there was one before.
  @discardableResult
  public func cancel() -> SwapAnswer {
    answer
      ?? end(
        .refused(
          SwapRefusal(
            stage, LayoutError(.cancelled, "the swap of \(request.layoutID) was given up"))))
  }

  @discardableResult
  private func step(_ patience: Patience) -> SwapAnswer? {
    guard answer == nil, !isWaiting else { return answer }
    let current = stage
    do throws(LayoutError) {
      if !isUnderWay, let error = fault?(current) { throw error }
      try perform(current, patience)
    } catch {
      return end(.refused(SwapRefusal(current, error)))
    }
    return answer
  }

  func end(_ answer: SwapAnswer) -> SwapAnswer {
    self.answer = answer
    // The swapper may be kept for its answer; what is retired shall go nevertheless.
    (loaded, old, shadow, preparation, work) = (nil, nil, nil, nil, .none)
    return answer
  }
}

extension LayoutSwapper: ObservedSwap {
  package var layoutID: String { request.layoutID }
  package var course: ViewCall.Course {
    ViewCall.Course(request.isAnimated, request.isAnimated ? request.timing : nil)
  }
  package var isAccepted: Bool { if case .accepted = answer { true } else { false } }
}
