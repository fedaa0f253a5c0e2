// SPDX-License-Identifier: Apache-2.0
//
// Courses of animations as JSON.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

extension AnimationTiming {
  private static let names: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
  ]

  /// Reads `{"seconds": t, "curve": C}`, where C is a name or `[x1, y1, x2, y2]`, or `{"spring": S}`.
  init(json: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(json, place: place)
    let spring = try reader.take("spring", SpringCurve.init)
    let seconds = try reader.take("seconds", Read.length)
    let curve = try reader.take("curve", Self.curve)
    try reader.finish()
    switch (spring, seconds) {
    case (let spring?, nil) where curve == nil: self = .spring(spring)
    case (nil, let seconds?): self = .curve(curve ?? .easeInOut, duration: seconds)
    default:
      throw LayoutError(.badValue, "\(place): give 'seconds' with 'curve', or 'spring'")
    }
  }

  private static func curve(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> TimingCurve {
    if let name = value.string, let known = names.first(where: { $0.name == name }) {
      return known.curve
    }
    let form = "one of \(names.map(\.name).joined(separator: ", ")) or [x1, y1, x2, y2]"
    let points = try Read.numbers(value, 4, form, place)
    return TimingCurve(points[0], points[1], points[2], points[3])
  }

  /// The form that ``init(json:place:)`` reads.
  var json: JSONValue {
    switch course {
    case .spring(let spring): return ["spring": spring.json]
    case .curve(let curve):
      let name = Self.names.first { $0.curve == curve }?.name
      return [
        "seconds": .number(duration),
        "curve": name.map(JSONValue.string)
          ?? .array(curve.controlPoints.map(JSONValue.number)),
      ]
    }
  }
}

extension SpringCurve {
  /// Reads `{"dampingRatio": ζ, "frequency": f, "velocity": v}`, with `angularFrequency` in radians
  /// a second instead of `frequency`, or the older form `[ζ, ω, v]`.
  fileprivate init(_ json: JSONValue, place: String) throws(LayoutError) {
    let numbers =
      json.array == nil
      ? try Self.members(json, place)
      : try Read.numbers(json, 3, "[dampingRatio, angularFrequency, velocity]", place)
    guard numbers[1] > 0, numbers[1].isFinite else {
      throw LayoutError(.badValue, "\(place): the frequency of a spring is above 0")
    }
    self.init(dampingRatio: numbers[0], angularFrequency: numbers[1], velocity: numbers[2])
  }

  /// ζ, ω and v by their names.
  private static func members(_ json: JSONValue, _ place: String) throws(LayoutError) -> [Double] {
    var reader = try ObjectReader(json, place: place)
    let ratio = try reader.require("dampingRatio", Read.number)
    let swings = try reader.take("frequency", Read.number)
    let radians = try reader.take("angularFrequency", Read.number)
    let velocity = try reader.take("velocity", Read.number) ?? 0
    try reader.finish()
    guard let omega = radians ?? swings.map({ 2 * .pi * $0 }), swings == nil || radians == nil
    else {
      throw LayoutError(
        .badValue,
        "\(place): give 'frequency' in swings a second, or 'angularFrequency' in radians a second")
    }
    return [ratio, omega, velocity]
  }

  /// The form that ``init(_:place:)`` reads, exactly: ω itself, because ω/2π would be rounded.
  fileprivate var json: JSONValue {
    [
      "dampingRatio": .number(dampingRatio), "angularFrequency": .number(angularFrequency),
      "velocity": .number(velocity),
    ]
  }
}

// MARK: - Of a step
//
// The animation in a step.

/// The animation of a change, or none.
struct UpdateAnimation {
  let isAnimated: Bool
  /// Nil for the view's own.
  let timing: AnimationTiming?

  /// - Parameter isAnimated: The default of the step.
  init(from reader: inout ObjectReader, isAnimated: Bool = true) throws(LayoutError) {
    self.isAnimated = try reader.take("animated", Read.bool) ?? isAnimated
    let seconds = try reader.take("seconds", Read.length)
    let timing = try reader.take("timing", AnimationTiming.init)
    self.timing = timing ?? seconds.map { .curve(duration: $0) }
  }
}
