// SPDX-License-Identifier: Apache-2.0
//
// The object for one element, for the engine and for a C program.

import CLayoutHost
import LayoutHost
import LayoutModel

/// A class of cells that a program registered.
final class Registration {
  let table: lh_cell_class
  let app: AppData

  /// - Throws: `null-argument`, `bad-table-size`.
  init(_ pointer: UnsafePointer<lh_cell_class>?) throws(LayoutError) {
    table = try LayoutHostC.table(pointer, "cell_class")
    app = AppData(table.data, table.release)
  }
}

/// A cell of the engine and the program's object for it.
final class CellBox: LibraryObject {
  override class var typeName: String { "lh_cell" }
  /// The view; nil once it ends, or dropped the cell. A call with the cell retains it, as the whole of which the cell is
  /// a part. Not weak: one weak reference makes each other one to the view, several for each cell of a frame, take the
  /// slow path of the runtime.
  unowned(unsafe) private(set) var owner: ViewBox?
  let view: ReusableView
  let registration: Registration?
  let category: ElementCategory
  var name: OpaquePointer?
  var object: UnsafeMutableRawPointer?
  /// The number of times that it was filled.
  var binding: UInt64 = 0
  /// True when it is free for reuse and the program is still to be told.
  var owesRecycling = false
  let fieldStore = ValueStore()

  init(
    _ view: ReusableView, _ category: ElementCategory, _ registration: Registration?,
    owner: ViewBox
  ) {
    (self.view, self.category, self.registration) = (view, category, registration)
    self.owner = owner
    super.init(lane: Handles.lane(of: owner))
    name = Handles.name(self, partOf: owner.name)
    object = inFrame { registration?.table.make?(registration?.app.data, name) } ?? nil
  }

  /// Notes that it is about to be filled.
  func beginBinding() {
    tellIfRecycled()
    binding += 1
  }

  /// Tells the program that the cell is free for reuse, if that is still to be told.
  func tellIfRecycled() {
    guard owesRecycling else { return }
    owesRecycling = false
    inFrame { registration?.table.recycle?(registration?.app.data, name, object) }
  }

  /// Forgets the view, which is about to end.
  func leaveOwner() {
    owner = nil
    Handles.detach(self)
  }

  /// Releases the program's object, and the handle of the cell.
  func drop() {
    tellIfRecycled()
    inFrame { registration?.table.drop?(registration?.app.data, name, object) }
    leaveOwner()
    Handles.free(name, CellBox.self)
    (view as? AppCell)?.box = nil
    (view as? AppView)?.box = nil
  }
}

/// A cell that the engine recycles, for a program.
final class AppCell: Cell {
  var registration: Registration?
  var box: CellBox?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes { box?.preferred(attributes) ?? attributes }
}

/// A supplementary view that the engine recycles, for a program.
final class AppView: ReusableView {
  var registration: Registration?
  var box: CellBox?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes { box?.preferred(attributes) ?? attributes }
}

extension CellBox {
  /// Asks the program for the cell's preferred size.
  fileprivate func preferred(_ attributes: LayoutAttributes) -> LayoutAttributes {
    guard let ask = registration?.table.preferred_size else { return attributes }
    var size = lh_size(attributes.size)
    var error: OpaquePointer?
    let isAnswered = inFrame { ask(registration?.app.data, name, object, &size, &error) }
    let failure = Handles.free(error, ErrorBox.self)
    guard isAnswered else {
      view.sizeFailure = failure?.error
      return attributes
    }
    var wanted = attributes
    // The engine refuses an invalid size with an error.
    wanted.size = Size(width: size.width, height: size.height)
    return wanted
  }
}
