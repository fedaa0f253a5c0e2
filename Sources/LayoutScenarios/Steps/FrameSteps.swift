// SPDX-License-Identifier: Apache-2.0
//
// Steps of what an app does between its changes and their frame.

import LayoutHost
import LayoutJSON
import LayoutModel

/// Shows what waits for a frame, without the clock going on.
struct LayoutIfNeededStep: ScenarioStep {
  static let name = "layoutIfNeeded"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.layoutIfNeeded()
    return session.offsetResult
  }
}

/// Makes the next frame run even though nothing changed.
struct SetNeedsFrameStep: ScenarioStep {
  static let name = "setNeedsFrame"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.view.setNeedsFrame()
    try session.runFrame()
    return session.offsetResult
  }
}
