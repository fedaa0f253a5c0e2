// SPDX-License-Identifier: Apache-2.0
//
// An app whose cells prefer a height.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// Rows with a preferred height each, over a layout that estimates them.
final class RowsApp: CollectionViewDataSource {
  /// A cell that prefers the height of its row.
  final class Row: Cell {
    weak var app: RowsApp?
    override func preferredLayoutAttributesFitting(
      _ attributes: LayoutAttributes
    ) -> LayoutAttributes {
      guard let app else { return attributes }
      app.asked.append(attributes.path.item)
      app.whenAsked?()
      var wanted = attributes
      wanted.size.height = app.heights[attributes.path.item]
      return wanted
    }
  }

  /// The preferred height of each row.
  var heights: [Double]
  /// The rows whose views were asked, in order.
  var asked: [Int] = []
  var whenAsked: (() -> Void)?
  let view: CollectionView

  init(
    _ heights: [Double], layout: CollectionLayout, size: Size = Size(width: 300, height: 240)
  ) throws {
    self.heights = heights
    view = CollectionView(viewportSize: size, layout: layout)
    view.register(Row.self, forCellWithReuseIdentifier: "row")
    view.dataSource = self
  }

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
    heights.count
  }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "row", for: path)
    (cell as? Row)?.app = self
    return cell
  }

  /// The position of each cell on screen: its top, from the top of the viewport.
  var places: [Int: Double] {
    let tops = view.visibleElements.filter { !$0.isLeaving }.map { element in
      (element.attributes.path.item, element.attributes.frame.y - view.contentOffset.y)
    }
    return Dictionary(uniqueKeysWithValues: tops)
  }

  /// A number that the layout counts.
  func count(_ action: String) throws -> Int {
    guard case .integer(let count) = try view.collectionViewLayout.call(action) else { return -1 }
    return Int(count)
  }
}

extension TestLayout {
  /// Rows with estimated heights, or, if plain, without the extension for preferred sizes.
  static func rows(_ id: String = "rows") throws -> CollectionLayout {
    let source = try String(contentsOf: fixture("Rows.c"), encoding: .utf8)
    let image = try PluginImage.open(
      PluginFile(judging: try CPlugin.build(source: source, name: "Rows")))
    return CollectionLayout(
      try InProcessConnection(image: image, layout: id, children: bundledChild))
  }
}
