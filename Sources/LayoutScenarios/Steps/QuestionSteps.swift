// SPDX-License-Identifier: Apache-2.0
//
// Query steps: they run no frame and change nothing.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Every element of the content, or those in a rectangle.
struct ElementsStep: ScenarioStep {
  static let name = "elements"
  let rect: Rect?
  let limit: Int?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    rect = try reader.take("rect", Read.rect)?.standardized
    limit = try reader.take("limit", Read.count)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let view = session.view
    let (count, first) = try find(in: view)
    return JSONObject([
      .init("contentSize", view.contentSize.json),
      .init("count", .integer(Int64(count))),
      .init("elements", .array(first.map { .object(session.json($0)) })),
    ])
  }

  /// With a limit any number is counted; without one all are listed, up to the maximum of a list.
  private func find(
    in view: CollectionView
  ) throws(LayoutError) -> (count: Int, first: [LayoutAttributes]) {
    if let limit {
      let census = try ElementCensus(of: view, in: rect, limit: limit)
      return (census.count, census.first)
    }
    do throws(LayoutError) {
      let elements = try view.elements(in: rect).sorted(by: isListedBefore)
      return (elements.count, elements)
    } catch {
      guard error.code == .tooLarge else { throw error }
      throw LayoutError(
        .tooLarge,
        "there are more than the \(CollectionView.elementListLimit) elements that a step lists; give it "
          + "a rect, or a limit: it then counts all of them and lists the first")
    }
  }
}

/// Lists the elements that have a view after the last frame.
struct VisibleStep: ScenarioStep {
  static let name = "visible"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let ordered = session.view.visibleElements.enumerated().sorted(by: Self.precedes)
    let elements = ordered.map { _, element in
      var object = session.json(element)
      object["view"] = .integer(Int64(element.view.serialNumber))
      object["pixels"] = element.pixels.json
      if element.isLeaving { object["leaving"] = true }
      return JSONValue.object(object)
    }
    return JSONObject([
      .init("contentOffset", session.view.contentOffset.json), .init("elements", .array(elements)),
    ])
  }
}

extension VisibleStep {
  /// An element that has a view, and its place in the list of the collection view.
  private typealias Listed = (offset: Int, element: VisibleElement)

  /// Orders leaving elements after those at their places, and those that left one path by the time
  /// of it. The order does not depend on the views that were reused for them.
  private static func precedes(_ a: Listed, _ b: Listed) -> Bool {
    if isListedBefore(a.element.attributes, b.element.attributes) { return true }
    if isListedBefore(b.element.attributes, a.element.attributes) { return false }
    if a.element.isLeaving != b.element.isLeaving { return b.element.isLeaving }
    return a.offset < b.offset
  }
}

/// One item.
struct ItemStep: ScenarioStep {
  static let name = "item"
  let path: ItemPath

  init(from reader: inout ObjectReader) throws(LayoutError) {
    path = try reader.require("path", Read.path)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.result(try session.view.layoutAttributesForItem(at: path))
  }
}

/// One supplementary element.
struct SupplementaryStep: ScenarioStep {
  static let name = "supplementary"
  let kind: String
  let path: ItemPath

  init(from reader: inout ObjectReader) throws(LayoutError) {
    kind = try reader.require("kind", Read.string)
    path = try reader.require("path", Read.path)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.result(
      try session.view.layoutAttributesForSupplementaryElement(ofKind: kind, at: path))
  }
}

/// One decoration.
struct DecorationStep: ScenarioStep {
  static let name = "decoration"
  let kind: String
  let path: ItemPath

  init(from reader: inout ObjectReader) throws(LayoutError) {
    kind = try reader.require("kind", Read.string)
    path = try reader.require("path", Read.path)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.result(try session.view.layoutAttributesForDecorationView(ofKind: kind, at: path))
  }
}

/// A step for the calls since the previous `trace`, and the number of calls that are not kept.
struct TraceStep: ScenarioStep {
  static let name = "trace"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let (calls, droppedCount) = session.trace.take()
    var object = JSONObject([.init("calls", .array(calls.map(JSONValue.string)))])
    if droppedCount > 0 { object["dropped"] = .integer(Int64(droppedCount)) }
    return object
  }
}

extension ScenarioSession {
  fileprivate func result(_ attributes: LayoutAttributes?) -> JSONObject {
    JSONObject([.init("element", attributes.map { .object(json($0)) } ?? .null)])
  }
}

// MARK: - Assistive technology
//
// The accessibility tree, and the notices.

/// A step for the tree of the elements on screen, and the notices since the previous one.
struct AccessibilityStep: ScenarioStep {
  static let name = "accessibility"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let notices = session.view.takeAccessibilityNotices()
    return JSONObject([
      .init("tree", .object(session.view.accessibilityTree.json)),
      .init("notices", .array(notices.map { .string($0.rawValue) })),
    ])
  }
}

extension AccessibilityElement {
  /// `value`, `row`, `column`, `selected` and `path` only if they exist.
  fileprivate var json: JSONObject {
    var object = JSONObject([
      .init("role", .string(role.rawValue)),
      .init("label", label.map(JSONValue.string) ?? .null),
      .init("index", index.map { .integer(Int64($0)) } ?? .null),
      .init("count", .integer(Int64(count))),
      .init("frame", frame.json),
      .init("actions", .array(actions.map { .string($0.name) })),
      .init("children", .array(children.map { .object($0.json) })),
    ])
    if let value { object["value"] = .string(value) }
    if let row { object["row"] = .integer(Int64(row)) }
    if let column { object["column"] = .integer(Int64(column)) }
    if isSelected { object["selected"] = .bool(true) }
    if let path { object["path"] = path.json }
    return object
  }
}

// MARK: - Counting
//
// Counting the elements of a layout, and keeping the first few, with constant memory.

/// The number of elements in an area and the first of them in listing order.
package struct ElementCensus {
  package private(set) var count = 0
  package private(set) var first: [LayoutAttributes] = []

  private let limit: Int

  /// The maximum number of counted elements: each is queried, a million in a third of a second,
  /// while the caller waits.
  package static let countLimit = 16_777_216

  /// - Parameters:
  ///   - area: In content coordinates; nil for every element that the layout has.
  ///   - limit: The number of elements to keep.
  ///   - countLimit: The number of elements to count.
  /// - Throws: `too-large` for more than `countLimit`; the layout's error.
  package init(
    of view: CollectionView, in area: Rect?, limit: Int, countLimit: Int = Self.countLimit
  ) throws(LayoutError) {
    self.limit = limit
    try view.visitElements(in: area) { (part) throws(LayoutError) in
      take(part)
      guard count <= countLimit else {
        throw LayoutError(
          .tooLarge, "there are more than the \(countLimit) elements that are counted; give a rect")
      }
    }
  }

  private mutating func take(_ found: [LayoutAttributes]) {
    count += found.count
    // Sort only elements that may still be among the first, not each whole part.
    let last = first.count == limit ? first.last : nil
    let candidates = found.filter { element in last.map { isListedBefore(element, $0) } ?? true }
    guard limit > 0, !candidates.isEmpty else { return }
    first = Array((first + candidates).sorted(by: isListedBefore).prefix(limit))
  }
}
