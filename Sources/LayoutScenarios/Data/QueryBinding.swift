// SPDX-License-Identifier: Apache-2.0
//
// Binds a scenario's answers to the queries of a layout.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Binds what the data answers, and nothing else: a query without an answer stays unbound, so that
/// the layout uses its property.
struct QueryBinder {
  let source: ScenarioSource
  let layout: CollectionLayout
  let room: LayoutRoom

  /// The queries whose answers stand in keys of their own.
  private static let size = "sizeForItem"
  private static let header = "headerSize"
  private static let footer = "footerSize"

  /// - Throws: `unknown-query` when the data answers a query that the layout does not ask, unless the
  ///   layout was swapped in: then what it does not ask is left out.
  func bind(isStrict: Bool) throws(LayoutError) {
    let data = source.data
    for name in data.answeredQueries where isStrict && !asks(name) {
      let names = layout.descriptor.queries.map(\.name).joined(separator: ", ")
      throw LayoutError(
        "unknown-query",
        "layout '\(layout.id)' asks no query '\(name)'; "
          + (names.isEmpty ? "it asks none" : "it asks \(names)"))
    }
    let named = Set(data.answeredQueries)
    for query in layout.descriptor.queries {
      if named.contains(query.name) {
        try bindNamed(query)
      } else {
        try bindBuiltIn(query)
      }
    }
  }

  private func asks(_ name: String) -> Bool {
    layout.descriptor.queries.contains { $0.name == name }
  }

  private func bindBuiltIn(_ query: QueryDescriptor) throws(LayoutError) {
    let sections = source.data.sections
    switch query.name {
    case Self.size where sections.contains { $0.items.hasSizes }: try bindSizes()
    case Self.header where sections.contains { $0.header != nil }: try bindLength(query, \.header)
    case Self.footer where sections.contains { $0.footer != nil }: try bindLength(query, \.footer)
    default: break
    }
  }

  /// Sizes in bulk, so that a section of equal items is one answer.
  private func bindSizes() throws(LayoutError) {
    let source = source
    try layout.bind(Self.size) {
      (section: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
      switch source.data.sections[section].items {
      case .equal(_, nil): return .none
      case .equal(_, let size?):
        out[0] = size
        return .uniform
      case .each(let sizes):
        for (place, item) in range.enumerated() {
          out[place] = sizes[item] ?? Size(width: .nan, height: .nan)
        }
        return .all
      }
    }
  }

  private func bindLength(
    _ query: QueryDescriptor, _ key: KeyPath<ScenarioSection, Length?>
  ) throws(LayoutError) {
    let (source, room) = (source, room)
    try layout.bind(query.name) { (path: ItemPath) throws -> Size? in
      guard let length = source.data.sections[path.section][keyPath: key] else { return nil }
      return length.size(in: room.container, isHorizontal: room.isHorizontal)
    }
  }

  /// Answers given by the query's own name, read by its declared type when they are bound.
  private func bindNamed(_ query: QueryDescriptor) throws(LayoutError) {
    let answers = try NamedAnswers(source.data, query)
    let (source, room) = (source, room)
    try layout.bind(
      query.name,
      dynamic: { path, _ in answers[path] ?? Self.builtIn(query.name, path, source.data, room) })
  }

  /// What the keys of their own say, for paths that no answer by name covers.
  private static func builtIn(
    _ query: String, _ path: ItemPath, _ data: ScenarioData, _ room: LayoutRoom
  ) -> LayoutValue? {
    let section = data.sections[path.section]
    let size =
      switch query {
      case size: section.items.size(at: path.item)
      case header: section.header?.size(in: room.container, isHorizontal: room.isHorizontal)
      case footer: section.footer?.size(in: room.container, isHorizontal: room.isHorizontal)
      default: Size?.none
      }
    return size.map(LayoutValue.size)
  }
}

/// The answers to one query, read.
struct NamedAnswers {
  private var common: LayoutValue?
  /// By section.
  private var sections: [LayoutValue?] = []
  /// By section and item; empty where the section has no list.
  private var items: [[LayoutValue?]] = []

  init(_ data: ScenarioData, _ query: QueryDescriptor) throws(LayoutError) {
    func read(_ json: JSONValue?, _ place: String) throws(LayoutError) -> LayoutValue? {
      guard let json, json != .null else { return nil }
      return try LayoutValue(json: json, type: query.result, place: place)
    }
    common = try read(data.queries[query.name], "query '\(query.name)'")
    for (index, section) in data.sections.enumerated() {
      let place = "sections[\(index)]: query '\(query.name)'"
      sections.append(try read(section.queries[query.name], place))
      let answers = section.itemQueries.first { $0.name == query.name }?.answers ?? []
      guard answers.isEmpty || query.scope == .item else {
        throw LayoutError(
          "bad-value",
          "\(place): it is asked for the section, not for each item; put the answer into 'queries'")
      }
      var list: [LayoutValue?] = []
      for answer in answers { list.append(try read(answer, place)) }
      items.append(list)
    }
  }

  subscript(path: ItemPath) -> LayoutValue? {
    let list = items[path.section]
    let item = list.indices.contains(path.item) ? list[path.item] : nil
    return item ?? sections[path.section] ?? common
  }
}

/// What a header given as a length spans. Noted between frames, since an answer to a query may not
/// ask the layout.
final class LayoutRoom {
  var container: Size
  private(set) var isHorizontal = false

  init(container: Size, layout: CollectionLayout) {
    self.container = container
    noteDirection(of: layout)
  }

  /// Notes whether the layout says that it scrolls sideways.
  func noteDirection(of layout: CollectionLayout) {
    let name = "scrollDirection"
    guard let property = layout.descriptor.properties.first(where: { $0.name == name }),
      case .enumeration(let index)? = try? layout.value(of: name)
    else { return }
    isHorizontal =
      property.cases.indices.contains(index) && property.cases[index] == "horizontal"
  }
}
