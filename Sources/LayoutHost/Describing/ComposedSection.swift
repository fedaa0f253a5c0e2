// SPDX-License-Identifier: Apache-2.0
//
// A section of a composition, and what stands at its sides.

import LayoutModel

/// A section: one item, row or column, which is repeated until the items of the section are used up.
public struct ComposedSection: Sendable {
  private var options: [String]
  private let group: String

  /// The section as a description writes it.
  public var text: String { "section(\(options.listed)) { \(group) }" }

  /// - Parameters:
  ///   - gap: Room between two of what is repeated.
  ///   - insets: Room around all of them.
  ///   - group: The item, row or column.
  public init(gap: Double = 0, insets: Insets = .zero, _ group: () -> some ComposedMember) {
    options = ["gap: \(gap.written)", "insets: \(insets.written)"]
    self.group = group().text
  }

  /// Adds a header; its length is along the scroll axis.
  ///
  /// - Parameters:
  ///   - isEstimated: Whether its view says how long it wants to be.
  ///   - isWide: Whether it reaches from edge to edge, whatever the section's insets.
  ///   - isPinned: Whether it stays on screen while its section is there.
  ///   - isOverlay: Whether it lies over the section and takes no room.
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

  /// Adds an element at the leading side of the groups, so long at most or, without `length`, as all groups.
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

  /// Lays a decoration behind the items, or behind the whole section, this far inside.
  public func background(behind part: BackgroundPart = .items, insets: Insets = .zero) -> Self {
    adding("background: \(part.rawValue) \(insets.written)")
  }

  /// Has the groups follow each other across the scroll axis, in a strip that scrolls by itself.
  public func scrolling(_ scrolling: Scrolling) -> Self { adding("scroll: \(scrolling.rawValue)") }

  /// Lets the section reach as far across as the viewport, beyond the content inset.
  public func ignoringContentInset() -> Self { adding("insetsReference: none") }

  /// The part of a section that a background lies behind.
  public enum BackgroundPart: String, Sendable {
    /// The items without header, footer and insets.
    case items
    /// The whole section.
    case section
  }

  /// The scrolling of a section across, by where it comes to rest.
  public enum Scrolling: String, Sendable {
    /// Anywhere.
    case continuous
    /// With the nearest group at the leading edge.
    case leadingBoundary
    /// One strip on.
    case paging
    /// One group on, at the leading edge.
    case groupPaging
    /// One group on, in the middle.
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
