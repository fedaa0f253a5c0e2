// SPDX-License-Identifier: Apache-2.0
//
// What the views of a session show to people.

import LayoutHost
import LayoutModel

/// Contents for a session's views, in place of the names of its items.
///
/// Items are known by the path that they began with, wherever batches took them.
public struct SessionLooks {
  /// Returns the content of an item's cell; nil shows its name.
  public var item: (ItemPath) throws -> ViewContent?
  /// Returns the content of the header or footer of the section that an item began in; nil
  /// shows its kind.
  public var heading: (Int) -> ViewContent?
  /// Returns the content of a supplementary element of an item, by its kind and the path that the item began
  /// with, such as a table's column header; nil shows that of the section.
  public var element: (String, ItemPath) throws -> ViewContent? = { _, _ in nil }
  /// The look of everything in the section that an item began in.
  public var appearance: (Int) -> ViewAppearance
  /// The sizes of the items that each section began with, under a layout as it is set now; nil where the
  /// data's own hold.
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

  /// Returns the content of the item of a name; nil for one that came later.
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
