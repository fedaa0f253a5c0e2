// SPDX-License-Identifier: Apache-2.0
//
// In what one frame of two sessions differs.

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
    /// As `visible` prints it; nil where it is not on screen.
    public let first: JSONObject?
    public let second: JSONObject?
  }

  /// Frames compared before this one.
  public let number: Int
  /// The step that it belongs to, from 0, and its word.
  public let step: Int
  public let action: String
  /// Seconds.
  public let time: Double
  /// Elements on screen in either.
  public let elementCount: Int
  /// Those that differ, in the order of lists.
  public let elements: [Element]
  /// Offset and content size, or the result of the step, where those differ.
  public let others: [(name: String, first: JSONValue, second: JSONValue)]
}

/// The content of a frame, in the words of scenarios.
struct FrameSight {
  private let elements: [(name: String, json: JSONObject)]
  private let offset: JSONValue
  private let contentSize: JSONValue

  init(_ session: ScenarioSession) {
    elements = session.view.visibleElements.map { element in
      let attributes = element.attributes
      var json = session.json(element)
      if element.isLeaving { json["leaving"] = true }
      let suffix = element.isLeaving ? " leaving \(element.view.serialNumber)" : ""
      return ("\(attributes.kind) \(attributes.path)\(suffix)", json)
    }
    (offset, contentSize) = (session.view.contentOffset.json, session.view.contentSize.json)
  }

  /// The elements that differ, and how many there are in either. Both lists are in one order up to
  /// where they differ, so names are looked up and not paired.
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

  /// Returns the places of the content that differ.
  func others(
    _ other: FrameSight
  ) -> [(name: String, first: JSONValue, second: JSONValue)] {
    [
      ("contentOffset", offset, other.offset), ("contentSize", contentSize, other.contentSize),
    ].filter { $0.1 != $0.2 }
  }
}
