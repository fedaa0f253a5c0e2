// SPDX-License-Identifier: Apache-2.0
//
// Items whose content changed, shown in the views that they have.

import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// Fills the cells of items anew in place: the data source is asked, and its dequeuing gets the cell
  /// that is on screen, as it is. Cheaper than a reload, and what is in motion or selected stays so.
  ///
  /// Items off screen need nothing: they are filled when they come into sight. Cells of layouts that
  /// hear of sizes are asked anew how large they want to be.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view` when the data source dequeues
  ///   another reuse identifier than before, and what it threw: the items before that one are then
  ///   filled. What the layout gave in a frame that was due: all items are then filled.
  public func reconfigureItems(at paths: [ItemPath]) throws(LayoutError) {
    try noted(.reconfigure(paths)) { () throws(LayoutError) in
      try checkNoUpdate()
      let failure = try showBeforeChange()
      // All is filled anew with the next good frame.
      if let failure, isDataStale { throw failure }
      for path in paths where !hasItem(at: path) {
        throw LayoutError(
          .unknownItem,
          "there is no item \(path) to reconfigure; section \(path.section) has "
            + "\(numberOfItems(inSection: path.section)) items")
      }
      let named = Set(paths)
      store.releasePrepared(telling: stage) { named.contains($0) }
      for path in paths { try reconfigure(path) }
      let sizeFailure = settleSizes(isLenient: false, followsFrame: false)
      if let failure = failure ?? sizeFailure { throw failure }
    }
  }

  private func reconfigure(_ path: ItemPath) throws(LayoutError) {
    guard let cell = cellForItem(at: path), let attributes = cell.attributes else { return }
    try fill(cell, attributes)
    stage?.apply(attributes, pixels: cell.pixels, to: cell)
    askSizesAgain(of: [try layout.engine.element(.cell, kind: "cell", path)])
  }

  private func fill(_ cell: Cell, _ attributes: LayoutAttributes) throws(LayoutError) {
    // The app's code runs here, as in a frame.
    frames.isRunning = true
    defer { frames.isRunning = false }
    let presenter = Presenter(
      view: self, store: store, source: dataSource ?? frames.nobody, delegate: nil, stage: stage,
      old: frames.front, new: frames.front)
    _ = try presenter.bind(
      attributes.record, of: layout.engine, preferred: cell.number, isReconfiguring: true)
    frames.counters.binds += 1
  }
}
