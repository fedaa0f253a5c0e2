// SPDX-License-Identifier: Apache-2.0
//
// An app over plain arrays of identities, whose views have the identity as text.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

/// Data, views and sizes that are computed from identities alone.
final class ModelGallery: CollectionViewDataSource {
  var model: ArrayModel
  /// The identities whose cell was filled, in order.
  var filled: [Int] = []
  /// The sections whose header was filled.
  var filledHeaders: [Int] = []
  let view: CollectionView

  /// Shows the app on screen, laid out once. Changes are not animated unless a test of animation
  /// turns it on.
  init(_ model: ArrayModel, _ layout: CollectionLayout) throws {
    self.model = model
    view = CollectionView(viewportSize: Size(width: 300, height: 240), layout: layout)
    view.dataSource = self
    view.animation.isEnabled = false
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    for kind in layout.supplementaryKinds {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    if layout.hasQuery("sizeForItem") {
      try layout.bind("sizeForItem") { [unowned self] path -> Size? in
        id(at: path).map {
          Size(width: Double(50 + $0 * 37 % 80), height: Double(30 + $0 * 53 % 60))
        }
      }
      try layout.bind("headerSize") { [unowned self] path -> Size? in
        let sections = self.model.sections
        return sections.indices.contains(path.section)
          ? Size(width: 300, height: Double(10 + sections[path.section].id % 7)) : nil
      }
    }
    try view.layoutIfNeeded()
  }

  func id(at path: ItemPath) -> Int? {
    guard model.sections.indices.contains(path.section) else { return nil }
    let items = model.sections[path.section].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { model.sections[section].items.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    let found = id(at: path)
    let id = try #require(found)
    filled.append(id)
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .text("\(id)")
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    let id = model.sections[path.section].id
    filledHeaders.append(id)
    let header = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    header.content = .text("section \(id)")
    return header
  }

  /// Returns the expected text of each view on screen, computed from the data alone.
  func text(for attributes: LayoutAttributes) -> String? {
    attributes.category == .cell
      ? id(at: attributes.path).map { "\($0)" }
      : "section \(model.sections[attributes.path.section].id)"
  }

  /// The serial number of the view that shows each text.
  var serials: [String: Int] {
    var found: [String: Int] = [:]
    for element in view.visibleElements {
      if case .text(let text) = element.view.content { found[text] = element.view.serialNumber }
    }
    return found
  }
}

extension ArrayModel {
  /// Makes data of a size of which a viewport shows a part.
  static func large(
    itemCount: ClosedRange<Int> = 0...40, using generator: inout SeededGenerator
  ) -> ArrayModel {
    var model = ArrayModel(sections: [])
    for section in 0..<Int.random(in: 1...5, using: &generator) {
      let first = 100_000 * (section + 1)
      let count = Int.random(in: itemCount, using: &generator)
      model.sections.append((first, Array(first + 1..<first + 1 + count)))
    }
    return model
  }
}
