// SPDX-License-Identifier: Apache-2.0
//
// The base class of all recycled views of a collection view.

import LayoutABI
import LayoutModel

/// A view for an element: a supplementary element or a decoration, and the base class of `Cell`.
///
/// Headless: it stores content and place, and a stage draws it.
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

  // Stored separately, and not as one `attributes`, so that applying a frame counts no references.
  /// The view's place in its store; −1 when it is in none.
  final var number: Int32 = -1
  final var ordinal = -1
  final var record = layout_attributes()
  final var words = PayloadWords()
  final var kinds: KindTable?
  final var snapped = Rect.zero
  /// The size for which the view was last asked for its preferred size; an invalid size before the
  /// first time.
  final var sizeAskedFor = unasked
  /// The reason for which the view could not tell its preferred size when it was last asked, for a
  /// host in another language, whose views cannot throw.
  package final var sizeFailure: (any Error)?

  /// False for a view of the engine's own class, which always accepts its size and need not be
  /// asked.
  final var mayWantSize = true

  /// Called by a collection view for the registered class.
  public required init() {
    let own = ObjectIdentifier(type(of: self))
    mayWantSize = own != ObjectIdentifier(Cell.self) && own != ObjectIdentifier(ReusableView.self)
  }

  /// The number from 0 in the order in which one collection view made its views; −1 for a view that
  /// no collection view made.
  public final var serialNumber: Int { ordinal }

  /// The attributes last applied; nil before the first time.
  public final var attributes: LayoutAttributes? {
    kinds.map { LayoutAttributes(record, kinds: $0, words: words) }
  }

  /// The frame with its edges on whole pixels, in points of content coordinates.
  public final var pixels: Rect { snapped }

  /// Called when the view was taken from its pool for another element. Call super.
  open func prepareForReuse() {}

  /// Called with new attributes from the layout, custom fields included; not called for equal ones.
  /// The view's `attributes` already have them. Call super.
  open func apply(_ attributes: LayoutAttributes) {}

  /// Returns the preferred attributes of the view instead of these from the layout: only their size
  /// counts. Called once for each size that a layout with `layout.self-sizing/1` gives the view,
  /// after it was filled, and again after a property of that layout was set or a query was bound;
  /// never for any other layout. It must not change the collection view.
  open func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes { attributes }

  /// Makes the view to be asked for its preferred size again.
  final func forgetSizeAskedFor() { sizeAskedFor = Self.unasked }

  /// Returns the reason for which the view told no size, and forgets it.
  final func takeSizeFailure() -> (any Error)? {
    guard let failure = sizeFailure else { return nil }
    sizeFailure = nil
    return failure
  }

  /// Differs from every size of a layout.
  private static let unasked = Size(width: -1, height: -1)

  /// Stores new attributes without calling the subclass.
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

/// A cell. Its layers from bottom to top are the cell, `backgroundView`, `selectedBackgroundView`
/// (only while selected) and `contentView`.
open class Cell: ReusableView {
  /// True when the item is selected. The collection view sets it; styled views inside follow.
  open var isSelected = false { didSet { followLook() } }
  /// True during a touch on the item. Independent of `isSelected`. Styled views inside follow.
  open var isHighlighted = false { didSet { followLook() } }
  /// The view that fills the cell behind its content.
  public final var backgroundView: ReusableView?
  /// The view above `backgroundView` and behind the content while the cell is selected.
  public final var selectedBackgroundView: ReusableView?
  /// The container of the cell's content above its backgrounds; made on first use.
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

  /// Called when assistive technology activates the item. Return true if the cell handled it;
  /// otherwise it counts as a tap on the item.
  open func accessibilityActivate() -> Bool { false }

  /// The text of the content view, if it was ever used.
  final var spokenContent: String? { madeContentView?.content.spokenText }

  /// The layers to draw, bottom to top, the cell itself first; each layer is followed by the views
  /// inside it.
  public final var layers: [ReusableView] {
    var layers: [ReusableView] = []
    forEachLayer { layers.append($0) }
    return layers
  }

  /// Calls `body` with each of ``layers``. Makes no array of them.
  package final func forEachLayer(_ body: (ReusableView) -> Void) {
    forEachView(body)
    backgroundView?.forEachView(body)
    if isSelected { selectedBackgroundView?.forEachView(body) }
    contentView.forEachView(body)
  }

  /// Returns true when the contents of all ``layers`` are equal to these, in order.
  package final func layersShow(_ contents: [ViewContent]) -> Bool {
    var place = 0
    guard shows(contents, from: &place), backgroundView?.shows(contents, from: &place) ?? true,
      !isSelected || (selectedBackgroundView?.shows(contents, from: &place) ?? true)
    else { return false }
    return contentView.shows(contents, from: &place) && place == contents.count
  }

  private func followLook() {
    for layer in [backgroundView, selectedBackgroundView, contentView] {
      layer?.follow(isSelected: isSelected, isHighlighted: isHighlighted)
    }
    for view in subviews { view.follow(isSelected: isSelected, isHighlighted: isHighlighted) }
  }
}

// MARK: - Selection

/// A view with a selected and a highlighted look, such as an icon or a label.
///
/// Inside a cell, at any depth, it follows the cell automatically.
public protocol SelectionStyled: ReusableView {
  /// True when the cell around it is selected.
  var isSelected: Bool { get set }
  /// True during a touch on the cell around it.
  var isHighlighted: Bool { get set }
}

extension ReusableView {
  /// Sets the state of every styled view in this subtree to that of the cell around it.
  func follow(isSelected: Bool, isHighlighted: Bool) {
    if let styled = self as? any SelectionStyled {
      if styled.isSelected != isSelected { styled.isSelected = isSelected }
      if styled.isHighlighted != isHighlighted { styled.isHighlighted = isHighlighted }
    }
    for view in subviews {
      view.follow(isSelected: isSelected, isHighlighted: isHighlighted)
    }
  }

  /// Calls `body` with this view and those inside it, bottom to top.
  final func forEachView(_ body: (ReusableView) -> Void) {
    body(self)
    for view in subviews { view.forEachView(body) }
  }

  /// Returns true when this view and those inside it show the contents from a place on, which
  /// becomes that of the next one.
  final func shows(_ contents: [ViewContent], from place: inout Int) -> Bool {
    guard place < contents.count, contents[place] == content else { return false }
    place += 1
    for view in subviews {
      guard view.shows(contents, from: &place) else { return false }
    }
    return true
  }
}

// MARK: - Decorations
//
// The default view of a decoration without a registered class.

/// Draws a decoration from the standard payload: `fill`, `stroke` (0xRRGGBBAA), `strokeWidth` and
/// `cornerRadius` (points). So decorations of unknown layouts are visible.
public final class DecorationView: ReusableView {
  /// Reads the style from the custom fields.
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
