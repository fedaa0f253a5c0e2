// SPDX-License-Identifier: Apache-2.0
//
// The data as sections that others can start from, wherever their items came from.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension ScenarioData {
  /// Each section with what its items answer, in their order now.
  ///
  /// - Complexity: O(items), O(runs) where neighbours of one origin have one size.
  var standing: [SectionContent] { sections.map(standing) }

  /// Takes `count` sections away and brings these in their place, without telling anybody.
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
  /// So many items that answer nothing.
  init(count: Int) {
    self = .empty
    items = .equal(count: count, size: nil)
  }
}

extension Items {
  /// Stretches of items, end to end.
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
  /// The answers of some of the items; null for those that have none.
  fileprivate func answers(to name: String, _ range: Range<Int>) -> [JSONValue] {
    guard let list = answers.first(where: { $0.name == name })?.answers else {
      return range.map { _ in .null }
    }
    return Array(list[range])
  }
}
