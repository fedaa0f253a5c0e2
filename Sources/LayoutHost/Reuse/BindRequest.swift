// SPDX-License-Identifier: Apache-2.0
//
// The element for which a view is being asked, and what can be wrong with the answer.

import LayoutModel

/// One question to the data source.
struct BindRequest {
  let category: ElementCategory
  /// The kind's name.
  let kind: String
  let path: ItemPath
  /// The view to hand out if it fits: only on the way back from a failed frame.
  var preferred: Int32?

  /// The data source's method, for messages.
  var method: String {
    category == .cell
      ? "collectionView(_:cellForItemAt:)"
      : "collectionView(_:viewForSupplementaryElementOfKind:at:)"
  }

  /// Whether a dequeue for this element answers the request.
  func allows(_ category: ElementCategory, kind: String, at path: ItemPath) -> Bool {
    self.category == category && self.kind == kind && self.path == path
  }

  func foreignView() -> LayoutError {
    LayoutError(
      "foreign-view",
      "\(method) returned a view for \(kind) \(path) that this collection view did not make; "
        + "dequeue it from the collection view")
  }

  func viewInUse(_ view: ReusableView) -> LayoutError {
    LayoutError(
      "view-in-use",
      "\(method) returned view \(view.serialNumber) for \(kind) \(path), which "
        + (view.use == .shown ? "already shows another element" : "waits in its pool")
        + "; dequeue one for each element")
  }
}
