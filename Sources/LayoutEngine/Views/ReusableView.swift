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

// MARK: - Cells
//
// The view of one item.

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
      if let view = madeContentView { return view }
      let view = ReusableView()
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
    var layers: [ReusableView] = []
    _ = layersSatisfy { layer in
      layers.append(layer)
      return true
    }
    return layers
  }

  /// Returns true when all of ``layers`` satisfy a condition. Makes no array of them.
  package final func layersSatisfy(_ condition: (ReusableView) -> Bool) -> Bool {
    subtreeSatisfies(condition)
      && (backgroundView?.subtreeSatisfies(condition) ?? true)
      && (isSelected ? selectedBackgroundView?.subtreeSatisfies(condition) ?? true : true)
      && contentView.subtreeSatisfies(condition)
  }

  private func followLook() {
    for layer in [backgroundView, selectedBackgroundView, contentView] {
      layer?.follow(isSelected: isSelected, isHighlighted: isHighlighted)
    }
    for view in subviews { view.follow(isSelected: isSelected, isHighlighted: isHighlighted) }
  }
}

// MARK: - Selection

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

  /// Returns true when this view and those inside it, bottom to top, satisfy a condition.
  final func subtreeSatisfies(_ condition: (ReusableView) -> Bool) -> Bool {
    condition(self) && subviews.allSatisfy { $0.subtreeSatisfies(condition) }
  }
}

// MARK: - Decorations
//
// The view of a decoration for which the app registered none.

/// Draws a decoration from the standard payload: `fill`, `stroke` (0xRRGGBBAA), `strokeWidth` and
/// `cornerRadius` (points). So a stranger's decoration shows.
public final class DecorationView: ReusableView {
  /// Takes the style from the custom fields.
  public override func apply(_ attributes: LayoutAttributes) {
    super.apply(attributes)
    var style = ShapeStyle()
    for field in attributes.fields {
      switch (field.name, field.value) {
      case ("fill", .integer(let color)): style.fill = UInt32(truncatingIfNeeded: color)
      case ("stroke", .integer(let color)): style.stroke = UInt32(truncatingIfNeeded: color)
      case ("strokeWidth", .number(let width)): style.strokeWidth = width
      case ("cornerRadius", .number(let radius)): style.cornerRadius = radius
      default: break
      }
    }
    content = .shape(style)
  }
}
