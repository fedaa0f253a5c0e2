// SPDX-License-Identifier: Apache-2.0
//
// One session's way through a step, which can be looked at after each of its frames.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// A step under way in one session. Whatever other steps are, one frame is all of them; one that lets
/// time pass has several.
struct Passage {
  private let read: ReadStep
  private let session: ScenarioSession
  /// The time at which the step began.
  private let start: Double
  /// Frames that ran.
  private var frameCount = 0
  /// The outcome of the step; nil while frames are to come.
  private(set) var outcome: Result<JSONObject, LayoutError>?

  init(_ read: ReadStep, in session: ScenarioSession) {
    (self.read, self.session, start) = (read, session, session.time)
  }

  /// The error with which the step failed.
  var error: LayoutError? { if case .failure(let error) = outcome { error } else { nil } }

  /// The step's object in `results`, empty while there is none.
  var result: JSONObject {
    switch outcome {
    case .success(let result): result
    case .failure(let error): error.result
    case nil: JSONObject()
    }
  }

  /// Runs the next frame, where there is one.
  ///
  /// - Returns: Whether the step ended with it.
  mutating func goOn() -> Bool {
    guard outcome == nil else { return false }
    do throws(LayoutError) {
      if frameCount == 0 { try session.begin(read) }
      frameCount += 1
      outcome = try runFrame().map { .success($0) }
    } catch { outcome = .failure(error) }
    if let outcome { session.end(outcome) }
    return outcome != nil
  }

  private func runFrame() throws(LayoutError) -> JSONObject? {
    let step = try read.step.get()
    guard let advance = step as? AdvanceStep else { return try step.run(in: session) }
    try advance.run(frame: frameCount, from: start, in: session)
    return frameCount == advance.frames ? advance.result(in: session) : nil
  }
}
