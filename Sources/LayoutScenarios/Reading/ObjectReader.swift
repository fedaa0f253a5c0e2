// SPDX-License-Identifier: Apache-2.0
//
// Reads a JSON object key by key, so that a key that nobody asked for is an error that names it.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The members of one object, and which of them were read.
struct ObjectReader {
  /// The name of the object, for messages: "step 3", "sections[1]".
  let place: String
  private let object: JSONObject
  private var asked: [String] = []

  /// - Throws: `bad-value` when the value is no object.
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

  /// Refuses members that nobody asked for.
  /// - Throws: `unknown-key` with the first of them and those that are known here.
  func finish() throws(LayoutError) {
    guard let unknown = object.keys.first(where: { !asked.contains($0) }) else { return }
    throw LayoutError(
      .unknownKey,
      "\(place): there is no key '\(unknown)'; "
        + (NearNames.question(for: unknown, among: asked).map { "\($0) " } ?? "")
        + "known here: " + asked.joined(separator: ", "))
  }
}
