// SPDX-License-Identifier: Apache-2.0
//
// Lending room to a plugin and taking it back: guards, counts, growing.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// How often a layout may ask for more room before that counts as endless.
  private static var attemptLimit: Int { 4 }

  /// Makes one call that answers with elements, again with more room when it asks for it.
  ///
  /// A first sight of how much is needed costs a second call; a warm buffer costs one.
  func fill(
    _ buffer: AnswerBuffer, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    buffer.clear()
    if buffer.capacity.records == 0 { try buffer.reserve(context.firstRoom) }
    for _ in 0..<Self.attemptLimit {
      if try attempt(buffer, call, body) { return }
    }
    throw context.border.breach(.room, "it asks for more room each time", call: call.rawValue)
  }

  /// Makes one call that is given an element and answers with one, again with more room when it
  /// asks for it.
  ///
  /// - Parameters:
  ///   - buffer: Receives the answer, unchecked.
  ///   - index: The element of `given` that is lent to the plugin, in the buffer.
  func fill(
    _ buffer: AnswerBuffer, startingWith index: Int, of given: AnswerBuffer, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    let words = context.descriptor.kinds.map(\.wordCount).max() ?? 0
    try buffer.reserve(AnswerCounts(records: 1, transforms: 1, payload: words))
    for _ in 0..<Self.attemptLimit {
      buffer.clear()
      try buffer.append(index, of: given, in: context.descriptor)
      if try attempt(buffer, call, body) { return }
    }
    throw context.border.breach(.room, "it asks for more room each time", call: call.rawValue)
  }

  /// One call. False when the layout asked for more room, which the buffer then has.
  private func attempt(
    _ buffer: AnswerBuffer, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) -> Bool {
    var answer = buffer.makeAnswer()
    let offered = buffer.capacity
    context.enter(call)
    let status = body(slots.context, &answer)
    context.leave()
    if let array = buffer.damagedArray {
      onDamage(MemoryDamage(plugin: context.plugin, call: call.rawValue, array: array))
    }
    let counts = AnswerCounts(answer)
    if status != LAYOUT_CAPACITY {
      if context.isSuspicious(status) { try context.check(status) }
      try checkClaim(counts, offered, call)
      buffer.commit(counts)
      return true
    }
    if context.failure != nil { try context.check(status) }
    try checkDemand(counts, offered, call)
    try buffer.reserve(counts)
    return false
  }

  /// What was written fits into what was lent.
  private func checkClaim(
    _ counts: AnswerCounts, _ offered: AnswerCounts, _ call: Slot
  ) throws(LayoutError) {
    guard counts.fits(in: offered) else {
      throw context.border.breach(
        .room, "it claims \(counts), with room for \(offered)", call: call.rawValue)
    }
  }

  /// What is asked for is more than there was, and not more than the data can need.
  private func checkDemand(
    _ counts: AnswerCounts, _ offered: AnswerCounts, _ call: Slot
  ) throws(LayoutError) {
    guard !counts.fits(in: offered) else {
      throw context.border.breach(
        .room, "it asks for \(counts), which is no more than it had", call: call.rawValue)
    }
    guard counts.fits(in: context.largestAnswer) else {
      throw context.border.breach(
        .room, "it asks for \(counts), more than the data can need", call: call.rawValue)
    }
  }
}

extension AnswerCounts: CustomStringConvertible {
  /// Whether each count is at most the other's.
  package func fits(in other: Self) -> Bool {
    records <= other.records && transforms <= other.transforms && payload <= other.payload
  }

  /// "12 records, 0 transforms, 24 payload words"
  package var description: String {
    "\(records) records, \(transforms) transforms, \(payload) payload words"
  }
}

extension AnswerBuffer {
  /// Takes over what a plugin wrote. The counts are inside the capacity.
  package func commit(_ counts: AnswerCounts) {
    count = min(counts.records, recordArray.capacity)
    transformCount = min(counts.transforms, transformArray.capacity)
    payloadCount = min(counts.payload, payloadArray.capacity)
  }
}

extension HostContext {
  /// The room that a buffer has at first: a screen of cells with their fields.
  fileprivate var firstRoom: AnswerCounts {
    let words = descriptor.kinds.map(\.wordCount).max() ?? 0
    return AnswerCounts(records: 128, transforms: 0, payload: 128 * words)
  }

  /// The most that an answer about the data can need: each kind once for each item and section,
  /// and a million decorations.
  package var largestAnswer: AnswerCounts {
    let paths = itemCounts.reduce(itemCounts.count) { $0 + Int($1) }
    let records = paths * descriptor.kinds.count + 1_000_000
    let words = descriptor.kinds.map(\.wordCount).max() ?? 0
    return AnswerCounts(
      records: records, transforms: records, payload: records * max(words, 1))
  }
}
