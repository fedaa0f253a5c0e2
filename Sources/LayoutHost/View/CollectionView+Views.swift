// SPDX-License-Identifier: Apache-2.0
//
// Views for reuse: registered by the app, dequeued by its data source.

import LayoutModel

extension CollectionView {
  /// The number of views that a pool keeps unless told otherwise: more than a screenful of
  /// most apps, so that scrolling and jumping make none.
  public static let standardIdleViewLimit = 256

  /// The number of recycled views of each registration that wait between two frames; what is
  /// beyond is let go at the end of the frame, longest waiting first. Not negative; 256
  /// unless set.
  public var idleViewLimit: Int {
    get { store.idleLimit }
    set { store.idleLimit = max(0, newValue) }
  }

  /// Makes cells for `identifier` from a class.
  public func register(_ type: Cell.Type, forCellWithReuseIdentifier identifier: String) {
    register(forCellWithReuseIdentifier: identifier) { type.init() }
  }

  /// Makes cells for `identifier` from a closure: the place of a prototype.
  public func register(
    forCellWithReuseIdentifier identifier: String, make: @escaping () -> Cell
  ) {
    store.register(
      ReusePool(identifier: identifier, category: .cell, kind: "cell", make: make))
  }

  /// Makes supplementary views of `kind` for `identifier` from a class.
  public func register(
    _ type: ReusableView.Type, forSupplementaryViewOfKind kind: String,
    withReuseIdentifier identifier: String
  ) {
    register(forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier) { type.init() }
  }

  /// Makes supplementary views of `kind` for `identifier` from a closure.
  public func register(
    forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String,
    make: @escaping () -> ReusableView
  ) {
    store.register(
      ReusePool(identifier: identifier, category: .supplementary, kind: kind, make: make))
  }

  /// A cell for the item that the data source is being asked for: the last one put back, or a new
  /// one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` when no cell is being asked for at this path.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(LayoutError) -> Cell {
    let view = try dequeue(.cell, "cell", identifier, path)
    guard let cell = view as? Cell else {
      throw LayoutError(.dequeue, "\(identifier) makes views that are no cells")
    }
    return cell
  }

  /// A supplementary view for the element that the data source is being asked for.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` when no such element is being asked for.
  public func dequeueReusableSupplementaryView(
    ofKind kind: String, withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(LayoutError) -> ReusableView {
    try dequeue(.supplementary, kind, identifier, path)
  }

  private func dequeue(
    _ category: ElementCategory, _ kind: String, _ identifier: String, _ path: ItemPath
  ) throws(LayoutError) -> ReusableView {
    try checkAsked(category, kind, path)
    guard let pool = store.pool(identifier, category, kind: kind) else {
      let known = store.identifiers(category, kind: kind)
      throw LayoutError(
        .unregisteredIdentifier,
        "no \(kind) is registered as \(identifier): "
          + NearNames.hint(for: identifier, among: known))
    }
    return store.take(from: pool)
  }

  /// Views are handed out for the element that the data source is being asked for, and no other.
  func checkAsked(
    _ category: ElementCategory, _ kind: String, _ path: ItemPath
  ) throws(LayoutError) {
    guard let request = store.request else {
      throw LayoutError(
        .dequeue,
        "views are dequeued while the data source is being asked for one, not for "
          + "\(kind) \(path) now")
    }
    let isAsked =
      request.category == category.rawValue && request.path == path
      && (category == .cell || frames.back.kinds.kinds[Int(request.kind)].name == kind)
    guard isAsked else {
      throw LayoutError(
        .dequeue,
        "\(kind) \(path) was dequeued while another element is being asked for")
    }
  }
}
