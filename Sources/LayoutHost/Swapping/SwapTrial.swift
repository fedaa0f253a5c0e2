// SPDX-License-Identifier: Apache-2.0
//
// The first run of a new version, in a child process that may die of it.

import LayoutEngine
import LayoutABI
import LayoutIsolation
import LayoutModel
import LayoutRuntime

/// Makes the layout in a confined child, gives it what the old one had, and has it lay out the first
/// items. A layout that will run in a worker needs none: its worker is the trial.
final class TrialStage {
  private enum Way {
    case worker(WorkerStart)
    case carry(CarryWork, CarryStage)
    case frame(BackgroundFrame)
  }

  private let view: CollectionView
  private let old: CollectionLayout
  private let isCold: Bool
  private var way: Way

  /// Enough to go through a layout's code, and no time even where each item asks the app.
  private static let itemLimit: UInt32 = 200

  /// Starts the child; nil where none is needed.
  ///
  /// - Parameter image: The copy in the image store.
  init?(
    _ request: SwapRequest, at image: String?, old: CollectionLayout, on view: CollectionView
  ) throws(LayoutError) {
    guard request.policy.tier(for: request.file) == .inProcess else { return nil }
    (self.view, self.old, isCold) = (view, old, request.isCold)
    var options = request.policy.options
    options.isSandboxed = true
    way = .worker(
      try WorkerStart(
        file: request.file, layout: request.layoutID, image: image, options: options))
  }

  /// - Throws: What the new version did wrong: its own errors, `breach`, `worker-died` with the
  ///   signal, `worker-hung`.
  func poll(_ patience: Patience) throws(LayoutError) -> BackgroundFrame.Progress {
    if case .worker(let start) = way {
      guard let worker = try start.poll(patience) else { return .underWay }
      let carry = CarryStage(old: old, new: CollectionLayout(worker), isCold: isCold)
      way = .carry(try CarryWork(carry), carry)
    }
    if case .carry(let work, let carry) = way {
      guard try work.poll(patience) != nil else { return .underWay }
      way = .frame(try frame(after: carry))
    }
    guard case .frame(let frame) = way else { return .underWay }
    return try frame.poll(patience)
  }

  /// The first frame of a layout that has what the old one had.
  private func frame(after carry: CarryStage) throws(LayoutError) -> BackgroundFrame {
    _ = try carry.carryState()
    return BackgroundFrame(view.state, carry.new.engine) { [unowned view] in
      let (shape, bounds) = (view.state.dataShape, Rect(origin: .zero, size: view.container))
      return BackgroundFrame.Work(
        request: FrameRequest(
          time: 0, oldBounds: bounds, bounds: bounds, marks: LAYOUT_MARK_EVERYTHING),
        shape: Self.beginning(of: shape),
        isCurrent: { !view.state.needsCounts && view.state.dataShape.epoch == shape.epoch })
    }
  }

  /// The data up to so many items. Every section stays, so that paths mean the same.
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
