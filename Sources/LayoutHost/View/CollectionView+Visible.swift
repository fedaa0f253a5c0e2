// SPDX-License-Identifier: Apache-2.0
//
// What is on screen, and where: questions that run no frame.

import LayoutEngine
import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// Everything that has a view, by category, section, item and kind, where it is shown now; hidden
  /// and transparent elements included, and those on their way out, each behind the one that has its
  /// path.
  public var visibleElements: [VisibleElement] { state.visibleElements }

  /// The cells on screen, by path.
  public var visibleCells: [Cell] { state.visibleCells }

  /// The paths of the cells on screen, ascending.
  public var indexPathsForVisibleItems: [ItemPath] { state.visibleItems }

  /// The paths of the supplementary elements of `kind` on screen, ascending.
  public func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [ItemPath] {
    state.visibleSupplementaryPaths(ofKind: kind)
  }

  /// The cell on screen for an item, or nil when the item is not on screen.
  public func cellForItem(at path: ItemPath) -> Cell? { state.cell(at: path) }

  /// The view on screen of a supplementary element, or nil when it is not on screen.
  public func supplementaryView(forElementKind kind: String, at path: ItemPath) -> ReusableView? {
    state.view(.supplementary, kind: kind, at: path)
  }

  /// The path of the item that a cell shows, or nil when it shows none.
  public func indexPath(for cell: Cell) -> ItemPath? { state.path(of: cell) }

  // MARK: What moves

  /// The animation of changes, unless a call says otherwise.
  public var animation: AnimationSettings {
    get { state.animationSettings }
    set { state.animationSettings = newValue }
  }

  /// True when a change is still being animated.
  public var isAnimating: Bool { state.isAnimating }

  /// The report of the last batch; empty of a layout that has no say in updates, unless it is kept.
  package var lastUpdateReport: UpdateReport { state.updateReport }

  /// True when the report of each batch is kept, for tests and for sessions that are written down.
  package var keepsUpdateReport: Bool {
    get { state.keepsUpdateReport }
    set { state.keepsUpdateReport = newValue }
  }
}
