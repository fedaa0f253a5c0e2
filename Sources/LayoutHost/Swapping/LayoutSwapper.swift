// SPDX-License-Identifier: Apache-2.0
//
// A hot swap, stage by stage: each is a step between two frames of the session.

import LayoutABI
import LayoutEngine
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Replaces the layout of a view by another version of it, while the session continues.
///
/// ``run()`` does everything at once. ``step()`` does one stage, or a part of one, without waiting
/// for the work of a worker or another thread. A layout that prepares gets the app's answers on the
/// thread that steps, in portions of about a millisecond. You may scroll, change data and run
/// frames between steps. A failure does not affect the layout on screen, and the answer names
/// stage, code and reason. After the commit the old layout is kept for 60 frames or until the data
/// changes: if the new one fails meanwhile, the old one takes over again.
public final class LayoutSwapper {
  /// Called after each stage.
  public var onStage: ((SwapStage) -> Void)?
  /// The stage that the next step runs.
  public internal(set) var stage = SwapStage.notice
  /// The answer, after the end.
  public private(set) var answer: SwapAnswer?
  /// Injects failures of stages.
  package var fault: ((SwapStage) -> LayoutError?)?

  /// The view, or nil once it is gone: a view holds the follower that holds the swapper.
  private weak var place: (any SwapSite)?
  package let request: SwapRequest
  /// Nil after the answer.
  var old: CollectionLayout?
  let stopwatch: () -> Double
  let start: Double
  /// The background work of the stage.
  var work = SwapWork.none
  /// The copy in the image store.
  var image: String?
  var loaded: LoadedLayout?
  var shadow: CollectionLayout?
  var preparation: ShadowPreparation?
  var lost: [String] = []
  /// The settings of the old layout at the time of the carry.
  var carried: CarryStage.Mark?
  var state: CarryStage.State?
  /// The number of times that a new version started to prepare.
  public internal(set) var preparationCount = 0
  /// The number of preparations that became stale.
  var staleCount = 0
  /// The declarations of stale answers before the last preparation.
  private var invalidations = 0
  /// True during the commit, until the new version is on screen.
  private var isCommitting = false

  /// The number of stale preparations after which the swap gives up.
  static let staleLimit = 3

  /// A swap of the layout that a session shows now.
  package init(
    _ request: SwapRequest, at site: any SwapSite, stopwatch: @escaping () -> Double = { 0 }
  ) {
    (self.request, place, self.stopwatch) = (request, site, stopwatch)
    old = site.shownLayout
    start = stopwatch()
  }

  /// Shows changed data and runs everything up to the commit, which the next step does or refuses.
  ///
  /// - Returns: The answer, if there is one already.
  @discardableResult
  public func prepare() -> SwapAnswer? {
    while answer == nil, stage != .commit, !isWaiting { step(.untilDone) }
    return answer
  }

  /// Runs all remaining stages, after a frame if the data changed since the last one. A commit that
  /// would have to wait, inside a frame or a batch, is refused. Inside its own commit this returns
  /// the refusal, and the swap goes on.
  public func run() -> SwapAnswer {
    while true {
      if let answer { return answer }
      if isWaiting { return isCommitting ? tooEarly : end(tooEarly) }
      step(.untilDone)
    }
  }

  /// True when the next step must wait for the end of a frame or a batch, or of its own commit.
  public var isWaiting: Bool {
    isCommitting
      || place?.state.isRunning == true && [.trial, .prepare, .commit].contains(stage)
  }

  /// The view. Only for what runs in a step, which retains it.
  var site: any SwapSite {
    guard let place else { preconditionFailure("a step of a swap without its view") }
    return place
  }

  /// Runs the next stage, as far as possible without waiting; prepares again if the data changed
  /// meanwhile. Does nothing while it waits, and after the answer.
  ///
  /// - Returns: The answer, after the end.
  @discardableResult
  public func step() -> SwapAnswer? { step(.step) }

  /// Cancels the swap, for example for a newer version. The old layout continues. A swap whose view
  /// is gone cancels itself.
  ///
  /// A swap is accepted once the new version is on screen, before the notices and the completion of
  /// its commit. Inside the commit before that, this has no effect and returns a refusal `reentrant`.
  ///
  /// - Returns: The answer: a refusal `cancelled`, or the earlier answer.
  @discardableResult
  public func cancel() -> SwapAnswer {
    if let answer { return answer }
    if isCommitting { return tooEarly }
    let error = LayoutError(.cancelled, "the swap of \(request.layoutID) was given up")
    return end(.refused(SwapRefusal(stage, error)))
  }

  @discardableResult
  private func step(_ mode: WaitMode) -> SwapAnswer? {
    guard answer == nil, !isWaiting else { return answer }
    guard let place else { return cancel() }
    defer { withExtendedLifetime(place) {} }
    let current = stage
    do throws(LayoutError) {
      if !isUnderWay, let error = fault?(current) { throw error }
      // Frames between two steps show changed data; where all is done at once, no other frame does.
      if mode == .untilDone, current == .trial || current == .prepare { try site.showChangedData() }
      // The app may have cancelled in that frame.
      if answer == nil { try perform(current, mode) }
    } catch {
      return end(.refused(SwapRefusal(current, request.named(error))))
    }
    // The app may have cancelled in the step, which then made what is not needed any more.
    guard let answer else { return nil }
    return end(answer)
  }

  /// Ends the swap. The first answer stays: the app may have cancelled in a step that failed later.
  func end(_ last: SwapAnswer) -> SwapAnswer {
    let first = answer ?? last
    answer = first
    // The caller may keep the swapper for its answer, so release the retired layout here.
    (loaded, old, shadow, preparation, work) = (nil, nil, nil, nil, .none)
    return first
  }
}

