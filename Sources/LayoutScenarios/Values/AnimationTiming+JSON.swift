// SPDX-License-Identifier: Apache-2.0
//
// Courses of animations as JSON.

import LayoutHost
import LayoutLoading

extension AnimationTiming {
  private static let names: [(name: String, curve: TimingCurve)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
  ]

  /// Reads `{"seconds": t, "curve": C}`, where C is a name or `[x1, y1, x2, y2]`, or
  /// `{"spring": [dampingRatio, frequency, velocity]}`.
  init(json: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(json, place: place)
    let spring = try reader.take("spring") { (value, place) throws(LayoutError) in
      try Read.numbers(value, 3, "[dampingRatio, frequency, velocity]", place)
    }
    let seconds = try reader.take("seconds", Read.length)
    let curve = try reader.take("curve", Self.curve)
    try reader.finish()
    switch (spring, seconds) {
    case (let spring?, nil) where curve == nil:
      guard spring[1] > 0 else {
        throw LayoutError("bad-value", "\(place): the frequency of a spring is above 0")
      }
      self = .spring(
        SpringCurve(dampingRatio: spring[0], frequency: spring[1], velocity: spring[2]))
    case (nil, let seconds?): self = .curve(curve ?? .easeInOut, duration: seconds)
    default:
      throw LayoutError("bad-value", "\(place): give 'seconds' with 'curve', or 'spring'")
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
    case .spring(let spring):
      return [
        "spring": [
          .number(spring.dampingRatio), .number(spring.frequency), .number(spring.velocity),
        ]
      ]
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
