// SPDX-License-Identifier: Apache-2.0
//
// The viewport in the coordinates that people see.

import LayoutModel
import LayoutRuntime

extension EngineState {
  /// The mirror of the frame on screen.
  package var mirror: ContentMirror { mirror(for: layout, scroll) }

  /// Returns the mirror in which people see what `layout` answers in a scroll state.
  package func mirror(for layout: EngineLayout, _ scroll: ScrollState) -> ContentMirror {
    guard isRightToLeft, layout.hostMirrors else { return .off }
    return ContentMirror(isActive: true, width: scroll.scrolledWidth)
  }

  /// The extent of the viewport.
  package var container: Size { scroll.container }

  /// The corner of the viewport in content coordinates.
  package var contentOffset: Point { mirror.turn(scroll.offset, width: container.width) }

  /// The extent of the whole content, of the last frame.
  package var contentSize: Size { scroll.contentSize }

  /// The viewport in content coordinates.
  package var bounds: Rect { Rect(origin: contentOffset, size: container) }

  /// The offsets between which the content stands by itself.
  package var contentOffsetEdges: ScrollEdges {
    ScrollEdges(container: container, content: contentSize, inset: contentInset)
  }
}

extension DataShape {
  /// The same counts, with what a layout is told of the viewport beside them.
  ///
  /// - Parameter inset: Room around the content as the layout sees it, points.
  func seen(by state: EngineState, inset: Insets) -> DataShape {
    var shape = self
    shape.contentInset = inset
    shape.scale = state.scale
    shape.isRightToLeft = state.isRightToLeft
    return shape
  }
}
