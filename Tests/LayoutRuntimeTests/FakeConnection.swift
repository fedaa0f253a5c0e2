// SPDX-License-Identifier: Apache-2.0
//
// The layout that fails on demand, connected in this process.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

/// A connection to the fake layout, with data and a viewport to show it in.
final class FakeConnection {
  let connection: InProcessConnection
  let buffer = AnswerBuffer()
  var shape = DataShape(epoch: 1, itemCounts: [30, 0, 5])
  var bounds = Rect(x: 0, y: 0, width: 500, height: 200)
  private var lastBounds: Rect?
  private var time = 0.0

  init(flags: [String] = [], instanceMutation: String? = nil) throws {
    connection = try InProcessConnection(
      image: try FakeLayout.image(instanceMutation: instanceMutation, flags: flags),
      layout: "fake")
  }

  /// Makes the layout fail from now on, in one call if the mistake belongs to no call.
  func misbehave(_ behaviour: FakeLayout.Behaviour, in call: FakeLayout.Call? = nil) throws {
    if let call {
      try connection.setProperty(at: FakeLayout.callProperty, to: call.value)
    }
    try connection.setProperty(at: FakeLayout.behaviourProperty, to: behaviour.value)
  }

  /// Runs a frame at the current bounds, a 120th of a second after the last one.
  @discardableResult
  func frame(
    marks: UInt32 = 0, elements: [layout_element] = [], updates: [layout_update] = []
  ) throws(LayoutError) -> FrameOutcome {
    var request = FrameRequest(
      time: time, oldBounds: lastBounds ?? bounds, bounds: bounds, marks: marks)
    request.elements = elements
    request.updates = updates
    time += 1.0 / 120
    lastBounds = bounds
    return try connection.frame(request, shape: shape, into: buffer)
  }

  /// Moves the viewport down.
  func scroll(by distance: Double = 20) { bounds.y += distance }
}
