// SPDX-License-Identifier: Apache-2.0
//
// The content of one frame, as values: its elements, and their extraction from a collection view.

import LayoutHost
import LayoutModel

// MARK: - Elements
//
// One element for a picture: its content and place, independent of views and layouts.

/// An element to draw.
public struct SceneElement: Equatable, Sendable {
  /// The content to draw, from the bottom layer to the top.
  public var layers: [ViewContent]
  /// The frame in content coordinates, points, before the transform.
  public var frame: Rect
  /// The size at rest, points. It decides between a chip, a tile and a card, so that the form does
  /// not change while the frame grows or shrinks; nil for the size of the frame.
  public var restingSize: Size?
  /// Opacity, 0 to 1.
  public var alpha: Double
  /// The z order: larger is nearer to the viewer; among equal ones the `depth` decides, then their
  /// order.
  public var zIndex: Int
  /// True when it is laid out but not drawn; outlines still show it.
  public var isHidden: Bool
  /// The transform about the centre of the frame.
  public var transform: Projection?
  /// The distance by which the transform moves the centre of the frame towards the viewer, points:
  /// the nearer of two with the same `zIndex` covers the other.
  public var depth: Double
  /// The category, which decides the colour of the outline.
  public var category: ElementCategory
  /// The path: its section decides the hue; outlines show all of it.
  public var path: ItemPath
  /// True to draw a line in the section's hue around it.
  public var isSelected: Bool
  /// True for a prominent tile; nil lets its size decide.
  public var isProminent: Bool?
  /// Colour and scale, if they are not derived from the rest.
  public var appearance = ViewAppearance()

  /// An element with one layer.
  public init(
    _ content: ViewContent, frame: Rect, category: ElementCategory = .cell,
    path: ItemPath = ItemPath(0, 0), alpha: Double = 1, zIndex: Int = 0, isHidden: Bool = false,
    transform: Projection? = nil, depth: Double = 0, isSelected: Bool = false,
    isProminent: Bool? = nil
  ) {
    layers = [content]
    self.frame = frame
    self.alpha = alpha
    self.zIndex = zIndex
    self.isHidden = isHidden
    self.transform = transform
    self.depth = depth
    self.category = category
    self.path = path
    self.isSelected = isSelected
    self.isProminent = isProminent
  }
}

/// The content of a viewport.
public struct Scene: Equatable, Sendable {
  /// By category, section and item.
  public var elements: [SceneElement]
  /// The visible part of the content, content coordinates.
  public var viewport: Rect
  /// The background of the viewport, which does not scroll with the elements.
  public var background: ViewContent

  /// A scene of these elements.
  public init(_ elements: [SceneElement], viewport: Rect, background: ViewContent = .none) {
    self.elements = elements
    self.viewport = viewport
    self.background = background
  }

  /// The elements from the farthest to the nearest.
  public var drawingOrder: [SceneElement] {
    // The standard sort is stable, but does not promise to be.
    elements.enumerated().sorted {
      ($0.element.zIndex, $0.element.depth, $0.offset)
        < ($1.element.zIndex, $1.element.depth, $1.offset)
    }.map(\.element)
  }
}

// MARK: - Of a collection view
//
// The current content of a collection view, copied as a scene.

extension Scene {
  /// The visible elements of `view` on whole pixels, with its bounds as the viewport.
  public init(_ view: CollectionView) {
    self.init(
      view.visibleElements.map(SceneElement.init), viewport: view.bounds,
      background: view.backgroundView?.content ?? .none)
  }
}

extension ScenePair {
  /// The current scenes of two views.
  public init(_ first: CollectionView, _ second: CollectionView) {
    self.init(Scene(first), Scene(second))
  }
}

extension FilmStrip.Frame {
  /// The current scene of `view`.
  public init(_ view: CollectionView, time: Double) { self.init(Scene(view), time: time) }
}

extension SceneElement {
  /// An element on screen, with the layers of its view.
  public init(_ element: VisibleElement) {
    let attributes = element.attributes
    self.init(
      element.view.content, frame: element.pixels, category: attributes.category,
      path: attributes.path, alpha: attributes.alpha, zIndex: attributes.zIndex,
      isHidden: attributes.isHidden, transform: attributes.transform.map(Projection.init),
      depth: attributes.transform?.depth ?? 0,
      isSelected: (element.view as? Cell)?.isSelected ?? false,
      isProminent: attributes.isProminent)
    restingSize = element.restingSize
    appearance = element.view.appearance
    if let cell = element.view as? Cell { layers = cell.layers.map(\.content) }
  }
}

extension Projection {
  /// The effect of a transform on the plane z = 0, seen along z.
  init(_ transform: Transform3D) {
    // The source has row vectors, this type column vectors.
    let m = transform.elements
    self.init(
      a: m[0], b: m[1], c: m[4], d: m[5], tx: m[12], ty: m[13], g: m[3], h: m[7], k: m[15])
  }
}

extension Transform3D {
  /// The distance by which the origin moves towards the viewer; 0 if that is beyond the eye.
  var depth: Double {
    let m = elements
    let depth = m[14] / m[15]
    return depth.isFinite ? depth : 0
  }
}

extension LayoutAttributes {
  /// True when the layout gives the element a style that is not its first and smallest; nil when
  /// the layout gives no styles.
  var isProminent: Bool? {
    guard case .enumeration(let style) = field("style") else { return nil }
    return style > 0
  }
}

extension Renderer {
  /// Draws the content of `view` into the file at `path`, whose extension gives the format.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`.
  public func render(_ view: CollectionView, to path: String) throws(LayoutError) {
    try render(Scene(view), to: path)
  }

  /// Returns the bytes of a picture of `view`.
  ///
  /// - Throws: `picture-size` or `picture-failed`.
  public func encode(_ view: CollectionView, as format: PictureFormat) throws(LayoutError)
    -> [UInt8]
  {
    try encode(Scene(view), as: format)
  }
}
