// SPDX-License-Identifier: Apache-2.0
//
// The contents of a live session's views, from its source.

import LayoutHost
import LayoutModel

/// Contents of a session's views, instead of the names of its items.
///
/// Items are identified by their original paths, also after batches.
public struct SessionLooks {
  /// Returns the content of an item's cell; nil shows its name.
  public var item: (ItemPath) throws -> ViewContent?
  /// Returns the content of the header or footer of an item's original section; nil shows its kind.
  public var heading: (Int) -> ViewContent?
  /// Returns the content of a supplementary element of an item, such as a table's column header, by
  /// its kind and the item's original path; nil shows that of the section.
  public var element: (String, ItemPath) throws -> ViewContent? = { _, _ in nil }
  /// The look of everything in an item's original section.
  public var appearance: (Int) -> ViewAppearance
  /// The sizes of the original items of each section, for a layout with its current settings; nil
  /// if the data's own sizes hold.
  public var sizes: (CollectionLayout) throws -> [[Size]]?

  /// Looks.
  public init(
    item: @escaping (ItemPath) throws -> ViewContent?,
    heading: @escaping (Int) -> ViewContent? = { _ in nil },
    appearance: @escaping (Int) -> ViewAppearance = { _ in ViewAppearance() },
    sizes: @escaping (CollectionLayout) throws -> [[Size]]? = { _ in nil }
  ) {
    self.item = item
    self.heading = heading
    self.appearance = appearance
    self.sizes = sizes
  }

  /// Returns the content of the item with a name; nil for a later one.
  func content(of name: String) throws -> ViewContent? {
    try Self.path(name).flatMap { try item($0) }
  }

  /// The path in an item's name.
  static func path(_ name: String) -> ItemPath? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let item = parts[1] else { return nil }
    return ItemPath(section, item)
  }
}
