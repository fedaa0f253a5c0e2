// SPDX-License-Identifier: Apache-2.0
//
// A data source that calls a C program's table.

import CLayoutHost
import LayoutHost
import LayoutModel

/// Supplies counts and cells from the program's table.
final class AppSource {
  let table: lh_data_source
  let app: AppData
  private unowned let owner: ViewBox

  init(_ table: lh_data_source, owner: ViewBox) {
    (self.table, self.owner) = (table, owner)
    app = AppData(table.data, table.release)
  }

  /// A cell for an item, filled.
  func cell(_ view: CollectionView, _ path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(
      withReuseIdentifier: try identifier(nil, path), for: path)
    try fill(owner.cell(of: cell), path)
    return cell
  }

  private func fill(_ cell: CellBox, _ path: ItemPath) throws(LayoutError) {
    cell.beginBinding()
    guard let bind = table.bind else { return }
    try askApp("bind") { error in bind(app.data, cell.name, lh_path(path), error) }
  }

  /// A view for a supplementary element, filled.
  func supplementary(
    _ view: CollectionView, _ kind: String, _ path: ItemPath
  ) throws -> ReusableView {
    let identifier = try identifier(kind, path)
    if identifier.isEmpty { owner.registerPlainView(kind) }
    let element = try view.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: identifier, for: path)
    try fill(owner.cell(of: element), kind, path)
    return element
  }

  private func fill(
    _ cell: CellBox, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) {
    cell.beginBinding()
    guard let bind = table.bind_supplementary else { return }
    try askApp("bind_supplementary") { error in
      bind(app.data, cell.name, owner.lend(kind), lh_path(path), error)
    }
  }

  private func identifier(_ kind: String?, _ path: ItemPath) throws(LayoutError) -> String {
    guard let identifier = table.identifier else { return "" }
    let kind = kind.map(owner.lend)
    guard let answer = inFrame({ identifier(app.data, kind, lh_path(path)) }) else { return "" }
    return try text(answer, "the reuse identifier")
  }

  /// Checks a count from the program.
  private func count(_ count: Int64, _ name: String) throws(LayoutError) -> Int {
    guard (0...Int64(UInt32.max)).contains(count) else {
      throw LayoutError(
        .callbackFailed,
        "\(name) returned \(count); a count is between 0 and \(UInt32.max)")
    }
    return Int(count)
  }
}

extension AppSource: ReorderingDataSource, CollectionViewDataSourcePrefetching {
  func numberOfSections(in collectionView: CollectionView) throws -> Int {
    guard let sections = table.section_count else { return 1 }
    return try count(inFrame { sections(app.data) }, "section_count")
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    guard let items = table.item_count else { return 0 }
    return try count(inFrame { items(app.data, UInt32(clamping: section)) }, "item_count")
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell { try cell(collectionView, path) }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView { try supplementary(collectionView, kind, path) }

  func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { canMove(path) }

  /// Returns the program's answer; false without one.
  func canMove(_ path: ItemPath) -> Bool { table.can_move?(app.data, lh_path(path)) ?? false }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    guard let move = table.move else {
      throw LayoutError(
        .callbackFailed, "the data source lets items be moved and has no `move`; set it")
    }
    try askApp("move") { error in move(app.data, lh_path(path), lh_path(target), error) }
  }

  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
    table.prefetch?(app.data, paths.map(lh_path.init), paths.count)
  }

  func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
  ) { table.cancel_prefetch?(app.data, paths.map(lh_path.init), paths.count) }
}

extension ViewBox {
  /// Sets another data source, or none.
  func take(_ table: lh_data_source?) {
    guard let table else {
      (view.dataSource, view.prefetchDataSource) = (nil, nil)
      (source, snapshots) = (nil, nil)
      return
    }
    let next = AppSource(table, owner: self)
    next.app.isTaken = true
    view.prefetchDataSource = table.prefetch == nil && table.cancel_prefetch == nil ? nil : next
    if table.item_count == nil {
      snapshots = diffable(next)
    } else {
      snapshots = nil
      view.dataSource = next
    }
    source = next
  }

  private func diffable(_ source: AppSource) -> DiffableDataSource<UInt64, UInt64> {
    let snapshots = DiffableDataSource<UInt64, UInt64>(view) { view, path, _ in
      try source.cell(view, path)
    }
    snapshots.supplementaryProvider = { view, kind, path in
      try source.supplementary(view, kind, path)
    }
    if source.table.can_move != nil {
      snapshots.canMoveItem = { [weak self] item in
        self?.snapshots?.path(of: item).map(source.canMove) ?? false
      }
    }
    return snapshots
  }
}
