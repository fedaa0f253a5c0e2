// SPDX-License-Identifier: Apache-2.0
//
// Registrations with a type: the class of a view, and how one is filled.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The making and filling of cells of one class with items of one type.
  ///
  /// Make it once, beside the data source, and use it in `cellForItemAt`: one made anew for each cell
  /// would find no cell to reuse. The first use registers it.
  public struct CellRegistration<CellType: Cell, Item> {
    /// Fills a cell. What it throws ends the frame with an error that names the cell.
    public typealias Handler = (CellType, ItemPath, Item) throws -> Void

    let key = RegistrationKey()
    let handler: Handler

    /// A registration of `CellType`, filled by `handler`.
    public init(handler: @escaping Handler) { self.handler = handler }
  }

  /// The making and filling of supplementary views of one class and kind.
  ///
  /// Make it once, like a ``CellRegistration``.
  public struct SupplementaryRegistration<ViewType: ReusableView> {
    /// Fills a view of the kind named. What it throws ends the frame with an error that names the
    /// element.
    public typealias Handler = (ViewType, String, ItemPath) throws -> Void

    let key = RegistrationKey()
    /// The kind that the views are for, such as "header".
    public let elementKind: String
    let handler: Handler

    /// A registration of `ViewType` for the elements of a kind, filled by `handler`.
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }
  }
}
