// SPDX-License-Identifier: Apache-2.0
//
// Views for reuse: registered by the app, dequeued by its data source.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The number of views that a pool keeps unless told otherwise: more than a screenful of
  /// most apps, so that scrolling and jumping make none.
  public static let standardIdleViewLimit = EngineState.standardIdleViewLimit

  /// The number of recycled views of each registration that wait between two frames; what is
  /// beyond is let go at the end of the frame, longest waiting first. Not negative; 256
  /// unless set.
  public var idleViewLimit: Int {
    get { state.idleViewLimit }
    set { state.idleViewLimit = max(0, newValue) }
  }

  /// Makes cells for `identifier` from a class.
  public func register(_ type: Cell.Type, forCellWithReuseIdentifier identifier: String) {
    register(forCellWithReuseIdentifier: identifier) { type.init() }
  }

  /// Makes cells for `identifier` from a closure: the place of a prototype.
  public func register(
    forCellWithReuseIdentifier identifier: String, make: @escaping () -> Cell
  ) {
    state.register(.cell, kind: "cell", identifier: identifier, make: make)
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
    state.register(.supplementary, kind: kind, identifier: identifier, make: make)
  }

  /// A cell for the item that the data source is being asked for: the last one put back, or a new
  /// one.
  ///
  /// - Throws: `unregistered-identifier`, or `dequeue` when no cell is being asked for at this path.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(LayoutError) -> Cell {
    let view = try state.dequeue(.cell, "cell", identifier, path)
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
    try state.dequeue(.supplementary, kind, identifier, path)
  }
}
