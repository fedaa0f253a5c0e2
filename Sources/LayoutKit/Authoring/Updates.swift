// SPDX-License-Identifier: Apache-2.0
//
// The changes of a batch, read where the host keeps them.

import LayoutABI

/// One change of the data.
public struct Update: Sendable {
  /// What is done to an item or a section.
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

  /// What is done.
  public var action: Action
  /// Whether a whole section is meant; the paths' items mean nothing then.
  public var isSection: Bool
  /// Where it was, in the data before the batch; `ItemPath.none` for an insert.
  public var before: ItemPath
  /// Where it is, in the data after the batch; `ItemPath.none` for a delete.
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
  /// How many there are.
  public let count: Int

  init(_ start: UnsafePointer<layout_update>?, count: UInt32) {
    self.start = start
    self.count = start == nil ? 0 : Int(count)
  }

  /// Whether there is no batch.
  public var isEmpty: Bool { count == 0 }

  /// A change; nil for an action that this kit does not know.
  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> Update? {
    precondition(index >= 0 && index < count, "no such change in the batch")
    guard let start else { return nil }
    return Update(start[index])
  }
}
