// SPDX-License-Identifier: Apache-2.0
//
// What people do to a collection view, between two frames.

import LayoutABI
import LayoutModel
import LayoutRuntime
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

// MARK: - Item movement
//
// An item in a person's hand.

/// One interactive movement, from the moment at which the item is taken up.
final class ItemMovement {
  /// The path of the item in the data.
  let source: ItemPath
  /// The path at which the view shows it: the one of a drop now.
  var target: ItemPath
  /// The pointer, in the viewport.
  var place: Point
  /// True when the layout failed to say where the item would land, so that `target` is an
  /// earlier answer.
  var isBehind = false
  /// The clip that holds the view away from where the layout puts it.
  private var clip: AnimationClip?

  init(source: ItemPath, place: Point) {
    (self.source, target) = (source, source)
    self.place = place
  }

  /// Between the order shown and the order of the data; nil while they are the same.
  var move: ItemMove? { source == target ? nil : ItemMove(from: source, to: target) }

  /// Puts the view where the pointer is, whatever the layout says, and whatever moves it.
  ///
  /// - Parameter frame: The one that is, or is about to be, on screen.
  func attachToPointer(_ frame: ShownFrame, _ animation: AnimationState, scratch: AnswerBuffer) {
    guard let (serial, attributes) = resting(in: frame, animation.leaving) else { return }
    let motion = animation.motion
    motion.clear(serial)
    motion.raised = serial
    if let clip, !motion.isHolding(clip) { self.clip = nil }
    let clip = clip ?? motion.clip(nil, at: 0)
    clip.hold(at: 1)
    self.clip = clip
    // Kept where the hand holds the view at its very place: what moved it before has ended, and nothing
    // else would show it there.
    motion.add(
      serial, from: held(attributes, frame, scratch), to: attributes, in: clip, isKept: true)
  }

  /// Lets go: from where it is shown the view goes to where it belongs.
  func release(
    _ frame: ShownFrame, _ animation: AnimationState, _ timing: AnimationTiming?, at time: Double
  ) {
    defer { letGo(animation, at: time) }
    guard let timing, let (serial, attributes) = resting(in: frame, animation.leaving)
    else { return }
    var shown = attributes
    animation.motion.displace(&shown, serial)
    animation.motion.clear(serial)
    animation.motion.add(
      serial, from: shown, to: attributes, in: animation.motion.clip(timing, at: time))
  }

  /// Holds nothing any more. What it held is under way for no time at all, so that it is shown once
  /// more, where it belongs.
  func letGo(_ animation: AnimationState, at time: Double) {
    if let clip, animation.motion.isHolding(clip) { clip.release(.none, at: time) }
    clip = nil
    animation.isDue = true
  }

  /// The item's view, and its attributes by the layout; nil when it has none.
  private func resting(
    in frame: ShownFrame, _ leaving: LeavingElements
  ) -> (serial: Int32, attributes: LayoutAttributes)? {
    let key = layout_attributes(cellAt: target).key
    if let index = frame.answer.index(of: key), frame.serials.indices.contains(index) {
      return (frame.serials[index], frame.attributes(at: index))
    }
    return leaving.elements.first { $0.key == key && $0.isLive }.map { ($0.serial, $0.attributes) }
  }

  /// The attributes in the hand: the layout's own idea of them, or those at rest with the centre under
  /// the pointer.
  private func held(
    _ attributes: LayoutAttributes, _ frame: ShownFrame, _ scratch: AnswerBuffer
  ) -> LayoutAttributes {
    let mirror = frame.mirror
    let offset = mirror.turn(frame.scroll.offset, width: frame.scroll.viewportSize.width)
    let point = Point(x: offset.x + place.x, y: offset.y + place.y)
    // A layout that fails here fails in the next frame too, where it is told.
    let answers =
      (try? frame.layout.connection.reorderingAttributes(
        of: target, at: mirror.turn(point, width: 0), into: scratch)) ?? false
    if answers, scratch.count > 0 {
      return Answer(scratch).attributes(at: 0, kinds: frame.kinds, mirror: mirror)
    }
    var held = attributes
    held.center = point
    return held
  }
}

extension layout_attributes {
  /// A record that only names a cell.
  fileprivate init(cellAt path: ItemPath) {
    self.init()
    category = UInt16(LAYOUT_CELL)
    section = UInt32(clamping: path.section)
    item = UInt32(clamping: path.item)
  }
}
