// SPDX-License-Identifier: Apache-2.0
//
// What a hot swap does at each stage, and which of it others do meanwhile.

import LayoutEngine
import LayoutLoading
import LayoutModel
import LayoutRuntime

extension LayoutSwapper {
  func perform(_ current: SwapStage, _ patience: Patience) throws(LayoutError) {
    switch current {
    case .notice: try NoticeStage(request: request).run()
    case .judge: try JudgeStage(request: request).run()
    case .copy, .trial, .load, .carry, .prepare:
      if !isUnderWay { work = try begin(current) }
      guard try goOn(patience) else { return }
      work = .none
    case .shadow:
      shadow = try loaded.map { (loaded) throws(LayoutError) in
        let layout = try request.configure(try loaded.instance(request.layoutID))
        layout.file = request.file
        return layout
      }
      loaded = nil
    case .commit, .probation, .retire:
      return try view.noted(.commitSwap(self)) { () throws(LayoutError) in try commit() }
    }
    if stage == current { finish(current) }
  }

  /// Begins the part of a stage that another thread or a worker does.
  private func begin(_ stage: SwapStage) throws(LayoutError) -> SwapWork {
    guard let old else { return .none }
    let file = request.file
    switch stage {
    // What the first look refused is not worth a copy; the judge says so.
    case .copy: return file.verdict.refusal == nil ? .copy(ImagePlacing(file)) : .none
    case .load:
      return .load(try LayoutLoad(request.layoutID, of: file, at: image, request.policy))
    case .trial:
      return try TrialStage(request, at: image, old: old, on: view).map(SwapWork.trial) ?? .none
    case .carry:
      guard let carry else { return .none }
      carried = CarryStage.Mark(old)
      return .carry(try CarryWork(carry))
    default: return try beginPreparing()
    }
  }

  private func beginPreparing() throws(LayoutError) -> SwapWork {
    guard let shadow, let carry, try isCarryCurrent() else { return .none }
    view.journal?.observer?.willPrepare(shadow, for: self)
    state = try carry.carryState()
    return .prepare(
      BackgroundFrame(view.state, shadow.engine) { [unowned self] () throws(LayoutError) in
        preparationCount += 1
        try view.checkIsFree(shadow)
        return try ShadowPass(view.state, view, layout: shadow.engine).question()
      })
  }

  /// - Returns: Whether the stage has what it waited for.
  private func goOn(_ patience: Patience) throws(LayoutError) -> Bool {
    switch work {
    case .none: return true
    case .copy(let placing):
      image = patience == .untilDone ? try placing.wait() : try placing.path
      return image != nil
    case .load(let load):
      loaded = try load.poll(patience)
      return loaded != nil
    case .trial(let trial): return try isDone(try trial.poll(patience))
    case .carry(let carrying):
      guard let lost = try carrying.poll(patience) else { return false }
      self.lost = lost
      return true
    case .prepare(let frame):
      guard let shadow, try isDone(try frame.poll(patience)) else { return false }
      preparation = try ShadowPass(view.state, view, layout: shadow.engine).rehearse()
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

  /// Returns true when the new version has what the old one has by now; where not, it is made anew.
  private func isCarryCurrent() throws(LayoutError) -> Bool {
    guard let old, view.layout === old else { throw overtaken }
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
    // An item that is held goes back, which may be other data than the new version prepared for.
    try MovementPass(view.state, view).cancel()
    guard preparation.isCurrent(in: view.state, carry.new.engine) else {
      try noteChange()
      stage = .prepare
      return
    }
    let outcome = try CommitStage(view: view, carry: carry, request: request)
      .run(preparation, after: state)
    let receipt = SwapReceipt(
      hash: request.file.hash, duration: stopwatch() - start, anchor: outcome.anchor,
      notCarriedOver: lost + outcome.lost)
    finish(.commit)
    _ = end(.accepted(receipt))
  }

  private var overtaken: LayoutError {
    LayoutError(
      .overtaken,
      "the view shows another layout than when the swap of \(request.layoutID) began; ask again")
  }

  private func finish(_ done: SwapStage) {
    if let index = SwapStage.allCases.firstIndex(of: done), index + 1 < SwapStage.allCases.count {
      stage = SwapStage.allCases[index + 1]
    }
    view.inApp { onStage?(done) }
  }
}
