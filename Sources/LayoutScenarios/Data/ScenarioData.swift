// SPDX-License-Identifier: Apache-2.0
//
// The data of a scenario: the places of sections and items, and their answers.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// The values for the data source and the queries. A value type, so that the data before and after
/// a batch exist side by side.
///
/// An item or a section keeps its answers and its identity when it moves.
struct ScenarioData {
  /// Every section that was ever in the data, in the order of insertion.
  private(set) var contents: [SectionContent] = []
  /// Every group of items with a common origin.
  private(set) var origins: [ItemOrigin] = []
  /// The current sections.
  var sections: [ScenarioSection] = []
  /// Answers for all sections, by the query's name.
  let queries: JSONObject
  /// Later answers.
  var patches = AnswerPatches()
  /// The queries with later answers, or with answers on demand.
  var laterQueries: Set<String> = []
  /// Counters of later items and sections, so that each gets a unique identity.
  private(set) var insertedItemCount = 0
  private(set) var insertedSectionCount = 0
  /// The number of items that got their own answers after the start.
  private(set) var answeringItemCount = 0

  init(from reader: inout ObjectReader) throws(LayoutError) {
    queries = try reader.take("queries", AnswerReading.object) ?? JSONObject()
    start(with: try reader.take("sections", Self.contents) ?? [])
  }

  /// Data of these sections.
  init(_ contents: [SectionContent], queries: JSONObject) {
    self.queries = queries
    start(with: contents)
  }

  private mutating func start(with contents: [SectionContent]) {
    for (index, content) in contents.enumerated() {
      sections.append(admit(content, id: "\(index)", items: .first(section: index)))
    }
  }

  static func contents(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> [SectionContent] {
    var contents: [SectionContent] = []
    for (index, element) in try Read.array(value, place).enumerated() {
      contents.append(try SectionContent(element, place: "sections[\(index)]"))
    }
    return contents
  }

  /// Returns the reference of the item at a place; nil when there is none.
  func item(at path: ItemPath) -> ItemReference? {
    guard sections.indices.contains(path.section) else { return nil }
    let runs = sections[path.section].runs
    return path.item >= 0 && path.item < runs.count ? runs[path.item] : nil
  }

  /// The identity of an item: its first path, or `+k` for the k-th later one.
  func id(of item: ItemReference) -> String { origins[item.origin].id(at: item.index) }

  /// The identity of the item at a path; nil when there is none.
  func id(at path: ItemPath) -> String? { item(at: path).map(id(of:)) }

  /// Returns the size query's answer for the item at a path.
  func size(at path: ItemPath) -> Size? {
    item(at: path).flatMap { origins[$0.origin].items.size(at: $0.index) }
  }

  /// Returns the preferred size of the cell of the item at a path; nil without a preference.
  func preferredSize(at path: ItemPath) -> Size? {
    item(at: path).flatMap { origins[$0.origin].preferred?.size(at: $0.index) }
  }

  /// Returns the content of the section at a place; nil when there is none.
  func content(ofSection section: Int) -> SectionContent? {
    sections.indices.contains(section) ? contents[sections[section].serial] : nil
  }

  /// True when the size query has an answer for any item that was ever in the data.
  var hasSizes: Bool { origins.contains { $0.items.hasSizes } }

  /// Every query that the data answers by name, in order.
  var namedQueries: [String] {
    var names = queries.keys
    for content in contents { names += content.queries.keys }
    for origin in origins { names += origin.answers.map(\.name) }
    return names
  }

  // MARK: Insertions

  /// Adds a new section; the caller gives it its place.
  mutating func insert(_ content: SectionContent) -> ScenarioSection {
    insertedSectionCount += 1
    let first = insertedItemCount + 1
    insertedItemCount += content.items.count
    return admit(content, id: "+\(insertedSectionCount)", items: .inserted(first: first))
  }

  /// Adds a section with an identity from the app.
  mutating func insertSection(id: String) -> ScenarioSection {
    insertedSectionCount += 1
    return admit(.empty, id: id, items: .named([]))
  }

  /// Adds a new item; the caller gives it its place.
  mutating func insertItem(_ content: ItemContent) -> ItemReference {
    insertedItemCount += 1
    note(content)
    return admit(ItemOrigin(content, identity: .inserted(first: insertedItemCount)))
  }

  /// Adds an item with an identity from the app, without a size.
  mutating func insertItem(id: String) -> ItemReference {
    insertedItemCount += 1
    return admit(ItemOrigin(identity: .named([id]), items: .equal(count: 1, size: nil)))
  }

  /// Returns the item with changed content.
  mutating func renewed(_ item: ItemReference, _ content: ItemContent) -> ItemReference {
    let origin = origins[item.origin]
    var whole = origin.content(at: item.index)
    whole.size = content.size ?? whole.size
    whole.preferred = content.preferred ?? whole.preferred
    if content.size != nil { whole.answers[Self.sizeQuery] = nil }
    for answer in content.answers.members { whole.answers[answer.key] = answer.value }
    note(content)
    let renewed = admit(ItemOrigin(whole, identity: .named([origin.id(at: item.index)])))
    let said = content.answers.keys + (content.size == nil ? [] : [Self.sizeQuery])
    patches.carry(item, to: renewed, except: Set(said))
    return renewed
  }

  private mutating func note(_ content: ItemContent) {
    if !content.answers.members.isEmpty { answeringItemCount += 1 }
  }

  private mutating func admit(_ origin: ItemOrigin) -> ItemReference {
    origins.append(origin)
    return ItemReference(origin: origins.count - 1, index: 0)
  }

  private mutating func admit(
    _ content: SectionContent, id: String, items: ItemOrigin.Identity
  ) -> ScenarioSection {
    contents.append(content)
    origins.append(
      ItemOrigin(
        identity: items, items: content.items, answers: content.itemQueries,
        preferred: content.preferred))
    return ScenarioSection(
      serial: contents.count - 1, id: id,
      runs: ItemRuns(origin: origins.count - 1, count: content.items.count))
  }
}

/// A section at its place.
struct ScenarioSection {
  /// Index into the data's list of contents.
  let serial: Int
  /// Its first index, or `+k` for the k-th later section.
  let id: String
  var runs: ItemRuns
}

/// Items with a common origin: their answers and their identities.
struct ItemOrigin {
  /// The identities of the items.
  enum Identity {
    /// Named by their first paths.
    case first(section: Int)
    /// Named `+k`, counting from the first.
    case inserted(first: Int)
    /// Named by the app.
    case named([String])
  }

  let identity: Identity
  let items: Items
  /// Answers for each item, by the query's name.
  var answers: [(name: String, answers: [JSONValue])] = []
  /// The preferred sizes of the cells when they appear.
  var preferred: Items?

  func id(at index: Int) -> String {
    switch identity {
    case .first(let section): "\(section).\(index)"
    case .inserted(let first): "+\(first + index)"
    case .named(let ids): ids[index]
    }
  }
}
