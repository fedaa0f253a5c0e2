// SPDX-License-Identifier: Apache-2.0
//
// Steps that ask: they run no frame and change nothing.

import LayoutHost
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

  /// One question is enough where an answer about all data fits well into memory.
  private func find(
    in view: CollectionView
  ) throws(LayoutError) -> (count: Int, first: [LayoutAttributes]) {
    let items = (0..<view.numberOfSections).reduce(0) { $0 + view.numberOfItems(inSection: $1) }
    if let limit, Double(items) > 4 * ElementCensus.stripCount {
      let census = try ElementCensus(of: view, in: rect ?? view.searchArea, limit: limit)
      return (census.count, census.first)
    }
    let elements = try view.elements(in: rect).sorted(by: isListedBefore)
    return (elements.count, Array(elements.prefix(limit ?? .max)))
  }
}

/// What has a view after the last frame.
struct VisibleStep: ScenarioStep {
  static let name = "visible"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let elements = session.view.visibleElements.sorted(by: Self.precedes).map { element in
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
  /// What leaves comes behind what has its place.
  private static func precedes(_ a: VisibleElement, _ b: VisibleElement) -> Bool {
    if isListedBefore(a.attributes, b.attributes) { return true }
    if isListedBefore(b.attributes, a.attributes) { return false }
    if a.isLeaving != b.isLeaving { return b.isLeaving }
    return a.view.serialNumber < b.view.serialNumber
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

/// Tells the calls since the last time.
struct TraceStep: ScenarioStep {
  static let name = "trace"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    JSONObject([.init("calls", .array(session.trace.take().map(JSONValue.string)))])
  }
}

extension ScenarioSession {
  fileprivate func result(_ attributes: LayoutAttributes?) -> JSONObject {
    JSONObject([.init("element", attributes.map { .object(json($0)) } ?? .null)])
  }
}
