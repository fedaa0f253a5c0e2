// SPDX-License-Identifier: Apache-2.0
//
// A layout for an app: a live instance of a plugin, in this process or in a worker.

import LayoutABI
import LayoutEngine
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A live layout: its properties, the answers to its queries, the views of its decorations.
///
/// Made from a plugin by name, shown by one ``CollectionView`` at a time. No method here runs a
/// frame: changes set marks that the next frame reads.
public final class CollectionLayout {
  /// The part of the layout that frames need.
  package let engine: EngineLayout
  /// The classes registered for decorations, in the order registered.
  package var decorationTypes: [(kind: String, type: ReusableView.Type)] {
    get { engine.decorationTypes }
    set { engine.decorationTypes = newValue }
  }
  /// Increases with each property that is set and each class that is registered.
  package var settingRevision = 0
  /// The number of times that the app declared something stale.
  package private(set) var invalidationRevision = 0

  /// The collection view that shows the layout, if any does.
  public internal(set) final weak var collectionView: CollectionView?
  /// The last view that may show it without being given it again: see `user`.
  final weak var claimant: CollectionView?

  /// The file of the layout, if it was made by ``make(id:file:running:)``.
  package var file: PluginFile?
  /// The plugins for its children; nil for those on the standard search path.
  package var library: PluginLibrary?
  /// The session of the layout, while it is observed.
  package var journal: SessionJournal?

  /// Takes over a connection; no other object may use it from now on.
  package init(_ connection: any LayoutConnection) {
    engine = EngineLayout(connection)
    engine.handle = self
  }

  /// The connection to the instance, in this process or in a worker.
  package var connection: any LayoutConnection { engine.connection }

  /// The kinds of its elements, by number.
  package var kinds: KindTable { engine.kinds }

  /// The layout's id, such as "flow".
  public var id: String { descriptor.id }

  /// The layout's description of itself.
  public var descriptor: LayoutDescriptor { connection.descriptor }

  /// The names of its supplementary kinds, in the order declared.
  public var supplementaryKinds: [String] {
    engine.kindNames(of: .supplementary)
  }

  /// The names of its decoration kinds, in the order declared.
  public var decorationKinds: [String] {
    engine.kindNames(of: .decoration)
  }

  /// The identifier under which the layout requests views of a kind: the registered one, or the
  /// kind's name.
  public func reuseIdentifier(ofKind kind: String) -> String {
    guard let index = kinds.kinds.firstIndex(where: { $0.name == kind }) else { return kind }
    let registered = connection.reuseIdentifiers
    return (registered.indices.contains(index) ? registered[index] : nil) ?? kind
  }

  /// Makes decorations of `kind` from a class instead of drawing them from their payload. The kind
  /// may also be named by the reuse identifier that the layout registered for it.
  ///
  /// - Throws: `unknown-kind` when the layout has no decoration of that kind.
  public func register(
    _ type: ReusableView.Type, forDecorationViewOfKind kind: String
  ) throws(LayoutError) {
    guard decorationKinds.contains(where: { $0 == kind || reuseIdentifier(ofKind: $0) == kind })
    else {
      throw LayoutError(
        .unknownKind,
        "\(id) has no decoration of kind \(kind): "
          + NearNames.hint(for: kind, among: decorationKinds))
    }
    decorationTypes.removeAll { $0.kind == kind }
    decorationTypes.append((kind, type))
    settingRevision += 1
  }

  /// Declares everything stale; the next frame prepares it again.
  public func invalidate() {
    journal?.note(.invalidate(self, .all))
    engine.pending.marks |= LAYOUT_MARK_EVERYTHING
    invalidationRevision += 1
  }

  /// Declares the elements in `context` stale; the next frame prepares only these.
  ///
  /// - Throws: `unknown-kind` when the context names a kind that the layout does not have;
  ///   `unknown-path` when it names an item or section that the view does not show, unless counts are
  ///   stale too. Nothing is then declared stale.
  public func invalidate(_ context: InvalidationContext) throws(LayoutError) {
    var added = PendingInvalidation()
    if context.everything { added.marks |= LAYOUT_MARK_EVERYTHING }
    if context.counts { added.marks |= LAYOUT_MARK_COUNTS }
    added.counts = context.counts
    added.offset = context.contentOffsetAdjustment
    try check(context)
    for path in context.items {
      added.marks |= LAYOUT_MARK_ITEMS
      added.elements.append(try engine.element(.cell, kind: "cell", path))
    }
    for element in context.supplementaries {
      added.marks |= LAYOUT_MARK_SUPPLEMENTARIES
      added.elements.append(try engine.element(.supplementary, kind: element.kind, element.path))
    }
    for element in context.decorations {
      added.marks |= LAYOUT_MARK_DECORATIONS
      added.elements.append(try engine.element(.decoration, kind: element.kind, element.path))
    }
    journal?.note(.invalidate(self, context))
    engine.pending.merge(added)
    invalidationRevision += 1
    collectionView?.state.askSizesAgain(of: added.elements)
  }

