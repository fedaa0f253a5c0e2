// SPDX-License-Identifier: Apache-2.0
//
// The parameters of the sizes of a source's items in a layout, read from its current properties.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The rule for sizes of items in a layout with its current settings. Equal rules give equal sizes.
public struct ItemSizing: Equatable, Sendable {
  /// A chip, or a card for the current columns; before scaling by `scale`.
  let style: SizingStyle
  /// The maximum width, points. A line is no wider; longer text is cut when it is drawn.
  let widest: Double
  /// The factor between all sizes and the style's.
  let scale: Double

  /// Nil if the layout has no such query, or if the user gave all items one size.
  ///
  /// - Parameters:
  ///   - room: The viewport size without the content inset.
  ///   - presentation: The source's presentation.
  /// - Throws: The layout's error when it does not return its properties.
  public init?(
    of layout: CollectionLayout, room: Size, _ presentation: SourcePresentation
  ) throws(LayoutError) {
    guard layout.asks("sizeForItem"), try layout.isUntouched("itemSize") else { return nil }
    scale = presentation.scale(in: room)
    switch try SizingStyle(for: layout, room: room, scale: scale) {
    case .chip: style = .chip
    case .card(let width): style = .card(width: width / scale)
    }
    let inset = try layout.sectionInset(scale)
    widest =
      try layout.scrollsHorizontally() ? .infinity : max(1, room.width - inset.left - inset.right)
  }
}

extension ItemSource {
  /// The sizes of a section's items, points.
  ///
  /// - Throws: The read error of a source that reads on demand.
  /// - Complexity: O(items of the section).
  public func sizes(ofSection section: Int, _ sizing: ItemSizing) throws -> [Size] {
    let count = itemCount(in: section)
    guard count > 0 else { return [] }
    var sizes = [Size](repeating: .zero, count: count)
    var span = sizes.mutableSpan
    let coverage = try fillSizes(section: section, range: 0..<count, sizing, &span)
    return coverage == .uniform ? [Size](repeating: sizes[0], count: count) : sizes
  }

  /// Writes sizes as ``fillSizes(section:range:style:_:)`` does, scaled, none wider than a line.
  func fillSizes(
    section: Int, range: Range<Int>, _ sizing: ItemSizing, _ sizes: inout MutableSpan<Size>
  ) throws -> QueryCoverage {
    let coverage = try fillSizes(section: section, range: range, style: sizing.style, &sizes)
    let answered = coverage == .all ? sizes.count : coverage == .uniform ? 1 : 0
    for place in 0..<answered {
      if sizing.scale != 1 {
        sizes[place].width *= sizing.scale
        sizes[place].height *= sizing.scale
      }
      if sizes[place].width > sizing.widest { sizes[place].width = sizing.widest }
    }
    return coverage
  }
}
