// SPDX-License-Identifier: Apache-2.0
//
// Lending room to a plugin and taking it back: guards, counts, growing.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// The number of times that a layout may ask for more room in one call.
  private static var attemptLimit: Int { 4 }

  /// Makes one call that answers with elements, and repeats it with more room if the layout asks
  /// for it.
  ///
  /// The first answer of a size costs a second call; a warm buffer costs one call.
  ///
  /// - Parameter scope: The largest answer that is allowed, and the most room to ask for.
  func fill(
    _ buffer: AnswerBuffer, in scope: AnswerScope, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    var room = buffer.capacity
    if room.records == 0 { room = .first(for: context.descriptor, in: scope) }
    unsafe try fill(buffer, lending: &room, in: scope, call, body)
  }

  /// Makes such a call for a frame. It lends the largest room that frames of this instance ever
  /// asked for.
  ///
  /// A buffer may have more room because of other calls or other layouts. That room is not lent, so
  /// that the calls of a frame are the same in the process, which alternates two buffers, and in a
  /// worker, which has one.
  func fillFrame(
    _ buffer: AnswerBuffer, in scope: AnswerScope, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    var room = context.frameRoom
    defer { context.frameRoom = room }
    unsafe try fill(buffer, lending: &room, in: scope, call, body)
  }

  private func fill(
    _ buffer: AnswerBuffer, lending room: inout AnswerCounts, in scope: AnswerScope, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    for _ in 0..<Self.attemptLimit {
      try buffer.reserve(room)
      if unsafe try attempt(buffer, &room, scope, call, body) { return }
    }
    throw context.border.breach(.room, "it asks for more room each time", call: call.rawValue)
  }

  /// Makes one call that is given an element and answers with one, and repeats it with more room if
  /// the layout asks for it.
  ///
  /// - Parameters:
  ///   - buffer: Receives the answer, unchecked.
  ///   - index: The element of `given` that is lent to the plugin, in the buffer.
  func fill(
    _ buffer: AnswerBuffer, startingWith index: Int, of given: AnswerBuffer, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) {
    let words = context.descriptor.kinds.map(\.wordCount).max() ?? 0
    let scope = context.border.limits.scope(ofElements: 1)
    try buffer.reserve(AnswerCounts(records: 1, transforms: 1, payload: words))
    var room = buffer.capacity
    for _ in 0..<Self.attemptLimit {
      try buffer.reserve(room)
      try buffer.append(index, of: given, in: context.descriptor)
      if unsafe try attempt(buffer, &room, scope, call, body) { return }
    }
    throw context.border.breach(.room, "it asks for more room each time", call: call.rawValue)
  }

  /// Makes one call with the given room, which the buffer has. Returns false if the layout asked
  /// for more; `room` is then the new room.
  private func attempt(
    _ buffer: AnswerBuffer, _ room: inout AnswerCounts, _ scope: AnswerScope, _ call: Slot,
    _ body: (UnsafeMutableRawPointer?, UnsafeMutablePointer<layout_answer>) -> layout_status
  ) throws(LayoutError) -> Bool {
    let offered = room
    var answer = buffer.makeAnswer(lending: offered)
    context.enter(call)
    let status = unsafe body(slots.context, &answer)
    context.leave()
    if let array = buffer.damagedArray {
      onDamage(MemoryDamage(plugin: context.plugin, call: call.rawValue, array: array))
    }
    let counts = AnswerCounts(answer)
    if status != LAYOUT_CAPACITY {
      if context.isSuspicious(status) { try context.check(status) }
      try checkClaim(counts, offered, call)
      // The room may be larger than the scope: it was kept from larger answers.
      try context.border.check(counts, in: scope, call: call.rawValue)
      buffer.commit(counts)
      return true
    }
    if context.failure != nil { try context.check(status) }
    try checkDemand(counts, offered, call)
    try context.border.check(counts, in: scope, call: call.rawValue)
    room = offered.grown(for: counts)
    return false
  }

  /// Checks that the answer fits into the memory that was lent.
  private func checkClaim(
    _ counts: AnswerCounts, _ offered: AnswerCounts, _ call: Slot
  ) throws(LayoutError) {
    guard counts.fits(in: offered) else {
      throw context.border.breach(
        .room, "it claims \(counts), with room for \(offered)", call: call.rawValue)
    }
  }

  /// Checks that the layout asks for more room than it had.
  private func checkDemand(
    _ counts: AnswerCounts, _ offered: AnswerCounts, _ call: Slot
  ) throws(LayoutError) {
    guard !counts.fits(in: offered) else {
      throw context.border.breach(
        .room, "it asks for \(counts), which is no more than it had", call: call.rawValue)
    }
  }
}

