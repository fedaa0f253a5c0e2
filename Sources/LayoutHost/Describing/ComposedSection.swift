// SPDX-License-Identifier: Apache-2.0
//
// A section of a composition, and the elements at its sides.

import LayoutModel

/// A section: one item, row or column, which is repeated for all items of the section.
public struct ComposedSection: Sendable {
  private var options: [String]
  private let group: String

  /// The section in the text of a description.
  public var text: String { "section(\(options.listed)) { \(group) }" }

  /// - Parameters:
  ///   - gap: Space between two repetitions.
  ///   - insets: Space around all of them.
  ///   - group: The item, row or column.
  public init(gap: Double = 0, insets: Insets = .zero, _ group: () -> some ComposedMember) {
    options = ["gap: \(gap.written)", "insets: \(insets.written)"]
    self.group = group().text
  }

  /// Adds a header of this length along the scroll axis.
  ///
  /// - Parameters:
  ///   - isEstimated: True to use the preferred length of its view.
  ///   - isWide: True to reach from edge to edge, regardless of the section's insets.
  ///   - isPinned: True to keep it on screen while its section is visible.
  ///   - isOverlay: True to lay it over the section without taking space.
  public func header(
    _ length: Double, isEstimated: Bool = false, isWide: Bool = false, isPinned: Bool = false,
    isOverlay: Bool = false
  ) -> Self {
    end("header", length, isEstimated, isWide).marked("header", isPinned, isOverlay)
  }

  /// Adds a footer; as ``header(_:isEstimated:isWide:isPinned:isOverlay:)``.
  public func footer(
    _ length: Double, isEstimated: Bool = false, isWide: Bool = false, isPinned: Bool = false,
    isOverlay: Bool = false
  ) -> Self {
    end("footer", length, isEstimated, isWide).marked("footer", isPinned, isOverlay)
  }

  /// Adds an element at the leading side of the groups; its length is at most `length`, by default
  /// that of all groups.
  public func leading(
    width: Double, length: Double? = nil, isPinned: Bool = false, isOverlay: Bool = false
  ) -> Self {
    side("leading", width, length).marked("leading", isPinned, isOverlay)
  }

  /// Adds an element at the trailing side; as ``leading(width:length:isPinned:isOverlay:)``.
  public func trailing(
    width: Double, length: Double? = nil, isPinned: Bool = false, isOverlay: Bool = false
  ) -> Self {
    side("trailing", width, length).marked("trailing", isPinned, isOverlay)
  }

  /// Adds a decoration behind the items, or behind the whole section, with these insets.
  public func background(behind part: BackgroundPart = .items, insets: Insets = .zero) -> Self {
    adding("background: \(part.rawValue) \(insets.written)")
  }

  /// Places the groups across the scroll axis, in a strip with its own scrolling.
  public func scrolling(_ scrolling: Scrolling) -> Self { adding("scroll: \(scrolling.rawValue)") }

  /// Makes the section as wide as the viewport, beyond the content inset.
  public func ignoringContentInset() -> Self { adding("insetsReference: none") }

  /// The part of a section behind which a background lies.
  public enum BackgroundPart: String, Sendable {
    /// The items without header, footer and insets.
    case items
    /// The whole section.
    case section
  }

  /// The scrolling of a section across, by its resting offsets.
  public enum Scrolling: String, Sendable {
    /// Stops anywhere.
    case continuous
    /// Stops with the nearest group at the leading edge.
    case leadingBoundary
    /// Moves by one strip.
    case paging
    /// Moves by one group, which stops at the leading edge.
    case groupPaging
    /// Moves by one group, which stops in the middle.
    case groupPagingCentered
  }

  // MARK: Options as text

  private func adding(_ option: String) -> Self {
    var section = self
    section.options.append(option)
    return section
  }

  private func end(
    _ name: String, _ length: Double, _ isEstimated: Bool, _ isWide: Bool
  ) -> Self {
    adding("\(name): \(isEstimated ? "~" : "")\(length.written)\(isWide ? " wide" : "")")
  }

  private func side(_ name: String, _ width: Double, _ length: Double?) -> Self {
    adding("\(name): \(width.written)\(length.map { " \($0.written)" } ?? "")")
  }

  private func marked(_ name: String, _ isPinned: Bool, _ isOverlay: Bool) -> Self {
    let pinned = isPinned ? adding("pin: \(name)") : self
    return isOverlay ? pinned.adding("overlay: \(name)") : pinned
  }
}
