// SPDX-License-Identifier: Apache-2.0
//
// A place in the data, as the contract writes it.

import LayoutABI

/// The section and the item's place in it.
public typealias ItemPath = layout_path

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_path: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.section == b.section && a.item == b.item }

  /// A place in the data.
  public init(_ section: Int, _ item: Int) {
    self.init(
      section: UInt32(truncatingIfNeeded: section), item: UInt32(truncatingIfNeeded: item))
  }

  /// No place: where a deleted item went.
  public static var none: Self { Self(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE) }

  /// True when the path names no item: it is none at all, or a whole section.
  public var isNone: Bool { item == LAYOUT_PATH_NONE }
}
