// SPDX-License-Identifier: Apache-2.0
//
// The handles of the library's objects for a C program.

import LayoutModel
import Synchronization

/// An object with a handle for a C program.
class LibraryObject {
  /// The lane of the thread that may use it. Accessed only inside ``Handles``.
  fileprivate final var lane: Lane
  /// The handle of the object of which it is a part, and which it does not retain; nil for none.
  /// Accessed only inside ``Handles``.
  fileprivate final var whole: OpaquePointer?
  /// The name for people, such as "lh_view".
  class var typeName: String { "object" }

  init(lane: Lane = Lane()) { self.lane = lane }

  /// Called at the end of each call of the program with this object that is not from inside another
  /// one.
  func callEnds() {}
}

/// All current handles. A handle contains an index into a table and a generation, so a freed handle
/// is never mistaken for a later object.
enum Handles {
  private struct Slot {
    var generation: UInt32 = 0
    var object: LibraryObject?
  }

  private struct Table {
    var slots: [Slot] = []
    var free: [Int] = []

    func index(of bits: UInt) -> Int? {
      let index = Int(bits & 0xFFFF_FFFF) - 1
      guard slots.indices.contains(index),
        slots[index].generation == UInt32(truncatingIfNeeded: bits >> 32)
      else { return nil }
      return index
    }

    mutating func add(_ object: LibraryObject) -> OpaquePointer? {
      let index = free.popLast() ?? slots.count
      if index == slots.count { slots.append(Slot()) }
      slots[index].object = object
      return OpaquePointer(bitPattern: UInt(slots[index].generation) << 32 | UInt(index + 1))
    }

    mutating func remove(_ index: Int) {
      slots[index].object = nil
      slots[index].generation &+= 1
      free.append(index)
    }
  }

  /// An object on its way through the lock; the receiver has entered its lane.
  private struct Passed<Value>: @unchecked Sendable { let value: Value }

  private static let lock = Mutex(())
  /// Accessed only under the lock.
  nonisolated(unsafe) private static var table = Table()

  /// Makes a handle for an object, which may be a part of another one.
  static func name(_ object: LibraryObject, partOf whole: OpaquePointer? = nil) -> OpaquePointer? {
    let passed = Passed(value: (object, whole))
    return lock.withLock { _ in
      let (object, whole) = passed.value
      object.whole = whole
      return Passed(value: table.add(object))
    }.value
  }

  /// Makes a part an object of its own: its whole is about to end.
  static func detach(_ part: LibraryObject) {
    let passed = Passed(value: part)
    lock.withLock { _ in passed.value.whole = nil }
  }

  /// Removes a handle.
  ///
  /// - Returns: The object, if the handle was valid for this type.
  @discardableResult
  static func free<Object: LibraryObject>(_ name: OpaquePointer?, _: Object.Type) -> Object? {
    let bits = UInt(bitPattern: name)
    return lock.withLock { _ -> Passed<Object?> in
      guard let index = table.index(of: bits), let object = table.slots[index].object as? Object
      else { return Passed(value: nil) }
      table.remove(index)
      return Passed(value: object)
    }.value
  }

  /// Returns the object of a handle without entering its lane, for immutable objects.
  static func peek<Object: LibraryObject>(_ name: OpaquePointer?, _: Object.Type) -> Object? {
    let bits = UInt(bitPattern: name)
    return lock.withLock { _ in
      Passed(value: table.index(of: bits).flatMap { table.slots[$0].object as? Object })
    }.value
  }

  /// Returns the mailbox of a view for any thread; nil if there is no such view. Only the mailbox
  /// leaves the lock: a thread that had the view might be the last to release it, and end it there.
  static func mailbox(of name: OpaquePointer?) -> Mailbox? {
    let bits = UInt(bitPattern: name)
    return lock.withLock { _ in
      table.index(of: bits).flatMap { (table.slots[$0].object as? ViewBox)?.mailbox }
    }
  }

  /// Returns the object of a handle, its lane, which was entered, and the whole of which it is a part.
  /// The caller keeps the whole until the call is over: another thread may free its handle meanwhile.
  ///
  /// - Throws: `no-object`, `wrong-thread`.
  static func enter<Object: LibraryObject>(
    _ name: OpaquePointer?, _: Object.Type
  ) throws(LayoutError) -> (object: Object, lane: Lane, whole: LibraryObject?) {
    let bits = UInt(bitPattern: name)
    let entered = lock.withLock { _ -> Passed<(Object, Lane, LibraryObject?, Bool)?> in
      guard let index = table.index(of: bits), let object = table.slots[index].object as? Object
      else { return Passed(value: nil) }
      let isInside = object.lane.enter()
      guard isInside, let part = object.whole else {
        return Passed(value: (object, object.lane, nil, isInside))
      }
      let whole = table.index(of: UInt(bitPattern: part)).flatMap { table.slots[$0].object }
      // A part ends with its whole, except inside a call, which still retains the whole.
      guard whole != nil || object.lane.isNested else {
        object.lane.leave()
        return Passed(value: nil)
      }
      return Passed(value: (object, object.lane, whole, true))
    }
    guard let (object, lane, whole, isInside) = entered.value else {
      throw LayoutError(
        .noObject,
        name == nil
          ? "the \(Object.typeName) is null; give one"
          : "there is no such \(Object.typeName); it was freed, or is something else")
    }
    guard isInside else {
      throw LayoutError(
        .wrongThread,
        "another thread is inside a call with this \(Object.typeName); use it from one at a time")
    }
    return (object, lane, whole)
  }

  /// Moves an object to another lane. The caller has entered both.
  static func move(_ object: LibraryObject, to lane: Lane) {
    let passed = Passed(value: object)
    lock.withLock { _ in passed.value.lane = lane }
  }

  /// The lane of an object; the caller has entered it.
  static func lane(of object: LibraryObject) -> Lane {
    let passed = Passed(value: object)
    return lock.withLock { _ in passed.value.lane }
  }
}
