// SPDX-License-Identifier: Apache-2.0
//
// Elements on their way out: no frame holds them any more, and their views still show them.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The elements that keep their view until their animation is over, beside the frame on screen.
final class LeavingElements {
  /// One of them.
  struct Element {
    let serial: Int32
    /// The goal, in the coordinates that people see.
    var attributes: LayoutAttributes
    /// True when the layout still has it under this path, out of sight. Should it come into
    /// sight, its view is taken back.
    var isLive: Bool
    /// Its key in the layout that is under somebody's hand, when it is not leaving but coming from
    /// there.
    var arriving: ElementKey?

    /// Its identity in a frame.
    var key: ElementKey { attributes.record.key }
  }

  private(set) var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  func append(_ element: Element) { elements.append(element) }

  func replaceAll(_ elements: [Element]) { self.elements = elements }

  /// Those whose views a frame takes back are no longer on their way out.
  func removeAdopted(by plan: FramePlan) {
    guard plan.adoptedCount > 0 else { return }
    let kept = elements.indices.filter { !plan.adopts($0) }
    elements = kept.map { elements[$0] }
  }

  /// The data changed, and nothing is known of where the elements go by it: those that stay in being
  /// keep their places under their new paths, the others are on their way out for good.
  func follow(_ route: ElementRoute) {
    for index in elements.indices where elements[index].isLive {
      guard let element = route.new(of: elements[index].attributes.record) else {
        elements[index].isLive = false
        continue
      }
      elements[index].attributes.record.section = element.section
      elements[index].attributes.record.item = element.item
    }
  }

  /// The content moved under the viewport, and they keep their place on screen.
  func follow(_ ground: GroundMove) {
    guard ground != GroundMove() else { return }
    for index in elements.indices {
      elements[index].attributes = ground.carry(elements[index].attributes)
    }
  }

  /// Forgets which elements were arriving from another layout.
  func forgetArrivals() {
    for index in elements.indices { elements[index].arriving = nil }
  }

  /// Takes those out for which `isOver` holds, in order.
  func take(where isOver: (Element) -> Bool) -> [Element] {
    // By index: without optimisation the array's own iterator takes memory at each step.
    var isAnyOver = false
    for index in elements.indices where isOver(elements[index]) { isAnyOver = true }
    guard isAnyOver else { return [] }
    let taken = elements.filter(isOver)
    elements.removeAll(where: isOver)
    return taken
  }
}

// MARK: - Taken back
//
// Elements that come back into sight while their views are still on their way out.

extension FramePlan {
  /// Gives elements that appear the views that are still on their way out from showing them.
  ///
  /// - Parameter isFinishing: The frame shows the layout that was under somebody's hand, and what came
  ///   from there is there.
  func adopt(
    _ leaving: LeavingElements, into new: Answer, along route: ElementRoute,
    isFinishing: Bool = false
  ) {
    for (index, element) in leaving.elements.enumerated() {
      let arriving = isFinishing ? element.arriving : nil
      let key = element.isLive ? route.new(of: element.attributes.record)?.key : nil
      guard let key = arriving ?? key, let place = new.index(of: key), origins[place].isNew
      else { continue }
      origins[place] = Origin(adopting: index)
      adoptedCount += 1
    }
  }

  /// Returns true when the leaving element at `index` is taken back. O(elements of the frame)
  /// when any is.
  func adopts(_ index: Int) -> Bool {
    adoptedCount > 0
      && origins.indices.contains { origins[$0].isAdopted && origins[$0].old == index }
  }
}
