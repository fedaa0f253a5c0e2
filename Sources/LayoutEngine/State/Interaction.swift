// SPDX-License-Identifier: Apache-2.0
//
// What people do to a collection view, between two frames.

import LayoutModel
import LayoutUpdates

/// The state of everything that people do: what they selected, where they touch, which menu is open.
final class Interaction {
  let selection = SelectionKeeper()
  /// The finger that is down, until it turns out to scroll.
  var press: Press?
  /// The menu that was asked for last.
  var menu: EditMenu?
  /// Actions of items' menus besides cut, copy and paste, in the order shown.
  var customMenuActions: [MenuAction] = []
  /// The item that is held.
  var movement: ItemMovement?
  /// The delegate is being asked for its consent.
  private(set) var isAsking = false
  /// A touch or a key is being worked off.
  var isHandling = false

  /// Asks the delegate. Until it answered, neither touches nor changes of the selection are heard.
  func ask<Answer>(_ question: () -> Answer) -> Answer {
    let wasAsking = isAsking
    isAsking = true
    defer { isAsking = wasAsking }
    return question()
  }

  /// - Throws: `reentrant-touch` from inside a question to the delegate.
  func checkNotAsking() throws(LayoutError) {
    guard isAsking else { return }
    throw LayoutError(
      .reentrantTouch,
      "the delegate is being asked whether a touch may have its effect; answer, and change the "
        + "selection from didSelectItemAt, didDeselectItemAt or later")
  }

  /// Works off a touch or a key.
  ///
  /// - Throws: `reentrant-touch` when another one is being worked off.
  func handle<Answer>(
    _ event: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard !isHandling else {
      throw LayoutError(
        .reentrantTouch,
        "a touch or a key is being worked off; send the next one after it, not from a delegate's "
          + "method")
    }
    isHandling = true
    defer { isHandling = false }
    return try event()
  }

  // MARK: A frame

  /// A frame begins to show other data.
  ///
  /// - Parameter isRearrangement: The data itself does not change, so it cannot say who is who.
  func follow(
    _ plan: UpdatePlan?, isRearrangement: Bool, supply: any DataSupply
  ) {
    selection.follow(plan, supply: isRearrangement ? nil : supply)
  }

  /// Everything is about to be read anew: what is held is not held any more, which the next frame
  /// shows or, where that fails, `animate()`.
  func forgetMovement(_ layout: EngineLayout, _ animation: AnimationState, at time: Double) {
    guard let movement else { return }
    movement.letGo(animation, at: time)
    self.movement = nil
    layout.connection.queries.move = nil
  }

  /// The frame is on screen.
  func commit(
    _ plan: UpdatePlan?, supply: any DataSupply
  ) {
    selection.commit(supply: movement == nil ? supply : nil)
    press = press.flatMap { $0.followed(plan) }
    menu = menu.flatMap { $0.followed(plan) }
  }
}

/// An element that is no cell, such as a table's column header.
package struct ElementPart: Equatable {
  let kind: String
  let path: ItemPath
}

/// A finger that rests.
struct Press: Equatable {
  /// The item under it; nil when there is none, or when it may not be highlighted.
  var path: ItemPath?
  /// The touch stopped content that was moving.
  var hasStopped: Bool
  /// The element under it that is no cell, until the data change.
  var part: ElementPart?

  /// The same finger after the data changed; its item may be gone.
  fileprivate func followed(_ plan: UpdatePlan?) -> Press {
    Press(path: path.flatMap { plan?.keptPlace(of: $0) }, hasStopped: hasStopped)
  }
}
