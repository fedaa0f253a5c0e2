// SPDX-License-Identifier: Apache-2.0
//
// The visible state of a view, bit for bit.

import LayoutHost
import LayoutModel

/// The content of a view at a moment, in a form that can be compared and read.
struct Sight: Equatable {
  let lines: [String]

  init(_ view: CollectionView) {
    func bits(_ numbers: Double...) -> String {
      numbers.map { "\($0)#\(String($0.bitPattern, radix: 16))" }.joined(separator: " ")
    }
    let elements = view.visibleElements.map { element in
      let a = element.attributes
      let (f, p, t) = (a.frame, element.pixels, a.transform)
      let cell = element.view as? Cell
      return "\(a.kind) \(a.path) \(bits(f.x, f.y, f.width, f.height, a.alpha)) z \(a.zIndex) "
        + "hidden \(a.isHidden) \(bits(p.x, p.y, p.width, p.height)) \(String(describing: t)) "
        + "leaving \(element.isLeaving) looks \(cell?.isSelected == true) "
        + "\(cell?.isHighlighted == true)"
    }
    let tracks = (0..<view.numberOfSections).map { bits(view.crossOffset(ofSection: $0)) }
    lines =
      [
        "offset \(bits(view.contentOffset.x, view.contentOffset.y))",
        "content \(bits(view.contentSize.width, view.contentSize.height))",
        "clock \(bits(view.clock)) moving \(view.isMoving) animating \(view.isAnimating)",
        "layout \(view.collectionViewLayout.id) to \(view.transitionLayout?.id ?? "none") "
          + bits(view.transitionProgress),
        "selected \(view.indexPathsForSelectedItems) touched \(String(describing: view.highlightedItem))",
        "menu \(String(describing: view.editMenu))",
        "held \(String(describing: view.interactiveMovement))", "tracks \(tracks)",
      ] + elements.sorted()
  }

  /// Returns the first line that differs.
  func difference(to other: Sight) -> String {
    for (a, b) in zip(lines, other.lines) where a != b { return "\(a)\n  instead of\n  \(b)" }
    return "\(lines.count) lines instead of \(other.lines.count)"
  }
}
