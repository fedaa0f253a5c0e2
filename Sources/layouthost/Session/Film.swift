// SPDX-License-Identifier: Apache-2.0
//
// The frames of a running session that go into a picture.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Takes what a session shows at given instants.
final class Film {
  private let session: LiveSession
  /// Seconds, ascending.
  private let times: [Double]
  private(set) var frames: [FilmStrip.Frame] = []

  /// Times are told a hair early, so that sums in another order do not miss a frame.
  private static let hair = 1e-6

  init(_ session: LiveSession, times: [Double]) {
    self.session = session
    self.times = times
    session.onClock = { [unowned self] time in take(before: time) }
  }

  /// Runs the steps.
  ///
  /// - Throws: What a step gave, with its number.
  func run(_ steps: [JSONValue]) throws(LayoutError) {
    for (number, step) in steps.enumerated() {
      let (result, isComplete) = session.perform(step)
      guard !isComplete else { continue }
      let error = result["error"]?.object
      throw LayoutError(
        LayoutError.Code(rawValue: error?["code"]?.string ?? "step-failed"),
        "step \(number): \(error?["message"]?.string ?? "failed")")
    }
    take(before: .infinity)
  }

  /// The clock goes on to `end`: what the view shows holds for every instant until then.
  private func take(before end: Double) {
    while frames.count < times.count, times[frames.count] < end - Self.hair {
      frames.append(FilmStrip.Frame(session.view, time: times[frames.count]))
    }
  }
}