  /// Refuses unknown paths. If the counts are stale, paths cannot be checked yet.
  private func check(_ context: InvalidationContext) throws(LayoutError) {
    guard let view = collectionView, !context.counts, !view.state.isDataStale else { return }
    for path in context.items where !view.hasItem(at: path) {
      throw LayoutError(.unknownPath, "there is no item \(path) to invalidate")
    }
    for element in context.supplementaries
    where element.path.section < 0 || element.path.section >= view.numberOfSections {
      throw LayoutError(
        .unknownPath,
        "there is no section \(element.path.section) whose \(element.kind) could be invalidated")
    }
  }

  /// Makes a new instance with the properties set so far, after a breach or a crash; the next frame
  /// prepares it.
  ///
  /// - Throws: The error of making it; the layout is then unchanged.
  public func restart() throws(LayoutError) {
    try connection.restart()
    journal?.note(.restart(self))
    engine.pending.marks |= LAYOUT_MARK_EVERYTHING
  }

  /// Runs an action of the layout, between frames. Its changes show with the next frame.
  ///
  /// - Throws: `unknown-action`, or the layout's own error; `worker-late` when a layout in a worker
  ///   exceeds the first limit of its deadlines, a quarter of a second by default. The action then
  ///   runs to its end, and its result is discarded: use ``start(_:_:)`` for long actions.
  @discardableResult
  public func call(
    _ action: String, _ arguments: [LayoutValue] = []
  ) throws(LayoutError) -> LayoutValue {
    let index = try actionIndex(action)
    func run() throws(LayoutError) -> LayoutValue {
      collectionView?.setNeedsFrame()
      return try connection.call(action: index, arguments: arguments)
    }
    guard let journal else { return try run() }
    return try journal.perform(.action(self, action, arguments), run)
  }

  /// Starts an action without waiting: poll the returned value between frames. If the layout runs
  /// in this process, the first poll runs the action.
  ///
  /// - Throws: `unknown-action`, or the error that ended the layout before.
  public func start(
    _ action: String, _ arguments: [LayoutValue] = []
  ) throws(LayoutError) -> any ActionInProgress {
    let index = try actionIndex(action)
    journal?.note(.action(self, action, arguments))
    collectionView?.setNeedsFrame()
    return try connection.startCall(action: index, arguments: arguments)
  }

  private func actionIndex(_ action: String) throws(LayoutError) -> Int {
    let actions = descriptor.actions
    if let index = actions.firstIndex(where: { $0.name == action }) { return index }
    throw LayoutError(
      .unknownAction,
      "\(id) offers no action \(action): "
        + NearNames.hint(for: action, among: actions.map(\.name)))
  }
}

// MARK: - Answers to queries
//
// Answers to a layout's queries: bound by name, checked against its declaration.

extension CollectionLayout {
  /// The answers bound to the layout's queries. A binding takes effect with the next frame.
  @usableFromInline package var queries: QueryTable { connection.queries }

  /// Returns true when the layout has a query of this name.
  public func hasQuery(_ name: String) -> Bool {
    queries.descriptors.contains { $0.name == name }
  }

  /// Answers a query for one path at a time; nil lets the layout use its property. The item of the
  /// path is 0 for a query about sections.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath) throws -> R?
  ) throws(LayoutError) {
    try queries.bind(name, to: answer)
  }

  /// Answers a query with further arguments.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference.
  @inlinable
  public func bind<each A: QueryType, R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath, repeat each A) throws -> R?
  ) throws(LayoutError) {
    try queries.bind(name, to: answer)
  }

  /// Answers a query for whole ranges, directly into the layout's memory: the fast form for large
  /// data. For `.all` write one value for each place of the range; for `.uniform` write only the
  /// first value, which then holds for any number of items. The initial content is undefined; an
  /// index outside of the range traps.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String,
    bulk:
      @escaping (
        _ section: Int, _ range: Range<Int>, _ out: inout MutableSpan<R>
      ) throws -> QueryCoverage
  ) throws(LayoutError) {
    try queries.bind(name, bulk: bulk)
  }

  /// Answers a query with values whose type is known only at run time.
  ///
  /// - Throws: `unknown-query`.
  public func bind(
    _ name: String, dynamic answer: @escaping (ItemPath, [LayoutValue]) throws -> LayoutValue?
  ) throws(LayoutError) {
    try queries.bind(name, dynamic: answer)
  }

  /// Removes the answer of a query, so that the layout uses its property.
  ///
  /// - Throws: `unknown-query`.
  public func unbind(_ name: String) throws(LayoutError) { try queries.unbind(name) }
}
