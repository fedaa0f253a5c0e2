// SPDX-License-Identifier: Apache-2.0
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
