// SPDX-License-Identifier: Apache-2.0
//
// A batch of changes as the app states it: operations without an order among them.

import LayoutModel

/// Changes of items and sections that take effect together.
///
/// Deletes, reloads and move sources are stated in the indices from before the batch, inserts and
/// move targets in those from after it. The order of the operations does not matter.
public struct BatchUpdate: Equatable, Sendable {
  /// One change.
  public enum Operation: Equatable, Sendable {
    case insertItem(ItemPath)
    case deleteItem(ItemPath)
    case moveItem(from: ItemPath, to: ItemPath)
    case reloadItem(ItemPath)
    case insertSection(Int)
    case deleteSection(Int)
    case moveSection(from: Int, to: Int)
    case reloadSection(Int)
  }

  /// The changes, as stated.
  public var operations: [Operation]

  /// A batch of the operations given.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// True when nothing changes.
  public var isEmpty: Bool { operations.isEmpty }

  /// States that items will be at `paths` that were not there.
  public mutating func insertItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.insertItem)
  }

  /// States that the items that were at `paths` go.
  public mutating func deleteItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.deleteItem)
  }

  /// States that the items that were at `paths` need new views in their places.
  public mutating func reloadItems(at paths: some Sequence<ItemPath>) {
    operations += paths.map(Operation.reloadItem)
  }

  /// States that sections will be at `indices` that were not there, with all their items.
  public mutating func insertSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.insertSection)
  }

  /// States that the sections that were at `indices` go, with all their items.
  public mutating func deleteSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.deleteSection)
  }

  /// States that every item of the sections that were at `indices` needs a new view.
  public mutating func reloadSections(_ indices: some Sequence<Int>) {
    operations += indices.map(Operation.reloadSection)
  }

  /// States that an item will be at `path` that was not there.
  public mutating func insertItem(at path: ItemPath) { operations.append(.insertItem(path)) }

  /// States that the item that was at `path` goes.
  public mutating func deleteItem(at path: ItemPath) { operations.append(.deleteItem(path)) }

  /// States that the item that was at `source` will be at `target`.
  public mutating func moveItem(from source: ItemPath, to target: ItemPath) {
    operations.append(.moveItem(from: source, to: target))
  }

  /// States that the item that was at `path` needs a new view in its place.
  public mutating func reloadItem(at path: ItemPath) { operations.append(.reloadItem(path)) }

  /// States that a section will be at `index` that was not there, with all its items.
  public mutating func insertSection(at index: Int) { operations.append(.insertSection(index)) }

  /// States that the section that was at `index` goes, with all its items.
  public mutating func deleteSection(at index: Int) { operations.append(.deleteSection(index)) }

  /// States that the section that was at `source` will be at `target`, with its items.
  public mutating func moveSection(from source: Int, to target: Int) {
    operations.append(.moveSection(from: source, to: target))
  }

  /// States that every item of the section that was at `index` needs a new view.
  public mutating func reloadSection(at index: Int) { operations.append(.reloadSection(index)) }
}

extension BatchUpdate.Operation: CustomStringConvertible {
  /// The operation in words, for messages: "move of item 0.3 to 1.0".
  public var description: String {
    switch self {
    case .insertItem(let path): "insert of item \(path)"
    case .deleteItem(let path): "delete of item \(path)"
    case .moveItem(let source, let target): "move of item \(source) to \(target)"
    case .reloadItem(let path): "reload of item \(path)"
    case .insertSection(let index): "insert of section \(index)"
    case .deleteSection(let index): "delete of section \(index)"
    case .moveSection(let source, let target): "move of section \(source) to \(target)"
    case .reloadSection(let index): "reload of section \(index)"
    }
  }
}
