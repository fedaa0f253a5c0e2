// SPDX-License-Identifier: Apache-2.0
//
// The sizing of items: a chip or a card, depending on the layout.

import LayoutHost
import LayoutModel
import LayoutTypography

/// The style of an item's size.
public enum SizingStyle: Equatable, Sendable {
  /// As wide as its name, on one line.
  case chip
  /// As tall as its text wrapped to a column, points.
  case card(width: Double)

  /// The readable width of a card, points.
  static let readableWidth = 220.0

  /// The style for a layout with `room` for its content: cards if it has columns.
  ///
  /// - Parameter scale: The factor of text and margins, from ``SourcePresentation/scale(in:)``.
  /// - Throws: The layout's error when it does not return its properties.
  public init(for layout: CollectionLayout, room: Size, scale: Double) throws(LayoutError) {
    let columns = try ColumnPlan(of: layout, room: room, scale: scale)
    self = columns.map { .card(width: $0.columnWidth) } ?? .chip
  }
}

/// The columns of a layout: rule F16 of waterfall layouts, computed from its properties.
struct ColumnPlan: Equatable {
  /// The width of a column, points.
  let columnWidth: Double

  /// The width of `count` columns, or of as many as fit with `wanted` points each.
  ///
  /// n = max(1, ⌊(L + spacing) / (wanted + spacing)⌋), each (L − (n − 1) · spacing) / n wide.
  init(length: Double, spacing: Double, count: Int, wanted: Double?) {
    var columns = Double(max(1, count))
    if let wanted, wanted + spacing > 0 {
      columns = max(1, ((length + spacing) / (wanted + spacing)).rounded(.down))
    }
    columnWidth = max(1, (length - (columns - 1) * spacing) / columns)
  }

  /// The columns of `layout` inside the sections' inset; nil when it has no columns.
  init?(of layout: CollectionLayout, room: Size, scale: Double) throws(LayoutError) {
    guard layout.hasStandard("columnCount") else { return nil }
    let inset = try layout.sectionInset(scale)
    let count = try layout.value(of: "columnCount").numbers.first ?? 1
    self.init(
      length: room.width - inset.left - inset.right,
      spacing: try layout.number("columnSpacing") ?? 0, count: Int(count.clamped(to: 1...1000)),
      wanted: try layout.number("columnWidth"))
  }
}

extension CollectionLayout {
  /// The number in a property; nil when it is unset or the layout does not have it.
  func number(_ name: String) throws(LayoutError) -> Double? {
    hasStandard(name) ? try value(of: name).numbers.first : nil
  }

  /// Returns true when a property still has its default value, or does not exist.
  func isUntouched(_ name: String) throws(LayoutError) -> Bool {
    guard let property = standardProperty(name) else { return true }
    return try value(of: name) == property.defaultValue
  }

  /// The margin of pages; nil for a layout without pages.
  func pageInset() throws(LayoutError) -> Insets? {
    guard hasStandard("pageInset"), case .insets(let insets) = try value(of: "pageInset") else {
      return nil
    }
    return insets
  }

  /// The space around a section's items: the user's, else the sources' own, scaled by `scale`.
  func sectionInset(_ scale: Double) throws(LayoutError) -> Insets {
    guard try isUntouched("sectionInset") else {
      if case .insets(let insets) = try value(of: "sectionInset") { return insets }
      return .zero
    }
    return asks("insetForSection")
      ? HeadingMetrics.sectionInset.scaled(by: scale) : .zero
  }
}

extension Insets {
  /// Every side `factor` times as long.
  func scaled(by factor: Double) -> Insets {
    Insets(
      top: top * factor, left: left * factor, bottom: bottom * factor, right: right * factor)
  }
}

// MARK: - Scale of text
//
// The scale of text in a large view.

/// The factor by which text, chips and margins grow with the view.
enum TextScale {
  /// Returns 1 for a view of up to 1,600 × 1,000 points, and more for larger ones, because people
  /// are farther away from them; in quarters, so that small changes of the view have no effect.
  static func factor(for room: Size) -> Double {
    let factor = min(room.width, room.height * 1.6) / 1600
    return factor.isFinite ? ((factor * 4).rounded() / 4).clamped(to: 1...8) : 1
  }
}
