// SPDX-License-Identifier: Apache-2.0
//
// The common settings of the layouts inside, with their standard names.

import LayoutABI
import LayoutKit

/// Settings with standard names. Once set, each is passed to the layouts that have one of that name, type and
/// unit; before that, the layouts use their own defaults.
struct CommonSettings {
  private let columnCount = Property(
    "columnCount", 2, minimum: 1, maximum: 1000, unit: "1", help: "Columns side by side.")
  private let columnSpacing = Property(
    "columnSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two columns.")
  private let rowSpacing = Property(
    "rowSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two rows.")
  private let targetHeight = Property(
    "targetHeight", 200.0, minimum: 1, maximum: 1_000_000, unit: "pt",
    help: "Height that rows come near.")
  private let itemSize = Property(
    "itemSize", Size(width: 50, height: 50), minimum: 0, unit: "pt",
    help: "Size of an item that the app gives no size.")
  private let lineSpacing = Property(
    "minimumLineSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two lines.")
  private let interitemSpacing = Property(
    "minimumInteritemSpacing", 10.0, minimum: 0, unit: "pt",
    help: "Least room between two items of a line.")
  private let sectionInset = Property(
    "sectionInset", Insets.zero, minimum: 0, unit: "pt",
    help: "Room between a section's items and its header, footer and sides.")
  private let headerReferenceSize = Property(
    "headerReferenceSize", Size.zero, minimum: 0, unit: "pt",
    help: "Size of section headers, of which the length along the scroll axis counts.")
  private let footerReferenceSize = Property(
    "footerReferenceSize", Size.zero, minimum: 0, unit: "pt",
    help: "Size of section footers, of which the length along the scroll axis counts.")
  private let headersPin = Property(
    "sectionHeadersPinToVisibleBounds", false,
    help: "Whether headers stay on screen while their section is there.")

  var list: [AnyProperty] {
    [
      columnCount, columnSpacing, rowSpacing, targetHeight, itemSize, lineSpacing,
      interitemSpacing, sectionInset, headerReferenceSize, footerReferenceSize, headersPin,
    ]
  }
}
