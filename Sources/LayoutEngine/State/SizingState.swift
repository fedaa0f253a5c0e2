// SPDX-License-Identifier: Apache-2.0
//
// What is kept between two rounds of asking views how large they want to be.

import LayoutModel
import LayoutRuntime

/// The memory of self-sizing. Keeps its room, so that scrolling over views that are content with
/// their sizes allocates nothing.
final class SizingState {
  /// The sizes that the views asked last prefer to those that they got.
  var preferences: [SizePreference] = []
  /// The views that want it, in the same order.
  var serials: [Int32] = []
  /// Views of the frame whose wish was no size.
  var refused: [Int32] = []
  /// True when one of them was on screen in the round before, and so was asked before.
  var asksAgain = false
  /// Some view on screen was not asked though it should be: the next frame looks at all of them.
  var isBehind = false
  /// The views that appeared in the last round of a frame, and wait to be asked with the next one.
  var waiting: [Int32] = []

  /// Forgets the last answers and keeps the room.
  func removeAll() {
    preferences.removeAll(keepingCapacity: true)
    serials.removeAll(keepingCapacity: true)
    asksAgain = false
  }
}
