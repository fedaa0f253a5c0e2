// SPDX-License-Identifier: Apache-2.0
//
// The data as starting values: sections, or a snapshot of identities.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - As sections
//
// The data as sections for another start, without their origins.

extension ScenarioData {
  /// Each section with the answers of its items, in the current order.
  ///
  /// - Complexity: O(items), O(runs) if neighbours of one origin have the same size.
  var standing: [SectionContent] { sections.map(standing) }

  /// Replaces the first `count` sections by these, without a notice.
  func replacing(sectionCount count: Int) -> [DataChange] {
    (0..<count).map { DataChange(.deleteSection($0), isTold: false) }
      + standing.enumerated().map { index, content in
        DataChange(.insertSection(index), .section(content), isTold: false)
      }
  }

  private func standing(_ section: ScenarioSection) -> SectionContent {
    var content = contents[section.serial]
    let count = section.runs.count
    var parts: [(origin: Int, range: Range<Int>)] = []
    section.runs.forEachStretch(of: 0..<count) { parts.append(($0, $1)) }
    if parts.count == 1, origins[parts[0].origin].items.count == count,
      content.items.count == count
    {
      return content
    }
    content.items = Items(parts.map { (origins[$0.origin].items, $0.range) })
    let names = parts.flatMap { origins[$0.origin].answers.map(\.name) }
    content.itemQueries = names.enumerated().filter { !names[..<$0].contains($1) }.map { _, name in
      (name, parts.flatMap { origins[$0.origin].answers(to: name, $0.range) })
    }
    content.preferred = nil
    return content
  }
}

extension SectionContent {
  /// Items without answers.
  init(count: Int) {
    self = .empty
    items = .equal(count: count, size: nil)
  }
}

extension Items {
  /// Concatenated runs of items.
  fileprivate init(_ parts: [(items: Items, range: Range<Int>)]) {
    let count = parts.reduce(0) { $0 + $1.range.count }
    let sizes = parts.compactMap { part -> Size?? in
      if case .equal(_, let size) = part.items { .some(size) } else { nil }
    }
    if sizes.count == parts.count, sizes.allSatisfy({ $0 == sizes.first }) {
      self = .equal(count: count, size: sizes.first ?? nil)
    } else {
      self = .each(parts.flatMap { part in part.range.map(part.items.size(at:)) })
    }
  }
}

extension ItemOrigin {
  /// The answers of some of the items; null for those without one.
  fileprivate func answers(to name: String, _ range: Range<Int>) -> [JSONValue] {
    guard let list = answers.first(where: { $0.name == name })?.answers else {
      return range.map { _ in .null }
    }
    return Array(list[range])
  }
}

// MARK: - As identities

/// Sections and items by the identities in the output of scenarios.
typealias ScenarioSnapshot = DiffableSnapshot<String, String>

extension ScenarioData {
  /// Every identity in its place. O(all items).
  ///
  /// - Throws: `duplicate-identity` when an inconsistent batch left an item in two places.
  func snapshot() throws(LayoutError) -> ScenarioSnapshot {
    var snapshot = ScenarioSnapshot()
    try snapshot.appendSections(sections.map(\.id))
    for section in sections {
      try snapshot.appendItems(
        (0..<section.runs.count).map { id(of: section.runs[$0]) }, to: section.id)
    }
    return snapshot
  }

  /// Applies the order of a snapshot. New identities are inserted without a size and without
  /// answers.
  mutating func take(_ snapshot: ScenarioSnapshot) {
    var known: [String: ItemReference] = [:]
    for section in sections {
      for place in 0..<section.runs.count {
        known[id(of: section.runs[place])] = section.runs[place]
      }
    }
    let old = Dictionary(sections.map { ($0.id, $0) }) { first, _ in first }
    sections = snapshot.sectionIDs.enumerated().map { index, id in
      var section = old[id] ?? insertSection(id: id)
      section.runs = ItemRuns()
      for item in snapshot.itemIDs(inSectionAt: index) {
        section.runs.append(known[item] ?? insertItem(id: item))
      }
      return section
    }
  }
}

extension ScenarioSnapshot {
  /// Reads `[[id, [id…]]…]`; an identity is a string, or a number that is converted to text.
  ///
  /// - Throws: `bad-value`, or `duplicate-identity`.
  init(_ value: JSONValue, place: String) throws(LayoutError) {
    self.init()
    for (index, element) in try Read.array(value, place).enumerated() {
      let place = "\(place)[\(index)]"
      guard let pair = element.array, pair.count == 2 else {
        throw Read.expected("[section, [item…]]", element, place)
      }
      let section = try Self.identity(pair[0], place)
      try appendSections([section])
      try appendItems(try Read.each(Self.identity)(pair[1], place), to: section)
    }
  }

  private static func identity(_ value: JSONValue, _ place: String) throws(LayoutError) -> String {
    if let number = value.integer { return "\(number)" }
    return try Read.string(value, place)
  }
}
