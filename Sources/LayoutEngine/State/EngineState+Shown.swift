// SPDX-License-Identifier: Apache-2.0
//
// The elements on screen, and their places in visible coordinates: queries that run no frame.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - On screen

extension EngineState {
  /// All elements with a view, in the order of frames, at their current places; including leaving
  /// elements, each after the element with the same path.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *m* leaving elements.
  package var visibleElements: [VisibleElement] {
    var elements: [VisibleElement] = []
    elements.reserveCapacity(visibleCount)
    forEachVisibleElement { elements.append($0) }
    return elements
  }

  /// The number of ``visibleElements``.
  package var visibleCount: Int {
    frames.front.serials.count + frames.animation.leaving.elements.count
  }

  /// Hands over ``visibleElements`` one after the other, without an array of them.
  package func forEachVisibleElement(_ body: (VisibleElement) -> Void) {
    let (front, motion) = (frames.front, frames.animation.motion)
    let (serials, answer) = (front.serials, front.answer)
    let (kinds, mirror) = (front.kinds, front.mirror)
    let leaving = frames.animation.leaving.elements.sorted { $0.key < $1.key }
    var next = 0
    for index in serials.indices {
      while next < leaving.count, leaving[next].key < answer.records[index].key {
        body(shown(leaving[next]))
        next += 1
      }
      let serial = serials[index]
      let view = store[serial]
      var attributes = answer.attributes(at: index, kinds: kinds, mirror: mirror)
      let restingSize = attributes.size
      if motion.isActive(serial) { motion.displace(&attributes, serial) }
      body(
        VisibleElement(
          view: view, attributes: attributes, pixels: view.pixels, restingSize: restingSize))
    }
    for element in leaving[next...] { body(shown(element)) }
  }

  private func shown(_ element: LeavingElements.Element) -> VisibleElement {
    let view = store[element.serial]
    var attributes = element.attributes
    frames.animation.motion.displace(&attributes, element.serial)
    return VisibleElement(
      view: view, attributes: attributes, pixels: view.pixels,
      restingSize: element.attributes.size, isLeaving: element.arriving == nil)
  }

  /// The item under a finger at this place in the viewport; nil when there is none.
  package func item(atViewport place: Point) -> ItemPath? {
    element(atViewport: place).flatMap { $0.category == .cell ? $0.path : nil }
  }

  /// The element under a finger at this place in the viewport; nil when there is none.
  package func element(atViewport place: Point) -> LayoutAttributes? {
    let point = Point(x: contentOffset.x + place.x, y: contentOffset.y + place.y)
    var top: LayoutAttributes?
    for element in visibleElements where !element.isLeaving {
      let attributes = element.attributes
      guard attributes.isTouchable, attributes.frame.contains(point) else { continue }
      if let top, (top.zIndex, top.path) > (attributes.zIndex, attributes.path) { continue }
      top = attributes
    }
    return top
  }

  /// The cells on screen, by path.
  package var visibleCells: [Cell] {
    indices(of: .cell).compactMap { store[frames.front.serials[$0]] as? Cell }
  }

  /// The paths of the cells on screen, ascending.
  package var visibleItems: [ItemPath] {
    indices(of: .cell).map { frames.front.answer.records[$0].path }
  }

  /// The first of ``visibleItems``.
  package var firstVisibleItem: ItemPath? {
    let records = frames.front.answer.records
    return frames.front.serials.indices.first {
      records[$0].category == ElementCategory.cell.rawValue
    }.map { records[$0].path }
  }

  /// The paths of the supplementary elements of `kind` on screen, ascending.
  package func visibleSupplementaryPaths(ofKind kind: String) -> [ItemPath] {
    indices(of: .supplementary)
      .filter { frames.front.attributes(at: $0).kind == kind }
      .map { frames.front.answer.records[$0].path }
  }

  /// The cell on screen for an item, or nil when the item is not on screen.
  package func cell(at path: ItemPath) -> Cell? { view(.cell, kind: "cell", at: path) as? Cell }

  /// The cells that show an item: the one in the frame, and one that is leaving, or arriving from
  /// another layout.
  func cells(showing path: ItemPath) -> [Cell] {
    var cells = [cell(at: path)].compactMap { $0 }
    for element in frames.animation.leaving.elements {
      guard element.isLive || element.arriving != nil, element.attributes.path == path,
        let cell = store[element.serial] as? Cell
      else { continue }
      cells.append(cell)
    }
    return cells
  }

  /// The path of the item that a cell shows, or nil when it shows none.
  package func path(of cell: Cell) -> ItemPath? {
    guard store.isShown(cell), let path = cell.attributes?.path, self.cell(at: path) === cell
    else { return nil }
    return path
  }

