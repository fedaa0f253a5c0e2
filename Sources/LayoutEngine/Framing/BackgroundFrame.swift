// SPDX-License-Identifier: Apache-2.0
//
// A frame of a layout that is not on screen, made between the frames of the one that is.

import LayoutModel
import LayoutRuntime

/// Has a layout answer for a frame that nobody sees, as far as each look lets it. What is on screen
/// stays, and so do its frames.
package final class BackgroundFrame {
  /// A question to a layout, and a test of whether its answer is still wanted.
  package struct Work {
    let request: FrameRequest
    let shape: DataShape
    let isCurrent: () -> Bool

    /// A question about data of a shape.
    package init(request: FrameRequest, shape: DataShape, isCurrent: @escaping () -> Bool) {
      (self.request, self.shape, self.isCurrent) = (request, shape, isCurrent)
    }
  }

  /// The progress of the work.
  package enum Progress {
    case underWay
    /// The data are others by now. The next look asks anew.
    case stale
    case done
  }

  private let state: EngineState
  private let connection: any LayoutConnection
  private let ask: () throws(LayoutError) -> Work
  private let buffer = AnswerBuffer()
  private var asked: (work: Work, frame: any FrameInProgress)?

  /// A frame of a layout beside the one on screen.
  ///
  /// - Parameter ask: Makes the question from the view as it is.
  package init(
    _ state: EngineState, _ layout: EngineLayout,
    ask: @escaping () throws(LayoutError) -> Work
  ) {
    (self.state, connection, self.ask) = (state, layout.connection, ask)
  }

  private var frames: FrameState { state.frames }

  /// - Throws: What the layout gave, when it was about the data as they are.
  package func poll(_ patience: Patience) throws(LayoutError) -> Progress {
    try frames.checkIdle()
    // The app answers queries in it, and shall not change the view then.
    state.tellOrder(to: connection)
    return try frames.occupied { () throws(LayoutError) in try look(patience) }
  }

  private func look(_ patience: Patience) throws(LayoutError) -> Progress {
    let (work, frame) = if let asked { asked } else { try begin() }
    let isCurrent = work.isCurrent()
    // What is asked about data that are gone is answered as stale: no epoch is the last number.
    let epoch = isCurrent ? work.shape.epoch : .max
    let outcome: FrameOutcome?
    do throws(LayoutError) { outcome = try frame.poll(patience, epoch: epoch) } catch {
      asked = nil
      if isCurrent { throw error }
      return .stale
    }
    guard let outcome else { return .underWay }
    asked = nil
    frames.counters.add(FrameCounters(of: outcome))
    return isCurrent ? .done : .stale
  }

  private func begin() throws(LayoutError) -> (Work, any FrameInProgress) {
    let work = try ask()
    let frame = try connection.startFrame(work.request, shape: work.shape, into: buffer)
    asked = (work, frame)
    return (work, frame)
  }
}
