// SPDX-License-Identifier: Apache-2.0
//
// Views for reuse, as the shell registers and dequeues them.

import LayoutModel

extension EngineState {
  /// The number of views that a pool keeps unless told otherwise.
  package static let standardIdleViewLimit = ReuseStore.standardIdleLimit

  /// The number of recycled views of each registration that wait between two frames.
  package var idleViewLimit: Int {
    get { store.idleLimit }
    set { store.idleLimit = newValue }
  }

  /// Registers views of a kind under an identifier.
  package func register(
    _ category: ElementCategory, kind: String, identifier: String,
    make: @escaping () -> ReusableView
  ) {
    store.register(
      ReusePool(identifier: identifier, category: category, kind: kind, make: make))
  }

  /// Returns the pool of a typed registration, which its first use registers.
  package func pool(
    of key: RegistrationKey, _ category: ElementCategory, kind: String, identifier: String,
    make: @escaping () -> ReusableView
  ) -> Int {
    store.pool(of: key)
      ?? store.register(
        ReusePool(identifier: identifier, category: category, kind: kind, key: key, make: make))
  }

  /// Hands out a view of a pool for the element that the data source is being asked for.
  package func dequeue(from pool: Int) -> ReusableView { store.take(from: pool) }

  /// Hands out a view for the element that the data source is being asked for: the last one put back, or
  /// a new one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` when no such element is being asked for.
  package func dequeue(
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

  /// Checks that the data source is being asked for this element: views are handed out for no other.
  ///
  /// - Throws: `dequeue`.
  package func checkAsked(
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
