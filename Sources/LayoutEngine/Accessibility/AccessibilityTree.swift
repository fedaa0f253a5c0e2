// SPDX-License-Identifier: Apache-2.0
//
// The content on screen for assistive technology: elements, and the construction of their tree.

import LayoutABI
import LayoutModel

// MARK: - The tree

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

/// The collection view, or an element on screen in it, for assistive technology: a value of the
/// frame from which it was made.
public struct AccessibilityElement: Equatable, Sendable {
  /// The role of the element.
  public var role: AccessibilityRole
  /// The text that is read to a person; nil if there is none.
  public var label: String?
  /// The part that changes, such as "50 %".
  public var value: String?
  /// The index, from 0: for a cell and for elements that belong to one, the item in its section;
  /// for a section's header or footer, the section; nil for the collection view.
  public var index: Int?
  /// The number of items in the section, or of sections; for the collection view, all items.
  public var count: Int
  /// The row of a table's cell or row, as shown, counted from 0; for the table itself, the number
  /// of rows.
  public var row: Int?
  /// The column of a table's cell or column header, as shown, counted from 0; for the table itself,
  /// the number of columns.
  public var column: Int?
  /// The frame in content coordinates, points; for the collection view, its bounds.
  public var frame: Rect
  /// True when the item is selected.
  public var isSelected = false
  /// The currently available actions.
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

// MARK: - Making the tree

/// Makes a tree of the frame on screen. Changes nothing.
package struct AccessibilityTree {
  let state: EngineState

  /// The tree of `state`.
  package init(_ state: EngineState) { self.state = state }

  private var front: ShownFrame { state.frames.front }

  /// Returns the collection view with the elements in it, in reading order.
  ///
  /// - Parameters:
  ///   - label: The text that is read for the whole view.
  ///   - cells: The order of the cells of a section.
  /// - Complexity: O(visible · log visible).
  package func root(label: String?, cells: CellReadingOrder) -> AccessibilityElement {
    let records = front.answer.records
    let readable = front.serials.indices.filter { index in
      let record = records[index]
      return record.flags & LAYOUT_HIDDEN == 0 && record.alpha > 0
        && isReadable(state.store[front.serials[index]], record)
    }
    let order = ReadingOrder(
      records, isRightToLeft: state.isRightToLeft && !state.layout.hostMirrors, cells: cells
    ).entries(of: readable)
    let count = state.data.shape.itemCounts.total
    var root = AccessibilityElement(
      role: .list, label: label, count: count, frame: state.bounds,
      actions: scrollActions.map(\.action),
      children: order.map { entry in
        var element = element(at: entry.index)
        element.children = entry.parts.map { self.element(at: $0, isOfItem: true) }
        return element
      })
    TableRows(state).gather(&root)
    return root
  }

  private func isReadable(_ view: ReusableView, _ record: layout_attributes) -> Bool {
    view.accessibility.isElement ?? (record.category != LAYOUT_DECORATION)
  }

  private func element(at index: Int, isOfItem: Bool = false) -> AccessibilityElement {
    let attributes = front.attributes(at: index)
    let (view, path) = (state.store[front.serials[index]], attributes.path)
    let isCell = attributes.category == .cell
    let count =
      isCell || isOfItem
      ? state.numberOfItems(inSection: path.section) : state.numberOfSections
    var element = AccessibilityElement(
      role: view.accessibility.role ?? Self.role(of: attributes.category),
      label: view.spokenLabel, value: view.accessibility.value,
      index: isCell || isOfItem ? path.item : path.section, count: count,
      frame: attributes.frame, isSelected: (view as? Cell)?.isSelected ?? false)
    let isHeader = attributes.category == .supplementary && attributes.tableColumn != nil
    if let place = attributes.tablePlace {
      (element.row, element.column) = place
      element.role = view.accessibility.role ?? .cell
    } else if isHeader {
      element.column = attributes.tableColumn
      element.role = view.accessibility.role ?? .columnHeader
    }
    let isTappable = isHeader && ElementTap(state) != nil
    element.actions =
      (isCell || isTappable ? [.activate] : [])
      + view.accessibility.actions.map { .custom($0.name) }
    (element.category, element.kind, element.path) = (attributes.category, attributes.kind, path)
    return element
  }

  private static func role(of category: ElementCategory) -> AccessibilityRole {
    switch category {
    case .cell: .listItem
    case .supplementary: .heading
    default: .image
    }
  }

  /// The possible scroll actions, and their target offsets: one page further, inside the edges.
  private var scrollActions: [(action: AccessibilityAction, offset: Point)] {
    let (edges, offset, inset) = (
      state.contentOffsetEdges, state.contentOffset, state.contentInset
    )
    let page = Size(
      width: state.viewportSize.width - inset.left - inset.right,
      height: state.viewportSize.height - inset.top - inset.bottom)
    let steps: [(AccessibilityAction, Double, Double)] = [
      (.scrollLeft, -page.width, 0), (.scrollRight, page.width, 0), (.scrollUp, 0, -page.height),
      (.scrollDown, 0, page.height),
    ]
    return steps.compactMap { action, dx, dy in
      let target = edges.clamp(Point(x: offset.x + dx, y: offset.y + dy))
      let along = (target.x - offset.x) * dx + (target.y - offset.y) * dy
      return along > 0 ? (action, target) : nil
    }
  }

  /// Returns the target offset of a scroll action.
  ///
  /// - Throws: `unknown-action` when the content cannot scroll there now.
  package func offset(of action: AccessibilityAction) throws(LayoutError) -> Point {
    let offered = scrollActions
    guard let target = offered.first(where: { $0.action == action })?.offset else {
      throw Self.noAction(action, "the collection view", offered.map(\.action.name))
    }
    return target
  }

  /// Performs an action that the app offers for a view.
  ///
  /// - Returns: The result of the app's action.
  /// - Throws: `unknown-action`; `accessibility-action` with the error of the app's action.
  package static func perform(
    _ name: String, on view: ReusableView, _ element: String
  ) throws(LayoutError) -> Bool {
    let actions = view.accessibility.actions
    guard let action = actions.first(where: { $0.name == name }) else {
      throw noAction(.custom(name), element, actions.map(\.name))
    }
    do { return try action.handler() } catch let error as LayoutError { throw error } catch {
      throw LayoutError(.accessibilityAction, "\(name) of \(element) threw: \(error)")
    }
  }

  /// The error for an action that an element does not offer.
  package static func noAction(
    _ action: AccessibilityAction, _ element: String, _ offered: [String]
  ) -> LayoutError {
    LayoutError(
      .unknownAction,
      "\(element) does not offer \(action.name) now: "
        + NearNames.hint(for: action.name, among: offered))
  }
}
