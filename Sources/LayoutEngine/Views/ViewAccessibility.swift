// SPDX-License-Identifier: Apache-2.0
//
// The description of a view for assistive technology.

/// The role of an element, with the names of WAI-ARIA.
public enum AccessibilityRole: String, Sendable {
  /// The collection view.
  case list
  /// A cell.
  case listItem
  /// A supplementary element, such as a section's header.
  case heading
  /// Text that cannot be edited.
  case text
  /// A picture.
  case image
  /// An element with an action.
  case button
  /// A container of others.
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

/// An action of an app on a view beyond activating and scrolling.
public struct AccessibilityCustomAction {
  /// The text that is read to a person, such as "Delete". Unique among the actions of a view.
  public var name: String
  /// Runs the action; false means that it failed.
  public var handler: () throws -> Bool

  /// An action under this name.
  public init(name: String, handler: @escaping () throws -> Bool) {
    self.name = name
    self.handler = handler
  }
}

/// The accessibility properties of a view. A nil value is derived from the view's category and
/// content. Like the content they stay with a recycled view until they are set again.
public struct ViewAccessibility {
  /// True when the view is an element of the tree. Nil means true for cells and supplementary
  /// views, false for decorations.
  public var isElement: Bool?
  /// The role. Nil means a list item for a cell, a heading for a supplementary view, an image for a
  /// decoration.
  public var role: AccessibilityRole?
  /// The text that is read to a person; nil means the text of the content.
  public var label: String?
  /// The part of the element that changes, such as "50 %".
  public var value: String?
  /// The actions of the app on it, in the order in which they are read.
  public var actions: [AccessibilityCustomAction] = []

  /// All properties are derived from the view.
  public init() {}
}

extension ViewContent {
  /// The content as text; nil when it has none.
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
  /// The text that is read to a person for the view: its label, or the text of its content, or of
  /// its content view's.
  final var spokenLabel: String? {
    accessibility.label ?? content.spokenText ?? (self as? Cell)?.spokenContent
  }
}
