// SPDX-License-Identifier: Apache-2.0
//
// Binds a scenario's answers to the queries of a layout.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Binds only queries with answers: a query without an answer stays unbound, so that the layout
/// uses its property.
struct QueryBinder {
  let source: ScenarioSource
  let layout: CollectionLayout
  let room: LayoutRoom

  /// The queries with separate keys for their answers.
  private static let size = ScenarioData.sizeQuery
  private static let header = "headerSize"
  private static let footer = "footerSize"

  /// Binds every query that `data` answers. Answers are looked up in the data that the view shows.
  ///
  /// - Throws: `bad-value`, or `unknown-query` when the data answers a query that the layout does
  ///   not have. After a swap such answers are ignored instead. Nothing is bound on an error.
  ///
  /// - Parameter bound: The queries to bind, even without an answer in the data; nil for those with
  ///   answers.
  func bind(
    _ data: ScenarioData, isStrict: Bool, bound: [String]? = nil
  ) throws(LayoutError) {
    let names = bound ?? data.namedQueries + data.laterQueries.sorted()
    for name in names where isStrict && !layout.hasQuery(name) {
      let known = layout.descriptor.queries.map(\.name).joined(separator: ", ")
      throw LayoutError(
        .unknownQuery,
        "layout '\(layout.id)' asks no query '\(name)'; "
          + (known.isEmpty ? "it asks none" : "it asks \(known)"))
    }
    if let bound { return try rebind(bound) }
    let named = Set(data.namedQueries)
    var answers: [NamedAnswers] = []
    for query in layout.descriptor.queries where named.contains(query.name) {
      answers.append(try NamedAnswers(data, query))
    }
    for answers in answers { try bind(answers) }
    for query in layout.descriptor.queries where !named.contains(query.name) {
      if data.laterQueries.contains(query.name) {
        try bindLater(query)
      } else {
        try bindBuiltIn(query, data)
      }
    }
  }

  /// Binds exactly these queries of the layout. Each answer is looked up when it is needed, because
  /// it may change with every step.
  func rebind(_ names: [String]) throws(LayoutError) {
    for (index, query) in layout.descriptor.queries.enumerated() {
      if !names.contains(query.name) {
        if layout.queries.isBound(index) { try layout.unbind(query.name) }
      } else {
        try bindLater(query)
      }
    }
  }

  /// Binds a query whose answers come from steps.
  private func bindLater(_ query: QueryDescriptor) throws(LayoutError) {
    if !query.arguments.isEmpty {
      try bindAsked(query)
    } else if query.name == Self.size, query.standing.isStandard {
      try bindSizes()
    } else {
      try bindLooked(query)
    }
  }

  private func bindAsked(_ query: QueryDescriptor) throws(LayoutError) {
    let source = source
    try layout.bind(
      query.name,
      dynamic: { path, arguments in
        let question = AppAnswers.Question(query.name, path, arguments.map { $0.json() })
        return try Self.value(source.answer(to: question), query)
      })
  }

  private func bindLooked(_ query: QueryDescriptor) throws(LayoutError) {
    let (source, room) = (source, room)
    try layout.bind(
      query.name,
      dynamic: { path, _ in
        let json =
          query.scope == .item
          ? source.shown.answer(to: query.name, at: path)
          : source.shown.answer(to: query.name, ofSection: path.section)
        return try Self.value(json, query) ?? Self.builtIn(query, path, source.shown, room)
      })
  }

  private static func value(
    _ json: JSONValue?, _ query: QueryDescriptor
  ) throws(LayoutError) -> LayoutValue? {
    guard let json, json != .null else { return nil }
    return try LayoutValue(json: json, type: query.result, place: "query '\(query.name)'")
  }

  private func bindBuiltIn(_ query: QueryDescriptor, _ data: ScenarioData) throws(LayoutError) {
    // A query with a standard name but another type belongs to the layout.
    guard query.standing.isStandard else { return }
    switch query.name {
    case Self.size where data.hasSizes: try bindSizes()
    case Self.header where data.contents.contains { $0.header != nil }:
      try bindLength(query, \.header)
    case Self.footer where data.contents.contains { $0.footer != nil }:
      try bindLength(query, \.footer)
    default: break
    }
  }

