// SPDX-License-Identifier: Apache-2.0
//
// The keys of a collection view, and one key press.

import LayoutModel

// MARK: - Keys

/// A key, by its meaning and not by its label.
public enum Key: String, Sendable, CaseIterable {
  /// An arrow.
  case up, down, left, right
  /// One viewport back or forward.
  case pageUp, pageDown
  /// The start or the end of the content.
  case home, end
  /// Taps the item with the keyboard focus.
  case space
  /// With control or command: selects everything.
  case a
  /// Cancels a touch and a menu.
  case escape
}

/// Modifier keys of a key press.
public struct KeyModifiers: OptionSet, Sendable {
  /// The keys as bits.
  public let rawValue: Int
  /// Keys from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Extends the selection.
  public static let shift = Self(rawValue: 1)
  /// Arrows move to the ends of the content.
  public static let control = Self(rawValue: 2)
  /// Up and down arrows move by pages.
  public static let alt = Self(rawValue: 4)
  /// The same as `control`.
  public static let command = Self(rawValue: 8)
}

/// The command of a key with its modifiers.
enum KeyCommand: Equatable {
  /// A step in one of four directions.
  case step(Direction)
  /// A viewport back (−1) or forward (1).
  case page(Double)
  /// The start (−1) or the end (1).
  case limit(Double)
  case tap, selectAll, giveUp

  init?(_ key: Key, _ modifiers: KeyModifiers) {
    let goesFar = !modifiers.isDisjoint(with: [.control, .command])
    let pages = modifiers.contains(.alt)
    switch key {
    case .up: self = goesFar ? .limit(-1) : pages ? .page(-1) : .step(.up)
    case .down: self = goesFar ? .limit(1) : pages ? .page(1) : .step(.down)
    case .left: self = goesFar ? .limit(-1) : .step(.left)
    case .right: self = goesFar ? .limit(1) : .step(.right)
    case .pageUp: self = .page(-1)
    case .pageDown: self = .page(1)
    case .home: self = .limit(-1)
    case .end: self = .limit(1)
    case .space: self = .tap
    case .escape: self = .giveUp
    case .a:
      guard goesFar else { return nil }
      self = .selectAll
    }
  }
}

/// A visible direction on screen.
enum Direction: CaseIterable {
  case up, down, left, right

  var isHorizontal: Bool { self == .left || self == .right }
  /// 1 towards larger coordinates.
  var sign: Double { self == .right || self == .down ? 1 : -1 }
}

// MARK: - A press

