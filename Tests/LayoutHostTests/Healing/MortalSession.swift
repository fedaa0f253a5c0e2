// SPDX-License-Identifier: Apache-2.0
//
// A session over a worker that may be ended at any turn, and the changes that it makes.

import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

/// An app with identities for items, a selection and a layout in a supervised worker.
final class MortalSession: ReorderingDataSource {
  /// The visible state, independent of the views that show it.
  struct Sight: Equatable {
    struct Element: Equatable {
      let attributes: LayoutAttributes
      let content: ViewContent
      let isSelected: Bool
    }
    let elements: [Element]
    let offset: Point
    let size: Size
    let counts: [Int]
    let selected: [ItemPath]

    /// Returns the difference, for the message of a test.
    func difference(to other: Sight) -> String {
      let mine = elements.filter { !other.elements.contains($0) }
      let others = other.elements.filter { !elements.contains($0) }
      return
        "offset \(offset) and \(other.offset), size \(size) and \(other.size), counts \(counts) "
        + "and \(other.counts), selected \(selected) and \(other.selected), elements \(mine) and "
        + "\(others)"
    }
  }

  var model: ArrayModel
  let executioner: Executioner
  let view: CollectionView
  /// The worker on screen; nil for a layout in this process.
  var connection: SupervisedConnection? {
    view.collectionViewLayout.connection as? SupervisedConnection
  }
  /// The number of changes to an item's content, by its identity.
  var editions: [Int: Int] = [:]
  /// The data source instead of the session while snapshots are applied.
  private(set) var diffable: DiffableDataSource<Int, Int>?
  /// The height of the first header; nil for the usual height.
  var firstHeader: Double?

  /// The layouts that a session can show.
  enum Kind: String, CaseIterable, Sendable {
    case flow
    /// Offers every extension.
    case fake

    func file() throws -> PluginFile {
      switch self {
      case .flow: PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
      case .fake: PluginFile(judging: try FakeLayout.path(flags: [FakeLayout.allExtensions]))
      }
    }
  }

  /// Makes a session over a layout, laid out once.
  init(
    _ model: ArrayModel, _ layout: CollectionLayout, executioner: Executioner = Executioner()
  ) throws {
    (self.model, self.executioner) = (model, executioner)
    view = CollectionView(viewportSize: Size(width: 300, height: 240), layout: layout)
    view.dataSource = self
    view.animation.isEnabled = false
    view.selectionMode = .multiple
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try bind(layout)
    try view.layoutIfNeeded()
  }

  /// Makes a session over a supervised worker.
  convenience init(mortal model: ArrayModel, _ kind: Kind = .flow) throws {
    let executioner = Executioner()
    let worker = try WorkerConnection(
      file: try kind.file(), layout: kind.rawValue, options: executioner.options())
    try self.init(
      model, CollectionLayout(SupervisedConnection(worker)), executioner: executioner)
  }

  /// Answers a layout's queries from identities.
  func bind(_ layout: CollectionLayout) throws {
    for kind in layout.supplementaryKinds {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
    try layout.bind("sizeForItem") { [unowned self] path -> Size? in
      id(at: path).map {
        Size(width: Double(50 + $0 * 37 % 80), height: Double(30 + $0 * 53 % 60))
      }
    }
    guard layout.hasQuery("headerSize") else { return }
    try layout.bind("headerSize") { [unowned self] path -> Size? in
      guard let id = sectionID(path.section) else { return nil }
      let height = path.section == 0 ? firstHeader : nil
      return Size(width: 300, height: height ?? Double(10 + id % 7))
    }
  }

  /// Forty items in four sections, scrolled, with a selection.
  static func ready(for change: MortalChange, _ kind: Kind) throws -> MortalSession {
    let sections = (1...4).map { (id: $0 * 100, items: Array($0 * 100 + 1...$0 * 100 + 10)) }
    let session = try MortalSession(mortal: ArrayModel(sections: sections), kind)
    let view = session.view
    if change == .snapshot { try session.useSnapshots() }
    if change == .behindHeader {
      session.firstHeader = 600
      try view.reloadData()
    }
    try view.setContentOffset(Point(x: 0, y: change == .behindHeader ? 300 : 170))
    for path in [ItemPath(0, 2), ItemPath(0, 9), ItemPath(1, 3), ItemPath(3, 9)] {
      try view.selectItem(at: path)
    }
    view.animation.isEnabled = change == .animated
    return session
  }

  private func useSnapshots() throws {
    let source = DiffableDataSource<Int, Int>(view) { [unowned self] view, path, id in
      try cell(of: id, at: path, in: view)
    }
    source.supplementaryProvider = { [unowned self] view, kind, path in
      try header(kind, at: path, in: view)
    }
    diffable = source
    // Another data source is read from the beginning.
    view.state.data.isStale = true
    try source.apply(try snapshot(of: model))
  }

  /// The model's sections and items as a snapshot.
  func snapshot(of model: ArrayModel) throws -> DiffableSnapshot<Int, Int> {
    var snapshot = DiffableSnapshot<Int, Int>()
    try snapshot.appendSections(model.sections.map(\.id))
    for section in model.sections { try snapshot.appendItems(section.items, to: section.id) }
    return snapshot
  }

  private func sectionID(_ section: Int) -> Int? {
    let ids = diffable?.snapshot.sectionIDs ?? model.sections.map(\.id)
    return ids.indices.contains(section) ? ids[section] : nil
  }

  func id(at path: ItemPath) -> Int? {
    if let diffable { return diffable.itemID(at: path) }
    guard model.sections.indices.contains(path.section) else { return nil }
    let items = model.sections[path.section].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  // MARK: The visible state

  /// Runs frames until one succeeds, however often the worker has to be restarted.
  func heal() throws {
    var errors: [LayoutError] = []
    while view.state.collectMarks() || view.isAnimating {
      do { try view.advance(to: view.clock + 1) } catch { errors.append(error) }
      try #require(errors.count < 20, "\(errors)")
    }
    #expect(errors.allSatisfy { $0.code == "worker-died" }, "\(errors)")
    if let connection { #expect(connection.supervision.strikes.isEmpty) }
  }

  var sight: Sight {
    Sight(
      elements: view.visibleElements.map {
        .init(
          attributes: $0.attributes, content: $0.view.content,
          isSelected: ($0.view as? Cell)?.isSelected ?? false)
      }, offset: view.contentOffset, size: view.contentSize,
      counts: (0..<view.numberOfSections).map(view.numberOfItems(inSection:)),
      selected: view.indexPathsForSelectedItems)
  }

  // MARK: The data source

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { model.sections[section].items.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    let found = id(at: path)
    return try cell(of: try #require(found), at: path, in: collectionView)
  }

  private func cell(of id: Int, at path: ItemPath, in view: CollectionView) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .text("\(id) \(editions[id] ?? 0)")
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView { try header(kind, at: path, in: collectionView) }

  private func header(
    _ kind: String, at path: ItemPath, in view: CollectionView
  ) throws -> ReusableView {
    let header = try view.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    header.content = .text("section \(sectionID(path.section) ?? -1)")
    return header
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    let item = model.sections[path.section].items.remove(at: path.item)
    model.sections[target.section].items.insert(item, at: target.item)
  }
}
