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

extension SceneElement {
  /// An element on screen, with the layers of its view.
  public init(_ element: VisibleElement) {
    let attributes = element.attributes
    self.init(
      element.view.content, frame: element.pixels, category: attributes.category,
      path: attributes.path, alpha: attributes.alpha, zIndex: attributes.zIndex,
      isHidden: attributes.isHidden, transform: attributes.transform.map(Affine.init),
      isSelected: (element.view as? Cell)?.isSelected ?? false,
      isProminent: attributes.isProminent)
    if let cell = element.view as? Cell { layers = cell.layers.map(\.content) }
  }
}

extension Affine {
  /// The part of a transform that acts in the plane.
  init(_ transform: Transform3D) {
    let affine = transform.affine
    self.init(
      a: affine.a, b: affine.b, c: affine.c, d: affine.d, x: affine.tx, y: affine.ty)
  }
}

extension LayoutAttributes {
  /// Whether the layout gives the element a style that is not its first and smallest; nil when the
  /// layout gives no styles.
  fileprivate var isProminent: Bool? {
    guard case .enumeration(let style) = field("style") else { return nil }
    return style > 0
  }
}

extension Renderer {
  /// Draws what `view` shows into the file at `path`; its ending names the format.
  public func render(_ view: CollectionView, to path: String) throws(LayoutError) {
    try render(Scene(view), to: path)
  }
}
