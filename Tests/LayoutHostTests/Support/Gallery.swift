// SPDX-License-Identifier: Apache-2.0
//
// An app for tests: data, views and a collection view over a real plugin.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

/// A data source over sections of given lengths, which counts the queries.
final class Gallery: CollectionViewDataSource {
  var counts: [Int]
  /// A fault that the data source commits when a test sets it.
  var mistake: ((ItemPath) throws -> Cell?)?
  /// The paths of requested cells, in order.
  var asked: [ItemPath] = []
  var askedKinds: [String] = []
  var countCalls = 0
  var view: CollectionView!

  init(_ counts: [Int]) { self.counts = counts }

  /// Shows a gallery on screen: `viewportSize` of a grid, laid out once. Changes are not animated unless a test of
  /// animation turns it on.
  convenience init(
    _ counts: [Int], layout: CollectionLayout, viewportSize: Size = Size(width: 1000, height: 800),
    isShown: Bool = true
  ) throws {
    self.init(counts)
    view = CollectionView(viewportSize: viewportSize, layout: layout)
    view.dataSource = self
    view.animation.isEnabled = false
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    if isShown { try view.layoutIfNeeded() }
  }

  func numberOfSections(in collectionView: CollectionView) throws -> Int { counts.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int {
    countCalls += 1
    return counts[section]
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    asked.append(path)
    if let mistake, let cell = try mistake(path) { return cell }
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .text(path.description)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    askedKinds.append(kind)
    return try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
  }
}

/// Layouts of the test plugins, in this process.
enum TestLayout {
  /// The grid: items of 100 × 80 in ten columns, headers of 20.
  static func grid(_ id: String = "grid") throws -> CollectionLayout {
    let source = try String(contentsOf: fixture("Grid.c"), encoding: .utf8)
    let path = try CPlugin.build(source: source, name: "Grid")
    return try make(path, id)
  }

  /// The list whose rows have estimated heights until they were visible.
  static func unfolding() throws -> CollectionLayout {
    let source = try String(contentsOf: fixture("Unfolding.c"), encoding: .utf8)
    return try make(try CPlugin.build(source: source, name: "Unfolding"), "unfolding")
  }

  /// The layout that fails on demand.
  static func fake() throws -> CollectionLayout { try make(try FakeLayout.path(), "fake") }

  /// Returns a bundled layout.
  static func bundled(_ plugin: String, _ id: String) throws -> CollectionLayout {
    try make(try bundledPlugin(plugin), id)
  }

  private static func make(_ path: String, _ id: String) throws -> CollectionLayout {
    let image = try PluginImage.open(PluginFile(judging: path))
    return CollectionLayout(
      try InProcessConnection(image: image, layout: id, children: bundledChild))
  }
}
