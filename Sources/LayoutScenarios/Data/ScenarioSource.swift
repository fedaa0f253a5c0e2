// SPDX-License-Identifier: Apache-2.0
//
// The data source of a scenario: counts and plain views, each call noted in the trace.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutModel

/// Supplies a scenario's data to the view under test.
///
/// Counts are those of the data now. Everything else, views and answers to queries, comes from the
/// data whose counts the view read last: after a batch that was refused the data has changed and the
/// view shows what was before, so what is asked about that has to be answered from what was before.
final class ScenarioSource: CollectionViewDataSource {
  static let reuseIdentifier = "item"

  /// As the scenario's steps made it.
  var data: ScenarioData
  /// As the view knows it.
  private(set) var shown: ScenarioData
  /// The data that `shown` held before the counts were read for a change that the view has not taken over
  /// yet, and the state of the data that the view knew then.
  private var unsettled: (shown: ScenarioData, epoch: UInt64)?
  /// The app's answers about items, until further notice.
  var answers = DelegateAnswers()
  /// The app's answers during the step under way.
  private(set) var step = AppAnswers()
  /// True when items are known again after all was read anew.
  var hasIdentities = true
  /// Paths of the items of replaced data that were selected before, until somebody asks.
  var reselection: [ItemPath] = []
  /// Items under which identities are known that are not in the data any more.
  var aliases: [(old: String, new: String)] = []
  private let trace: TraceLog
  private let looks: SessionLooks?
  /// Sizes by the section in which items began, under layouts for which the data's own do not hold.
  private var sizes: [ObjectIdentifier: [[Size]]] = [:]

  init(_ data: ScenarioData, looks: SessionLooks? = nil, trace: TraceLog) {
    self.looks = looks
    self.data = data
    shown = data
    self.trace = trace
  }

  /// Finds out how large items are under a layout as it is set now.
  ///
  /// - Throws: `source-failed` with what the session's looks threw.
  func measure(under layout: CollectionLayout) throws(LayoutError) {
    do {
      sizes[ObjectIdentifier(layout)] = try looks?.sizes(layout)
    } catch {
      throw error as? LayoutError
        ?? LayoutError(
          .sourceFailed, "the sizes of items cannot be told: \(error); mend the source")
    }
  }

  /// The sizes under one layout hold under another, which takes its place with all that is set.
  func carrySizes(from old: CollectionLayout, to new: CollectionLayout) {
    sizes[ObjectIdentifier(new)] = sizes[ObjectIdentifier(old)]
  }

  /// Returns the answers to a layout for the sizes of items that came into the data together.
  func items(of origin: ItemOrigin, under layout: ObjectIdentifier) -> Items {
    guard case .first(let section) = origin.identity, let measured = sizes[layout],
      measured.indices.contains(section), measured[section].count == origin.items.count
    else { return origin.items }
    return .each(measured[section])
  }

  func note(_ call: String, _ path: ItemPath) { trace.note("data \(call) \(path)") }

  /// A step begins, during which the app answers this.
  ///
  /// - Parameter changesData: The later answers are about the data that the step makes.
  func begin(_ answers: AppAnswers, changesData: Bool) {
    step = answers
    for known in changesData ? [answers.earlier] : [answers.earlier, answers.later]
    where !known.isEmpty {
      shown.learn(known)
      data.learn(known)
    }
  }

  /// The step is over.
  func endStep() { step = AppAnswers() }

  /// Returns the size that a view prefers to these attributes of the layout; nil where
  /// nothing is said.
  func wish(of attributes: LayoutAttributes) -> Size? {
    step.size(for: .init(attributes.kind, attributes.path, attributes.size))
  }

  /// The answer to a query with further arguments; nil where nothing is said.
  func answer(to question: AppAnswers.Question) -> JSONValue? { step.answer(to: question) }

  func says(_ question: AppQuestion, _ path: ItemPath) -> Bool {
    step.delegate.says(question, path) ?? answers.says(question, path) ?? true
  }

  func allows(_ action: MenuAction, _ path: ItemPath) -> Bool {
    step.delegate.allows(action, path) ?? answers.allows(action, path) ?? true
  }

  func takesDrop(of path: ItemPath) -> Bool {
    step.delegate.takesDrop(of: path) ?? answers.takesDrop(of: path) ?? true
  }

  func target(of path: ItemPath, proposed: ItemPath) -> ItemPath {
    step.delegate.target(of: path, proposed: proposed)
      ?? answers.target(of: path, proposed: proposed) ?? proposed
  }

  /// Puts other data in the place of all, without telling the view.
  func replace(_ contents: [SectionContent], selected: [ItemPath]) {
    data.apply(
      data.sections.indices.map { DataChange(.deleteSection($0), isTold: false) }
        + contents.enumerated().map {
          DataChange(.insertSection($0), .section($1), isTold: false)
        })
    reselection = selected.reversed()
  }

