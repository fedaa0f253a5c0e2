// SPDX-License-Identifier: Apache-2.0
//
// The stages of a hot swap one by one: a check of the file, a trial in a child process, and the
// commit between two frames.

import LayoutABI
import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - Work of others
//
// The background work of a stage of a hot swap.

/// The work that runs while frames of the old layout are shown.
enum SwapWork {
  case none
  /// Copies the judged bytes to a private place.
  case copy(ImagePlacing)
  /// Runs the new version for the first time, in a child process that may crash.
  case trial(TrialStage)
  /// Starts its worker.
  case load(LayoutLoad)
  /// Carries the settings of the old one to it.
  case carry(CarryWork)
  /// Prepares it.
  case prepare(BackgroundFrame)
}

// MARK: - Notice and judge
//
// The stages that only check the file: notice, judge.

/// The report of a new version.
struct NoticeStage {
  let request: SwapRequest

  /// - Throws: `same-version` when its bytes are those of the running version.
  func run() throws(LayoutError) {
    let file = request.newFile
    guard let running = request.runningHash, running == file.hash else { return }
    throw LayoutError(
      .sameVersion, "\(file.path): is what runs already, byte for byte", plugin: file.note?.id)
  }
}

/// Checks that the file may run in its tier, and offers the layout.
struct JudgeStage {
  let request: SwapRequest

  /// - Throws: The file's refusal, `unknown-layout`, `untrusted`.
  func run() throws(LayoutError) {
    if let part = request.part { try check(part.file, offers: part.id) }
    try check(request.file, offers: request.layoutID)
    try request.policy.check(request.file)
  }

  private func check(_ file: PluginFile, offers id: String) throws(LayoutError) {
    if let refusal = file.verdict.refusal { throw refusal }
    let offered = file.note?.layouts ?? []
    guard offered.contains(id) else {
      throw LayoutError(
        .unknownLayout,
        "\(file.path) no longer offers \(id); it offers "
          + offered.joined(separator: ", "), plugin: file.note?.id)
    }
  }
}

// MARK: - Trial
//
// The first run of a new version, in a child process that may crash.

/// Makes the layout in a confined child, carries the settings over, and lets it lay out the first
/// items. A layout that will run in a worker needs no trial: its worker is the trial.
final class TrialStage {
  private enum Way {
    case worker(WorkerStart)
    case carry(CarryWork, CarryStage)
    case frame(BackgroundFrame)
  }

  private let state: EngineState
  private let old: CollectionLayout
  private let isCold: Bool
  private var way: Way

  /// Enough to run most of a layout's code, and fast even with a query for each item.
  private static let itemLimit: UInt32 = 200

  /// Starts the child; nil if none is needed.
  ///
  /// - Parameter image: The copy in the image store.
  init?(
    _ request: SwapRequest, at image: String?, old: CollectionLayout, in state: EngineState
  ) throws(LayoutError) {
    guard request.policy.tier(for: request.file) == .inProcess else { return nil }
    (self.state, self.old, isCold) = (state, old, request.isCold)
    var options = request.policy.options
    options.isSandboxed = true
    way = .worker(
      try WorkerStart(
        file: request.file, layout: request.layoutID, image: image, options: options))
  }

  /// - Throws: The error of the new version: its own errors, `breach`, `worker-died` with the
  ///   signal, `worker-hung`.
  func poll(_ mode: WaitMode) throws(LayoutError) -> BackgroundFrame.Progress {
    if case .worker(let start) = way {
      guard let worker = try start.poll(mode) else { return .underWay }
      let carry = CarryStage(old: old, new: CollectionLayout(worker), isCold: isCold)
      way = .carry(try CarryWork(carry), carry)
    }
    if case .carry(let work, let carry) = way {
      guard try work.poll(mode) != nil else { return .underWay }
      way = .frame(try frame(after: carry))
    }
    guard case .frame(let frame) = way else { return .underWay }
    return try frame.poll(mode)
  }

  /// The first frame of a layout with the settings of the old one.
  private func frame(after carry: CarryStage) throws(LayoutError) -> BackgroundFrame {
    _ = try carry.carryState()
    return BackgroundFrame(state, carry.new.engine) { [unowned state] in
      let size = state.scroll.viewportSize
      let (shape, bounds) = (state.dataShape, Rect(origin: .zero, size: size))
      return BackgroundFrame.Work(
        request: FrameRequest(
          time: 0, oldBounds: bounds, bounds: bounds, marks: LAYOUT_MARK_EVERYTHING),
        // The counts on screen are not those of the app's answers while a layout fails with new data.
        shape: state.missesData ? DataShape(epoch: shape.epoch) : Self.beginning(of: shape),
        isCurrent: {
          (!state.needsCounts || state.missesData) && state.dataShape.epoch == shape.epoch
        })
    }
  }

  /// The data with at most this many items. Every section stays, so that paths keep their meaning.
  private static func beginning(of shape: DataShape) -> DataShape {
    guard shape.itemCounts.total > itemLimit else { return shape }
    var (beginning, left) = (shape, itemLimit)
    for section in beginning.itemCounts.indices {
      beginning.itemCounts[section] = min(beginning.itemCounts[section], left)
      left -= beginning.itemCounts[section]
    }
    return beginning
  }
}

// MARK: - Commit
//
// The commit of the new version between two frames.

/// Commits a prepared layout.
struct CommitStage {
  let site: any SwapSite
  let carry: CarryStage
  let request: SwapRequest

  /// The result of a commit.
  struct Outcome {
    let anchor: Anchor?
    /// The parts of the state that were dropped.
    let lost: [String]
  }

  /// - Parameters:
  ///   - earlier: The state for which the new version prepared.
  ///   - onShown: Called once the new version is on screen, before the app is notified: from here
  ///     the swap is accepted.
  /// - Throws: The error of the new version or the data source; the old layout is then unchanged.
  func run(
    _ preparation: ShadowPreparation, after earlier: CarryStage.State?,
    onShown: (Outcome) -> Void
  ) throws(LayoutError) {
    let (old, new) = (carry.old, carry.new)
    let carried = try carry.carryState(after: earlier)
    let state = site.state
    let before = state.shownOffset
    // A preparation does not include a state that was loaded after it.
    let preparedBounds = carried.isLoaded ? nil : preparation.bounds
    let course = state.animationSettings.timing(isAnimated: request.isAnimated, request.timing)
    let onEnd = request.onEnd
    try ExchangePass(state, site).exchange(
      to: new.engine, course, preparedBounds: preparedBounds, completion: request.completion,
      onShown: { anchor in
        // Before the notices, in which the app may run frames, or begin another swap.
        state.probation = Probation(
          old: old.engine, handle: old, offsets: (before, state.shownOffset),
          epoch: state.dataShape.epoch,
          onEnd: { error in
            onEnd(error.map { .rolledBack(SwapRefusal(.probation, $0)) } ?? .retired)
          })
        onShown(Outcome(anchor: anchor, lost: carried.lost))
      })
  }
}
