// SPDX-License-Identifier: Apache-2.0
//
// Declares stale what is named, and nothing else.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Invalidates; without keys, everything.
struct InvalidateStep: ScenarioStep {
  static let name = "invalidate"
  let context: InvalidationContext

  init(from reader: inout ObjectReader) throws(LayoutError) {
    var context = InvalidationContext()
    let items = try reader.take("items", Read.each(Read.path))
    let supplementaries = try reader.take("supplementaries", Read.each(Self.element))
    let decorations = try reader.take("decorations", Read.each(Self.element))
    let counts = try reader.take("counts", Read.bool)
    let offset = try reader.take("offsetBy", Read.vector)
    context.items = items ?? []
    context.supplementaries = supplementaries ?? []
    context.decorations = decorations ?? []
    context.counts = counts ?? false
    context.contentOffsetAdjustment = offset ?? .zero
    let isEmpty =
      items == nil && supplementaries == nil && decorations == nil && counts == nil && offset == nil
    self.context = isEmpty ? .all : context
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    // Where counts are read anew nobody knows yet which are there.
    for path in context.items where !context.counts && !session.view.hasItem(at: path) {
      throw LayoutError(.unknownPath, "invalidate: there is no item \(path)")
    }
    try session.layout.invalidate(context)
    try session.runFrame()
    return session.offsetResult
  }

  /// `{"kind": K, "path": […]}`, or `[K, […]]`.
  private static func element(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> InvalidationContext.Element {
    if let pair = value.array, pair.count == 2 {
      return .init(kind: try Read.string(pair[0], place), path: try Read.path(pair[1], place))
    }
    var reader = try ObjectReader(value, place: place)
    let kind = try reader.require("kind", Read.string)
    let path = try reader.require("path", Read.path)
    try reader.finish()
    return .init(kind: kind, path: path)
  }
}
