// SPDX-License-Identifier: Apache-2.0
//
// Steps that scroll: exactly, by a finger, by momentum, and by time.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Sets the offset exactly.
struct ScrollStep: ScenarioStep {
  static let name = "scroll"
  let offset: Point
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    offset = try reader.require("to", Read.point)
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.setContentOffset(offset, animated: isAnimated)
    return session.offsetResult
  }
}

/// Moves the finger.
struct DragStep: ScenarioStep {
  static let name = "drag"
  let movement: Vector
  let place: Point?
  let seconds: Double

  init(from reader: inout ObjectReader) throws(LayoutError) {
    movement = try reader.require("by", Read.vector)
    place = try reader.take("at", Read.point)
    seconds = try reader.take("seconds", Read.length) ?? 0
  }

  func clock(after time: Double) -> Double { time + seconds }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if seconds > 0 { session.onClock?(session.time + seconds) }
    // The time passes also when the frame after it fails.
    defer { session.time = session.view.clock }
    try session.view.drag(by: movement, at: place, taking: seconds)
    return session.offsetResult
  }
}

/// Lifts the finger.
struct ReleaseStep: ScenarioStep {
  static let name = "release"
  let velocity: Vector

  init(from reader: inout ObjectReader) throws(LayoutError) {
    velocity = try reader.require("velocity", Read.vector)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let section = session.view.draggedSection
    let (proposed, target) = try session.view.release(velocity: velocity)
    var result = JSONObject([.init("proposed", proposed.json), .init("target", target.json)])
    if let section {
      let rest = session.view.crossTarget(ofSection: section)
      result["cross"] = ["section": .integer(Int64(section)), "target": .number(rest)]
    }
    return result
  }
}

/// Lets time pass, in equal frames.
struct AdvanceStep: ScenarioStep {
  static let name = "advance"
  /// The maximum of one step, seconds, so that a mistyped number does not run for a year.
  static let limit = 86_400.0
  let seconds: Double
  let frames: Int
  /// The target time of the clock, instead of seconds.
  let goal: Double?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    goal = try reader.take("to", Read.length)
    let seconds = goal == nil ? try reader.require("seconds", Read.length) : 0
    let given = try reader.take("frames", Read.count)
    guard seconds <= Self.limit, (given ?? 1) <= Int(120 * Self.limit) else {
      throw LayoutError(
        .badValue,
        "advance: at most a day, \(Int(Self.limit)) seconds, in \(Int(120 * Self.limit)) frames; "
          + "several steps go further")
    }
    self.seconds = seconds
    frames = max(1, given ?? Int((120 * seconds).rounded()))
  }

  func clock(after time: Double) -> Double { goal.map { max(time, $0) } ?? time + seconds }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let start = session.time
    for frame in 1...frames { try run(frame: frame, from: start, in: session) }
    return result(in: session)
  }

  /// One of the frames.
  /// - Parameter start: The time at the start of the step.
  func run(frame: Int, from start: Double, in session: ScenarioSession) throws(LayoutError) {
    // From the start, not from the last frame, so that rounding errors do not add up.
    let time = goal ?? (start + seconds * (Double(frame) / Double(frames)))
    // Before any callback: a clock that was set back would stop all later frames.
    guard time >= session.time else {
      throw LayoutError(.clock, "the clock stands at \(session.time) s and cannot go to \(time) s")
    }
    session.onClock?(time)
    session.time = time
    try session.runFrame()
  }

  func result(in session: ScenarioSession) -> JSONObject {
    JSONObject([
      .init("contentOffset", session.view.contentOffset.json),
      .init("moving", .bool(session.view.isMoving)),
    ])
  }
}

// MARK: - Across
//
// The step of a section that scrolls across.

/// A step for the offset of a section along its track; with an offset, it scrolls there first.
struct CrossScrollStep: ScenarioStep {
  static let name = "crossScroll"
  let section: Int
  let offset: Double?
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    section = try reader.require("section", Read.count)
    offset = try reader.take("to", Read.number)
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  /// The keys of a step that goes to an offset.
  static func keys(_ offset: Double, ofSection section: Int) -> JSONObject {
    ["section": .integer(Int64(section)), "to": .number(offset)]
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if let offset {
      try session.view.setCrossOffset(offset, ofSection: section, animated: isAnimated)
    }
    return ["crossOffset": .number(session.view.crossOffset(ofSection: section))]
  }
}

// MARK: - Frames
//
// Steps of an app between its changes and their frame.

/// Shows pending changes, without moving the clock.
struct LayoutIfNeededStep: ScenarioStep {
  static let name = "layoutIfNeeded"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.layoutIfNeeded()
    return session.offsetResult
  }
}

/// Makes the next frame run without a change.
struct SetNeedsFrameStep: ScenarioStep {
  static let name = "setNeedsFrame"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.view.setNeedsFrame()
    try session.runFrame()
    return session.offsetResult
  }
}
