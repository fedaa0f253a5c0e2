// SPDX-License-Identifier: Apache-2.0
//
// New versions of the layout in a session that is written down.

import LayoutHost
import LayoutModel

extension ScenarioRecorder {
  /// Swaps in another version of the layout at once, as ``LayoutSwapper/run()`` does. One that is
  /// accepted is a step.
  ///
  /// - Parameter name: By which whoever runs the scenario finds the new version: its id, or a path with
  ///   `#id`.
  public func replaceLayout(
    _ request: SwapRequest, named name: String
  ) throws(LayoutError) -> SwapAnswer {
    let answer = LayoutSwapper(request, on: view).run()
    guard case .accepted = answer else { return answer }
    // The request may have bound other answers.
    try catchUp(with: view.collectionViewLayout)
    var keys: JSONObject = ["layout": .string(name), "hot": true]
    if request.isAnimated { keys["animated"] = true }
    if request.isAnimated, let timing = request.timing {
      keys["seconds"] = .number(timing.duration)
    }
    let properties = try view.collectionViewLayout.changedProperties()
    if !properties.members.isEmpty { keys["properties"] = .object(properties) }
    add("swap", keys)
    return answer
  }
}