// MARK: - The stages, and their background work

extension LayoutSwapper {
  func perform(_ current: SwapStage, _ mode: WaitMode) throws(LayoutError) {
    switch current {
    case .notice: try NoticeStage(request: request).run()
    case .judge: try JudgeStage(request: request).run()
    case .copy, .trial, .load, .carry, .prepare:
      if !isUnderWay { work = try begin(current) }
      guard try resume(mode) else { return }
      work = .none
    case .shadow:
      shadow = try loaded.map { (loaded) throws(LayoutError) in
        let layout = try request.configure(try loaded.instance(request.layoutID))
        (layout.file, layout.library) = (request.file, request.policy.options.children)
        return layout
      }
      loaded = nil
    case .commit, .probation, .retire:
      guard try isCarryCurrent() else { return }
      try site.releaseHeldItem()
      try site.endTransition(animated: request.isAnimated, request.timing)
      return try site.commit(self) { () throws(LayoutError) in try commit() }
    }
    if answer == nil, stage == current { finish(current) }
  }

  /// Starts the background work of a stage.
  private func begin(_ stage: SwapStage) throws(LayoutError) -> SwapWork {
    guard let old else { return .none }
    let file = request.file
    switch stage {
    // A file that the first check refused is not copied; the judge reports the refusal.
    case .copy: return file.verdict.refusal == nil ? .copy(ImagePlacing(file)) : .none
    case .load:
      return .load(try LayoutLoad(request.layoutID, of: file, at: image, request.policy))
    case .trial:
      let trial = try TrialStage(request, at: image, old: old, in: site.state)
      return trial.map(SwapWork.trial) ?? .none
    case .carry:
      guard let carry else { return .none }
      carried = CarryStage.Mark(old)
      return .carry(try CarryWork(carry))
    default: return try beginPreparing()
    }
  }

  private func beginPreparing() throws(LayoutError) -> SwapWork {
    guard let old, let shadow, let carry, try isCarryCurrent() else { return .none }
    invalidations = old.invalidationRevision
    state = try carry.carryState()
    return .prepare(
      BackgroundFrame(site.state, shadow.engine) { [unowned self] () throws(LayoutError) in
        preparationCount += 1
        // Also where it starts again, after a frame has shown changed data.
        site.willPrepare(shadow, for: self)
        try site.checkIsFree(shadow)
        return try ShadowPass(site.state, site, layout: shadow.engine).question()
      })
  }

  /// - Returns: True if the work of the stage is done.
  private func resume(_ mode: WaitMode) throws(LayoutError) -> Bool {
    switch work {
    case .none: return true
    case .copy(let placing):
      image = mode == .untilDone ? try placing.wait() : try placing.path
      return image != nil
    case .load(let load):
      loaded = try load.poll(mode)
      return loaded != nil
    case .trial(let trial): return try isDone(try trial.poll(mode))
    case .carry(let carrying):
      guard let lost = try carrying.poll(mode) else { return false }
      self.lost = lost
      return true
    case .prepare(let frame):
      guard let shadow, try isDone(try frame.poll(mode)) else { return false }
      preparation = try ShadowPass(site.state, site, layout: shadow.engine)
        .rehearse(preparedFor: frame.preparedBounds)
      return true
    }
  }

  private func isDone(_ progress: BackgroundFrame.Progress) throws(LayoutError) -> Bool {
    if progress == .stale { try noteChange() }
    return progress == .done
  }

  private var carry: CarryStage? {
    guard let old, let shadow else { return nil }
    return CarryStage(old: old, new: shadow, isCold: request.isCold)
  }

  /// Returns true when the new version has all current settings of the old one; otherwise it is
  /// made again.
  private func isCarryCurrent() throws(LayoutError) -> Bool {
    guard let old, site.shownLayout === old else { throw overtaken }
    guard carried != CarryStage.Mark(old) else { return true }
    try noteChange()
    (shadow, preparation, stage) = (nil, nil, .load)
    return false
  }

  private func noteChange() throws(LayoutError) {
    staleCount += 1
    guard staleCount <= Self.staleLimit else {
      throw LayoutError(
        .busy,
        "the data or the settings changed \(staleCount) times while the new version of "
          + "\(request.layoutID) prepared; swap again when they rest")
    }
  }

  private func commit() throws(LayoutError) {
    guard try isCarryCurrent(), let carry, let preparation else { return }
    let isStale = carry.old.invalidationRevision != invalidations
    // An app that declares something stale in each frame gets its swap: its frame prepares once more.
    let isAlwaysStale = isStale && staleCount >= Self.staleLimit
    guard preparation.isCurrent(in: site.state, carry.new.engine), !isStale || isAlwaysStale else {
      try noteChange()
      stage = .prepare
      return
    }
    if isAlwaysStale { carry.new.engine.pending.marks |= LAYOUT_MARK_EVERYTHING }
    isCommitting = true
    defer { isCommitting = false }
    let commit = CommitStage(site: site, carry: carry, request: request)
    try commit.run(preparation, after: state) { outcome in
      isCommitting = false
      // The app may ask for the answer, or cancel, in its notices and in `onStage`.
      _ = end(
        .accepted(
          SwapReceipt(
            hash: request.newFile.hash, duration: stopwatch() - start, anchor: outcome.anchor,
            notCarriedOver: lost + outcome.lost)))
    }
    finish(.commit)
  }

  private func finish(_ done: SwapStage) {
    if let index = SwapStage.allCases.firstIndex(of: done), index + 1 < SwapStage.allCases.count {
      stage = SwapStage.allCases[index + 1]
    }
    site.inApp { onStage?(done) }
  }
}
