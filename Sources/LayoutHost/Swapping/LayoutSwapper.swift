// SPDX-License-Identifier: Apache-2.0
//
// A hot swap, stage by stage: each is a step between two frames of the session.

import LayoutModel
import LayoutRuntime

/// Replaces the layout on a view by another version of it, while the session goes on.
///
/// ``run()`` does everything at once. ``step()`` does one stage; scroll, change data and run frames
/// between steps as you like. Whatever fails, the layout on screen is untouched and the answer names
/// stage, code and reason. After the commit the old layout stands by for 60 frames or until the data
/// changes: should the new one fail in them, it takes over again.
public final class LayoutSwapper {
  /// Hears of each stage that is done.
  public var onStage: ((SwapStage) -> Void)?
  /// The stage that the next step runs.
  public private(set) var stage = SwapStage.notice
  /// The answer, once there is one.
  public private(set) var answer: SwapAnswer?
  /// Fails stages on purpose.
  package var fault: ((SwapStage) -> LayoutError?)?

  private let view: CollectionView
  private let request: SwapRequest
  /// Nil once there is an answer.
  private var old: CollectionLayout?
  private let stopwatch: () -> Double
  private let start: Double
  private var loaded: LoadedLayout?
  private var shadow: CollectionLayout?
  private var preparation: ShadowPreparation?
  private var lost: [String] = []
  /// How often the data changed under a preparation.
  private var staleCount = 0

  /// Data that changes faster than a layout prepares for it is not worth more tries.
  private static let staleLimit = 3

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

  /// Runs what is left. A commit that would have to wait, inside a frame or a batch, is refused.
  public func run() -> SwapAnswer {
    while true {
      if let answer { return answer }
      if isWaiting { return end(.refused(SwapRefusal(stage, FramePass.reentrant))) }
      step()
    }
  }

  /// Whether the next step has to wait for the end of a frame or a batch.
  public var isWaiting: Bool {
    view.frames.isRunning && (stage == .prepare || stage == .commit)
  }

  /// Runs the next stage; prepares once more instead when the data changed meanwhile. Does nothing
  /// while it waits, and after the answer.
  ///
  /// - Returns: The answer, once there is one.
  @discardableResult
  public func step() -> SwapAnswer? {
    guard answer == nil, !isWaiting else { return answer }
    let current = stage
    do throws(LayoutError) {
      if let error = fault?(current) { throw error }
      try perform(current)
    } catch {
      return end(.refused(SwapRefusal(current, error)))
    }
    return answer
  }

  private func perform(_ current: SwapStage) throws(LayoutError) {
    switch current {
    case .notice: try NoticeStage(request: request).run()
    case .copy: try CopyStage(file: request.file).run()
    case .judge: try JudgeStage(request: request).run()
    case .trial:
      guard let old else { return }
      try TrialStage(
        request: request, old: old, shape: view.data.shape, container: view.container
      ).run()
    case .load:
      loaded = try .load(
        request.layoutID, of: request.file, tier: request.tier,
        isTrustedOnce: request.isTrustedOnce, options: request.options)
    case .shadow:
      shadow = try loaded.map { (loaded) throws(LayoutError) in
        try request.configure(try loaded.instance(request.layoutID))
      }
      loaded = nil
    case .carry: lost = try carry.map { (carry) throws(LayoutError) in try carry.run() } ?? []
    case .prepare: try prepare()
    case .commit, .probation, .retire: return try commit()
    }
    finish(current)
  }

  private var carry: CarryStage? {
    guard let old, let shadow else { return nil }
    return CarryStage(old: old, new: shadow, isCold: request.isCold)
  }

  private func prepare() throws(LayoutError) {
    guard let shadow else { return }
    guard view.layout === old else { throw overtaken }
    preparation = try view.prepareShadow(shadow)
  }

  private func commit() throws(LayoutError) {
    guard let carry, let preparation else { return }
    guard view.layout === old else { throw overtaken }
    // An item that is held goes back, which may be other data than the new version prepared for.
    try MovementPass(view: view).cancel()
    guard view.isCurrent(preparation, of: carry.new) else {
      staleCount += 1
      guard staleCount <= Self.staleLimit else {
        throw LayoutError(
          "busy",
          "the data changed \(staleCount) times while the new version of \(request.layoutID) "
            + "prepared; swap again when it rests")
      }
      stage = .prepare
      return
    }
    let outcome = try CommitStage(view: view, carry: carry, request: request).run(preparation)
    let receipt = SwapReceipt(
      hash: request.file.hash, duration: stopwatch() - start, anchor: outcome.anchor,
      notCarriedOver: lost + outcome.lost)
    finish(.commit)
    _ = end(.accepted(receipt))
  }

  private var overtaken: LayoutError {
    LayoutError(
      "overtaken",
      "the view shows another layout than when the swap of \(request.layoutID) began; ask again")
  }

  private func finish(_ done: SwapStage) {
    if let index = SwapStage.allCases.firstIndex(of: done), index + 1 < SwapStage.allCases.count {
      stage = SwapStage.allCases[index + 1]
    }
    onStage?(done)
  }

  private func end(_ answer: SwapAnswer) -> SwapAnswer {
    self.answer = answer
    // The swapper may be kept for its answer; what is retired shall go nevertheless.
    (loaded, old, shadow, preparation) = (nil, nil, nil, nil)
    return answer
  }
}
