// SPDX-License-Identifier: Apache-2.0
//
// One frame: what the layout answered, which view shows each element, and in what geometry.

import LayoutModel
import LayoutRuntime

/// A frame on screen or in the making. Two of them take turns, so that a frame that fails leaves the
/// other one whole.
final class ShownFrame {
  let buffer = AnswerBuffer()
  /// Serial numbers of the views, one for each element, in the order of `buffer`.
  let serials = PlainArray<Int32>()
  /// The scroll state for which the elements were asked.
  var scroll: ScrollState
  /// The time that it shows, seconds.
  var time = 0.0
  var mirror = ContentMirror.off
  /// The direction in which the content runs, also where the layout itself follows it.
  var isRightToLeft = false
  var grid = PixelGrid(scale: 1)
  /// The views that show another element than theirs, since the data source failed when they were to be
  /// filled again after a frame that failed. The next frame fills them.
  var unfilled: Set<Int32> = []
  /// The layout that answered.
  var layout: EngineLayout

  init(layout: EngineLayout, scroll: ScrollState) {
    self.layout = layout
    self.scroll = scroll
  }

  var kinds: KindTable { layout.kinds }

  var answer: Answer { Answer(buffer) }

  /// Attributes of the element at `index`, as its view has them.
  func attributes(at index: Int) -> LayoutAttributes {
    answer.attributes(at: index, kinds: kinds, mirror: mirror)
  }
}
