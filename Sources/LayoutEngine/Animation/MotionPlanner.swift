// SPDX-License-Identifier: Apache-2.0
//
// Computes the start and the end of each element in one change, before any view is touched, and
// starts the motion.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - The plan

/// The result of ``MotionPlanner``. All attributes are in the visible content coordinates of the
/// new frame.
struct MotionPlan {
  /// The movement of the content under the viewport.
  let ground: GroundMove
  /// The start of each element, by index of the new frame. Nil for an element that continues from
  /// its place on screen with its speed.
  var sources: [LayoutAttributes?] = []
  /// The target of each leaving element, and true if the layout still has it there.
  var targets: [(attributes: LayoutAttributes, isLive: Bool)] = []
  /// The same for elements that were leaving already.
  var retargets: [(attributes: LayoutAttributes, isLive: Bool)] = []
  /// The calls of layouts and their answers.
  var report = UpdateReport()
}

// MARK: - Planning

/// One change between the frame on screen and its successor.
///
/// By default a new element fades in at its place, a deleted one fades out at its place, and every
/// other one moves from its place on screen to its new place. An element that was off screen comes
/// from its old place, and one that leaves the screen goes to its new place.
struct MotionPlanner {
  let route: ElementRoute
  let old: ShownFrame
  let new: ShownFrame
  let plan: FramePlan
  let change: FrameChange
  let motion: ElementMotion
  let leaving: LeavingElements
  let scratch: AnswerBuffer
  /// See ``MotionPlan/ground``.
  let ground: GroundMove
  /// True when an element of unknown origin slides in along the scroll axis; otherwise it fades in.
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

  /// Returns the start of the element at `index` of the new frame; nil when it continues from its
  /// place.
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
      // A decoration that was not near may not have existed: a separator where no line began.
      if slidesFromAfar, record.category != LAYOUT_DECORATION {
        start.frame = outside(start.frame, isBefore: isBeforeSight(element))
        return start
      }
    }
    start.alpha = 0
    return start
  }

  /// Returns the place in the old layout of an element that was off screen, if it is near.
  private func oldPlace(of element: layout_element) -> LayoutAttributes? {
    let answer = Answer(change.surroundings)
    return answer.index(of: element.key).map {
      answer.attributes(at: $0, kinds: old.kinds, mirror: old.mirror)
    }
  }

  /// Returns true when the element was, in the order of the data, before all visible elements of
  /// its kind.
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

  /// Returns the target of an element that is shown as `attributes`: its new place off screen, or
  /// fully transparent at its place on screen.
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

// MARK: - Setting in motion
//
// Starting a planned change: its views are known, and it cannot fail any more.

extension MotionPlan {
  /// Displaces every view from its new place to its place before the change.
  ///
  /// - Parameters:
  ///   - clip: Holds the displacements; nil shows the result at once. Running animations continue.
  ///   - plan: The change, whose leaving elements animate out from now on.
  func install(
    in clip: AnimationClip?, _ motion: ElementMotion, _ leaving: LeavingElements,
    old: ShownFrame, new: ShownFrame, plan: FramePlan
  ) {
    moveShown(clip, motion, leaving, old, new, plan)
    var elements: [LeavingElements.Element] = []
    for (index, element) in leaving.elements.enumerated() where !plan.adopts(index) {
      elements.append(moveLeaving(element, retargets[index], clip, motion))
    }
    for (place, index) in plan.leavers.enumerated() {
      let (serial, target) = (old.serials[Int(index)], targets[place])
      guard let clip else {
        motion.clear(serial)
        continue
      }
      elements.append(
        LeavingElements.Element(
          serial: serial, attributes: target.attributes,
          isLive: target.isLive && !old.unfilled.contains(serial)))
      motion.add(
        serial, from: shifted(old.attributes(at: Int(index))), to: target.attributes, in: clip)
    }
    leaving.replaceAll(elements)
  }

  private func moveShown(
    _ clip: AnimationClip?, _ motion: ElementMotion, _ leaving: LeavingElements,
    _ old: ShownFrame, _ new: ShownFrame, _ plan: FramePlan
  ) {
    for index in plan.origins.indices {
      let (origin, serial) = (plan.origins[index], new.serials[index])
      let source = sources[index]
      if origin.isNew || (source != nil && clip != nil) { motion.clear(serial) }
      guard let clip else { continue }
      motion.add(
        serial, from: source ?? shifted(found(origin, leaving, old)),
        to: new.attributes(at: index), in: clip)
    }
  }

  /// Returns the previous place of an element that is not new.
  private func found(
    _ origin: FramePlan.Origin, _ leaving: LeavingElements, _ old: ShownFrame
  ) -> LayoutAttributes {
    origin.isAdopted
      ? leaving.elements[origin.old].attributes : old.attributes(at: origin.old)
  }

  private func moveLeaving(
    _ element: LeavingElements.Element, _ target: (attributes: LayoutAttributes, isLive: Bool),
    _ clip: AnimationClip?, _ motion: ElementMotion
  ) -> LeavingElements.Element {
    if let clip {
      motion.add(
        element.serial, from: shifted(element.attributes), to: target.attributes, in: clip)
    } else if element.isLive, !target.isLive {
      motion.clear(element.serial)
    }
    return LeavingElements.Element(
      serial: element.serial, attributes: target.attributes, isLive: target.isLive)
  }

  /// Converts attributes to their place on screen, in the new frame's coordinates.
  private func shifted(_ attributes: LayoutAttributes) -> LayoutAttributes {
    ground.carry(attributes)
  }
}
