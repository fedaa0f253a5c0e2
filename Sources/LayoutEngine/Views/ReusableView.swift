// SPDX-License-Identifier: Apache-2.0
//
// The base of everything that a collection view shows and recycles.

import LayoutABI
import LayoutModel

/// A view for an element: a supplementary element or a decoration, and the base class of `Cell`.
///
/// Headless: it knows what it shows and where, and a stage draws it.
open class ReusableView {
  /// The identifier under which the view is recycled; the kind's name for a decoration.
  public internal(set) final var reuseIdentifier = ""
  /// The content of the view.
  public final var content = ViewContent.none
  /// Hints for the stage that draws the view.
  public final var appearance = ViewAppearance()
  /// The view's description for assistive technology.
  public final var accessibility = ViewAccessibility()
  /// Views drawn above this one, in this order and in the same frame.
  public final var subviews: [ReusableView] = []

  // Stored apart, and not as one `attributes`, so that applying a frame counts no references.
  /// The view's place in its store; −1 when it is in none.
  final var number: Int32 = -1
  final var ordinal = -1
  final var record = layout_attributes()
  final var words = PayloadWords()
  final var kinds: KindTable?
  final var snapped = Rect.zero
  /// The size for which the view was last asked what it prefers; no size when it was not yet.
  final var sizeAskedFor = unasked

  /// False for a view of a class of the engine, which wants the size that it is given: it need not be asked.
  final var mayWantSize = true

  /// Made by a collection view from the class registered with it.
  public required init() {
    let own = ObjectIdentifier(type(of: self))
    mayWantSize = own != ObjectIdentifier(Cell.self) && own != ObjectIdentifier(ReusableView.self)
  }

  /// Numbered from 0 in the order in which one collection view made its views; −1 for a view that no
  /// collection view made.
  public final var serialNumber: Int { ordinal }

  /// The attributes last applied; nil before the first time.
  public final var attributes: LayoutAttributes? {
    kinds.map { LayoutAttributes(record, kinds: $0, words: words) }
  }

  /// The frame with its edges on whole pixels, in points of content coordinates.
  public final var pixels: Rect { snapped }

  /// The view was taken from its pool and is about to show another element. Call super.
  open func prepareForReuse() {}

  /// The layout gave the view new attributes, custom fields included; equal ones are not given
  /// twice. The view's own `attributes` already hold them. Call super.
  open func apply(_ attributes: LayoutAttributes) {}

  /// The attributes that the view would rather have than these, which the layout gave it: only their
  /// size counts. Asked once for each size that a layout with `layout.self-sizing/1` gives the view,
  /// after it was filled; any other layout never hears of it. It must not change the collection view.
  open func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes { attributes }

  /// The view is to be asked again what size it prefers.
  final func forgetSizeAskedFor() { sizeAskedFor = Self.unasked }

  /// Equal to no size that a layout gives.
  private static let unasked = Size(width: -1, height: -1)

  /// Takes new attributes without telling the subclass.
  final func take(_ attributes: borrowing LayoutAttributes, pixels: Rect) {
    record = attributes.record
    snapped = pixels
    if kinds !== attributes.kinds { kinds = attributes.kinds }
    if attributes.words.isSet || words.isSet { words = attributes.words }
  }
}
