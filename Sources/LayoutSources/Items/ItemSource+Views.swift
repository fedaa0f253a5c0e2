// SPDX-License-Identifier: Apache-2.0
//
// A source fills a collection view's cells and headers.

import LayoutHost
import LayoutModel

extension ItemSource {
  /// Registers the views that the source fills and makes it the data source of `collectionView`,
  /// which does not keep it alive.
  public func connect(to collectionView: CollectionView) {
    collectionView.register(Cell.self, forCellWithReuseIdentifier: "cell")
    for kind in ["header", "footer", "columnHeader"] {
      collectionView.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    presentation.isRightToLeft = collectionView.isRightToLeft
    collectionView.dataSource = self
  }

  public func numberOfSections(in collectionView: CollectionView) throws -> Int { sectionCount }

  public func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int? {
    itemCountOfEverySection
  }

  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    itemCount(in: section)
  }

  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = try content(at: path)
    cell.appearance = appearance(of: path.section)
    return cell
  }

  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    view.content = try content(ofKind: kind, at: path)
    view.appearance = appearance(of: path.section)
    return view
  }
}
