// SPDX-License-Identifier: Apache-2.0
//
// Items whose content changed, shown in the views that they have.

import LayoutModel

/// Fills the cells of items anew in place.
package struct ReconfigurePass {
  let state: EngineState
  let app: any EngineApp

  /// Fills cells of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  /// Fills the cells of items that are on screen; the others need nothing.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view`, and what the data source threw:
  ///   the items before that one are then filled. What the layout gave in a frame that was due: all
  ///   items are then filled.
  package func run(_ paths: [ItemPath]) throws(LayoutError) {
    try state.frames.checkNoUpdate()
    let failure = try BatchPass(state, app).showWhatIsDue()
    // All is filled anew with the next good frame.
    if let failure, state.isDataStale { throw failure }
    for path in paths where !state.hasItem(at: path) {
      throw LayoutError(
        .unknownItem,
        "there is no item \(path) to reconfigure; section \(path.section) has "
          + "\(state.numberOfItems(inSection: path.section)) items")
    }
    let named = Set(paths)
    state.store.releasePrepared(telling: app.stage) { named.contains($0) }
    for path in paths { try reconfigure(path) }
    let sizeFailure = FrameRunner(state, app).settleSizes(isLenient: false, followsFrame: false)
    if let failure = failure ?? sizeFailure { throw failure }
  }

  private func reconfigure(_ path: ItemPath) throws(LayoutError) {
    let cells = state.cells(showing: path)
    guard !cells.isEmpty else { return }
    for cell in cells {
      guard var attributes = cell.attributes else { continue }
      // One that is on its way has the path from before the last batch.
      (attributes.record.section, attributes.record.item) = (
        UInt32(path.section), UInt32(path.item)
      )
      try fill(cell, attributes)
      app.stage?.apply(attributes, pixels: cell.pixels, to: cell)
    }
    state.askSizesAgain(of: [try state.layout.element(.cell, kind: "cell", path)])
  }

  private func fill(_ cell: Cell, _ attributes: LayoutAttributes) throws(LayoutError) {
    let frames = state.frames
    // The app's code runs here, as in a frame.
    try frames.occupied { () throws(LayoutError) in
      let presenter = Presenter(
        state, app, old: frames.front, new: frames.front, tells: false)
      _ = try presenter.bind(
        attributes.record, of: state.layout, preferred: cell.number, isReconfiguring: true)
      frames.counters.binds += 1
    }
  }
}
