// SPDX-License-Identifier: Apache-2.0
//
// The app of a simulated session: data with identities, answers that follow from them, and answers that fail if the
// seed says so.

import LayoutHost
import LayoutModel
import LayoutTesting

/// A cell that counts the living cells, to find leaked ones.
final class SimulatedCell: Cell {
  nonisolated(unsafe) static var aliveCount = 0

  /// The preferred height, points; nil for none.
  var wish: Double?

  required init() {
    super.init()
    Self.aliveCount += 1
  }

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard let wish else { return attributes }
    var wanted = attributes
    wanted.size.height = wish
    return wanted
  }

  deinit { Self.aliveCount -= 1 }
}

/// The error of an app's answer.
struct AppFailure: Error {}

/// Data and views that follow from identities alone, so that a second app with the same data shows the same.
class SimulatedApp: ReorderingDataSource, CollectionViewDelegate {
  var model: ArrayModel
  /// The number of changes to an item's content, by its identity.
  var editions: [Int: Int]
  /// A number that differs in every session.
  let salt: Int
  /// The number of answers after which one throws; nil for never.
  private(set) var failsIn: Int?
  /// True if all later answers throw too.
  private var failsOn = false
  /// True if only views fail.
  private var failsAtViews = false
  /// True if an answer has thrown.
  private(set) var hasFailed = false
  /// The number of answers to layouts' queries so far.
  private(set) var answerCount = 0
  /// The phase of scrolling of which the view told last.
  private(set) var toldPhase = ScrollPhase.idle
  /// A place in the app at which the view or a layout calls it.
  enum CallSite: CaseIterable {
    /// A notice of the delegate.
    case notice
    /// A question for the delegate's consent.
    case consent
    /// A request for a view.
    case filling
    /// A query of a layout.
    case query
  }

  /// A call of the app to the view, to make once at a place where the app is called.
  var onCall: (site: CallSite, call: () -> Void)?

  required init(_ model: ArrayModel, editions: [Int: Int] = [:], salt: Int) {
    (self.model, self.editions, self.salt) = (model, editions, salt)
  }

  /// Makes the answer after the next `count` ones throw, and all later ones if `on`.
  ///
  /// - Parameter atViews: True if only answers that fill views count, and throw.
  func arm(after count: Int, on: Bool, atViews: Bool) {
    (failsIn, failsOn, failsAtViews, hasFailed) = (count, on, atViews, false)
  }

  /// Makes no further answer throw.
  ///
  /// - Returns: True if one has thrown.
  func disarm() -> Bool {
    defer { (failsIn, hasFailed) = (nil, false) }
    return hasFailed
  }

  private func answer(filling isView: Bool = false) throws {
    if !isView { answerCount += 1 }
    callBack(at: isView ? .filling : .query)
    guard let count = failsIn, isView || !failsAtViews else { return }
    guard count == 0 else {
      failsIn = count - 1
      return
    }
    hasFailed = true
    if !failsOn { failsIn = nil }
    throw AppFailure()
  }

  // MARK: Identities

