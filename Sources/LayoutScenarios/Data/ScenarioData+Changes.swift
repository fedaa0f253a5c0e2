// SPDX-License-Identifier: Apache-2.0
//
// A change of the data in a scenario, and its effect on the data.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - A change

/// One operation of a batch: its effect on the data, and true if the view is notified.
struct DataChange {
  /// The content of the operation, without its places.
  enum Content {
    case nothing
    /// The content of an inserted item; or the new content of a reloaded item.
    case item(ItemContent)
    case section(SectionContent)
  }

  let operation: BatchUpdate.Operation
  let content: Content
  /// False for a change without a notice to the view.
  let isTold: Bool

  init(_ operation: BatchUpdate.Operation, _ content: Content = .nothing, isTold: Bool = true) {
    (self.operation, self.content, self.isTold) = (operation, content, isTold)
  }

  /// A move of an item by hand.
  init(moving path: ItemPath, to target: ItemPath) {
    self.init(.moveItem(from: path, to: target))
  }

  /// Reads `{"insert": [s,i], "size": [w,h]}` and similar objects.
  init(_ value: JSONValue, place: String) throws(LayoutError) {
    var reader = try ObjectReader(value, place: place)
    let operations = try Self.operations(from: &reader)
    guard let operation = operations.first, operations.count == 1 else {
      throw LayoutError(
        .badValue,
        "\(place): expected one of insert, delete, move, reload, insertSection, deleteSection, "
          + "moveSection, reloadSection, found "
          + (operations.isEmpty ? "none of them" : "\(operations.count) of them"))
    }
    content = try Self.content(of: operation, from: &reader)
    isTold = try reader.take("told", Read.bool) ?? true
    try reader.finish()
    self.operation = operation
  }

  private static func operations(
    from reader: inout ObjectReader
  ) throws(LayoutError) -> [BatchUpdate.Operation] {
    let pair = { (value: JSONValue, place: String) throws(LayoutError) in
      try Read.pair(value, Read.path, "[[section, item], [section, item]]", place)
    }
    let sectionPair = { (value: JSONValue, place: String) throws(LayoutError) in
      try Read.pair(value, Read.count, "[section, section]", place)
    }
    return [
      try reader.take("insert", Read.path).map { .insertItem($0) },
      try reader.take("delete", Read.path).map { .deleteItem($0) },
      try reader.take("move", pair).map { .moveItem(from: $0.0, to: $0.1) },
      try reader.take("reload", Read.path).map { .reloadItem($0) },
      try reader.take("insertSection", Read.count).map { .insertSection($0) },
      try reader.take("deleteSection", Read.count).map { .deleteSection($0) },
      try reader.take("moveSection", sectionPair).map { .moveSection(from: $0.0, to: $0.1) },
      try reader.take("reloadSection", Read.count).map { .reloadSection($0) },
    ].compactMap { $0 }
  }

  private static func content(
    of operation: BatchUpdate.Operation, from reader: inout ObjectReader
  ) throws(LayoutError) -> Content {
    switch operation {
    case .insertItem: return .item(try ItemContent(from: &reader))
    case .reloadItem:
      let content = try ItemContent(from: &reader)
      return content.isEmpty ? .nothing : .item(content)
    case .insertSection:
      return .section(try reader.take("section", SectionContent.init) ?? .empty)
    default: return .nothing
    }
  }
}

extension Read {
  /// Reads an array of exactly two elements.
  static func pair<Value>(
    _ value: JSONValue, _ read: (JSONValue, String) throws(LayoutError) -> Value, _ form: String,
    _ place: String
  ) throws(LayoutError) -> (Value, Value) {
    guard let values = value.array, values.count == 2 else { throw expected(form, value, place) }
    return (try read(values[0], place), try read(values[1], place))
  }
}

// MARK: - Application to the data
//
// Applying a batch to the data, in the simplest form.

