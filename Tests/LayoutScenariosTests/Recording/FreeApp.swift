// SPDX-License-Identifier: Apache-2.0
//
// An app without any knowledge of scenarios: data, answers and refusals of its own.

import LayoutHost
import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutScenarios

/// A view with every kind of answer that an app may give, decided by a seed.
class FreeApp: CollectionViewDataSource, CollectionViewDelegate {
  var model: ArrayModel
  let view: CollectionView
  /// A number that differs in every app.
  let salt: Int
  /// The current growth of cells, by item.
  var growth: [Int: Double] = [:]
  /// True if the sizes of items follow the width of the view.
  let followsWidth: Bool
  /// The number of times that it scrolls further when notified of scrolling.
  var nudges = 0

  required init(
    _ model: ArrayModel, _ layout: CollectionLayout, salt: Int, followsWidth: Bool
  ) throws {
    (self.model, self.salt, self.followsWidth) = (model, salt, followsWidth)
    view = CollectionView(viewportSize: Size(width: 333, height: 300), layout: layout)
    view.dataSource = self
    view.register(forCellWithReuseIdentifier: "cell") { [unowned self] in
      let cell = FreeCell()
      cell.app = self
      return cell
    }
    view.register(Cell.self, forCellWithReuseIdentifier: "plain")
    for kind in ["header", "footer"] {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    try bind(layout)
  }

  func id(_ path: ItemPath) -> Int { model.sections[path.section].items[path.item] }

  func bind(_ layout: CollectionLayout) throws {
    if layout.hasQuery("sizeForItem") {
      try layout.bind("sizeForItem") { [unowned self] (path: ItemPath) -> Size? in
        let id = id(path) &* 31 &+ salt
        guard id % 5 != 0 else { return nil }
        let (across, down) = (40 + abs(id) * 37 % 80, 30 + abs(id) * 53 % 60)
        let width = followsWidth ? view.viewportSize.width / 3.7 : Double(across) / 3
        return Size(width: width, height: Double(down) / 1.7)
      }
    }
    if layout.hasQuery("insetForSection") {
      try layout.bind("insetForSection") { [unowned self] (path: ItemPath) -> Insets? in
        model.sections[path.section].id % 3 == 0
          ? nil : Insets(top: 5, left: 7, bottom: 1.5, right: 0)
      }
    }
    if layout.hasQuery("headerSize"), salt % 3 == 0 {
      try layout.bind("headerSize") { [unowned self] (path: ItemPath) -> Size? in
        Size(width: 50, height: Double(model.sections[path.section].items.count % 4) * 7.3)
      }
    }
  }

  // MARK: Data

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { model.sections[section].items.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    (cell as? FreeCell)?.id = id(path)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
  }

  // MARK: Answers

  /// Answers true three times out of four, always the same for one item. Paths are those of the shown order, which
  /// differs from the data while an item is held.
  private func says(_ question: Int, _ path: ItemPath) -> Bool {
    (id(view.dataPath(forShownPath: path)) &* 7 &+ question &+ salt) % 4 != 0
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { says(0, path) }

  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { says(1, path) }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { says(2, path) }

  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { says(3, path) }

  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { says(action.name.utf8.count, path) }

  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {
    if action == .cut {
      collectionView.customMenuActions = [
        MenuAction("cut \(id(view.dataPath(forShownPath: path)))")
      ]
    }
  }

  /// Refuses every third place, and sometimes names one that does not exist.
  func collectionView(
    _ collectionView: CollectionView, targetForMoveFrom source: ItemPath, to proposed: ItemPath
  ) -> ItemPath {
    switch (proposed.item &+ salt) % 7 {
    case 0, 1: source
    case 2 where salt % 5 == 0: ItemPath(proposed.section, 9_999)
    default: proposed
    }
  }

  func collectionViewDidScroll(_ collectionView: CollectionView) {
    guard nudges > 0 else { return }
    nudges -= 1
    let offset = collectionView.contentOffset
    try? collectionView.setContentOffset(Point(x: offset.x, y: offset.y + 3.25))
  }
}

/// The same, with items that the user may move, and optionally with identities.
final class CarryingApp: FreeApp, ReorderingDataSource {
  struct Refusal: Error {}

  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    (id(path) &+ salt) % 6 != 0
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    guard (id(path) &+ salt) % 8 != 1 else { throw Refusal() }
    let item = model.sections[path.section].items.remove(at: path.item)
    model.sections[target.section].items.insert(item, at: target.item)
  }
}

/// The same with identities.
final class KnowingApp: FreeApp, ItemIdentifying {
  func identity(ofItemAt path: ItemPath) -> AnyHashable? {
    model.sections.indices.contains(path.section)
      && model.sections[path.section].items.indices.contains(path.item)
      ? AnyHashable(id(path)) : nil
  }

  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    (identity.base as? Int).flatMap { model.path(of: $0) }
  }
}

/// A cell whose preferred height follows from its item and its width.
final class FreeCell: Cell {
  weak var app: FreeApp?
  var id = 0

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard let app, (id &+ app.salt) % 3 != 0 else { return attributes }
    var wanted = attributes
    let more = app.growth[id] ?? 0
    wanted.size.height = Double(20 + abs(id) * 29 % 50) / 1.3 + wanted.size.width / 16 + more
    return wanted
  }
}
