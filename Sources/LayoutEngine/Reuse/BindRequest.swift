// SPDX-License-Identifier: Apache-2.0
//
// The element for which a view is being asked, and what can be wrong with the answer.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// One question to the data source. Plain: asking a hundred times a frame counts no reference.
struct BindRequest: BitwiseCopyable {
  let category: UInt16
  /// The kind's number in the layout that shows the element.
  let kind: UInt16
  let section: UInt32
  let item: UInt32
  /// The view to hand out if it fits: on the way back from a failed frame, and to fill it anew.
  let preferred: Int32
  /// True when `preferred` is on screen, and no other view will do.
  var isReconfiguring = false

  /// - Parameter move: An item that is shown elsewhere than it stands in the data. The question is
  ///   asked by the path in the data.
  init(_ record: layout_attributes, preferred: Int32, move: ItemMove?) {
    category = record.category
    kind = record.kind
    var path = ItemPath(Int(record.section), Int(record.item))
    // What belongs to a section, such as its header, has the item 0 and stays.
    if let move, category == LAYOUT_CELL || path.item > 0 { path = move.dataPath(of: path) }
    section = UInt32(truncatingIfNeeded: path.section)
    item = UInt32(truncatingIfNeeded: path.item)
    self.preferred = preferred
  }

  var path: ItemPath { ItemPath(Int(section), Int(item)) }

  /// "cell 0.3".
  func name(_ kinds: KindTable) -> String { "\(kinds.kinds[Int(kind)].name) \(path)" }

  /// The data source's method, for messages.
  var method: String {
    category == LAYOUT_CELL
      ? "collectionView(_:cellForItemAt:)"
      : "collectionView(_:viewForSupplementaryElementOfKind:at:)"
  }

  static var foreignView: LayoutError {
    LayoutError(
      .foreignView,
      "the data source returned a view that this collection view did not make; dequeue it from the "
        + "collection view")
  }

  static var otherView: LayoutError {
    LayoutError(
      .otherView,
      "the data source returned another view than the one on screen; dequeue the same reuse "
        + "identifier to reconfigure an item, or call reloadItems(at:)")
  }

  static func viewInUse(_ serial: Int32, isShown: Bool) -> LayoutError {
    LayoutError(
      .viewInUse,
      "the data source returned view \(serial), which "
        + (isShown ? "already shows another element" : "waits in its pool")
        + "; dequeue one for each element")
  }
}
