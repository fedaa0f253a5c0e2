// SPDX-License-Identifier: Apache-2.0
//
// `layout.state/1`: the bytes that a layout is stopped with here and goes on with there.

import LayoutABI
import LayoutModel

/// The rules of a layout's state, whichever process it lives in.
package enum StateRules {
  /// The most bytes that a state may take.
  package static let byteLimit = 16 << 20

  /// - Throws: `state-too-large`.
  package static func check(_ count: Int, plugin: String, call: Slot) throws(LayoutError) {
    guard count > byteLimit else { return }
    throw LayoutError(
      .stateTooLarge,
      "a state of \(count) bytes, where at most \(byteLimit >> 20) MiB are taken", plugin: plugin,
      call: call.rawValue)
  }
}

extension LayoutInstance {
  /// The state as bytes; nil when the layout keeps none.
  func saveState() throws(LayoutError) -> [UInt8]? {
    guard let save = extensions.state?.save else { return nil }
    let room = GuardedArray<UInt64>()
    try room.reserve(4096 / 8)
    for _ in 0..<4 {
      let capacity = UInt32(clamping: room.capacity * 8)
      var count: UInt32 = 0
      let bytes = room.base.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
      context.enter(.save)
      let status = save(slots.context, bytes, capacity, &count)
      context.leave()
      if !room.isWhole {
        onDamage(
          MemoryDamage(plugin: context.plugin, call: Slot.save.rawValue, array: "the state"))
      }
      if status == LAYOUT_CAPACITY, context.failure == nil, count > capacity {
        try StateRules.check(Int(count), plugin: context.plugin, call: .save)
        try room.reserve((Int(count) + 7) / 8)
        continue
      }
      if context.isSuspicious(status) { try context.check(status) }
      guard count <= capacity else {
        throw context.border.breach(
          .room, "it claims \(count) bytes, with room for \(capacity)", call: Slot.save.rawValue)
      }
      return Array(UnsafeRawBufferPointer(start: room.base, count: Int(count)))
    }
    throw context.border.breach(
      .room, "it asks for more room each time", call: Slot.save.rawValue)
  }

  /// Gives the layout a state. False when it keeps none.
  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    guard let load = extensions.state?.load else { return false }
    try StateRules.check(bytes.count, plugin: context.plugin, call: .load)
    try bytes.withUnsafeBufferPointer { (bytes) throws(LayoutError) in
      try run(.load) { load($0, version, bytes.baseAddress, UInt32(bytes.count)) }
    }
    return true
  }
}
