// SPDX-License-Identifier: Apache-2.0
//
// What a collection view shows now, copied out as a scene.

import LayoutHost
import LayoutModel

extension Scene {
  /// The visible elements of `view` on whole pixels, seen through its bounds.
  public init(_ view: CollectionView) {
    self.init(
      view.visibleElements.map(SceneElement.init), viewport: view.bounds,
      background: view.backgroundView?.content ?? .none)
  }
}

extension ScenePair {
  /// The scene of two views now.
  public init(_ first: CollectionView, _ second: CollectionView) {
    self.init(Scene(first), Scene(second))
  }
}

extension FilmStrip.Frame {
  /// The scene that `view` shows now.
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
    // Row vectors there, column vectors here.
    let m = transform.elements
    self.init(
      a: m[0], b: m[1], c: m[4], d: m[5], tx: m[12], ty: m[13], g: m[3], h: m[7], k: m[15])
  }
}

extension Transform3D {
  /// The distance by which the origin comes towards the viewer; 0 where that is beyond the eye.
  var depth: Double {
    let m = elements
    let depth = m[14] / m[15]
    return depth.isFinite ? depth : 0
  }
}

extension LayoutAttributes {
  /// True when the layout gives the element a style that is not its first and smallest; nil
  /// when the layout gives no styles.
  fileprivate var isProminent: Bool? {
    guard case .enumeration(let style) = field("style") else { return nil }
    return style > 0
  }
}

extension Renderer {
  /// Draws what `view` shows into the file at `path`; its ending names the format.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`.
  public func render(_ view: CollectionView, to path: String) throws(LayoutError) {
    try render(Scene(view), to: path)
  }

  /// The bytes of a picture of what `view` shows.
  ///
  /// - Throws: `picture-size` or `picture-failed`.
  public func encode(_ view: CollectionView, as format: PictureFormat) throws(LayoutError)
    -> [UInt8]
  {
    try encode(Scene(view), as: format)
  }
}
