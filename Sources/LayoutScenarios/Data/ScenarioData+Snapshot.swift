// SPDX-License-Identifier: Apache-2.0
//
// The data as a snapshot of identities, and a snapshot as the data.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Sections and items by the identities that scenarios print.
typealias ScenarioSnapshot = DiffableSnapshot<String, String>

extension ScenarioData {
  /// Every identity in its place. O(all items).
  ///
  /// - Throws: `duplicate-identity` when a batch that contradicted itself left an item in two places.
  func snapshot() throws(LayoutError) -> ScenarioSnapshot {
    var snapshot = ScenarioSnapshot()
    try snapshot.appendSections(sections.map(\.id))
    for section in sections {
      try snapshot.appendItems(
        (0..<section.runs.count).map { id(of: section.runs[$0]) }, to: section.id)
    }
    return snapshot
  }

  /// Takes the order of a snapshot. What is not in the data yet comes in under its identity there,
  /// without a size and without answers.
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
  /// Reads `[[id, [id…]]…]`; an identity is a string, or a number that stands for its text.
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
