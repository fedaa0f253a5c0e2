// SPDX-License-Identifier: Apache-2.0
//
// Views inside a cell that show whether it is selected or touched.

/// A view that has a selected and a highlighted look of its own, such as an icon or a label.
///
/// Inside a cell, at any depth, it follows the cell: there is nothing to connect.
public protocol SelectionStyled: ReusableView {
  /// True when the cell around it is selected.
  var isSelected: Bool { get set }
  /// True when a touch rests on the cell around it.
  var isHighlighted: Bool { get set }
}

extension ReusableView {
  /// Gives every styled view below this one, and this one, the look of the cell around it.
  func follow(isSelected: Bool, isHighlighted: Bool) {
    if let styled = self as? any SelectionStyled {
      if styled.isSelected != isSelected { styled.isSelected = isSelected }
      if styled.isHighlighted != isHighlighted { styled.isHighlighted = isHighlighted }
    }
    for view in subviews {
      view.follow(isSelected: isSelected, isHighlighted: isHighlighted)
    }
  }

  /// This view and those inside it, bottom to top.
  final var subtree: [ReusableView] { [self] + subviews.flatMap(\.subtree) }
}
