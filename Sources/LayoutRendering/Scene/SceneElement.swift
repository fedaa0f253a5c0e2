// SPDX-License-Identifier: Apache-2.0
//
// One element as a picture needs it: what it shows and where, free of views and layouts.

import LayoutHost
import LayoutModel

/// Something to draw.
public struct SceneElement: Equatable, Sendable {
  /// The content to draw, from the bottom layer to the top.
  public var layers: [ViewContent]
  /// In content coordinates, points, before the transform.
  public var frame: Rect
  /// The size at the place of rest, points. Decides between a chip, a tile and a card, so that
  /// it stays one of them while its frame grows or shrinks; nil for the size of the frame.
  public var restingSize: Size?
  /// Opacity, 0 to 1.
  public var alpha: Double
  /// Larger is nearer to the viewer; among equal ones the `depth` decides, then their order.
  public var zIndex: Int
  /// Laid out but not drawn; outlines still show it.
  public var isHidden: Bool
  /// About the centre of the frame.
  public var transform: Projection?
  /// The distance by which the transform brings the centre of the frame towards the viewer,
  /// points: the nearer of two with the same `zIndex` covers the other.
  public var depth: Double
  /// Decides the colour of the outline.
  public var category: ElementCategory
  /// The section decides the hue; outlines write the whole.
  public var path: ItemPath
  /// A line in the section's hue runs around selected elements.
  public var isSelected: Bool
  /// True when a tile stands out among the others; nil lets its size decide.
  public var isProminent: Bool?
  /// Colour and scale, where they do not follow from the rest.
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
  /// The part of the content that is seen, content coordinates.
  public var viewport: Rect
  /// Fills the viewport behind the elements and does not scroll with them.
  public var background: ViewContent

  /// A scene of these elements.
  public init(_ elements: [SceneElement], viewport: Rect, background: ViewContent = .none) {
    self.elements = elements
    self.viewport = viewport
    self.background = background
  }

  /// The elements from the farthest to the nearest.
  public var drawingOrder: [SceneElement] {
    // The standard sort keeps the order of equals, but does not promise to.
    elements.enumerated().sorted {
      ($0.element.zIndex, $0.element.depth, $0.offset)
        < ($1.element.zIndex, $1.element.depth, $1.offset)
    }.map(\.element)
  }
}
