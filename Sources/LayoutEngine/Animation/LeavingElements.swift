// SPDX-License-Identifier: Apache-2.0
//
// Elements that animate out: no frame has them any more, but their views still show them.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The elements that keep their view until their animation is over, beside the frame on screen.
final class LeavingElements {
  /// One such element.
  struct Element {
    let serial: Int32
    /// The target, in visible coordinates.
    var attributes: LayoutAttributes
    /// True when the layout still has it under this path, off screen, and its view shows it. If it
    /// becomes visible, its view is reused.
    var isLive: Bool
    /// Its key in the target layout of the interactive transition, when it arrives from there
    /// instead of leaving.
    var arriving: ElementKey?

    /// Its identity in a frame.
    var key: ElementKey { attributes.record.key }
  }

  private(set) var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  func append(_ element: Element) { elements.append(element) }

  func replaceAll(_ elements: [Element]) { self.elements = elements }

  /// Removes the elements whose views a frame takes back.
  func removeAdopted(by plan: FramePlan) {
    guard plan.adoptedCount > 0 else { return }
    let kept = elements.indices.filter { !plan.adopts($0) }
    elements = kept.map { elements[$0] }
  }

  /// Maps the elements after a change of the data: those that still exist keep their places under
  /// their new paths, the others leave permanently.
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

  /// Keeps the elements in place on screen when the content moved in the viewport.
  func follow(_ ground: GroundMove) {
    guard ground != GroundMove() else { return }
    for index in elements.indices {
      elements[index].attributes = ground.carry(elements[index].attributes)
    }
  }

  /// Clears the marks of elements that were arriving from another layout.
  func forgetArrivals() {
    for index in elements.indices { elements[index].arriving = nil }
  }

  /// Removes and returns the elements for which `isOver` holds, in order.
  func take(where isOver: (Element) -> Bool) -> [Element] {
    // By index: without optimisation the array's own iterator allocates at each step.
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
// Elements that become visible again while their views still animate out.

extension FramePlan {
  /// Gives appearing elements the views that still show them while they animate out.
  ///
  /// - Parameter isFinishing: True when the frame shows the target layout of the interactive
  ///   transition, so that elements from there have arrived.
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

  /// Returns true when the leaving element at `index` becomes visible again. O(elements of the
  /// frame) if there are leaving elements.
  func adopts(_ index: Int) -> Bool {
    adoptedCount > 0
      && origins.indices.contains { origins[$0].isAdopted && origins[$0].old == index }
  }
}
