// SPDX-License-Identifier: Apache-2.0
//
// What a view says of itself to assistive technology.

/// The role of an element, in the words of WAI-ARIA.
public enum AccessibilityRole: String, Sendable {
  /// The collection view.
  case list
  /// A cell.
  case listItem
  /// A supplementary element, such as a section's header.
  case heading
  /// Text that can only be read.
  case text
  /// A picture.
  case image
  /// Something that acts when it is activated.
  case button
  /// Anything that holds others.
  case group
  /// The collection view under a layout of rows and columns.
  case table
  /// The cells of a row.
  case row
  /// A cell of a table.
  case cell
  /// The header of a column.
  case columnHeader
}

/// Something that an app offers on a view beyond activating and scrolling.
public struct AccessibilityCustomAction {
  /// The text that is read to a person, such as "Delete". Unique among the actions of a view.
  public var name: String
  /// Acts; false says that it could not.
  public var handler: () throws -> Bool

  /// An action under this name.
  public init(name: String, handler: @escaping () throws -> Bool) {
    self.name = name
    self.handler = handler
  }
}

/// The side of a view that assistive technology sees. What is nil follows from the view's category
/// and content. Like the content it stays with a recycled view until it is set anew.
public struct ViewAccessibility {
  /// True when the view is an element of the tree. Nil: cells and supplementary views are,
  /// decorations are not.
  public var isElement: Bool?
  /// Nil: a list item for a cell, a heading for a supplementary view, an image for a decoration.
  public var role: AccessibilityRole?
  /// The text that is read to a person; nil: the words of the content.
  public var label: String?
  /// The part of the element that changes, such as "50 %".
  public var value: String?
  /// The actions that the app offers on it, in the order in which they are read.
  public var actions: [AccessibilityCustomAction] = []

  /// Everything follows from the view.
  public init() {}
}

extension ViewContent {
  /// The content in words; nil when it says nothing.
  public var spokenText: String? {
    let parts: [String] =
      switch self {
      case .none, .shape: []
      case .text(let text): [text]
      case .glyph(_, let caption): [caption]
      case .card(let title, let body, _): [title, body]
      case .picture(_, let caption): [caption]
      case .heading(let title, let detail): [title, detail]
      case .entry(let text, let style): style.isMissing ? [] : [text]
      }
    let words = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? nil : words
  }
}

extension ReusableView {
  /// The text that is read to a person for the view: its label, or the words of its content,
  /// or of its content view's.
  final var spokenLabel: String? {
    accessibility.label ?? content.spokenText ?? (self as? Cell)?.spokenContent
  }
}
