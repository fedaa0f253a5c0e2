// SPDX-License-Identifier: Apache-2.0
//
// The changes of a batch, read where the host keeps them.

import LayoutABI

/// One change of the data.
public struct Update: Sendable {
  /// The change of an item or a section.
  public enum Action: UInt32, Sendable {
    /// It was not there before.
    case insert = 0
    /// It is not there any more.
    case delete
    /// It has another place in the data.
    case move
    /// It stays where it is, with another content.
    case reload
  }

  /// The change.
  public var action: Action
  /// True when a whole section is meant; the paths' items mean nothing then.
  public var isSection: Bool
  /// The place in the data before the batch; `ItemPath.none` for an insert.
  public var before: ItemPath
  /// The place in the data after the batch; `ItemPath.none` for a delete.
  public var after: ItemPath

  /// The change, or nil for an action that this kit does not know.
  init?(_ update: layout_update) {
    guard let action = Action(rawValue: update.action) else { return nil }
    self.action = action
    isSection = update.of_section == 1
    before = update.before
    after = update.after
  }
}

/// The changes of a batch. They are borrowed from the host: copy what is needed.
public struct Updates: ~Copyable {
  private let start: UnsafePointer<layout_update>?
  /// The number of changes.
  public let count: Int

  init(_ start: UnsafePointer<layout_update>?, count: UInt32) {
    self.start = start
    self.count = start == nil ? 0 : Int(count)
  }

  /// True when this kit knows every action of the batch.
  /// - Complexity: O(count).
  var areKnown: Bool {
    guard let start else { return true }
    for index in 0..<count where start[index].action > Update.Action.reload.rawValue {
      return false
    }
    return true
  }

  /// True when there is no batch.
  public var isEmpty: Bool { count == 0 }

  /// A change; nil for an action that this kit does not know.
  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> Update? {
    precondition(index >= 0 && index < count, "no such change in the batch")
    guard let start else { return nil }
    return Update(start[index])
  }

  /// Hands the batch to a child as the host gave it.
  func with(
    _ body: (UnsafePointer<layout_update>?, UInt32) -> layout_status
  ) -> layout_status {
    body(start, UInt32(truncatingIfNeeded: count))
  }

  /// The record of a change; nil for an action that this kit does not know.
  func record(at index: Int) -> layout_update? {
    guard let start, Update.Action(rawValue: start[index].action) != nil else { return nil }
    return start[index]
  }
}
