// SPDX-License-Identifier: Apache-2.0
//
// The differences between one frame of two sessions.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// A frame that two versions of a layout show differently.
public struct FrameDifference {
  /// An element that is not the same in both.
  public struct Element {
    /// "cell 0.3".
    public let name: String
    /// The element in the form of `visible`; nil if it is not on screen.
    public let first: JSONObject?
    /// The same in the second version.
    public let second: JSONObject?
  }

  /// The number of frames compared before this one.
  public let number: Int
  /// The step of the frame, from 0.
  public let step: Int
  /// The name of that step.
  public let action: String
  /// The time of the frame, seconds.
  public let time: Double
  /// The number of elements on screen in either version.
  public let elementCount: Int
  /// The elements that differ, in the order of lists.
  public let elements: [Element]
  /// Offset and content size, or the result of the step, if they differ.
  public let others: [(name: String, first: JSONValue, second: JSONValue)]
}

/// The content of a frame, in the form of scenarios.
struct FrameSight {
  private let elements: [(name: String, json: JSONObject)]
  private let offset: JSONValue
  private let contentSize: JSONValue

  init(_ session: ScenarioSession) {
    var leavingCounts: [String: Int] = [:]
    elements = session.view.visibleElements.map { element in
      let attributes = element.attributes
      var (name, json) = ("\(attributes.kind) \(attributes.path)", session.json(element))
      if element.isLeaving {
        // Several may leave from one path; a number of the view would differ between versions.
        let count = leavingCounts[name, default: 0] + 1
        leavingCounts[name] = count
        json["leaving"] = true
        name += " leaving \(count)"
      }
      return (name, json)
    }
    (offset, contentSize) = (session.view.contentOffset.json, session.view.contentSize.json)
  }

  /// The elements that differ, and the number of elements in either. Elements are matched by name,
  /// because the lists may differ in length.
  func differences(to other: FrameSight) -> (count: Int, elements: [FrameDifference.Element]) {
    let theirs = Dictionary(other.elements.map { ($0.name, $0.json) }) { first, _ in first }
    let names = Set(elements.map(\.name))
    var found: [FrameDifference.Element] = []
    for (name, json) in elements where theirs[name] != json {
      found.append(.init(name: name, first: json, second: theirs[name]))
    }
    let added = other.elements.filter { !names.contains($0.name) }
    found += added.map { .init(name: $0.name, first: nil, second: $0.json) }
    return (elements.count + added.count, found)
  }

  /// Returns the other parts of the frame that differ.
  func others(
    _ other: FrameSight
  ) -> [(name: String, first: JSONValue, second: JSONValue)] {
    [
      ("contentOffset", offset, other.offset), ("contentSize", contentSize, other.contentSize),
    ].filter { $0.1 != $0.2 }
  }
}

// MARK: - Two JSON values

/// One place at which a value differs from the expected one.
public struct JSONDifference: Equatable, Sendable {
  /// The path of the place, such as `results[0].elements[cell 0.3].frame`; empty for the whole
  /// value.
  public let path: String
  /// The expected value; nil if there is none.
  public let expected: JSONValue?
  /// The value found; nil if there is none.
  public let found: JSONValue?

  /// Returns the places at which `found` differs from `expected`, in the order of `expected`.
  ///
  /// Numbers are equal if they are the same `Double`: `1` and `1.0` are. The order of an object's
  /// members does not count. Arrays of elements, which are objects with `kind` and `path`, are
  /// paired by these two; other arrays are paired by index. An array of numbers, such as a frame,
  /// is one place.
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

  /// The names for pairing the members of an array: kind and path if they are unique, else the
  /// index.
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

  /// Returns true when an array is one place, because it contains only numbers.
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