  /// The view on screen of an element, or nil when it is not on screen.
  package func view(_ category: ElementCategory, kind: String, at path: ItemPath) -> ReusableView? {
    guard let element = try? layout.element(category, kind: kind, path),
      let index = frames.front.answer.index(of: element.key),
      frames.front.serials.indices.contains(index)
    else { return nil }
    return store[frames.front.serials[index]]
  }

  private func indices(of category: ElementCategory) -> [Int] {
    let records = frames.front.answer.records
    return frames.front.serials.indices.filter { records[$0].category == category.rawValue }
  }
}

extension LayoutAttributes {
  /// True when a touch can hit the element. As in UIKit, transparent elements are not hit.
  fileprivate var isTouchable: Bool {
    !isHidden && alpha > 0.01 && category != .decoration
  }
}

// MARK: - The viewport

extension EngineState {
  /// The mirror of the frame on screen.
  package var mirror: ContentMirror { mirror(for: layout, scroll) }

  /// Returns the mirror from the coordinates of `layout` to visible ones in a scroll state.
  package func mirror(for layout: EngineLayout, _ scroll: ScrollState) -> ContentMirror {
    guard isRightToLeft, layout.hostMirrors else { return .off }
    return ContentMirror(isActive: true, width: scroll.scrolledWidth)
  }

  /// The extent of the viewport.
  package var viewportSize: Size { scroll.viewportSize }

  /// The corner of the viewport in content coordinates.
  package var contentOffset: Point { mirror.turn(scroll.offset, width: viewportSize.width) }

  /// The extent of the whole content, of the last frame.
  package var contentSize: Size { scroll.contentSize }

  /// The viewport in content coordinates.
  package var bounds: Rect { Rect(origin: contentOffset, size: viewportSize) }

  /// The range of the content offset without a finger.
  package var contentOffsetEdges: ScrollEdges {
    ScrollEdges(viewportSize: viewportSize, content: contentSize, inset: contentInset)
  }
}

extension DataShape {
  /// The same counts, with the layout's view of the viewport.
  ///
  /// - Parameter inset: Space around the content in the layout's coordinates, points.
  func seen(by state: EngineState, inset: Insets) -> DataShape {
    var shape = self
    shape.contentInset = inset
    shape.scale = state.scale
    shape.isRightToLeft = state.isRightToLeft
    return shape
  }
}

// MARK: - The data shown
//
// The data of the last frame: counts, and paths in the order shown.

extension EngineState {
  /// The number of sections, as of the last frame.
  package var numberOfSections: Int { data.shape.itemCounts.count }

  /// Returns the number of items in a section, as of the last frame; 0 when there is no such section.
  package func numberOfItems(inSection section: Int) -> Int {
    data.shape.itemCounts.indices.contains(section) ? Int(data.shape.itemCounts[section]) : 0
  }

  /// Returns true when the data has an item at this path, as of the last frame.
  package func hasItem(at path: ItemPath) -> Bool {
    path.item >= 0 && path.item < numberOfItems(inSection: path.section)
  }

  /// True when the counts on screen are known to differ from those of the data.
  package var isDataStale: Bool {
    // The app marks its changes on the layout that it has set, which may not be on screen yet.
    data.isStale || frames.pending.counts || layout.pending.counts
      || nextLayout?.pending.counts == true
  }

  /// Checks that there is an item at the path.
  ///
  /// - Throws: `unknown-path` when there is none.
  package func checkItem(_ path: ItemPath) throws(LayoutError) {
    guard !hasItem(at: path) else { return }
    throw LayoutError(
      .unknownPath,
      "there is no item \(path); section \(path.section) has "
        + "\(numberOfItems(inSection: path.section))")
  }

  /// Returns the path in the data of the item shown at `path`; it differs only while an item is
  /// being moved.
  package func dataPath(forShownPath path: ItemPath) -> ItemPath {
    interaction.movement?.move?.dataPath(of: path) ?? path
  }

  /// Returns the path at which the item at `path` in the data is shown.
  package func shownPath(forDataPath path: ItemPath) -> ItemPath {
    interaction.movement?.move?.shownPath(of: path) ?? path
  }
}

extension EngineState {
  /// The counts and the epoch of the data, as last shown.
  package var dataShape: DataShape { data.shape }

  /// True when every count is read again with the next frame.
  package var needsCounts: Bool { data.isStale }

  /// True when the data have changed, and the layout on screen fails in each frame that would take the change.
  package var missesData: Bool { data.isStale && frames.isLayoutFailing }
}
