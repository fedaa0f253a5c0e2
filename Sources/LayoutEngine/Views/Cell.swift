// SPDX-License-Identifier: Apache-2.0
//
// The view of one item.

import LayoutModel

/// A cell: layers from bottom to top are the cell, `backgroundView`, `selectedBackgroundView` (only
/// while selected) and `contentView`.
open class Cell: ReusableView {
  /// True when the item is selected. The collection view sets it; styled views inside follow.
  open var isSelected = false { didSet { followLook() } }
  /// True when a touch rests on the item. Independent of `isSelected`. Styled views inside follow.
  open var isHighlighted = false { didSet { followLook() } }
  /// Fills the cell behind its content.
  public final var backgroundView: ReusableView?
  /// Shown above `backgroundView` and behind the content while the cell is selected.
  public final var selectedBackgroundView: ReusableView?
  /// Holds what the cell shows above its backgrounds; made when first asked for.
  public final var contentView: ReusableView {
    get {
      let view = madeContentView ?? ReusableView()
      madeContentView = view
      return view
    }
    set { madeContentView = newValue }
  }
  private final var madeContentView: ReusableView?

  /// Assistive technology activates the item. Return true when the cell acted by itself; otherwise it
  /// is as if the item was tapped.
  open func accessibilityActivate() -> Bool { false }

  /// The words of the content view, if it was ever asked for.
  final var spokenContent: String? { madeContentView?.content.spokenText }

  /// The layers that a stage draws now, bottom to top, the cell itself first; each layer is
  /// followed by the views inside it.
  public final var layers: [ReusableView] {
    [self, backgroundView, isSelected ? selectedBackgroundView : nil, contentView]
      .compactMap { $0 }.flatMap(\.subtree)
  }

  private func followLook() {
    for layer in [backgroundView, selectedBackgroundView, contentView] {
      layer?.follow(isSelected: isSelected, isHighlighted: isHighlighted)
    }
    for view in subviews { view.follow(isSelected: isSelected, isHighlighted: isHighlighted) }
  }
}
