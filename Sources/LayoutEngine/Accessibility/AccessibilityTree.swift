// SPDX-License-Identifier: Apache-2.0
//
// The content on screen as assistive technology reads it.

import LayoutABI
import LayoutModel

/// Reads the frame on screen as a tree. Changes nothing.
package struct AccessibilityTree {
  let state: EngineState

  /// The tree of `state`.
  package init(_ state: EngineState) { self.state = state }

  private var front: ShownFrame { state.frames.front }

  /// Returns the collection view with the elements in it, in reading order.
  ///
  /// - Parameter label: The text that is read for the view as a whole.
  /// - Complexity: O(visible · log visible).
  package func root(label: String?) -> AccessibilityElement {
    let records = front.answer.records
    let readable = front.serials.indices.filter { index in
      let record = records[index]
      return record.flags & LAYOUT_HIDDEN == 0 && record.alpha > 0
        && isReadable(state.store[front.serials[index]], record)
    }
    let order = ReadingOrder(
      records, isRightToLeft: state.isRightToLeft && !state.layout.hostMirrors
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

  /// The ways in which the content can go now, and the offsets at their ends: a page on, inside the
  /// edges.
  private var scrollActions: [(action: AccessibilityAction, offset: Point)] {
    let (edges, offset, inset) = (
      state.contentOffsetEdges, state.contentOffset, state.contentInset
    )
    let page = Size(
      width: state.container.width - inset.left - inset.right,
      height: state.container.height - inset.top - inset.bottom)
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

  /// Returns the offset to which an action of the view scrolls.
  ///
  /// - Throws: `unknown-action` when the content cannot go there now.
  package func offset(of action: AccessibilityAction) throws(LayoutError) -> Point {
    let offered = scrollActions
    guard let target = offered.first(where: { $0.action == action })?.offset else {
      throw Self.noAction(action, "the collection view", offered.map(\.action.name))
    }
    return target
  }

  /// Performs an action that the app offers for a view.
  ///
  /// - Returns: What the app's action returned.
  /// - Throws: `unknown-action`; `accessibility-action` with what the app's own action threw.
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
