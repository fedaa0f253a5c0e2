// SPDX-License-Identifier: Apache-2.0
//
// The two directions between a collection view and its engine: calls of the app, recorded in the
// session journal, and calls of the engine to the app.

import LayoutEngine
import LayoutModel
import LayoutRuntime

// MARK: - Down

extension CollectionView {
  /// Handles a call of the app, and tells it of another scroll phase at the end. Costs a few comparisons while the
  /// session is not observed.
  func noted<Answer>(
    _ call: @autoclosure () -> ViewCall, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    callBegins()
    defer { callEnds() }
    guard let journal else { return try body() }
    // A due frame is a separate step; otherwise calls that the app makes in its notices would come
    // out of order.
    if journal.mayShowFirst, call().showsWhatIsDue { try showWhatIsDue(journal) }
    return try journal.perform(call(), body)
  }

  /// Shows a due frame. The app may change the view then, so that another frame is due.
  private func showWhatIsDue(_ journal: SessionJournal) throws(LayoutError) {
    var rounds = 0
    while journal.mayShowFirst, rounds < 32 {
      try layoutIfNeeded()
      rounds += 1
    }
  }

  /// Runs code of the app, whose calls count as the app's.
  func inApp<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    guard let journal else { return try body() }
    return try journal.inApp(body)
  }
}

// MARK: - Up
//
// The collection view as the engine's app: the app's data, its delegate, and the layout on screen.

extension CollectionView: EngineApp {
  package var supply: any DataSupply { AppSupply(view: self, source: dataSource ?? placeholder) }

  package var listener: (any AppListener)? { DelegateListener(self) }

  package var observer: (any AnswerObserver)? { journal?.observer }

  package var prefetches: Bool { prefetchDataSource != nil }

  package func prefetch(_ paths: [ItemPath]) {
    inApp { prefetchDataSource?.collectionView(self, prefetchItemsAt: paths) }
  }

  package func cancelPrefetching(_ paths: [ItemPath]) {
    inApp { prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: paths) }
  }

  package func inApp(_ body: () -> Void) {
    guard let journal else { return body() }
    journal.inApp(body)
  }

  package func layoutIfNeeded(isLenient: Bool) throws(LayoutError) {
    guard state.collectWhatIsDue() else { return }
    try noted(.layoutIfNeeded) { () throws(LayoutError) in
      if nextLayout != nil { return try takeNextLayout() }
      try FrameRunner(state, self).showWhatIsDue(isLenient: isLenient)
    }
  }

  package func claimLayout() throws(LayoutError) {
    guard !holdsLayout else { return }
    try checkIsFree(layout)
    layout.collectionView = self
    holdsLayout = true
  }

  package func adopt(_ layout: EngineLayout) {
    guard let next = layout.handle as? CollectionLayout else {
      preconditionFailure("a layout is on screen and the app's handle on it is gone")
    }
    if holdsLayout { self.layout.collectionView = nil }
    self.layout.claimant = self
    holdsLayout = true
    // The new layout's frame has read the counts (`FramePass.takePending`), so the old layout's mark
    // is done.
    state.layout.pending.counts = false
    self.layout = next
    state.layout = layout
    next.collectionView = self
  }
}

/// The data source of a view. Three words, so that it needs no allocation.
private struct AppSupply: DataSupply {
  let view: CollectionView
  let source: any CollectionViewDataSource

  func numberOfSections() throws -> Int { try source.numberOfSections(in: view) }

  func numberOfItemsInEverySection() throws -> Int? {
    try source.numberOfItemsInEverySection(in: view)
  }

  func numberOfItems(inSection section: Int) throws -> Int {
    try source.collectionView(view, numberOfItemsInSection: section)
  }

  func cell(at path: ItemPath) throws -> Cell {
    try source.collectionView(view, cellForItemAt: path)
  }

  func supplementaryView(ofKind kind: String, at path: ItemPath) throws -> ReusableView {
    try source.collectionView(view, viewForSupplementaryElementOfKind: kind, at: path)
  }

  var identities: (any ItemIdentities)? {
    (source as? any ItemIdentifying).map(AppIdentities.init)
  }

  var reordersItems: Bool { source is any ReorderingDataSource }

  func canMoveItem(at path: ItemPath) -> Bool {
    guard let source = source as? any ReorderingDataSource else { return false }
    return view.inApp { source.collectionView(view, canMoveItemAt: path) }
  }

  func moveItem(at path: ItemPath, to target: ItemPath) throws {
    try (source as? any ReorderingDataSource)?.collectionView(view, moveItemAt: path, to: target)
  }
}

/// The identities of items from a data source.
private struct AppIdentities: ItemIdentities {
  let source: any ItemIdentifying

  func identity(ofItemAt path: ItemPath) -> AnyHashable? { source.identity(ofItemAt: path) }

  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    source.path(ofItemWithIdentity: identity)
  }
}
