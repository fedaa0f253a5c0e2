// SPDX-License-Identifier: Apache-2.0
//
// The springy sample as sessions: every frame of them, number for number.

import LayoutJSON
import LayoutLoading
import LayoutModel
import Testing

import func Foundation.exp
import func Foundation.log

@Suite("the springy sample")
struct SpringySampleTests {
  @Test(
    "C87, C136–C139, C142–C146, C148–C156: every frame of a session equals the rules",
    arguments: Case.all("springy.jsonl"))
  func session(_ session: Case) throws {
    let steps = try #require(session.json["steps"]?.array).compactMap(\.object)
    let results = try Probe.results(.object(session.json))
    #expect(results.count == steps.count)
    var player = try Player(session.json)
    var compared = 0
    for (number, (step, result)) in zip(steps, results).enumerated() {
      try player.play(step)
      if let offset = result["contentOffset"]?.numbers {
        // After a release the view uses the same closed form, which its own tests check.
        player.correct(offset[1])
      }
      guard let elements = result["elements"]?.array?.compactMap(\.object) else { continue }
      if step["do"] == "elements" {
        let size = player.model.contentSize
        #expect(result["contentSize"]?.numbers == [size.width, size.height])
        #expect(elements.count == player.model.itemCount)
      } else {
        let found = elements.compactMap { $0["path"]?.numbers[1] }.map { Int($0) }
        #expect(found == player.model.visible, "step \(number)")
      }
      for element in elements {
        let item = Int(try #require(element["path"]?.numbers)[1])
        let (want, found) = (player.model.frame(item), try #require(element["frame"]?.numbers))
        let distance = max(abs(want.x - found[0]), abs(want.y - found[1]))
        #expect(distance < 1e-9, "step \(number), item \(item): \(found), not \(want)")
        compared += 1
      }
    }
    #expect(compared > 90)
  }

  /// A player of a session's steps on the model.
  private struct Player {
    var model: SpringyModel
    /// The last position of the finger, in the viewport; nil after its release once all is at rest.
    private var finger: Point?
    /// The course of the offset after a release; nil at rest.
    private var glide: (from: Double, target: Double, velocity: Double, time: Double)?

    init(_ scenario: JSONObject) throws {
      let viewportSize = try #require(scenario["container"]?.numbers)
      let count = try #require(scenario["sections"]?.array?.first?.object?["count"]?.integer)
      model = SpringyModel(
        itemCount: Int(count), viewportSize: Size(width: viewportSize[0], height: viewportSize[1]))
    }

    mutating func play(_ step: JSONObject) throws {
      switch step["do"]?.string {
      case "drag":
        let (by, at) = (try #require(step["by"]?.numbers), try #require(step["at"]?.numbers))
        model.advance(by: try #require(step["seconds"]?.double))
        let touch = Point(x: at[0], y: at[1] + model.offset)
        model.scroll(to: model.offset - by[1], touch: touch)
        finger = Point(x: at[0] + by[0], y: at[1] + by[1])
      case "scroll":
        (finger, glide) = (nil, nil)
        model.scroll(to: try #require(step["to"]?.numbers)[1], touch: nil)
      case "release":
        let velocity = try #require(step["velocity"]?.numbers)[1]
        glide = velocity == 0 ? nil : (model.offset, 0, velocity, 0)
        if velocity == 0 { finger = nil }
      case "advance":
        let (seconds, frames) = (
          try #require(step["seconds"]?.double), try #require(step["frames"]?.integer)
        )
        for _ in 0..<frames { frame(after: seconds / Double(frames)) }
      default: break
      }
    }

    /// Expects that the model's offset differs from the view's only by rounding.
    mutating func correct(_ offset: Double) {
      #expect(abs(offset - model.offset) < 1e-6)
    }

    private mutating func frame(after time: Double) {
      model.advance(by: time)
      guard var glide else { return }
      glide.time += time
      // P2, with d = 0.998 a millisecond, until half a point is left.
      let rate = 1000 * log(0.998)
      let rest = glide.from - glide.velocity / rate
      var offset = glide.from + glide.velocity * (exp(rate * glide.time) - 1) / rate
      let isOver = abs(rest - offset) <= 0.5
      if isOver { offset = rest }
      let touch = finger.map { Point(x: $0.x, y: $0.y + model.offset) }
      model.scroll(to: offset, touch: touch)
      self.glide = isOver ? nil : glide
      if isOver { finger = nil }
    }
  }
}