/// Handles a key.
package struct KeyPass {
  let state: EngineState
  let app: any EngineApp
  let modifiers: KeyModifiers
  let isAnimated: Bool

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - modifiers: The modifier keys.
  ///   - isAnimated: True to animate scrolling.
  package init(
    _ state: EngineState, _ app: any EngineApp, _ modifiers: KeyModifiers, isAnimated: Bool
  ) {
    state.assertReady(for: "KeyPass")
    (self.state, self.app) = (state, app)
    (self.modifiers, self.isAnimated) = (modifiers, isAnimated)
  }

  private var isExtending: Bool { modifiers.contains(.shift) }

  private var table: TableNeighbours? { TableNeighbours(state, app) }

  private var selection: SelectionState { state.interaction.selection.state }

  /// Shows a due frame, and runs the key's command.
  ///
  /// - Throws: The error of the frame.
  package func run(_ key: Key) throws(LayoutError) {
    try app.layoutIfNeeded()
    if let command = KeyCommand(key, modifiers) { try run(command) }
  }

  private func run(_ command: KeyCommand) throws(LayoutError) {
    switch command {
    case .giveUp:
      state.interaction.menu = nil
      SelectionPass(state, app).letGo()
    case .selectAll: selectAll()
    case .tap:
      guard let path = selection.focus ?? state.visibleItems.first else { return }
      SelectionPass(state, app).tap(path)
    case .step, .page, .limit:
      guard let focus = selection.focus, selects(command), state.hasItem(at: focus) else {
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
    let order = ItemOrder(state.data.shape.itemCounts)
    switch command {
    case .limit(let sign): return sign < 0 ? order.first : order.last
    case .page(let sign):
      return try NeighbourSearch(state: state, app: app).item(
        nearest: focus,
        movedBy: scrollsVertically
          ? Vector(dx: 0, dy: sign * room.height)
          : Vector(dx: sign * room.width, dy: 0))
    case .step(let direction): return try target(from: focus, direction, order)
    default: return nil
    }
  }

  /// Items on the same line first. At the end of a line the search continues with the next line;
  /// along the lines it takes any item beyond.
  private func target(
    from focus: ItemPath, _ direction: Direction, _ order: ItemOrder
  ) throws(LayoutError) -> ItemPath? {
    if let step = try table?.step(from: focus, direction) { return step.path }
    let search = NeighbourSearch(state: state, app: app)
    if let path = try search.item(abreastOf: focus, direction) { return path }
    guard direction.isHorizontal == scrollsVertically else {
      return try search.item(beside: focus, direction)
    }
    let isBackwards = (direction.sign < 0) != (direction.isHorizontal && state.isRightToLeft)
    return isBackwards ? order.item(before: focus) : order.item(after: focus)
  }

  private func move(to path: ItemPath) throws(LayoutError) {
    guard path != selection.focus else { return }
    if isExtending, selection.mode == .multiple {
      extend(to: path)
    } else {
      select(path)
    }
    guard state.hasItem(at: path) else { return }
    try GoalPass(state, app).scroll(toItemAt: path, position: .nearest, animated: isAnimated)
    if !isAnimated { try table?.uncover(path) }
  }

  private func select(_ path: ItemPath) {
    let pass = SelectionPass(state, app)
    guard pass.consents(toSelecting: path) else { return }
    if selection.mode == .multiple {
      for other in selection.selected.paths where other != path { pass.drop(other) }
    }
    pass.replaceAndTell(path)
  }

  /// Selects the items between the anchor and `path`, and deselects those between the anchor and
  /// the old focus that are outside of it.
  private func extend(to path: ItemPath) {
    let (pass, order) = (SelectionPass(state, app), ItemOrder(state.data.shape.itemCounts))
    guard let focus = selection.focus, let anchor = selection.anchor else { return }
    let (old, new) = (ItemOrder.range(anchor, focus), ItemOrder.range(anchor, path))
    state.interaction.selection.change { $0.moveFocus(to: path) }
    order.forEach(in: old, outside: new) { pass.drop($0) }
    order.forEach(in: new, outside: old) { pass.add($0) }
  }

  private func selectAll() {
    guard selection.mode == .multiple else { return }
    // Without a delegate no item needs a question.
    guard app.listener != nil else { return SelectionPass(state, app).selectAll() }
    let order = ItemOrder(state.data.shape.itemCounts)
    guard let first = order.first, let last = order.last else { return }
    order.forEach(in: first...last, outside: nil) { SelectionPass(state, app).add($0) }
    let start = selection.focus ?? first
    state.interaction.selection.change { $0.moveFocus(to: start) }
  }

  // MARK: Scrolling

  private var room: Rect { state.bounds.inset(by: state.contentInset) }

  /// The axis of page, home and end.
  private var scrollsVertically: Bool {
    let edges = state.contentOffsetEdges
    func isOpen(_ range: ClosedRange<Double>) -> Bool { range.upperBound > range.lowerBound }
    return isOpen(edges.vertical) || !isOpen(edges.horizontal)
  }

  private func scroll(_ command: KeyCommand) throws(LayoutError) {
    let (edges, isVertical) = (state.contentOffsetEdges, scrollsVertically)
    var offset = state.contentOffset
    switch command {
    case .step(let direction):
      let isPaging = state.scroll.options.isPaging
      let step = direction.sign * state.scroll.options.arrowStep
      if direction.isHorizontal {
        offset.x += isPaging ? direction.sign * state.viewportSize.width : step
      } else {
        offset.y += isPaging ? direction.sign * state.viewportSize.height : step
      }
    case .page(let sign):
      let length = state.scroll.options.isPaging ? state.bounds.size : room.size
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
    try ScrollPass(state, app).setOffset(edges.clamp(offset), animated: isAnimated)
  }

  /// Forward is to the left if content runs from right to left.
  private func ahead(_ sign: Double) -> Double { state.isRightToLeft ? -sign : sign }
}