extension AnswerCounts: CustomStringConvertible {
  /// Returns true if each count is at most the other's.
  package func fits(in other: Self) -> Bool {
    records <= other.records && transforms <= other.transforms && payload <= other.payload
  }

  /// The counts as text, such as "12 records, 0 transforms, 24 payload words".
  package var description: String {
    "\(records) records, \(transforms) transforms, \(payload) payload words"
  }
}

extension AnswerBuffer {
  /// Takes the counts that a plugin wrote. They are inside the capacity.
  package func commit(_ counts: AnswerCounts) {
    count = min(counts.records, recordArray.capacity)
    transformCount = min(counts.transforms, transformArray.capacity)
    payloadCount = min(counts.payload, payloadArray.capacity)
  }
}

extension AnswerCounts {
  /// Returns room for `counts`, where this room was too small. It grows by at least half, so that
  /// answers that get longer step by step cost O(1) each.
  fileprivate func grown(for counts: Self) -> Self {
    func grown(_ have: Int, _ need: Int) -> Int {
      need <= have ? have : max(need, have + have / 2, 64)
    }
    return Self(
      records: grown(records, counts.records), transforms: grown(transforms, counts.transforms),
      payload: grown(payload, counts.payload))
  }

  /// Returns the room that a layout is lent at first: a screen of cells with their fields.
  ///
  /// - Parameter scope: The limits of the answer; nil for none.
  static func first(for descriptor: LayoutDescriptor, in scope: AnswerScope? = nil) -> Self {
    let words = 128 * (descriptor.kinds.map(\.wordCount).max() ?? 0)
    return Self(
      records: 128, transforms: 0, payload: min(words, scope?.most.payload ?? words))
  }
}

// MARK: - Status codes
//
// Turns a status code into an error that a person can act on.

extension HostContext {
  /// Throws the error of the call that just ended, if it failed.
  ///
  /// An error that a callback found comes before the status. The error of a child, or of the app,
  /// comes before the plugin's message about it.
  func check(_ status: layout_status) throws(LayoutError) {
    let appError = didQueryFail ? queries.takeError(call: call.rawValue) : nil
    if let failure { throw failure.during(call) }
    if status == LAYOUT_OK {
      if let appError { complain("\(call.rawValue) went on without an answer: \(appError)") }
      return
    }
    if status < 0, let childFailure { throw childFailure }
    if let appError, status == LAYOUT_ERROR_QUERY || errorText == nil { throw appError }
    guard status < 0 else {
      let isKnown = status == LAYOUT_UNANSWERED || status == LAYOUT_CAPACITY
      throw border.breach(
        .value,
        "the status \(status) "
          + (isKnown
            ? "is none of its own" : "is none of this host's; the plugin may need a newer one"),
        call: call.rawValue)
    }
    let (code, meaning) = Self.meaning(of: status)
    throw LayoutError(
      code, errorText.flatMap { $0.isEmpty ? nil : $0 } ?? meaning, plugin: plugin,
      call: call.rawValue)
  }

  /// Returns the code and the default text of an error status.
  private static func meaning(of status: layout_status) -> (LayoutError.Code, String) {
    switch status {
    case LAYOUT_ERROR_ARGUMENT: ("layout-argument", "it refuses an argument and does not say why")
    case LAYOUT_ERROR_MEMORY: ("layout-out-of-memory", "it is out of memory")
    case LAYOUT_ERROR_UNSUPPORTED: ("layout-unsupported", "it does not offer this")
    case LAYOUT_ERROR_QUERY: ("query-failed", "it says that a query failed; none did")
    case LAYOUT_ERROR_STALE: ("layout-stale", "it says that the data changed under the call")
    case LAYOUT_ERROR_CONTEXT: ("layout-context", "it says that the call is not legal now")
    default: ("layout-failed", "it failed with status \(status) and does not say why")
    }
  }

  private func complain(_ message: String) {
    let message = message.cut(toBytes: limits.textBytes)
    log.write(LogEntry(level: .warning, message: message, plugin: plugin))
  }
}

extension LayoutError {
  /// Returns the same error with `call` as its call, if it names none.
  fileprivate func during(_ slot: Slot) -> LayoutError {
    var error = self
    error.call = call ?? slot.rawValue
    return error
  }
}
