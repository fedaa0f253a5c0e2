// SPDX-License-Identifier: Apache-2.0
//
// Interaction with a collection view, between two frames.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The state of the interaction: the selection, the touch, the open menu.
final class Interaction {
  let selection = SelectionKeeper()
  /// The current touch, until it becomes a scroll.
  var press: Press?
  /// The last opened menu.
  var menu: EditMenu?
  /// Actions of items' menus in addition to cut, copy and paste, in order.
  var customMenuActions: [MenuAction] = []
  /// The item that is being moved.
  var movement: ItemMovement?
  /// True during a question for the delegate's consent.
  private(set) var isAsking = false
  /// True while a touch or a key is being handled.
  var isHandling = false

  /// Asks the delegate. Until it answers, touches and changes of the selection are refused.
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

  /// Handles a touch or a key.
  ///
  /// - Throws: `reentrant-touch` while another one is being handled.
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

  /// Maps the state for a frame with other data.
  ///
  /// - Parameter isRearrangement: True when the data itself does not change, so it cannot provide
  ///   identities.
  func follow(
    _ plan: UpdatePlan?, isRearrangement: Bool, supply: any DataSupply
  ) {
    selection.follow(plan, supply: isRearrangement ? nil : supply)
  }

  /// Ends the movement before a reload. The next frame shows that or, if it fails,
  /// `AnimationPass.run()`.
  func forgetMovement(_ layout: EngineLayout, _ animation: AnimationState, at time: Double) {
    guard let movement else { return }
    movement.letGo(animation, at: time)
    self.movement = nil
    layout.connection.queries.move = nil
  }

  /// Commits the mapped state, when the frame is on screen.
  func commit(
    _ plan: UpdatePlan?, supply: any DataSupply
  ) {
    selection.commit(supply: movement == nil ? supply : nil)
    press = press.flatMap { $0.followed(plan) }
    menu = menu.flatMap { $0.followed(plan) }
  }
}

/// An element that is not a cell, such as a table's column header.
package struct ElementPart: Equatable {
  let kind: String
  let path: ItemPath
}

/// A touch.
struct Press: Equatable {
  /// The item under it; nil when there is none, or when it may not be highlighted.
  var path: ItemPath?
  /// True when the touch stopped moving content.
  var hasStopped: Bool
  /// The element under it if it is not a cell, until the data change.
  var part: ElementPart?

  /// The same touch after the data changed; its item may be deleted.
  fileprivate func followed(_ plan: UpdatePlan?) -> Press {
    Press(path: path.flatMap { plan?.keptPlace(of: $0) }, hasStopped: hasStopped)
  }
}

// MARK: - Item movement
//
// An item that a person moves.

/// One interactive movement, from its start.
final class ItemMovement {
  /// The path of the item in the data.
  let source: ItemPath
  /// The path at which the view shows it: its path after a drop now.
  var target: ItemPath
  /// The pointer, in the viewport.
  var place: Point
  /// True when the layout failed to give the target, so that `target` is an earlier answer.
  var isBehind = false
  /// The clip that displaces the view from its place in the layout.
  private var clip: AnimationClip?

  init(source: ItemPath, place: Point) {
    (self.source, target) = (source, source)
    self.place = place
  }

  /// The move from the data's order to the order shown; nil while they are the same.
  var move: ItemMove? { source == target ? nil : ItemMove(from: source, to: target) }

  /// Puts the view at the pointer, regardless of the layout and of other displacements.
  ///
  /// - Parameter frame: The frame on screen, or the next one.
  func attachToPointer(_ frame: ShownFrame, _ animation: AnimationState, scratch: AnswerBuffer) {
    guard let (serial, attributes) = resting(in: frame, animation.leaving) else { return }
    let motion = animation.motion
    motion.clear(serial)
    motion.raised = serial
    if let clip, !motion.isHolding(clip) { self.clip = nil }
    let clip = clip ?? motion.clip(nil, at: 0)
    clip.hold(at: 1)
    self.clip = clip
    // Kept even if the displacement is zero: earlier displacements have ended, and nothing else
    // would show the view there.
    motion.add(
      serial, from: held(attributes, frame, scratch), to: attributes, in: clip, isKept: true)
  }

  /// Releases the item: the view moves from its place on screen to its place in the layout.
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

  /// Releases the item without animation: a displacement of no duration shows it once more, at its
  /// place in the layout.
  func letGo(_ animation: AnimationState, at time: Double) {
    if let clip, animation.motion.isHolding(clip) { clip.release(.none, at: time) }
    clip = nil
    animation.isDue = true
  }

  /// The item's view, and its attributes from the layout; nil when it has none.
  private func resting(
    in frame: ShownFrame, _ leaving: LeavingElements
  ) -> (serial: Int32, attributes: LayoutAttributes)? {
    let key = layout_attributes(cellAt: target).key
    if let index = frame.answer.index(of: key), frame.serials.indices.contains(index) {
      return (frame.serials[index], frame.attributes(at: index))
    }
    return leaving.elements.first { $0.key == key && $0.isLive }.map { ($0.serial, $0.attributes) }
  }

  /// The attributes while it is moved: the layout's answer, or those at rest with the centre at the
  /// pointer.
  private func held(
    _ attributes: LayoutAttributes, _ frame: ShownFrame, _ scratch: AnswerBuffer
  ) -> LayoutAttributes {
    let mirror = frame.mirror
    let offset = mirror.turn(frame.scroll.offset, width: frame.scroll.viewportSize.width)
    let point = Point(x: offset.x + place.x, y: offset.y + place.y)
    // A layout that fails here also fails in the next frame, which reports it.
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
  /// A record that only identifies a cell.
  fileprivate init(cellAt path: ItemPath) {
    self.init()
    category = UInt16(LAYOUT_CELL)
    section = UInt32(clamping: path.section)
    item = UInt32(clamping: path.item)
  }
}
