// SPDX-License-Identifier: Apache-2.0
//
// The collection view as assistive technology sees it: a tree to read, and actions to perform.

import LayoutABI
import LayoutModel

extension CollectionView {
  /// The content on screen as a tree in reading order: the collection view, in it cells and
  /// supplementary elements, in a cell what belongs to it. Elements that are hidden or wholly
  /// transparent are left out. Made anew each time; it runs no frame.
  ///
  /// - Complexity: O(visible · log visible).
  public var accessibilityTree: AccessibilityElement {
    let records = frames.front.answer.records
    let readable = frames.front.serials.indices.filter { index in
      let record = records[index]
      return record.flags & LAYOUT_HIDDEN == 0 && record.alpha > 0
        && isReadable(store[frames.front.serials[index]], record)
    }
    let order = ReadingOrder(records, isRightToLeft: isRightToLeft && !layout.engine.hostMirrors)
      .entries(of: readable)
    let count = data.shape.itemCounts.reduce(0) { $0 + Int($1) }
    return AccessibilityElement(
      role: .list, label: accessibilityLabel, count: count, frame: bounds,
      actions: scrollActions.map(\.action),
      children: order.map { entry in
        var element = element(at: entry.index)
        element.children = entry.parts.map { self.element(at: $0, isOfItem: true) }
        return element
      })
  }

  /// Performs an action of an element of ``accessibilityTree``.
  ///
  /// - Returns: Whether anything came of it.
  /// - Throws: `unknown-element` when it is no longer on screen, `unknown-action` when it offers no
  ///   such action now; `accessibility-action` with what the app's own action threw; `reentrant` from
  ///   inside a frame; what a tap or the frame gave.
  @discardableResult
  public func performAccessibilityAction(
    _ action: AccessibilityAction, on element: AccessibilityElement
  ) throws(LayoutError) -> Bool {
    guard !frames.isRunning else { throw FramePass.reentrant }
    guard let category = element.category, let kind = element.kind, let path = element.path else {
      return try scroll(action)
    }
    guard let view = view(category, kind: kind, at: path) else {
      throw LayoutError(.unknownElement, "\(kind) \(path) is not on screen any more")
    }
    switch action {
    case .activate where category == .cell: return try activate(view, at: path)
    case .custom(let name): return try perform(name, on: view, "\(kind) \(path)")
    default: throw Self.noAction(action, "\(kind) \(path)", view.accessibility.actions.map(\.name))
    }
  }

  private func isReadable(_ view: ReusableView, _ record: layout_attributes) -> Bool {
    view.accessibility.isElement ?? (record.category != LAYOUT_DECORATION)
  }

  private func element(at index: Int, isOfItem: Bool = false) -> AccessibilityElement {
    let attributes = frames.front.attributes(at: index)
    let (view, path) = (store[frames.front.serials[index]], attributes.path)
    let isCell = attributes.category == .cell
    var element = AccessibilityElement(
      role: view.accessibility.role ?? Self.role(of: attributes.category),
      label: view.spokenLabel, value: view.accessibility.value,
      index: isCell || isOfItem ? path.item : path.section,
      count: isCell || isOfItem ? numberOfItems(inSection: path.section) : numberOfSections,
      frame: attributes.frame, isSelected: (view as? Cell)?.isSelected ?? false)
    element.actions =
      (isCell ? [.activate] : []) + view.accessibility.actions.map { .custom($0.name) }
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

  private func perform(
    _ name: String, on view: ReusableView, _ element: String
  ) throws(LayoutError) -> Bool {
    let actions = view.accessibility.actions
    guard let action = actions.first(where: { $0.name == name }) else {
      throw Self.noAction(.custom(name), element, actions.map(\.name))
    }
    do { return try action.handler() } catch let error as LayoutError { throw error } catch {
      throw LayoutError(.accessibilityAction, "\(name) of \(element) threw: \(error)")
    }
  }

  /// A cell acts by itself, or it is as if it was tapped: false when the delegate does not let it.
  private func activate(_ view: ReusableView, at path: ItemPath) throws(LayoutError) -> Bool {
    if let cell = view as? Cell, cell.accessibilityActivate() { return true }
    try touch(.began, itemAt: path)
    let isHeard = highlightedItem == path
    try touch(.ended, itemAt: path)
    return isHeard
  }

  // MARK: Scrolling

  /// The ways in which the content can go now, and the offsets at their ends: a page on, inside the
  /// edges.
  private var scrollActions: [(action: AccessibilityAction, offset: Point)] {
    let (edges, offset) = (contentOffsetEdges, contentOffset)
    let page = Size(
      width: container.width - contentInset.left - contentInset.right,
      height: container.height - contentInset.top - contentInset.bottom)
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

  private func scroll(_ action: AccessibilityAction) throws(LayoutError) -> Bool {
    let offered = scrollActions
    guard let target = offered.first(where: { $0.action == action })?.offset else {
      throw Self.noAction(action, "the collection view", offered.map(\.action.name))
    }
    try setContentOffset(target)
    return true
  }

  private static func noAction(
    _ action: AccessibilityAction, _ element: String, _ offered: [String]
  ) -> LayoutError {
    LayoutError(
      .unknownAction,
      "\(element) does not offer \(action.name) now: "
        + NearNames.hint(for: action.name, among: offered))
  }
}
