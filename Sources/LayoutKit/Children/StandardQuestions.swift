// SPDX-License-Identifier: Apache-2.0
//
// The standard queries to the app, for a layout that passes them on to others.

import LayoutABI

/// The queries of `layout/names.h`. A layout of other layouts declares them, because a child receives the
/// app's answers through its parent.
public struct StandardQuestions {
  private let sizeForItem = Query<Size>("sizeForItem", help: "The size of an item, in points.")
  private let aspectRatioForItem = Query<Double>(
    "aspectRatioForItem", help: "Width divided by height of an item, above 0.")
  private let columnSpan = Query<Int64>(
    "columnSpan", help: "How many neighbouring columns an item takes.")
  private let insetForSection = Query<Insets>(
    "insetForSection", of: .section, help: "Room around a section's items.")
  private let lineSpacing = Query<Double>(
    "minimumLineSpacing", of: .section, help: "Room between the lines of a section.")
  private let interitemSpacing = Query<Double>(
    "minimumInteritemSpacing", of: .section,
    help: "Least room between the items of a section's lines.")
  private let headerSize = Query<Size>(
    "headerSize", of: .section, help: "Size of a section's header.")
  private let footerSize = Query<Size>(
    "footerSize", of: .section, help: "Size of a section's footer.")

  /// The queries, none of which has been asked yet.
  public init() {}

  /// The queries, for ``Layout/queries``.
  public var list: [AnyQuery] {
    [
      sizeForItem, aspectRatioForItem, columnSpan, insetForSection, lineSpacing, interitemSpacing,
      headerSize, footerSize,
    ]
  }
}
