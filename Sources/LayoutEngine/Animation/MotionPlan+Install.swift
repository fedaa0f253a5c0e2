// SPDX-License-Identifier: Apache-2.0
//
// A planned change is set in motion: its views are known, and nothing can fail any more.

import LayoutModel

extension MotionPlan {
  /// Displaces every view from where it belongs now to where the change found it.
  ///
  /// - Parameters:
  ///   - clip: Holds the displacements; nil shows the outcome at once. What was under way stays so.
  ///   - plan: The change, whose leavers are on their way out from now on.
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
          serial: serial, attributes: target.attributes, isLive: target.isLive))
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

  /// Returns the place where an element that is not new belonged until now.
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

  /// Returns attributes moved to where they stand on screen, in the new frame's coordinates.
  private func shifted(_ attributes: LayoutAttributes) -> LayoutAttributes {
    ground.carry(attributes)
  }
}
