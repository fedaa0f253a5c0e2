// SPDX-License-Identifier: Apache-2.0
//
// Frames that differ, in lines.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The lines of one scenario.
struct DifferenceReport {
  let id: String
  let isJSON: Bool
  let console: Console
  /// People are told so many elements of a frame.
  private static let shownCount = 3

  func print(_ difference: FrameDifference) throws(LayoutError) {
    if isJSON { return try console.print(text: json(difference).serialised()) }
    let place = difference.step < 0 ? "" : "step \(difference.step) "
    var parts = difference.others.flatMap(describe)
    let elements = difference.elements
    if !elements.isEmpty {
      parts.append(
        "\(elements.count) of \(counted(difference.elementCount, "element")): "
          + elements.prefix(Self.shownCount).map(describe).joined(separator: "; ")
          + (elements.count > Self.shownCount ? "; …" : ""))
    }
    try console.print(
      "\(id): frame \(difference.number), \(place)(\(difference.action)), \(short(difference.time)) s: "
        + parts.joined(separator: "; "))
  }

  /// The last line.
  func finish(_ comparison: LayoutComparison) throws(LayoutError) {
    let (count, different) = (comparison.frameCount, comparison.differenceCount)
    if isJSON {
      return try console.print(
        text: JSONValue.object(
          JSONObject([
            .init("id", .string(id)), .init("frames", .integer(Int64(count))),
            .init("different", .integer(Int64(different))),
          ])
        ).serialised())
    }
    try console.print(
      different == 0
        ? "\(id): the same in all \(counted(count, "frame"))"
        : "\(id): \(different) of \(counted(count, "frame")) differ")
  }

  private func describe(_ element: FrameDifference.Element) -> String {
    guard let first = element.first else { return "\(element.name) in B only" }
    guard let second = element.second else { return "\(element.name) in A only" }
    let keys = first.keys.filter { first[$0] != second[$0] }
    return "\(element.name) "
      + keys.map { key in
        let (first, second) = Excerpt.pair(first[key], second[key])
        return "\(key) \(first) and \(second)"
      }
      .joined(separator: ", ")
  }

  /// The places in which what a step gave differs; of many, the first.
  private func describe(
    _ other: (name: String, first: JSONValue, second: JSONValue)
  ) -> [String] {
    let places = JSONDifference.list(expected: other.first, found: other.second)
    let texts = places.prefix(Self.shownCount).map { place in
      let (first, second) = Excerpt.pair(place.expected, place.found)
      let name = place.path.isEmpty ? other.name : "\(other.name).\(place.path)"
      return "\(name) \(first) and \(second)"
    }
    return texts + (places.count > texts.count ? ["…"] : [])
  }

  private func json(_ difference: FrameDifference) -> JSONValue {
    var object = JSONObject([
      .init("id", .string(id)), .init("frame", .integer(Int64(difference.number))),
      .init("step", .integer(Int64(difference.step))), .init("do", .string(difference.action)),
      .init("time", .number(difference.time)),
    ])
    for other in difference.others { object[other.name] = [other.first, other.second] }
    object["elements"] = .array(
      difference.elements.map {
        [$0.first.map(JSONValue.object) ?? .null, $0.second.map(JSONValue.object) ?? .null]
      })
    return .object(object)
  }
}
