// SPDX-License-Identifier: Apache-2.0
//
// Views dequeued and filled in one call, by typed registrations.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The cell for the item that the data source is being asked for, recycled or new, filled with
  /// `item`.
  ///
  /// - Throws: `dequeue` when no cell is being asked for at this path; what the handler throws.
  public func dequeueConfiguredReusableCell<CellType: Cell, Item>(
    using registration: CellRegistration<CellType, Item>, for path: ItemPath, item: Item
  ) throws -> CellType {
    try state.checkAsked(.cell, "cell", path)
    let view = state.dequeue(from: pool(of: registration))
    guard let cell = view as? CellType else { throw Self.wrongClass(CellType.self) }
    try registration.handler(cell, path, item)
    return cell
  }

  /// The supplementary view for the element that the data source is being asked for, recycled or
  /// new, filled.
  ///
  /// - Throws: `dequeue` when no such element is being asked for; what the handler throws.
  public func dequeueConfiguredReusableSupplementary<ViewType: ReusableView>(
    using registration: SupplementaryRegistration<ViewType>, for path: ItemPath
  ) throws -> ViewType {
    try state.checkAsked(.supplementary, registration.elementKind, path)
    let view = state.dequeue(from: pool(of: registration))
    guard let element = view as? ViewType else { throw Self.wrongClass(ViewType.self) }
    try registration.handler(element, registration.elementKind, path)
    return element
  }

  /// Registers a typed registration before its first use. Needed only where a layout is to be
  /// swapped in whose kinds nobody used yet: a kind without a registered view is refused.
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
