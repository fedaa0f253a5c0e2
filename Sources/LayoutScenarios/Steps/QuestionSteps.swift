// SPDX-License-Identifier: Apache-2.0
//
// Steps that ask: they run no frame and change nothing.

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

  /// With a limit any number is counted; without one all are listed, as far as one list goes.
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
  /// Orders elements that leave behind those that have their place.
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

/// Tells the calls since the last time, as far as they are kept, and how many came before those.
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
