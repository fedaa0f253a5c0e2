// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of the layout `compositional`, composed in Swift: the text of its property
// `sections`.

import LayoutModel

/// The sections of a compositional layout, which alternate.
///
/// ```swift
/// let cards = Composition {
///   ComposedSection(gap: 12, insets: Insets(top: 12, left: 12, bottom: 12, right: 12)) {
///     ComposedRow(.fraction(1), .estimated(120), gap: 12) {
///       ComposedItem(.fill, .estimated(120, isUniform: true)).repeated(2)
///     }
///   }
///   .header(40, isEstimated: true, isPinned: true)
/// }
/// try layout.set(.sections, to: cards)
/// ```
///
/// The layout checks it when it is set, and reports the place of an error in ``text``: its line is
/// the number of the section.
public struct Composition: Sendable, Hashable {
  /// The description as text, a line for each section; `docs/layouts/compositional.md` describes
  /// the grammar.
  public let text: String

  /// A description from a text.
  public init(text: String) { self.text = text }

  /// A description of these sections.
  public init(@ComposedSections _ sections: () -> [ComposedSection]) {
    text = sections().map(\.text).joined(separator: "\n")
  }
}

extension Composition: PropertyValue {
  public init?(_ value: LayoutValue) {
    guard case .text(let text) = value else { return nil }
    self.init(text: text)
  }
  public var layoutValue: LayoutValue { .text(text) }
}

extension PropertyKey where Value == Composition {
  /// The sections of the layout `compositional`.
  public static var sections: Self { "sections" }
}

// MARK: - Builders

/// Collects parts in order, with `if`, `switch` and `for`.
public protocol ComposedParts {
  /// The type of the parts.
  associatedtype Part
}

extension ComposedParts {
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  /// Adds the parts of an `if`, or none.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  /// Adds the parts of the first branch.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  /// Adds the parts of the other branch.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  /// Joins the parts of a `for`.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

/// Collects the sections of a ``Composition``.
@resultBuilder
public enum ComposedSections: ComposedParts {
  public typealias Part = ComposedSection
  /// Adds a section.
  public static func buildExpression(_ section: ComposedSection) -> [ComposedSection] { [section] }
}

/// Collects the members of a ``ComposedRow`` or a ``ComposedColumn``.
@resultBuilder
public enum ComposedMembers: ComposedParts {
  public typealias Part = any ComposedMember
  /// Adds a member.
  public static func buildExpression(_ member: some ComposedMember) -> [any ComposedMember] {
    [member]
  }
}

// MARK: - Items and groups

/// An item, a row or a column.
public protocol ComposedMember: Sendable {
  /// The member in the text of a description.
  var text: String { get }
}

extension ComposedMember {
  /// Repeats the member this many times.
  public func repeated(_ count: Int) -> ComposedRepetition {
    ComposedRepetition(text: "\(count) * \(text)")
  }

  /// Repeats the member as often as its group has space; it must be the only member, and must have
  /// a length.
  public func repeatedToFit() -> ComposedRepetition { ComposedRepetition(text: "fit * \(text)") }
}

/// A repeated member of a group.
public struct ComposedRepetition: ComposedMember {
  public let text: String
}

/// A place for one item of the data.
public struct ComposedItem: ComposedMember {
  public let text: String

  /// - Parameters:
  ///   - insets: Space inside its width and height.
  ///   - margin: Space around it in its group, in addition to the group's gap.
  ///   - badge: A supplementary element `badge` for each such item.
  public init(
    _ width: ComposedExtent = .fill, _ height: ComposedExtent = .fill, insets: Insets = .zero,
    margin: ComposedMargin = 0, badge: ComposedBadge? = nil
  ) {
    let own = [width.text, height.text] + room(insets, margin)
    text = "item(\((own + (badge.map { [$0.text] } ?? [])).listed))"
  }
}

/// Members side by side.
public struct ComposedRow: ComposedMember {
  public let text: String

  /// - Parameters:
  ///   - gap: Space between two members.
  ///   - insets: Space around all of them, inside its width and height.
  ///   - margin: Space around it in its own group.
  public init(
    _ width: ComposedExtent = .fill, _ height: ComposedExtent = .fill, gap: ComposedSpace = 0,
    insets: Insets = .zero, margin: ComposedMargin = 0,
    @ComposedMembers _ members: () -> [any ComposedMember]
  ) {
    let own = [width.text, height.text, "gap: \(gap.text)"] + room(insets, margin)
    text = "row(\(own.listed)) { \(members().map(\.text).joined(separator: " ")) }"
  }
}

/// Members one below the other.
public struct ComposedColumn: ComposedMember {
  public let text: String

  /// - Parameters: As for ``ComposedRow``.
  public init(
    _ width: ComposedExtent = .fill, _ height: ComposedExtent = .fill, gap: ComposedSpace = 0,
    insets: Insets = .zero, margin: ComposedMargin = 0,
    @ComposedMembers _ members: () -> [any ComposedMember]
  ) {
    let own = [width.text, height.text, "gap: \(gap.text)"] + room(insets, margin)
    text = "column(\(own.listed)) { \(members().map(\.text).joined(separator: " ")) }"
  }
}

private func room(_ insets: Insets, _ margin: ComposedMargin) -> [String] {
  (insets == .zero ? [] : ["insets: \(insets.written)"])
    + (margin == 0 ? [] : ["margin: \(margin.text)"])
}
