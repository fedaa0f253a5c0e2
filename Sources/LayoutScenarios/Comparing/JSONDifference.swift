// SPDX-License-Identifier: Apache-2.0
//
// The places at which two JSON values differ.

import LayoutJSON
import LayoutLoading

/// One place at which a value is not what was expected.
public struct JSONDifference: Equatable, Sendable {
  /// The way to the place, such as `results[0].elements[cell 0.3].frame`; empty for the whole value.
  public let path: String
  /// The expected value; nil where nothing was expected.
  public let expected: JSONValue?
  /// The value found; nil where there is none.
  public let found: JSONValue?

  /// Returns the places at which `found` is not `expected`, in the order of `expected`.
  ///
  /// Numbers are equal if they are the same `Double`: `1` and `1.0` are. The order of an object's members
  /// does not count. Arrays of elements, which are objects with `kind` and `path`, are paired by these two;
  /// other arrays are paired by index. An array of numbers, such as a frame, is one place.
  ///
  /// - Complexity: O(size of both values).
  public static func list(expected: JSONValue, found: JSONValue) -> [JSONDifference] {
    var list: [JSONDifference] = []
    compare(expected, found, "", &list)
    return list
  }

  private static func compare(
    _ a: JSONValue?, _ b: JSONValue?, _ path: String, _ list: inout [JSONDifference]
  ) {
    switch (a, b) {
    case (.object(let a), .object(let b)): compare(a, b, path, &list)
    case (.array(let a), .array(let b)) where !isFlat(a) || !isFlat(b): compare(a, b, path, &list)
    default:
      if !isSame(a, b) { list.append(JSONDifference(path: path, expected: a, found: b)) }
    }
  }

  private static func compare(
    _ a: JSONObject, _ b: JSONObject, _ path: String, _ list: inout [JSONDifference]
  ) {
    let theirs = Dictionary(b.members.map { ($0.key, $0.value) }) { first, _ in first }
    let known = Set(a.keys)
    for member in a.members {
      compare(member.value, theirs[member.key], join(path, member.key), &list)
    }
    for member in b.members where !known.contains(member.key) {
      compare(nil, member.value, join(path, member.key), &list)
    }
  }

  private static func compare(
    _ a: [JSONValue], _ b: [JSONValue], _ path: String, _ list: inout [JSONDifference]
  ) {
    let (mine, theirs) = (names(a), names(b))
    let places = Dictionary(theirs.enumerated().map { ($1, $0) }) { first, _ in first }
    let known = Set(mine)
    for (name, value) in zip(mine, a) {
      compare(value, places[name].map { b[$0] }, "\(path)[\(name)]", &list)
    }
    for (name, value) in zip(theirs, b) where !known.contains(name) {
      compare(nil, value, "\(path)[\(name)]", &list)
    }
  }

  /// The names by which the members of an array are paired: kind and path where these tell them apart,
  /// else the index.
  private static func names(_ values: [JSONValue]) -> [String] {
    let names = values.compactMap { value -> String? in
      guard let object = value.object, let kind = object["kind"]?.string,
        let path = object["path"]?.array
      else { return nil }
      let leaving = object["leaving"] == true ? " leaving" : ""
      return kind + " " + path.map { $0.serialised() }.joined(separator: ".") + leaving
    }
    let areUnique = Set(names).count == values.count
    return areUnique && !values.isEmpty ? names : values.indices.map(String.init)
  }

  /// Returns true when an array is one place: it holds numbers only.
  private static func isFlat(_ values: [JSONValue]) -> Bool {
    values.allSatisfy { $0.double != nil }
  }

  private static func isSame(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    switch (a, b) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (let a?, let b?):
      if let x = a.double, let y = b.double { return x == y }
      return a == b
    default: return a == nil && b == nil
    }
  }

  private static func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }
}
