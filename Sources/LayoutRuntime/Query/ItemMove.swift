// SPDX-License-Identifier: Apache-2.0
//
// One item shown elsewhere than it stands in the data.

import LayoutModel

/// Takes paths as they are shown to paths in the data and back, while one item is being moved and the
/// data does not know of it yet.
package struct ItemMove: Equatable, Sendable {
  /// The path of the item in the data.
  package let source: ItemPath
  /// The path at which it is shown.
  package let target: ItemPath

  package init(from source: ItemPath, to target: ItemPath) {
    (self.source, self.target) = (source, target)
  }

  /// Returns the path in the data of the item that is shown at `path`.
  package func dataPath(of path: ItemPath) -> ItemPath {
    if path == target { return source }
    var item = path.item
    if path.section == target.section, item > target.item { item -= 1 }
    if path.section == source.section, item >= source.item { item += 1 }
    return ItemPath(path.section, item)
  }

  /// Returns the path at which the item at `path` in the data is shown.
  package func shownPath(of path: ItemPath) -> ItemPath {
    if path == source { return target }
    var item = path.item
    if path.section == source.section, item > source.item { item -= 1 }
    if path.section == target.section, item >= target.item { item += 1 }
    return ItemPath(path.section, item)
  }

  /// Cuts a range of shown items where neighbours are no neighbours in the data.
  func pieces(of range: Range<Int>, inSection section: Int) -> [Range<Int>] {
    var cuts: Set<Int> = []
    if section == target.section { cuts.formUnion([target.item, target.item + 1]) }
    // Shown, the gap that the item left in its section is one place on when it came back before it.
    if section == source.section { cuts.formUnion([source.item, source.item + 1]) }
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for cut in cuts.sorted() where cut > start && cut < range.upperBound {
      pieces.append(start..<cut)
      start = cut
    }
    if start < range.upperBound { pieces.append(start..<range.upperBound) }
    return pieces
  }
}
