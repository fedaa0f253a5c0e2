// SPDX-License-Identifier: Apache-2.0
//
// What is on screen, and where: questions that run no frame.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// Everything that has a view, by category, section, item and kind, where it is shown now; hidden
  /// and transparent elements included, and those on their way out, each behind the one that has its
  /// path.
  public var visibleElements: [VisibleElement] {
    let motion = frames.animation.motion
    var elements = frames.front.serials.indices.map { index in
      let serial = frames.front.serials[index]
      var attributes = frames.front.attributes(at: index)
      let restingSize = attributes.size
      if motion.isActive(serial) { motion.displace(&attributes, serial) }
      return VisibleElement(
        view: store[serial], attributes: attributes, pixels: store[serial].pixels,
        restingSize: restingSize)
    }
    for element in frames.animation.leaving.elements {
      var attributes = element.attributes
      motion.displace(&attributes, element.serial)
      let view = store[element.serial]
      let place = elements.firstIndex { element.key < $0.attributes.record.key } ?? elements.count
      elements.insert(
        VisibleElement(
          view: view, attributes: attributes, pixels: view.pixels,
          restingSize: element.attributes.size, isLeaving: element.arriving == nil), at: place)
    }
    return elements
  }

  /// The cells on screen, by path.
  public var visibleCells: [Cell] {
    indices(of: .cell).compactMap { store[frames.front.serials[$0]] as? Cell }
  }

  /// The paths of the cells on screen, ascending.
  public var indexPathsForVisibleItems: [ItemPath] {
    indices(of: .cell).map { path(at: $0) }
  }

  /// The paths of the supplementary elements of `kind` on screen, ascending.
  public func indexPathsForVisibleSupplementaryElements(ofKind kind: String) -> [ItemPath] {
    indices(of: .supplementary)
      .filter { frames.front.attributes(at: $0).kind == kind }.map { path(at: $0) }
  }

  /// The cell on screen for an item, or nil when the item is not on screen.
  public func cellForItem(at path: ItemPath) -> Cell? {
    view(.cell, kind: "cell", at: path) as? Cell
  }

  /// The view on screen of a supplementary element, or nil when it is not on screen.
  public func supplementaryView(forElementKind kind: String, at path: ItemPath) -> ReusableView? {
    view(.supplementary, kind: kind, at: path)
  }

  /// The path of the item that a cell shows, or nil when it shows none.
  public func indexPath(for cell: Cell) -> ItemPath? {
    guard store.isShown(cell), let path = cell.attributes?.path,
      cellForItem(at: path) === cell
    else { return nil }
    return path
  }

  /// The view on screen of an element, or nil when it is not on screen.
  func view(_ category: ElementCategory, kind: String, at path: ItemPath) -> ReusableView? {
    guard let element = try? layout.engine.element(category, kind: kind, path),
      let index = frames.front.answer.index(of: element.key),
      frames.front.serials.indices.contains(index)
    else { return nil }
    return store[frames.front.serials[index]]
  }

  private func indices(of category: ElementCategory) -> [Int] {
    let records = frames.front.answer.records
    return frames.front.serials.indices.filter { records[$0].category == category.rawValue }
  }

  private func path(at index: Int) -> ItemPath {
    frames.front.answer.records[index].path
  }
}
