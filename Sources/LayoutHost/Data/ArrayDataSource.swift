// SPDX-License-Identifier: Apache-2.0
//
// A data source over arrays: the shortest way from values to cells.

import LayoutEngine
import LayoutModel

/// Supplies a collection view from arrays of items, one array a section.
///
/// ```swift
/// let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: try .make(id: "flow"))
/// let source = ArrayDataSource(view, items: ["one", "two", "three"]) { cell, path, word in
///   cell.content = .text(word)
/// }
/// try view.layoutIfNeeded()
/// ```
///
/// The collection view holds its data source weakly: keep this one. Changes through this type
/// update the view; for changes computed from identities use ``DiffableDataSource``.
public final class ArrayDataSource<Item, CellType: Cell> {
  /// The items, section by section.
  public private(set) var sections: [[Item]]
  /// Supplies supplementary views; required for a layout with supplementary kinds.
  public var supplementaryProvider: ((CollectionView, String, ItemPath) throws -> ReusableView)?
  /// Returns true when a person may move the item at a path; without it no item can be moved.
  public var canMoveItem: ((ItemPath) -> Bool)?
  private weak var collectionView: CollectionView?
  private let registration: CollectionView.CellRegistration<CellType, Item>

  /// Becomes the data source of a collection view. From then on each change may throw
  /// `not-the-data-source`, when the collection view is gone or has another data source.
  public init(
    _ collectionView: CollectionView, sections: [[Item]],
    registration: CollectionView.CellRegistration<CellType, Item>
  ) {
    self.sections = sections
    self.collectionView = collectionView
    self.registration = registration
    collectionView.dataSource = self
  }

  /// The item at `path`; nil when there is none.
  public func item(at path: ItemPath) -> Item? {
    sections.indices.contains(path.section) && sections[path.section].indices.contains(path.item)
      ? sections[path.section][path.item] : nil
  }

  /// Replaces all items.
  ///
  /// - Throws: The errors of `reloadData()`; the items are then unchanged.
  public func replace(with sections: [[Item]]) throws(LayoutError) {
    try change({ $0 = sections }) { (view, _) throws(LayoutError) in try view.reloadData() }
  }

  /// Inserts items, the first of them at `path`.
  ///
  /// - Throws: `unknown-path`, or the errors of `insertItems(at:)`. The items are then unchanged,
  ///   unless the layout failed: the change is then made, and the next good frame shows it.
  public func insert(_ items: [Item], at path: ItemPath) throws(LayoutError) {
    guard sections.indices.contains(path.section),
      (0...sections[path.section].count).contains(path.item)
    else { throw Self.unknown(path) }
    let changes = items.indices.map {
      BatchUpdate.Operation.insertItem(ItemPath(path.section, path.item + $0))
    }
    try change(changes) { $0[path.section].insert(contentsOf: items, at: path.item) }
  }

  /// Removes the item at `path`.
  ///
  /// - Throws: `unknown-path`, or the errors of `deleteItems(at:)`. The items are then unchanged,
  ///   unless the layout failed: the change is then made, and the next good frame shows it.
  public func remove(at path: ItemPath) throws(LayoutError) {
    guard item(at: path) != nil else { throw Self.unknown(path) }
    try change([.deleteItem(path)]) { $0[path.section].remove(at: path.item) }
  }

  /// Moves the item at `path`; its new path is `target`.
  ///
  /// - Throws: `unknown-path`, or the errors of `moveItem(at:to:)`. The items are then unchanged,
  ///   unless the layout failed: the change is then made, and the next good frame shows it.
  public func move(at path: ItemPath, to target: ItemPath) throws(LayoutError) {
    guard let item = item(at: path) else { throw Self.unknown(path) }
    let room = path.section == target.section ? 1 : 0
    guard sections.indices.contains(target.section),
      (0...sections[target.section].count - room).contains(target.item)
    else { throw Self.unknown(target) }
    try change([.moveItem(from: path, to: target)]) {
      $0[path.section].remove(at: path.item)
      $0[target.section].insert(item, at: target.item)
    }
  }

  /// Replaces the item at `path`.
  ///
  /// - Throws: `unknown-path`, or the errors of `reloadItems(at:)`. The items are then unchanged,
  ///   unless the layout failed: the change is then made, and the next good frame shows it.
  public func replace(at path: ItemPath, with item: Item) throws(LayoutError) {
    guard self.item(at: path) != nil else { throw Self.unknown(path) }
    try change([.reloadItem(path)]) { $0[path.section][path.item] = item }
  }

  /// Changes the arrays and tells the view the changes.
  private func change(
    _ changes: [BatchUpdate.Operation], _ edit: (inout [[Item]]) -> Void
  ) throws(LayoutError) {
    try change(edit) { (view, onApplied) throws(LayoutError) in
      try view.tell(changes, true, onApplied: onApplied)
    }
  }

  /// Changes the arrays, updates the view, and rolls the change back if the view refuses it. A view
  /// whose layout failed has applied it.
  private func change(
    _ edit: (inout [[Item]]) -> Void,
    _ tell: (CollectionView, _ onApplied: () -> Void) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    guard let collectionView, collectionView.dataSource === self else {
      throw LayoutError(
        .notTheDataSource,
        "the collection view is gone or has another data source; make a new one for it")
    }
    let last = sections
    edit(&sections)
    var isApplied = false
    do { try tell(collectionView, { isApplied = true }) } catch {
      if !isApplied { sections = last }
      throw error
    }
  }

  private static func unknown(_ path: ItemPath) -> LayoutError {
    LayoutError(.unknownPath, "there is no place \(path) in the arrays of the data source")
  }
}

extension ArrayDataSource where CellType == Cell {
  /// Becomes the data source of a collection view, with one section of plain cells.
  public convenience init(
    _ collectionView: CollectionView, items: [Item],
    fill: @escaping (Cell, ItemPath, Item) throws -> Void
  ) {
    self.init(
      collectionView, sections: [items],
      registration: CollectionView.CellRegistration(handler: fill))
  }
}

extension ArrayDataSource: CollectionViewDataSource {
  /// The arrays.
  public func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

  /// The items of one array.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  /// A cell filled by the registration.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    guard let item = item(at: path) else { throw Self.unknown(path) }
    return try collectionView.dequeueConfiguredReusableCell(
      using: registration, for: path, item: item)
  }

  /// The view from the provider.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    guard let supplementaryProvider else {
      throw LayoutError(
        .noSupplementaryView,
        "the layout shows a \(kind) at \(path); set supplementaryProvider of the data source")
    }
    return try supplementaryProvider(collectionView, kind, path)
  }
}

extension ArrayDataSource: ReorderingDataSource {
  /// Returns the answer of `canMoveItem`.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { canMoveItem?(path) ?? false }

  /// Moves the item in the arrays.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) {
    sections[target.section].insert(sections[path.section].remove(at: path.item), at: target.item)
  }
}
