// SPDX-License-Identifier: Apache-2.0
//
// The visible states of a session, in one number.

import LayoutHost

/// A hash of the visible states, to check that two runs were the same to the bit.
struct Trace: Equatable {
  private(set) var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ word: UInt64) { sum = (sum ^ word) &* 0x100_0000_01b3 }

  mutating func add(_ view: CollectionView) {
    for number in [view.contentOffset.x, view.contentOffset.y, view.clock] {
      add(number.bitPattern)
    }
    for element in view.visibleElements {
      let frame = element.attributes.frame
      for number in [frame.x, frame.y, frame.width, frame.height, element.attributes.alpha] {
        add(number.bitPattern)
      }
      add(UInt64(bitPattern: Int64(element.view.serialNumber)))
    }
  }
}
