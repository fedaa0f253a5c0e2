// SPDX-License-Identifier: Apache-2.0
//
// Moves an item by hand.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Takes an item up, leads it through places of the viewport, and drops it or lets it go back.
struct MoveStep: ScenarioStep {
  static let name = "move"
  let path: ItemPath
  let places: [Point]
  let isDropped: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    path = try reader.require("from", Read.path)
    places = try reader.take("through", Read.each(Read.point)) ?? []
    isDropped = try reader.take("drop", Read.bool) ?? true
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let view = session.view
    // An item that may not be moved stays; that is an answer, and no mistake of the scenario.
    if try view.beginInteractiveMovement(at: path) {
      do { try lead(view) } catch {
        try view.cancelInteractiveMovement()
        throw error
      }
    }
    try session.runFrame()
    return JSONObject([.init("order", session.source.order)])
  }

  private func lead(_ view: CollectionView) throws(LayoutError) {
    for place in places { try view.updateInteractiveMovement(to: place) }
    if isDropped { try view.endInteractiveMovement() } else { try view.cancelInteractiveMovement() }
  }
}

extension ScenarioSource {
  /// The identities of all items, one list a section.
  fileprivate var order: JSONValue {
    .array(
      data.sections.map { section in
        .array((0..<section.runs.count).map { .string(data.id(of: section.runs[$0])) })
      })
  }
}