  /// Whatever was read is on screen, or the same as what is.
  func settle() { unsettled = nil }

  /// A step failed: if the view did not take the counts over that were read, it still knows what it knew
  /// before. A batch that the layout could not show is taken over all the same.
  func settle(afterFailureOf view: CollectionView) {
    if let unsettled, unsettled.epoch == view.dataEpoch { shown = unsettled.shown }
    unsettled = nil
  }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    trace.note("data numberOfSections")
    let epoch = collectionView.dataEpoch
    if unsettled?.epoch != epoch { unsettled = (shown, epoch) }
    shown = data
    return data.sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    trace.note("data numberOfItems \(section)")
    return data.sections[section].runs.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell {
    trace.note("data cell \(path)")
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: Self.reuseIdentifier, for: path)
    let name = shown.id(at: path) ?? path.description
    cell.content = try looks?.content(of: name) ?? .text(name)
    cell.appearance = appearance(ofSection: SessionLooks.path(name)?.section ?? path.section)
    (cell as? ScenarioCell)?.name = name
    (cell as? ScenarioCell)?.preferredSize = shown.preferredSize(at: path)
    (cell as? ScenarioCell)?.source = self
    return cell
  }

  private func appearance(ofSection section: Int) -> ViewAppearance {
    looks?.appearance(section) ?? ViewAppearance()
  }

  /// The section in which the first item began that did not come later.
  private func origin(ofSection section: Int) -> Int? {
    let items = (0..<shown.sections[section].runs.count).lazy
    return items.compactMap {
      self.shown.id(at: ItemPath(section, $0)).flatMap(SessionLooks.path)
    }.first?.section
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    trace.note("data supplementary \(kind) \(path)")
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: Self.reuseIdentifier, for: path)
    (view as? ScenarioHeading)?.source = self
    let origin = looks == nil ? nil : origin(ofSection: path.section)
    let item = shown.id(at: path).flatMap(SessionLooks.path)
    view.content =
      try item.flatMap { try looks?.element(kind, $0) } ?? origin.flatMap { looks?.heading($0) }
      ?? .heading(title: "\(kind) \(path.section)", detail: "")
    view.appearance = appearance(ofSection: origin ?? path.section)
    return view
  }
}

/// A cell that may ask for a size of its own.
final class ScenarioCell: Cell {
  /// Of the item that it shows.
  var name = ""
  /// The size that it prefers; nil takes what it gets.
  var preferredSize: Size?
  /// Knows what it asks for in the step under way.
  weak var source: ScenarioSource?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var wanted = attributes
    wanted.size = source?.wish(of: attributes) ?? preferredSize ?? attributes.size
    return wanted
  }
}

/// A supplementary view that may ask for a size of its own.
final class ScenarioHeading: ReusableView {
  /// Knows what it asks for in the step under way.
  weak var source: ScenarioSource?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var wanted = attributes
    wanted.size = source?.wish(of: attributes) ?? attributes.size
    return wanted
  }
}

// MARK: - Looks

/// Contents for a session's views, in place of the names of its items.
///
/// Items are known by the path that they began with, wherever batches took them.
public struct SessionLooks {
  /// Returns the content of an item's cell; nil shows its name.
  public var item: (ItemPath) throws -> ViewContent?
  /// Returns the content of the header or footer of the section that an item began in; nil
  /// shows its kind.
  public var heading: (Int) -> ViewContent?
  /// Returns the content of a supplementary element of an item, by its kind and the path that the item began
  /// with, such as a table's column header; nil shows that of the section.
  public var element: (String, ItemPath) throws -> ViewContent? = { _, _ in nil }
  /// The look of everything in the section that an item began in.
  public var appearance: (Int) -> ViewAppearance
  /// The sizes of the items that each section began with, under a layout as it is set now; nil where the
  /// data's own hold.
  public var sizes: (CollectionLayout) throws -> [[Size]]?

  /// Looks.
  public init(
    item: @escaping (ItemPath) throws -> ViewContent?,
    heading: @escaping (Int) -> ViewContent? = { _ in nil },
    appearance: @escaping (Int) -> ViewAppearance = { _ in ViewAppearance() },
    sizes: @escaping (CollectionLayout) throws -> [[Size]]? = { _ in nil }
  ) {
    self.item = item
    self.heading = heading
    self.appearance = appearance
    self.sizes = sizes
  }

  /// Returns the content of the item of a name; nil for one that came later.
  func content(of name: String) throws -> ViewContent? {
    try Self.path(name).flatMap { try item($0) }
  }

  /// The path in an item's name.
  static func path(_ name: String) -> ItemPath? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let item = parts[1] else { return nil }
    return ItemPath(section, item)
  }
}
