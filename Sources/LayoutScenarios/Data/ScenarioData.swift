// SPDX-License-Identifier: Apache-2.0
//
// The data of a scenario: which section and which item stands where, and what each answers.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// Everything that the data source and the queries answer from. A value: what a batch makes of it
/// stands beside what it was.
///
/// An item or a section keeps its answers and its identity when it moves.
struct ScenarioData {
  /// Every section that ever was in the data, in the order in which it came.
  private(set) var contents: [SectionContent] = []
  /// Every group of items that came into the data together.
  private(set) var origins: [ItemOrigin] = []
  /// The sections now.
  var sections: [ScenarioSection] = []
  /// Answers for all sections, by the query's name.
  let queries: JSONObject
  /// Answers that changed since.
  var patches = AnswerPatches()
  /// The queries that are answered later, or when they are asked.
  var laterQueries: Set<String> = []
  /// Items and sections that came later, so that each gets an identity of its own.
  private(set) var insertedItemCount = 0
  private(set) var insertedSectionCount = 0
  /// The number of times that an item was given answers of its own after the data began.
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

  /// Returns the reference of the item when it came, by its place now; nil when there is none.
  func item(at path: ItemPath) -> ItemReference? {
    guard sections.indices.contains(path.section) else { return nil }
    let runs = sections[path.section].runs
    return path.item >= 0 && path.item < runs.count ? runs[path.item] : nil
  }

  /// The identity of an item: its first path, or `+k` for the k-th that came later.
  func id(of item: ItemReference) -> String { origins[item.origin].id(at: item.index) }

  /// The identity of the item at a path; nil when there is none.
  func id(at path: ItemPath) -> String? { item(at: path).map(id(of:)) }

  /// Returns the size query's answer for the item at a path.
  func size(at path: ItemPath) -> Size? {
    item(at: path).flatMap { origins[$0.origin].items.size(at: $0.index) }
  }

  /// Returns the size that the cell of the item at a path prefers; nil when it prefers none.
  func preferredSize(at path: ItemPath) -> Size? {
    item(at: path).flatMap { origins[$0.origin].preferred?.size(at: $0.index) }
  }

  /// Returns the content of a section, by its place now; nil when there is none.
  func content(ofSection section: Int) -> SectionContent? {
    sections.indices.contains(section) ? contents[sections[section].serial] : nil
  }

  /// True when the size query has an answer for any item that ever was in the data.
  var hasSizes: Bool { origins.contains { $0.items.hasSizes } }

  /// Every query that the data answers by its name, in the order named.
  var namedQueries: [String] {
    var names = queries.keys
    for content in contents { names += content.queries.keys }
    for origin in origins { names += origin.answers.map(\.name) }
    return names
  }

  // MARK: What comes into the data

  /// Takes in a section that was not there; the caller gives it its place.
  mutating func insert(_ content: SectionContent) -> ScenarioSection {
    insertedSectionCount += 1
    let first = insertedItemCount + 1
    insertedItemCount += content.items.count
    return admit(content, id: "+\(insertedSectionCount)", items: .inserted(first: first))
  }

  /// Takes in a section under an identity of the app's.
  mutating func insertSection(id: String) -> ScenarioSection {
    insertedSectionCount += 1
    return admit(.empty, id: id, items: .named([]))
  }

  /// Takes in an item that was not there; the caller gives it its place.
  mutating func insertItem(_ content: ItemContent) -> ItemReference {
    insertedItemCount += 1
    note(content)
    return admit(ItemOrigin(content, identity: .inserted(first: insertedItemCount)))
  }

  /// Takes in an item under an identity of the app's, without a size.
  mutating func insertItem(id: String) -> ItemReference {
    insertedItemCount += 1
    return admit(ItemOrigin(identity: .named([id]), items: .equal(count: 1, size: nil)))
  }

  /// An item as it is, but for what is said of it.
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

/// A section in its place.
struct ScenarioSection {
  /// Index into the data's list of contents.
  let serial: Int
  /// Its first index, or `+k` for the k-th that came later.
  let id: String
  var runs: ItemRuns
}

/// Items that came into the data together: what they answer, and what they are called.
struct ItemOrigin {
  /// The names of the items.
  enum Identity {
    /// By their first paths.
    case first(section: Int)
    /// `+k`, counting on from the first.
    case inserted(first: Int)
    /// As the app calls them.
    case named([String])
  }

  let identity: Identity
  let items: Items
  /// Answers for each item, by the query's name.
  var answers: [(name: String, answers: [JSONValue])] = []
  /// The sizes that the cells prefer when they appear.
  var preferred: Items?

  func id(at index: Int) -> String {
    switch identity {
    case .first(let section): "\(section).\(index)"
    case .inserted(let first): "+\(first + index)"
    case .named(let ids): ids[index]
    }
  }
}
