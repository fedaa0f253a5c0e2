// SPDX-License-Identifier: Apache-2.0
//
// Reads JSON to the types of scenarios: a wrong value, or an unknown key, is an error that names
// its place.

import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - Objects

/// The members of one object, with marks for those that were read.
struct ObjectReader {
  /// The name of the object, for messages: "step 3", "sections[1]".
  let place: String
  private let object: JSONObject
  private var asked: [String] = []

  /// - Throws: `bad-value` when the value is not an object.
  init(_ value: JSONValue, place: String) throws(LayoutError) {
    guard case .object(let object) = value else {
      throw LayoutError(.badValue, "\(place): expected an object, found \(value.typeName)")
    }
    self.object = object
    self.place = place
  }

  /// The member's value, or nil when it is absent. Marks the key as known.
  mutating func take(_ key: String) -> JSONValue? {
    asked.append(key)
    return object[key]
  }

  /// The member's value, read by `read`, or nil when it is absent.
  mutating func take<Value>(
    _ key: String, _ read: (JSONValue, String) throws(LayoutError) -> Value
  ) throws(LayoutError) -> Value? {
    guard let value = take(key) else { return nil }
    return try read(value, "\(place): '\(key)'")
  }

  /// The member's value, read by `read`.
  /// - Throws: `missing-key` when it is absent.
  mutating func require<Value>(
    _ key: String, _ read: (JSONValue, String) throws(LayoutError) -> Value
  ) throws(LayoutError) -> Value {
    guard let value = try take(key, read) else {
      throw LayoutError(.missingKey, "\(place): '\(key)' is missing")
    }
    return value
  }

  /// Refuses members that were not read.
  /// - Throws: `unknown-key` with the first of them and the known ones.
  func finish() throws(LayoutError) {
    guard let unknown = object.keys.first(where: { !asked.contains($0) }) else { return }
    throw LayoutError(
      .unknownKey,
      "\(place): there is no key '\(unknown)'; "
        + (NearNames.question(for: unknown, among: asked).map { "\($0) " } ?? "")
        + "known here: " + asked.joined(separator: ", "))
  }
}

// MARK: - Values

/// Readers for ``ObjectReader``: each takes a value and its place.
enum Read {
  static func value(_ value: JSONValue, _ place: String) -> JSONValue { value }

  static func string(_ value: JSONValue, _ place: String) throws(LayoutError) -> String {
    guard let text = value.string else { throw expected("a string", value, place) }
    return text
  }

  static func bool(_ value: JSONValue, _ place: String) throws(LayoutError) -> Bool {
    guard let flag = value.bool else { throw expected("true or false", value, place) }
    return flag
  }

  static func number(_ value: JSONValue, _ place: String) throws(LayoutError) -> Double {
    guard let number = value.double else { throw expected("a number", value, place) }
    return number
  }

  /// A number that is not negative.
  static func length(_ value: JSONValue, _ place: String) throws(LayoutError) -> Double {
    let number = try number(value, place)
    guard number >= 0 else { throw expected("a number of 0 or more", value, place) }
    return number
  }

  /// The largest count that a scenario may have.
  static let largestCount = Int(UInt32.max) - 1

  /// A count or an index; 3.0 is 3.
  static func count(_ value: JSONValue, _ place: String) throws(LayoutError) -> Int {
    guard let number = value.double, let count = Int(exactly: number), count >= 0,
      count <= largestCount
    else { throw expected("a count of 0 to \(largestCount)", value, place) }
    return count
  }

  static func array(_ value: JSONValue, _ place: String) throws(LayoutError) -> [JSONValue] {
    guard let values = value.array else { throw expected("an array", value, place) }
    return values
  }

  static func point(_ value: JSONValue, _ place: String) throws(LayoutError) -> Point {
    let numbers = try numbers(value, 2, "[x, y]", place)
    return Point(x: numbers[0], y: numbers[1])
  }

  static func vector(_ value: JSONValue, _ place: String) throws(LayoutError) -> Vector {
    let numbers = try numbers(value, 2, "[dx, dy]", place)
    return Vector(dx: numbers[0], dy: numbers[1])
  }

  static func size(_ value: JSONValue, _ place: String) throws(LayoutError) -> Size {
    let numbers = try numbers(value, 2, "[width, height]", place)
    guard numbers[0] >= 0, numbers[1] >= 0 else {
      throw expected("[width, height] of 0 or more", value, place)
    }
    return Size(width: numbers[0], height: numbers[1])
  }

  static func rect(_ value: JSONValue, _ place: String) throws(LayoutError) -> Rect {
    let numbers = try numbers(value, 4, "[x, y, width, height]", place)
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  static func insets(_ value: JSONValue, _ place: String) throws(LayoutError) -> Insets {
    let numbers = try numbers(value, 4, "[top, left, bottom, right]", place)
    return Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }

  static func path(_ value: JSONValue, _ place: String) throws(LayoutError) -> ItemPath {
    guard let values = value.array, values.count == 2 else {
      throw expected("an index path [section, item]", value, place)
    }
    return ItemPath(try count(values[0], place), try count(values[1], place))
  }

  /// One of a few words.
  static func word(
    of words: [String]
  ) -> (JSONValue, String) throws(LayoutError) -> String {
    { (value: JSONValue, place: String) throws(LayoutError) -> String in
      guard let text = value.string, words.contains(text) else {
        throw expected("one of " + words.joined(separator: ", "), value, place)
      }
      return text
    }
  }

  /// Each element of an array.
  static func each<Value>(
    _ read: @escaping (JSONValue, String) throws(LayoutError) -> Value
  ) -> (JSONValue, String) throws(LayoutError) -> [Value] {
    { (value: JSONValue, place: String) throws(LayoutError) -> [Value] in
      var result: [Value] = []
      for (index, element) in try array(value, place).enumerated() {
        result.append(try read(element, "\(place)[\(index)]"))
      }
      return result
    }
  }

  /// An array of exactly `count` numbers.
  static func numbers(
    _ value: JSONValue, _ count: Int, _ form: String, _ place: String
  ) throws(LayoutError) -> [Double] {
    let numbers = value.array?.compactMap(\.double) ?? []
    guard numbers.count == count, value.array?.count == count else {
      throw expected(form, value, place)
    }
    return numbers
  }

  static func expected(_ what: String, _ found: JSONValue, _ place: String) -> LayoutError {
    let text = found.serialised()
    let shown = text.count > 60 ? text.prefix(60) + "…" : text[...]
    return LayoutError(.badValue, "\(place): expected \(what), found \(shown)")
  }
}
