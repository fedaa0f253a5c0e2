// SPDX-License-Identifier: Apache-2.0
//
// One press of a key.

import LayoutModel

/// Works off a key.
struct KeyPass {
  let view: CollectionView
  let isExtending: Bool
  let isAnimated: Bool

  private var selection: SelectionState { view.interaction.selection.state }

  func run(_ command: KeyCommand) throws(LayoutError) {
    switch command {
    case .giveUp:
      view.interaction.menu = nil
      TouchPass(view: view).letGo()
    case .selectAll: selectAll()
    case .tap:
      guard let path = selection.focus ?? view.indexPathsForVisibleItems.first else { return }
      SelectionPass(view: view).tap(path)
    case .step, .page, .limit:
      guard let focus = selection.focus, selects(command), view.hasItem(at: focus) else {
        return try scroll(command)
      }
      if let path = try target(of: command, from: focus) { try move(to: path) }
    }
  }

  /// Returns true when the key moves the selection rather than the content.
  private func selects(_ command: KeyCommand) -> Bool {
    if case .step = command { return selection.mode != .none }
    return selection.mode == .multiple && isExtending
  }

  // MARK: Selection

  private func target(
    of command: KeyCommand, from focus: ItemPath
  ) throws(LayoutError) -> ItemPath? {
    let order = ItemOrder(view.data.shape.itemCounts)
    switch command {
    case .limit(let sign): return sign < 0 ? order.first : order.last
    case .page(let sign):
      return try NeighbourSearch(view: view).item(
        nearest: focus,
        movedBy: scrollsVertically
          ? Vector(dx: 0, dy: sign * room.height)
          : Vector(dx: sign * room.width, dy: 0))
    case .step(let direction): return try target(from: focus, direction, order)
    default: return nil
    }
  }

  /// Abreast first. Without any, at the end of a line, the next line goes on; along the lines whatever
  /// lies beyond is taken.
  private func target(
    from focus: ItemPath, _ direction: Direction, _ order: ItemOrder
  ) throws(LayoutError) -> ItemPath? {
    let search = NeighbourSearch(view: view)
    if let path = try search.item(abreastOf: focus, direction) { return path }
    guard direction.isHorizontal == scrollsVertically else {
      return try search.item(beside: focus, direction)
    }
    let isBackwards = (direction.sign < 0) != (direction.isHorizontal && view.isRightToLeft)
    return isBackwards ? order.item(before: focus) : order.item(after: focus)
  }

  private func move(to path: ItemPath) throws(LayoutError) {
    guard path != selection.focus else { return }
    if isExtending, selection.mode == .multiple {
      extend(to: path)
    } else {
      select(path)
    }
    guard view.hasItem(at: path) else { return }
    try view.scrollToItem(at: path, animated: isAnimated)
  }

  private func select(_ path: ItemPath) {
    let pass = SelectionPass(view: view)
    guard pass.consents(toSelecting: path) else { return }
    if selection.mode == .multiple {
      for other in selection.selected.paths where other != path { pass.drop(other) }
    }
    pass.replaceAndTell(path)
  }

  /// Selects what lies between the anchor and `path`, and lets go what lay between the anchor and the
  /// focus and no longer does.
  private func extend(to path: ItemPath) {
    let (pass, order) = (SelectionPass(view: view), ItemOrder(view.data.shape.itemCounts))
    guard let focus = selection.focus, let anchor = selection.anchor else { return }
    let (old, new) = (ItemOrder.range(anchor, focus), ItemOrder.range(anchor, path))
    view.interaction.selection.change { $0.moveFocus(to: path) }
    order.forEach(in: old, outside: new) { pass.drop($0) }
    order.forEach(in: new, outside: old) { pass.add($0) }
  }

  private func selectAll() {
    guard selection.mode == .multiple else { return }
    // Each item is asked about only where somebody answers.
    guard view.listener != nil else { return SelectionPass(view: view).selectAll() }
    let order = ItemOrder(view.data.shape.itemCounts)
    guard let first = order.first, let last = order.last else { return }
    order.forEach(in: first...last, outside: nil) { SelectionPass(view: view).add($0) }
    let start = selection.focus ?? first
    view.interaction.selection.change { $0.moveFocus(to: start) }
  }

  // MARK: Scrolling

  private var room: Rect { view.bounds.inset(by: view.contentInset) }

  /// The axis of page, home and end.
  private var scrollsVertically: Bool {
    let edges = view.contentOffsetEdges
    func isOpen(_ range: ClosedRange<Double>) -> Bool { range.upperBound > range.lowerBound }
    return isOpen(edges.vertical) || !isOpen(edges.horizontal)
  }

  private func scroll(_ command: KeyCommand) throws(LayoutError) {
    let (edges, isVertical) = (view.contentOffsetEdges, scrollsVertically)
    var offset = view.contentOffset
    switch command {
    case .step(let direction):
      let isPaging = view.scrollOptions.isPaging
      let step = direction.sign * view.scrollOptions.arrowStep
      if direction.isHorizontal {
        offset.x += isPaging ? direction.sign * view.container.width : step
      } else {
        offset.y += isPaging ? direction.sign * view.container.height : step
      }
    case .page(let sign):
      let length = view.scrollOptions.isPaging ? view.bounds.size : room.size
      if isVertical {
        offset.y += sign * length.height
      } else {
        offset.x += ahead(sign) * length.width
      }
    case .limit(let sign):
      let range = isVertical ? edges.vertical : edges.horizontal
      let limit = (isVertical ? sign : ahead(sign)) < 0 ? range.lowerBound : range.upperBound
      if isVertical { offset.y = limit } else { offset.x = limit }
    default: return
    }
    try view.setContentOffset(edges.clamp(offset), animated: isAnimated)
  }

  /// On is to the left where content runs from right to left.
  private func ahead(_ sign: Double) -> Double { view.isRightToLeft ? -sign : sign }
}
