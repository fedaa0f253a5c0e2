// SPDX-License-Identifier: Apache-2.0
//
// Views of one sort that wait for their next element.

import LayoutModel

/// The pool of one reuse identifier, and how its views are made. Gives back the last one put in.
final class ReusePool {
  let identifier: String
  let category: ElementCategory
  /// The kind's name; "cell" for cells.
  let kind: String
  /// The class of a decoration's views; nil for the others, which the app makes as it likes.
  let type: ObjectIdentifier?
  let make: () -> ReusableView
  /// Serial numbers.
  private var free: ContiguousArray<Int32> = []

  init(
    identifier: String, category: ElementCategory, kind: String, type: ObjectIdentifier? = nil,
    make: @escaping () -> ReusableView
  ) {
    self.identifier = identifier
    self.category = category
    self.kind = kind
    self.type = type
    self.make = make
  }

  /// The last one put in, or nil when the pool is empty.
  func pop() -> Int32? { free.popLast() }

  func push(_ serial: Int32) { free.append(serial) }

  /// Takes a certain view out. O(views in the pool); only on the way back from a failed frame.
  func remove(_ serial: Int32) { free.removeAll { $0 == serial } }
}
