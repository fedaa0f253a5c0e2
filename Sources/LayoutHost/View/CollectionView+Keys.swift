// SPDX-License-Identifier: Apache-2.0
//
// Keys: they scroll, or move the selection where there is one.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// A key is pressed.
  ///
  /// While something is selected, an arrow selects the next item in its direction, and with shift, in
  /// multiple mode, everything between there and where the selection began; so do page, home and end
  /// with shift. The item is brought into sight, and the delegate is asked and told as of a tap.
  /// Otherwise arrows scroll by `scrollOptions.arrowStep`, or by a page where the view pages; page up
  /// and page down by the room between the insets, home and end to the edges. Page, home and end go
  /// along the axis that scrolls, downwards where both do. Space taps the item at which the keyboard
  /// is, or else the first one in sight; control and A selects everything; escape gives up a touch and
  /// a menu.
  ///
  /// - Parameter animated: Scrolls by the clock.
  /// - Throws: `reentrant-touch` from inside a delegate's answer; what the frame gave.
  public func press(
    _ key: Key, modifiers: KeyModifiers = [], animated: Bool = false
  ) throws(LayoutError) {
    try noted(.press(key, modifiers, isAnimated: animated)) { () throws(LayoutError) in
      try state.handle { () throws(LayoutError) in
        try KeyPass(state, self, modifiers, isAnimated: animated).run(key)
      }
    }
  }
}
