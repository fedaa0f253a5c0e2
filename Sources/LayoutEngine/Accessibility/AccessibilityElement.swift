// SPDX-License-Identifier: Apache-2.0
//
// One element of the tree that assistive technology reads.

import LayoutModel

/// An action that can be performed on an element.
public enum AccessibilityAction: Equatable, Sendable {
  /// The same as a tap.
  case activate
  /// Scrolls by a page towards smaller x.
  case scrollLeft
  /// Scrolls by a page towards larger x.
  case scrollRight
  /// Scrolls by a page towards smaller y.
  case scrollUp
  /// Scrolls by a page towards larger y.
  case scrollDown
  /// An action that the app offers under this name.
  case custom(String)

  /// "activate", "scrollDown", or the app's own name.
  public var name: String {
    switch self {
    case .activate: "activate"
    case .scrollLeft: "scrollLeft"
    case .scrollRight: "scrollRight"
    case .scrollUp: "scrollUp"
    case .scrollDown: "scrollDown"
    case .custom(let name): name
    }
  }
}

/// The collection view or something on screen in it, as assistive technology sees it: a value of the
/// frame it was made from.
public struct AccessibilityElement: Equatable, Sendable {
  /// The role of the element.
  public var role: AccessibilityRole
  /// The text that is read to a person; nil when it has no words.
  public var label: String?
  /// The part that changes, such as "50 %".
  public var value: String?
  /// Which one it is, from 0: of a cell, and of what belongs to one, the item in its section, of a
  /// section's header or footer the section; nil for the collection view.
  public var index: Int?
  /// Of how many: items in the section, or sections; of the collection view, all items.
  public var count: Int
  /// The row of a table's cell or row, as shown, counted from 0; of the table itself, how many there are.
  public var row: Int?
  /// The column of a table's cell or column header, as shown, counted from 0; of the table itself, how many
  /// there are.
  public var column: Int?
  /// The frame in content coordinates, points; of the collection view, its bounds.
  public var frame: Rect
  /// True when the item is selected.
  public var isSelected = false
  /// The actions that it offers now.
  public var actions: [AccessibilityAction] = []
  /// The elements in it, in reading order.
  public var children: [AccessibilityElement] = []
  /// The kind's name; nil for the collection view.
  public var kind: String?
  /// The element's path; nil for the collection view.
  public var path: ItemPath?
  /// Cell, supplementary element or decoration; nil for the collection view.
  public var category: ElementCategory?
}
