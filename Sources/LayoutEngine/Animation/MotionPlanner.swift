// SPDX-License-Identifier: Apache-2.0
//
// Works out where everything comes from and goes to in one change.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// One change between the frame on screen and the one that takes its place.
///
/// By default what is new fades in from nothing in its place, what is gone fades out in its place, and
/// everything else goes from where it is on screen to where it belongs: in from its old place, when
/// that was out of sight, and out to its new one.
struct MotionPlanner {
  let route: ElementRoute
  let old: ShownFrame
  let new: ShownFrame
  let plan: FramePlan
  let change: FrameAnimation
  let motion: ElementMotion
  let leaving: LeavingElements
  let scratch: AnswerBuffer
  /// See ``MotionPlan/ground``.
  let ground: GroundMove
  /// True when what has come into sight from nobody knows where slides in along the way; else
  /// it fades.
  let slidesFromAfar: Bool

  /// - Throws: The layout's error.
  func run() throws(LayoutError) -> MotionPlan {
    var result = MotionPlan(ground: ground)
    result.sources.reserveCapacity(plan.origins.count)
    for index in plan.origins.indices { result.sources.append(source(of: index)) }
    try findTargets(&result)
    return result
  }

  // MARK: Coming

  /// Returns the start of the element at `index` of the new frame; nil when it goes on from
  /// where it is.
  private func source(of index: Int) -> LayoutAttributes? {
    guard plan.origins[index].isNew else { return nil }
    var start = new.attributes(at: index)
    let record = new.answer.records[index]
    if let element = route.old(of: record) {
      if let place = oldPlace(of: element) {
        let carried = ground.carry(place)
        start.frame = carried.frame
        start.alpha = carried.alpha
        start.transform = carried.transform
        return start
      }
      // A decoration that was not near need not have been there at all: a separator where no line
      // began.
      if slidesFromAfar, record.category != LAYOUT_DECORATION {
        start.frame = outside(start.frame, isBefore: isBeforeSight(element))
        return start
      }
    }
    start.alpha = 0
    return start
  }

  /// Returns the place in the old layout of an element that was out of sight, when that is near.
  private func oldPlace(of element: layout_element) -> LayoutAttributes? {
    let answer = Answer(change.surroundings)
    return answer.index(of: element.key).map {
      answer.attributes(at: $0, kinds: old.kinds, mirror: old.mirror)
    }
  }

  /// Returns true when the element came, in the order of the data, before everything of its
  /// sort in sight.
  private func isBeforeSight(_ element: layout_element) -> Bool {
    let first = old.answer.records.first { $0.category == element.category }
    return first.map { element.key < $0.key } ?? true
  }

  /// The place just outside the viewport from which an element comes in along the scrolling axis.
  private func outside(_ frame: Rect, isBefore: Bool) -> Rect {
    let (scroll, bounds) = (new.scroll, new.scroll.bounds)
    var place = new.mirror.turn(frame)
    let isVertical =
      scroll.contentSize.height - bounds.height >= scroll.contentSize.width - bounds.width
    if isVertical {
      place.y = isBefore ? bounds.y - place.height : bounds.maxY
    } else {
      place.x = isBefore ? bounds.x - place.width : bounds.maxX
    }
    return new.mirror.turn(place)
  }

  // MARK: Going

  private func findTargets(_ result: inout MotionPlan) throws(LayoutError) {
    for index in plan.leavers {
      let record = old.answer.records[Int(index)]
      result.targets.append(
        try target(of: route.new(of: record), from: old.attributes(at: Int(index))))
    }
    for element in leaving.elements {
      let attributes = element.attributes
      if element.isLive {
        let next = route.new(of: attributes.record)
        result.retargets.append(try target(of: next, from: attributes))
      } else {
        result.retargets.append((ground.carry(attributes), false))
      }
    }
  }

  /// Returns the goal of an element that is shown as `attributes`: its new place out of
  /// sight, or to nothing where it stands on screen.
  private func target(
    of element: layout_element?, from attributes: LayoutAttributes
  ) throws(LayoutError) -> (attributes: LayoutAttributes, isLive: Bool) {
    if let element, let place = try newPlace(of: element) { return (place, true) }
    var end = ground.carry(attributes)
    end.alpha = 0
    return (end, false)
  }

  private func newPlace(of element: layout_element) throws(LayoutError) -> LayoutAttributes? {
    let index = new.answer.index(of: element.key)
    if let index { return new.attributes(at: index) }
    try new.layout.connection.attributes(for: element, into: scratch)
    guard scratch.count > 0 else { return nil }
    return Answer(scratch).attributes(at: 0, kinds: new.kinds, mirror: new.mirror)
  }
}
