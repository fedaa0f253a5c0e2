// SPDX-License-Identifier: Apache-2.0
//
// What every source of data offers: counts, contents, and sizes in bulk.

import LayoutHost
import LayoutModel
import LayoutRuntime

/// Data that a collection view can show with any layout.
///
/// The content of an item does not depend on the layout: a stage draws it as a chip, a tile or a
/// card by the room that the layout gives it. Only the sizes do.
public protocol ItemSource: CollectionViewDataSource {
  /// What the data is, such as "Unicode 15.0".
  var title: String { get }
  /// The number of sections.
  var sectionCount: Int { get }
  /// The number of items in a section.
  func itemCount(in section: Int) -> Int
  /// What the item's cell shows.
  ///
  /// - Throws: What a source that reads as it goes meets when it reads.
  func content(at path: ItemPath) throws(LayoutError) -> ViewContent
  /// What the section's header shows.
  func heading(of section: Int) -> ViewContent
  /// Writes the sizes of the items in `range`, points, or says that one size holds for all.
  ///
  /// - Complexity: O(length of `range`).
  func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) throws -> QueryCoverage
  /// Takes in what reading found out since: other counts, other rows.
  ///
  /// - Returns: Whether something changed; then reload the view.
  func refresh() throws(LayoutError) -> Bool
}

extension ItemSource {
  /// Nothing: most sources have read everything once they are open.
  public func refresh() throws(LayoutError) -> Bool { false }

  /// The number of items in all sections.
  public var itemCount: Int { (0..<sectionCount).reduce(0) { $0 + itemCount(in: $1) } }
}
