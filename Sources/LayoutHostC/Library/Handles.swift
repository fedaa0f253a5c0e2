// SPDX-License-Identifier: Apache-2.0
//
// The names by which a program in C knows objects of the library.

import LayoutModel
import Synchronization

/// An object that a program in C has a name for.
class LibraryObject {
  /// The thread that may use it. Read and written inside ``Handles`` only.
  fileprivate final var lane: Lane
  /// The name for people, such as "lh_view".
  class var typeName: String { "object" }

  init(lane: Lane = Lane()) { self.lane = lane }
}

/// All names that are in use. A name holds a place in a table and the number of objects that had it, so
/// one that was freed is not mistaken for another that came later.
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

  /// An object on its way through the lock; whoever takes it out has entered its lane.
  private struct Passed<Value>: @unchecked Sendable { let value: Value }

  private static let lock = Mutex(())
  /// Touched under the lock alone.
  nonisolated(unsafe) private static var table = Table()

  /// Gives an object a name.
  static func name(_ object: LibraryObject) -> OpaquePointer? {
    let passed = Passed(value: object)
    return lock.withLock { _ in
      Passed(value: table.add(passed.value))
    }.value
  }

  /// Takes a name out of use.
  ///
  /// - Returns: The object, if the name was in use for one of this type.
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

  /// Returns the object of a name without entering its lane; for what never changes.
  static func peek<Object: LibraryObject>(_ name: OpaquePointer?, _: Object.Type) -> Object? {
    let bits = UInt(bitPattern: name)
    return lock.withLock { _ in
      Passed(value: table.index(of: bits).flatMap { table.slots[$0].object as? Object })
    }.value
  }

  /// Returns the object of a name, and the lane that was entered for it.
  ///
  /// - Throws: `no-object`, `wrong-thread`.
  static func enter<Object: LibraryObject>(
    _ name: OpaquePointer?, _: Object.Type
  ) throws(LayoutError) -> (object: Object, lane: Lane) {
    let bits = UInt(bitPattern: name)
    let entered = lock.withLock { _ -> Passed<(Object, Lane, Bool)?> in
      guard let index = table.index(of: bits), let object = table.slots[index].object as? Object
      else { return Passed(value: nil) }
      return Passed(value: (object, object.lane, object.lane.enter()))
    }
    guard let (object, lane, isInside) = entered.value else {
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
    return (object, lane)
  }

  /// Lets one object be used by whoever may use another. Both lanes were entered by the caller.
  static func move(_ object: LibraryObject, toLaneOf other: LibraryObject) {
    let pair = Passed(value: (object, other))
    lock.withLock { _ in pair.value.0.lane = pair.value.1.lane }
  }

  /// The lane of an object that the caller has entered.
  static func lane(of object: LibraryObject) -> Lane {
    let passed = Passed(value: object)
    return lock.withLock { _ in passed.value.lane }
  }
}
