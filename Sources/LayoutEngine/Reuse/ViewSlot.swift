// SPDX-License-Identifier: Apache-2.0
//
// What the store knows of a view without touching it.

/// The bookkeeping of one view.
struct ViewSlot: BitwiseCopyable {
  /// The use of the view, so that one view is never in two places.
  enum Use: UInt8, BitwiseCopyable {
    /// In its pool.
    case free
    /// Handed to the app, not yet returned.
    case dequeued
    /// On screen.
    case shown
    /// Filled for an item that is not in sight yet.
    case prepared
  }

  /// The end of a free list.
  static let none: Int32 = -1

  /// The pool that the view goes back to.
  let pool: Int32
  /// The view below it in its pool.
  var next = Self.none
  var use = Use.free
  /// The frame in which it was last handed out.
  var takenIn: Int32 = 0
}
