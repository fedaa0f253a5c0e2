// SPDX-License-Identifier: Apache-2.0
//
// The data of the last frame: counts, and paths in the order shown.

import LayoutModel
import LayoutRuntime

extension EngineState {
  /// The number of sections, as of the last frame.
  package var numberOfSections: Int { data.shape.itemCounts.count }

  /// Returns the number of items in a section, as of the last frame; 0 when there is no such section.
  package func numberOfItems(inSection section: Int) -> Int {
    data.shape.itemCounts.indices.contains(section) ? Int(data.shape.itemCounts[section]) : 0
  }

  /// Returns true when the data has an item at this path, as of the last frame.
  package func hasItem(at path: ItemPath) -> Bool {
    path.item >= 0 && path.item < numberOfItems(inSection: path.section)
  }

  /// True when the counts on screen are known to be other than those of the data.
  package var isDataStale: Bool { data.isStale || frames.pending.counts || layout.pending.counts }

  /// Checks that there is an item at the path.
  ///
  /// - Throws: `unknown-path` when there is none.
  package func checkItem(_ path: ItemPath) throws(LayoutError) {
    guard !hasItem(at: path) else { return }
    throw LayoutError(
      .unknownPath,
      "there is no item \(path); section \(path.section) has "
        + "\(numberOfItems(inSection: path.section))")
  }

  /// Returns the path in the data of the item shown at `path`; another path only while an item is held.
  package func dataPath(forShownPath path: ItemPath) -> ItemPath {
    interaction.movement?.move?.dataPath(of: path) ?? path
  }

  /// Returns the path at which the item at `path` in the data is shown.
  package func shownPath(forDataPath path: ItemPath) -> ItemPath {
    interaction.movement?.move?.shownPath(of: path) ?? path
  }
}

extension EngineState {
  /// The counts and the epoch of the data, as last shown.
  package var dataShape: DataShape { data.shape }

  /// True when every count is to be read anew with the next frame.
  package var needsCounts: Bool { data.isStale }
}
