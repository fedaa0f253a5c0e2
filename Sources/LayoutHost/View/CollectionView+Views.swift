// SPDX-License-Identifier: Apache-2.0
//
// Views for reuse: registered by the app, by an identifier or by a type, and dequeued by its data
// source.

import LayoutEngine
import LayoutModel

// MARK: - Identifiers

extension CollectionView {
  /// The default number of views in a pool: more than a screenful of most apps, so that scrolling
  /// and jumping make no views.
  public static let standardIdleViewLimit = EngineState.standardIdleViewLimit

  /// The maximum number of free views of each registration between two frames; the oldest beyond it
  /// are released at the end of the frame. Not negative; 256 by default.
  public var idleViewLimit: Int {
    get { state.idleViewLimit }
    set { state.idleViewLimit = max(0, newValue) }
  }

  /// Makes cells for `identifier` from a class. The class that makes them already keeps its free cells.
  public func register(_ type: Cell.Type, forCellWithReuseIdentifier identifier: String) {
    state.register(.cell, kind: "cell", identifier: identifier, type: type)
  }

  /// Makes cells for `identifier` from a closure, instead of a prototype.
  public func register(
    forCellWithReuseIdentifier identifier: String, make: @escaping () -> Cell
  ) {
    state.register(.cell, kind: "cell", identifier: identifier, make: make)
  }

  /// Makes supplementary views of `kind` for `identifier` from a class. The class that makes them already keeps its free
  /// views.
  public func register(
    _ type: ReusableView.Type, forSupplementaryViewOfKind kind: String,
    withReuseIdentifier identifier: String
  ) {
    state.register(.supplementary, kind: kind, identifier: identifier, type: type)
  }

  /// Makes supplementary views of `kind` for `identifier` from a closure.
  public func register(
    forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String,
    make: @escaping () -> ReusableView
  ) {
    state.register(.supplementary, kind: kind, identifier: identifier, make: make)
  }

  /// The supplementary kind without a registered view for which the last layout was refused.
  package var missingKind: String? { state.missingKind }

  /// A supplementary kind that counts as not registered, because it was not in a recorded session.
  package var withheldKind: String? {
    get { state.withheldKind }
    set { state.withheldKind = newValue }
  }

  /// Returns true when supplementary views of `kind` are registered for `identifier`.
  package func hasSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String
  ) -> Bool {
    state.isRegistered(.supplementary, kind: kind, identifier: identifier)
  }

  /// Returns a cell for the requested item: the last one put back, or a new one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` without a request for a cell at this path.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(LayoutError) -> Cell {
    let view = try state.dequeue(.cell, "cell", identifier, path)
    guard let cell = view as? Cell else {
      throw LayoutError(.dequeue, "\(identifier) makes views that are no cells")
    }
    return cell
  }

  /// Returns a supplementary view for the requested element.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` without a request for such an element.
  public func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(LayoutError) -> ReusableView {
    try state.dequeue(.supplementary, kind, identifier, path)
  }
}

// MARK: - Typed registrations
//
// Typed registrations: the class of a view, and a closure that fills it.

extension CollectionView {
  /// A registration of cells of one class for items of one type.
  ///
  /// Make it once, beside the data source, and use it in `cellForItemAt`: with a new registration
  /// for each cell there would be no cell to reuse. The first use registers it.
  public struct CellRegistration<CellType: Cell, Item> {
    /// Fills a cell. An error ends the frame with an error that names the cell.
    public typealias Handler = (CellType, ItemPath, Item) throws -> Void

    let key = RegistrationKey()
    let handler: Handler

    /// A registration of `CellType`, filled by `handler`.
    public init(handler: @escaping Handler) { self.handler = handler }
  }

  /// A registration of supplementary views of one class and kind.
  ///
  /// Make it once, like a ``CellRegistration``.
  public struct SupplementaryRegistration<ViewType: ReusableView> {
    /// Fills a view of the kind. An error ends the frame with an error that names the element.
    public typealias Handler = (ViewType, String, ItemPath) throws -> Void

    let key = RegistrationKey()
    /// The kind of the views, such as "header".
    public let elementKind: String
    let handler: Handler

    /// A registration of `ViewType` for the elements of a kind, filled by `handler`.
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }
  }
}

extension CollectionView {
  /// Returns the cell for the requested item, recycled or new, filled with `item`.
  ///
  /// - Throws: `dequeue` without a request for a cell at this path; the error of the handler.
  public func dequeueConfiguredReusableCell<CellType: Cell, Item>(
    using registration: CellRegistration<CellType, Item>, for path: ItemPath, item: Item
  ) throws -> CellType {
    try state.checkAsked(.cell, "cell", path)
    let view = state.dequeue(from: pool(of: registration))
    guard let cell = view as? CellType else { throw Self.wrongClass(CellType.self) }
    try registration.handler(cell, path, item)
    return cell
  }

  /// Returns the supplementary view for the requested element, recycled or new, filled.
  ///
  /// - Throws: `dequeue` without a request for such an element; the error of the handler.
  public func dequeueConfiguredReusableSupplementary<ViewType: ReusableView>(
    using registration: SupplementaryRegistration<ViewType>, for path: ItemPath
  ) throws -> ViewType {
    try state.checkAsked(.supplementary, registration.elementKind, path)
    let view = state.dequeue(from: pool(of: registration))
    guard let element = view as? ViewType else { throw Self.wrongClass(ViewType.self) }
    try registration.handler(element, registration.elementKind, path)
    return element
  }

  /// Registers a typed registration before its first use. Needed only before swapping in a layout
  /// with kinds that were not used yet: a kind without a registered view is refused.
  public func register<ViewType: ReusableView>(
    _ registration: SupplementaryRegistration<ViewType>
  ) { _ = pool(of: registration) }

  private func pool<CellType, Item>(of registration: CellRegistration<CellType, Item>) -> Int {
    state.pool(
      of: registration.key, .cell, kind: "cell", identifier: "\(CellType.self)",
      make: { CellType() })
  }

  private func pool<ViewType>(of registration: SupplementaryRegistration<ViewType>) -> Int {
    state.pool(
      of: registration.key, .supplementary, kind: registration.elementKind,
      identifier: "\(ViewType.self)", make: { ViewType() })
  }

  private static func wrongClass(_ type: ReusableView.Type) -> LayoutError {
    LayoutError(.dequeue, "the registration of \(type) made a view of another class")
  }
}