  func id(at path: ItemPath) -> Int? {
    guard model.sections.indices.contains(path.section) else { return nil }
    let items = model.sections[path.section].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  func sectionID(_ section: Int) -> Int? {
    model.sections.indices.contains(section) ? model.sections[section].id : nil
  }

  /// Returns the expected text of an element's view.
  func text(_ category: ElementCategory, at path: ItemPath) -> String? {
    switch category {
    case .cell: id(at: path).map { "\($0).\(editions[$0] ?? 0)" }
    case .supplementary: sectionID(path.section).map { "section \($0)" }
    case .decoration: nil
    }
  }

  // MARK: Queries

  /// True if cells prefer a height.
  var hasWishes: Bool { salt % 5 == 2 }

  /// Returns the preferred height of an item's cell; nil for none.
  func wish(of id: Int) -> Double? {
    let number = abs(id &* 29 &+ salt &+ (editions[id] ?? 0) &* 13)
    return hasWishes && number % 6 != 0 ? Double(20 + number % 70) : nil
  }

  private func size(of id: Int) -> Size? {
    let number = id &* 31 &+ salt &+ (editions[id] ?? 0) &* 17
    guard number % 7 != 0 else { return nil }
    return Size(
      width: Double(40 + abs(number) * 37 % 80), height: Double(30 + abs(number) * 53 % 60))
  }

  func bind(_ layout: CollectionLayout) throws {
    if layout.hasQuery("sizeForItem") {
      try layout.bind("sizeForItem") { [unowned self] path -> Size? in
        try answer()
        return id(at: path).flatMap(size)
      }
    }
    if layout.hasQuery("headerSize"), salt % 3 != 0 {
      try layout.bind("headerSize") { [unowned self] path -> Size? in
        try answer()
        return sectionID(path.section).map { Size(width: 50, height: Double(10 + $0 % 7)) }
      }
    }
    if layout.hasQuery("widthForColumn") {
      try layout.bind("widthForColumn") { [unowned self] path -> Double? in
        try answer()
        return path.item % 3 == 0 ? nil : Double(40 + (path.item &* 37 &+ salt) % 90)
      }
    }
    if layout.hasQuery("heightForRow") {
      try layout.bind("heightForRow") { [unowned self] path -> Double? in
        try answer()
        return sectionID(path.section).map { Double(20 + $0 % 40) }
      }
    }
    if layout.hasQuery("insetForSection"), salt % 4 == 1 {
      try layout.bind("insetForSection") { [unowned self] path -> Insets? in
        try answer()
        return sectionID(path.section).flatMap {
          $0 % 3 == 0 ? nil : Insets(top: 5, left: 7, bottom: 1.5, right: 0)
        }
      }
    }
  }

  /// Registers views for all kinds that a layout may show.
  func register(for layout: CollectionLayout, in view: CollectionView) {
    for kind in layout.supplementaryKinds {
      view.register(
        ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
    }
  }

  // MARK: Data source

  /// Becomes another data source of a view.
  func attach(to view: CollectionView) {
    view.dataSource = nil
    view.dataSource = self
  }

  /// Has these data before the view asks for any.
  func begin(with model: ArrayModel, in view: CollectionView) throws { self.model = model }

  /// Shows other data without a relation to the ones on screen.
  func reload(_ model: ArrayModel, in view: CollectionView) throws {
    self.model = model
    try view.reloadData()
  }

  func numberOfSections(in collectionView: CollectionView) -> Int { model.sections.count }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { model.sections[section].items.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    try answer(filling: true)
    guard let text = text(.cell, at: path) else { throw AppFailure() }
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .text(text)
    (cell as? SimulatedCell)?.wish = id(at: path).flatMap(wish)
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    try answer(filling: true)
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    // A column's header belongs to an item of the first row, in any section.
    view.content = .text(kind == "columnHeader" ? kind : text(.supplementary, at: path) ?? "")
    return view
  }

  // A table's widths are those of columns, and not of their items.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    collectionView.collectionViewLayout.id != "table"
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    try answer()
    let item = model.sections[path.section].items.remove(at: path.item)
    model.sections[target.section].items.insert(item, at: target.item)
  }

  // MARK: Callbacks

  private func callBack(at site: CallSite = .notice) {
    guard let onCall, onCall.site == site else { return }
    self.onCall = nil
    onCall.call()
  }

  func collectionViewDidScroll(_ collectionView: CollectionView) { callBack() }

  func collectionView(_ collectionView: CollectionView, didChange phase: ScrollPhase) {
    toldPhase = phase
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView) {
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    callBack()
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    callBack()
  }

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool {
    callBack(at: .consent)
    return true
  }

  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool {
    callBack(at: .consent)
    return true
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool {
    callBack(at: .consent)
    return true
  }
}

extension SimulatedApp {
  /// The kind of app of a session: one with snapshots, one with identities, or one without.
  static func type(seed: UInt64) -> SimulatedApp.Type {
    if seed % 5 == 3 { return SnapshotSimulatedApp.self }
    return seed % 2 == 0 ? SimulatedApp.self : KnowingSimulatedApp.self
  }
}

/// The same with identities, so that the selection survives a reload.
final class KnowingSimulatedApp: SimulatedApp, ItemIdentifying {
  func identity(ofItemAt path: ItemPath) -> AnyHashable? { id(at: path).map { AnyHashable($0) } }

  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    (identity.base as? Int).flatMap { model.path(of: $0) }
  }
}
