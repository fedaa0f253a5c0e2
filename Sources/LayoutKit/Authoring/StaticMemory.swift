// SPDX-License-Identifier: Apache-2.0
//
// Descriptor tables are in the memory of the image, so unloading the image frees all of them.

import CLayoutKit
import LayoutABI

enum StaticMemory {
  /// Returns room for `count` values, zeroed, which is valid as long as the image.
  static func room<Value>(for type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
    let size = MemoryLayout<Value>.stride * max(count, 1)
    guard let start = unsafe layout_kit_static_memory(size) else {
      preconditionFailure("no memory for the plugin's tables")
    }
    return unsafe start.bindMemory(to: Value.self, capacity: max(count, 1))
  }

  /// Copies the value to a place of its own.
  static func keep<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let place = unsafe room(for: Value.self, count: 1)
    unsafe place.initialize(to: value)
    return unsafe place
  }

  /// Copies texts into the image, one after the other.
  static func texts(_ strings: [StaticString]) -> UnsafePointer<layout_text>? {
    if strings.isEmpty { return nil }
    let place = unsafe room(for: layout_text.self, count: strings.count)
    for index in 0..<strings.count { unsafe place[index] = strings[index].text }
    return unsafe UnsafePointer(place)
  }

  /// Makes a list of pointers to tables, each made by `make`.
  static func list<Value>(
    _ count: Int, _ make: (Int) -> Value
  ) -> UnsafePointer<UnsafePointer<Value>?>? {
    if count == 0 { return nil }
    let place = unsafe room(for: UnsafePointer<Value>?.self, count: count)
    for index in 0..<count { unsafe place[index] = unsafe UnsafePointer(keep(make(index))) }
    return unsafe UnsafePointer(place)
  }
}

extension StaticString {
  /// The string in its C form; its bytes are in the image.
  var text: layout_text {
    if utf8CodeUnitCount == 0 { return unsafe layout_text(bytes: nil, count: 0, reserved: 0) }
    return unsafe utf8Start.withMemoryRebound(to: CChar.self, capacity: utf8CodeUnitCount) {
      unsafe layout_text(bytes: $0, count: UInt32(utf8CodeUnitCount), reserved: 0)
    }
  }
}
