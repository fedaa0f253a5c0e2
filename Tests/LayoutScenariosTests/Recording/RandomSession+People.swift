// SPDX-License-Identifier: Apache-2.0
//
// Input of the user in a random session.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutScenarios

extension RandomSession {
  // MARK: User input

  func key() throws {
    let key = Key.allCases.randomElement(using: &dice) ?? .up
    let held: KeyModifiers =
      [[], .shift, .control, [.alt, .shift]].randomElement(using: &dice) ?? []
    try view.press(key, modifiers: held, animated: chance(0.3))
  }

  func touch() throws {
    let phase = TouchPhase.allCases.randomElement(using: &dice) ?? .began
    if chance() {
      try view.touch(phase, at: place)
    } else if let item {
      try view.touch(.began, itemAt: item)
      if chance(0.8) { try view.touch(.ended, itemAt: item) }
    }
  }

  func select() throws {
    if chance(0.2) {
      view.selectionMode = SelectionMode.allCases.randomElement(using: &dice) ?? .single
    }
    if chance(0.1) { return try view.selectAllItems() }
    if chance(0.1) { return try view.deselectAllItems() }
    guard let item else { return }
    if chance(0.3) { return try view.deselectItem(at: item) }
    try view.selectItem(
      at: item, animated: chance(0.3), scrollPosition: chance(0.3) ? .centeredVertically : nil)
  }

  func menu() throws {
    guard let item else { return }
    let menu = try view.openMenu(forItemAt: item)
    if chance(0.2) { view.closeMenu() }
    if let action = menu?.actions.randomElement(using: &dice), chance(0.7) {
      try view.performMenuAction(action)
    }
  }

  func carry() throws {
    if view.interactiveMovement == nil {
      guard let item else { return }
      _ = try view.beginInteractiveMovement(at: item, pointer: chance() ? place : nil)
    }
    if view.interactiveMovement != nil, chance(0.8) {
      try view.updateInteractiveMovement(to: place)
    }
    if chance(0.2) { try view.endInteractiveMovement() }
    if chance(0.1) { try view.cancelInteractiveMovement() }
  }

  func accessibility() throws {
    let tree = view.accessibilityTree
    if chance(), let child = tree.children.randomElement(using: &dice),
      let action = child.actions.randomElement(using: &dice)
    {
      try view.performAccessibilityAction(action, on: child)
    } else if let action = tree.actions.randomElement(using: &dice) {
      try view.performAccessibilityAction(action, on: tree)
    }
  }

  func nudge() throws {
    app.nudges = 1
    try view.scrollWheel(by: Vector(dx: 0, dy: number(-40...40)))
    app.nudges = 0
  }
}