  /// Binds sizes in bulk, so that a run of equal items is one answer.
  private func bindSizes() throws(LayoutError) {
    let (source, key) = (source, ObjectIdentifier(layout))
    try layout.bind(Self.size) {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
      let data = source.shown
      guard data.sections.indices.contains(section) else { return .none }
      var (place, coverage) = (0, QueryCoverage.all)
      data.sections[section].runs.forEachStretch(of: range) { origin, stretch in
        if data.patches.has(.init(query: Self.size, origin: origin)) {
          for item in stretch {
            out[place + item - stretch.lowerBound] =
              data.patchedSize(at: ItemReference(origin: origin, index: item)) ?? .unanswered
          }
          place += stretch.count
          return
        }
        switch source.items(of: data.origins[origin], under: key) {
        case .equal(_, let size):
          if stretch.count == range.count {
            out[0] = size ?? .unanswered
            coverage = .uniform
          } else {
            for index in place..<place + stretch.count { out[index] = size ?? .unanswered }
          }
        case .each(let sizes):
          for item in stretch {
            out[place + item - stretch.lowerBound] = sizes[item] ?? .unanswered
          }
        }
        place += stretch.count
      }
      return place == range.count ? coverage : .none
    }
  }

  private func bindLength(
    _ query: QueryDescriptor, _ key: KeyPath<SectionContent, Length?>
  ) throws(LayoutError) {
    let (source, room) = (source, room)
    try layout.bind(query.name) { (path: ItemPath) throws -> Size? in
      source.shown.content(ofSection: path.section)?[keyPath: key]?
        .size(in: room.viewportSize, isHorizontal: room.isHorizontal)
    }
  }

  /// Answers given by the query's name, read by its declared type when they are bound; later
  /// answers of steps take precedence.
  private func bind(_ answers: NamedAnswers) throws(LayoutError) {
    let (source, room, query) = (source, room, answers.query)
    try layout.bind(
      query.name,
      dynamic: { path, arguments in
        let later =
          arguments.isEmpty
          ? source.shown.laterAnswer(to: query, at: path)
          : source.answer(to: .init(query.name, path, arguments.map { $0.json() }))
        if let later { return try Self.value(later, query) }
        return try answers.answer(at: path, in: source.shown)
          ?? Self.builtIn(query, path, source.shown, room)
      })
  }

  /// Returns the answer from the separate keys, for paths without an answer by name.
  private static func builtIn(
    _ query: QueryDescriptor, _ path: ItemPath, _ data: ScenarioData, _ room: LayoutRoom
  ) -> LayoutValue? {
    guard query.standing.isStandard else { return nil }
    let content = data.content(ofSection: path.section)
    let size =
      switch query.name {
      case size: data.size(at: path)
      case header: content?.header?.size(in: room.viewportSize, isHorizontal: room.isHorizontal)
      case footer: content?.footer?.size(in: room.viewportSize, isHorizontal: room.isHorizontal)
      default: Size?.none
      }
    return size.map(LayoutValue.size)
  }
}

extension Size {
  /// The size in a bulk answer for an item without one.
  fileprivate static let unanswered = Size(width: .nan, height: .nan)
}

// MARK: - The room of lengths
//
// The viewport size for lengths of headers and footers.

/// The extent across of a header that is given as a length. Updated between frames, because an
/// answer to a query must not query the layout.
final class LayoutRoom {
  var viewportSize: Size
  private(set) var isHorizontal = false

  init(viewportSize: Size, layout: CollectionLayout) {
    self.viewportSize = viewportSize
    noteDirection(of: layout)
  }

  /// Records if the layout scrolls horizontally.
  func noteDirection(of layout: CollectionLayout) {
    let name = "scrollDirection"
    guard let property = try? layout.property(named: name),
      case .enumeration(let index)? = try? layout.value(of: name)
    else { return }
    isHorizontal =
      property.cases.indices.contains(index) && property.cases[index] == "horizontal"
  }
}
