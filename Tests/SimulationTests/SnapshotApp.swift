// SPDX-License-Identifier: Apache-2.0
//
// An app of a simulated session that has its data as snapshots.

import LayoutHost
import LayoutModel
import LayoutTesting
import LayoutUpdates

/// The app with a `DiffableDataSource`. Its data are those of the shown snapshot: only another snapshot, and a person
/// who moves items, change them.
final class SnapshotSimulatedApp: SimulatedApp {
  private var source: DiffableDataSource<Int, Int>?

  /// The data of the snapshot; those given at first until there is one. A refused snapshot leaves the last one, so
  /// there is nothing to set back.
  override var model: ArrayModel {
    get {
      guard let snapshot = source?.snapshot else { return super.model }
      // The rest of a model is the number of the next new item.
      var model = super.model
      model.sections = snapshot.sectionIDs.indices.map {
        (snapshot.sectionIDs[$0], snapshot.itemIDs(inSectionAt: $0))
      }
      return model
    }
    set { if source == nil { super.model = newValue } }
  }

  override func id(at path: ItemPath) -> Int? {
    guard let source else { return super.id(at: path) }
    return source.itemID(at: path)
  }

  override func sectionID(_ section: Int) -> Int? {
    guard let snapshot = source?.snapshot else { return super.sectionID(section) }
    return snapshot.sectionIDs.indices.contains(section) ? snapshot.sectionIDs[section] : nil
  }

  override func attach(to view: CollectionView) {
    let source = DiffableDataSource<Int, Int>(view) { [unowned self] view, path, _ in
      try collectionView(view, cellForItemAt: path)
    }
    source.supplementaryProvider = { [unowned self] view, kind, path in
      try collectionView(view, viewForSupplementaryElementOfKind: kind, at: path)
    }
    source.canMoveItem = { [unowned view] _ in view.collectionViewLayout.id != "table" }
    self.source = source
  }

  override func begin(with model: ArrayModel, in view: CollectionView) throws {
    try show(model, in: view, animated: false)
  }

  override func reload(_ model: ArrayModel, in view: CollectionView) throws {
    try show(model, in: view, animated: false)
  }

  /// Shows other data.
  ///
  /// - Parameters:
  ///   - reloaded: The items that get new views.
  ///   - reconfigured: The items that are filled again.
  func show(
    _ model: ArrayModel, reloading reloaded: [Int] = [], reconfiguring reconfigured: [Int] = [],
    in view: CollectionView, animated: Bool, timing: AnimationTiming? = nil
  ) throws {
    let (numbers, shown) = (super.model, self.model)
    super.model = model
    var snapshot = DiffableSnapshot<Int, Int>()
    try snapshot.appendSections(model.sections.map(\.id))
    for section in model.sections { try snapshot.appendItems(section.items, to: section.id) }
    try snapshot.reloadItems(reloaded)
    try snapshot.reconfigureItems(reconfigured)
    do { try source?.apply(snapshot, animated: animated, timing: timing) } catch {
      // A refused snapshot leaves the number of the next new item, too.
      if self.model.hasSameItems(as: shown) { super.model = numbers }
      throw error
    }
  }
}

extension SimulatedSession {
  /// Fills an item of a snapshot again. If that fails, a frame before may have asked for its new size.
  func reconfigure(_ item: ItemPath, _ id: Int, of app: SnapshotSimulatedApp) throws {
    do {
      try app.show(app.model, reconfiguring: [id], in: view, animated: true)
    } catch {
      var context = InvalidationContext()
      context.items = [item]
      try? view.collectionViewLayout.invalidate(context)
      throw error
    }
  }

  /// Shows another snapshot, in which items come, go, move and are reloaded.
  func applySnapshot(of app: SnapshotSimulatedApp, animated: Bool) throws {
    let (calm, timing) = (chance(0.8) ? 8 : 3, anyTiming())
    let reloads = chance(0.7)
    if reloads {
      // A frame before the change would fill views of the old data with the new editions. A call from inside the
      // due one may ask for another.
      try view.cancelInteractiveMovement()
      try view.layoutIfNeeded()
      try view.layoutIfNeeded()
    }
    let change = RandomChange(app.model, calm: calm, reloads: reloads, using: &dice)
    let reloaded = change.result.sections.flatMap(\.items).filter { change.isAnew("\($0)") }
    if !hasCalledBack { selectionRule = .survivors(doubtful: []) }
    // As a batch, an item that moves and is reloaded goes and comes, and so does one that moves to another new section.
    let isPlain =
      reloaded.isEmpty && change.result.sections.map(\.id) == app.model.sections.map(\.id)
    let anchor = isPlain ? AnchorLook(self, before: change) : nil
    try changing { willChange in
      willChange()
      for id in reloaded { app.editions[id, default: 0] += 1 }
      try app.show(
        change.result, reloading: reloaded, in: view, animated: animated, timing: timing)
    }
    if !hasCalledBack, isQuiet { try lookAt(anchor) }
  }
}
