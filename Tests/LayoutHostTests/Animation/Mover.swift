// SPDX-License-Identifier: Apache-2.0
//
// Views over the layout that records its calls, and queries about them.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// An animated app over the layout `mover`.
enum Mover {
  /// The layout, or its `other`.
  static func layout(_ id: String = "mover", extras: Bool = false) throws -> CollectionLayout {
    let source = try String(contentsOf: fixture("Mover.c"), encoding: .utf8)
    let path = try CPlugin.build(source: source, name: "Mover")
    let image = try PluginImage.open(PluginFile(judging: path))
    let layout = CollectionLayout(
      try InProcessConnection(image: image, layout: id, children: bundledChild))
    if extras { try layout.set("extras", to: .number(1)) }
    return layout
  }

  /// Shows the app on screen and clears the layout's log.
  static func app(
    _ counts: [Int], extras: Bool = false, viewportSize: Size = Size(width: 200, height: 200)
  ) throws -> Gallery {
    let layout = try layout(extras: extras)
    let gallery = try Gallery(counts, layout: layout, viewportSize: viewportSize, isShown: false)
    gallery.view.register(
      ReusableView.self, forSupplementaryViewOfKind: "label", withReuseIdentifier: "label")
    gallery.view.animation.isEnabled = true
    try gallery.view.layoutIfNeeded()
    _ = layout.connection.log.take()
    return gallery
  }
}

extension Gallery {
  /// Returns the layout's log since the last call.
  func said() -> [String] {
    view.collectionViewLayout.connection.log.take().entries.map(\.message)
  }

  /// Returns the view of a cell at `path` that is not leaving, or, if `leaving` is true, that is.
  func shown(_ path: ItemPath, isLeaving: Bool = false) throws -> LayoutAttributes {
    let element = view.visibleElements.first {
      $0.attributes.category == .cell && $0.attributes.path == path && $0.isLeaving == isLeaving
    }
    return try #require(element, "no cell \(path)").attributes
  }

  /// The number of leaving views.
  var leavingCount: Int { view.visibleElements.count { $0.isLeaving } }
}
