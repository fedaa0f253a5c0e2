// SPDX-License-Identifier: Apache-2.0
//
// A change of the data as scenarios state it: the `OP` of a batch.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// One operation of a batch: what happens to the data, and whether the view hears of it.
struct DataChange {
  /// The content of the operation, beside its places.
  enum Content {
    case nothing
    /// Of an inserted item; of a reloaded one from now on.
    case item(ItemContent)
    case section(SectionContent)
  }

  let operation: BatchUpdate.Operation
  let content: Content
  /// False for a change that the view is not told of.
  let isTold: Bool

  init(_ operation: BatchUpdate.Operation, _ content: Content = .nothing, isTold: Bool = true) {
    (self.operation, self.content, self.isTold) = (operation, content, isTold)
  }

  /// An item put elsewhere by hand.
  init(moving path: ItemPath, to target: ItemPath) {
    self.init(.moveItem(from: path, to: target))
  }

  /// Reads `{"insert": [s,i], "size": [w,h]}` and the like.
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
  /// An array of exactly two.
  static func pair<Value>(
    _ value: JSONValue, _ read: (JSONValue, String) throws(LayoutError) -> Value, _ form: String,
    _ place: String
  ) throws(LayoutError) -> (Value, Value) {
    guard let values = value.array, values.count == 2 else { throw expected(form, value, place) }
    return (try read(values[0], place), try read(values[1], place))
  }
}
