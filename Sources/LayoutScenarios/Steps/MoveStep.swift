// SPDX-License-Identifier: Apache-2.0
//
// Moves an item by hand.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Takes an item up, leads it through places of the viewport, and drops it or lets it go back; with a
/// phase, one of these, so that time passes and other things happen while the item is held.
struct MoveStep: ScenarioStep {
  static let name = "move"
  /// A part of the movement.
  private enum Phase: String, CaseIterable {
    case began, moved, ended, cancelled
  }

  private let phase: Phase?
  private let path: ItemPath?
  private let place: Point?
  private let places: [Point]
  private let isDropped: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let phases = Read.word(of: Phase.allCases.map(\.rawValue))
    phase = try reader.take("phase", phases).flatMap(Phase.init)
    let needsPath = phase == nil || phase == .began
    path =
      needsPath
      ? try reader.require("from", Read.path) : try reader.take("from", Read.path)
    place = try reader.take("at", Read.point)
    places = try reader.take("through", Read.each(Read.point)) ?? []
    isDropped = try reader.take("drop", Read.bool) ?? true
    guard phase != .moved || place != nil else {
      throw LayoutError(.missingKey, "\(reader.place): 'at' is missing")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try move(session.view)
    try session.runFrame()
    return JSONObject([.init("order", session.source.order)])
  }

  private func move(_ view: CollectionView) throws(LayoutError) {
    switch phase {
    case .moved: if let place { try view.updateInteractiveMovement(to: place) }
    case .ended: try view.endInteractiveMovement()
    case .cancelled: try view.cancelInteractiveMovement()
    case .began:
      if let path { _ = try view.beginInteractiveMovement(at: path, pointer: place) }
    case nil:
      // An item that may not be moved stays; that is an answer, and no mistake of the scenario.
      guard let path, try view.beginInteractiveMovement(at: path, pointer: place) else { return }
      do { try lead(view) } catch {
        try view.cancelInteractiveMovement()
        throw error
      }
    }
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
