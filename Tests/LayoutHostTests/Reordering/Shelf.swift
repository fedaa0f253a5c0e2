// SPDX-License-Identifier: Apache-2.0
//
// An app whose items a user may reorder: identities in arrays, and cells with the identity as text.

import LayoutHost
import LayoutModel
import Testing

/// Identities by section. If the layout queries sizes, they follow from the identity.
final class Shelf: ReorderingDataSource {
  var sections: [[Int]]
  /// The moves that the view reported.
  var moves: [String] = []
  var fixed: Set<Int> = []
  /// A fault that the data source commits when a move is reported.
  var mistake: (() throws -> Void)?
  let view: CollectionView

  init(
    _ sections: [[Int]], _ layout: CollectionLayout,
    viewportSize: Size = Size(width: 300, height: 400),
    bindsSizes: Bool = true
  ) throws {
    self.sections = sections
    view = CollectionView(viewportSize: viewportSize, layout: layout)
    view.dataSource = self
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    for kind in layout.supplementaryKinds {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    if bindsSizes { try bindSizes(layout) }
    try view.layoutIfNeeded()
  }

  func bindSizes(_ layout: CollectionLayout) throws {
    guard layout.hasQuery("sizeForItem") else { return }
    try layout.bind("sizeForItem") { [unowned self] path -> Size? in
      Size(
        width: Double(40 + sections[path.section][path.item] * 37 % 60),
        height: Double(30 + sections[path.section][path.item] * 53 % 40))
    }
  }

  func numberOfSections(in view: CollectionView) -> Int { sections.count }

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .text("\(sections[path.section][path.item])")
    return cell
  }

  func collectionView(
    _ view: CollectionView, viewForSupplementaryElementOfKind kind: String, at path: ItemPath
  ) throws -> ReusableView {
    try view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: kind, for: path)
  }

  func collectionView(_ view: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    !fixed.contains(sections[path.section][path.item])
  }

  func collectionView(
    _ view: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    moves.append("\(path) > \(target)")
    if let mistake { return try mistake() }
    sections = order(moving: path, to: target)
  }

  /// The data with one item elsewhere.
  func order(moving path: ItemPath, to target: ItemPath) -> [[Int]] {
    var order = sections
    order[target.section].insert(order[path.section].remove(at: path.item), at: target.item)
    return order
  }

  /// The order that the view shows now.
  var shown: [[Int]] {
    view.interactiveMovement.map { order(moving: $0.source, to: $0.target) } ?? sections
  }

  /// The faults on screen: cells that show another item than the order has, and views that are
  /// shown twice.
  var faults: [String] {
    let cells = view.visibleElements.filter { $0.attributes.category == .cell && !$0.isLeaving }
    var faults = cells.compactMap { element -> String? in
      let path = element.attributes.path
      let wanted = ViewContent.text("\(shown[path.section][path.item])")
      return element.view.content == wanted ? nil : "\(path) shows \(element.view.content)"
    }
    let numbers = view.visibleElements.map(\.view.serialNumber)
    if Set(numbers).count != numbers.count { faults.append("a view shows two elements") }
    return faults
  }

  /// Returns the screen position of an item, by its identity.
  func frame(of id: Int) -> Rect? {
    view.visibleElements.first { $0.view.content == .text("\(id)") }?.attributes.frame
  }
}