extension ScenarioData {
  /// Makes every change, including those without a notice to the view.
  ///
  /// Sections first: deleted and moved sections are removed, inserted and moved ones are put at
  /// their new places, the others fill the rest in order. Then items, in the same way. Operations
  /// on items of deleted or inserted sections are dropped. This never fails, because the view
  /// refuses an inconsistent batch: places out of range are ignored, or put last.
  ///
  /// - Complexity: O(sections + runs + k log k) for *k* changes.
  mutating func apply(_ changes: [DataChange]) {
    renew(changes)
    let order = SectionOrder(changes, oldCount: sections.count)
    var items = ItemPlaces(oldCount: sections.count, newCount: order.sources.count)
    var came: [Int: ScenarioSection] = [:]
    for (number, change) in changes.enumerated() {
      if case .section(let content) = change.content { came[number] = insert(content) }
      collect(change, order, into: &items)
    }
    let old = sections
    sections = order.sources.enumerated().compactMap { index, source in
      switch source {
      case .change(let number): return came[number]
      case .section(let section):
        var kept = old[section]
        kept.runs = kept.runs.changed(
          gone: items.gone(from: section), placed: items.placed(in: index))
        return kept
      }
    }
  }

  /// Gives reloaded items their new answers, in their old places.
  private mutating func renew(_ changes: [DataChange]) {
    var renewed = ItemPlaces(oldCount: sections.count, newCount: sections.count)
    for change in changes {
      guard case .reloadItem(let path) = change.operation, case .item(let content) = change.content,
        let item = item(at: path)
      else { continue }
      renewed.take(path)
      renewed.put(self.renewed(item, content), at: path)
    }
    for index in sections.indices {
      let places = renewed.placed(in: index)
      guard !places.isEmpty else { continue }
      sections[index].runs = sections[index].runs.changed(
        gone: renewed.gone(from: index), placed: places)
    }
  }

  /// Records the places that an item operation removes and fills.
  private mutating func collect(
    _ change: DataChange, _ order: SectionOrder, into items: inout ItemPlaces
  ) {
    switch change.operation {
    case .insertItem(let path):
      guard order.keeps(path.section), case .item(let content) = change.content
      else { return }
      items.put(insertItem(content), at: path)
    case .deleteItem(let path):
      if item(at: path) != nil { items.take(path) }
    case .moveItem(let source, let target):
      guard let item = item(at: source) else { return }
      items.take(source)
      if order.keeps(target.section) { items.put(item, at: target) }
    default: break
    }
  }
}

/// The origins of the sections of the new data.
private struct SectionOrder {
  /// An old section, or the change that inserts one, by index.
  enum Source {
    case section(Int)
    case change(Int)
  }

  private(set) var sources: [Source] = []

  init(_ changes: [DataChange], oldCount: Int) {
    var gone: Set<Int> = []
    var placed: [(place: Int, source: Source)] = []
    for (number, change) in changes.enumerated() {
      switch change.operation {
      case .deleteSection(let index): gone.insert(index)
      case .insertSection(let index): placed.append((index, .change(number)))
      case .moveSection(let source, let target):
        guard source < oldCount else { continue }
        gone.insert(source)
        placed.append((target, .section(source)))
      default: break
      }
    }
    // Changes that claim the same place are applied in their order.
    let queue = placed.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }
    var next = 0
    func takeDue() {
      while next < queue.count, queue[next].element.place <= sources.count {
        sources.append(queue[next].element.source)
        next += 1
      }
    }
    for section in 0..<oldCount where !gone.contains(section) {
      takeDue()
      sources.append(.section(section))
    }
    sources += queue[next...].map(\.element.source)
  }

  /// Returns true when the new section existed before.
  func keeps(_ section: Int) -> Bool {
    guard sources.indices.contains(section), case .section = sources[section] else { return false }
    return true
  }
}

/// The items that are removed from old sections and put into new ones.
private struct ItemPlaces {
  private var gone: [[Int]]
  private var placed: [[(place: Int, item: ItemReference)]]

  init(oldCount: Int, newCount: Int) {
    gone = Array(repeating: [], count: oldCount)
    placed = Array(repeating: [], count: newCount)
  }

  mutating func take(_ path: ItemPath) { gone[path.section].append(path.item) }

  mutating func put(_ item: ItemReference, at path: ItemPath) {
    placed[path.section].append((path.item, item))
  }

  /// The removed places, ascending and unique.
  func gone(from section: Int) -> [Int] {
    gone[section].sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The filled places, ascending; claims of the same place in the order of the changes.
  func placed(in section: Int) -> [(place: Int, item: ItemReference)] {
    placed[section].enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }.map(\.element)
  }
}
