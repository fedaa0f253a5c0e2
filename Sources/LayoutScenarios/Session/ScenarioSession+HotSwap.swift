// SPDX-License-Identifier: Apache-2.0
//
// Another version of the layout on a session's view, while the session goes on.

import LayoutHost
import LayoutLoading
import LayoutModel

extension ScenarioSession {
  /// Swaps in what `name` stands for now, with everything that the layout on the view has.
  ///
  /// - Parameters:
  ///   - properties: Set before those that are carried over.
  ///   - stopwatch: Seconds, for the duration in the answer.
  func hotSwap(
    to name: String, properties: JSONObject = JSONObject(),
    animation: (isAnimated: Bool, timing: AnimationTiming?) = (false, nil), isCold: Bool = false,
    stopwatch: @escaping () -> Double = { 0 }
  ) -> SwapAnswer {
    var request: SwapRequest
    do throws(LayoutError) { request = try maker.request(name, tier: tier) } catch {
      return .refused(SwapRefusal(.judge, error))
    }
    let file = request.file
    var newcomer: Newcomer?
    request.isCold = isCold
    (request.isAnimated, request.timing) = animation
    request.configure = { [unowned self] (layout) throws(LayoutError) in
      let made = try settle(layout, of: file, named: name, properties: properties)
      newcomer = made
      return made.layout
    }
    request.onEnd = { [weak self] end in
      if case .rolledBack = end { self?.takeBack() }
      self?.swapEnds.append(end)
    }
    let swapper = LayoutSwapper(request, on: view, stopwatch: stopwatch)
    swapper.onStage = onSwap
    let answer = swapper.run()
    if case .accepted = answer, let newcomer {
      newcomer.room.noteDirection(of: newcomer.layout)
      take(newcomer)
    }
    return answer
  }
}
