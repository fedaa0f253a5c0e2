// SPDX-License-Identifier: Apache-2.0
//
// The host's side of a plugin's queries: checks them and lets the app answer into shared memory.

import CLayoutSystem
import LayoutABI
import LayoutModel
import LayoutRuntime

/// Answers nested questions for the data of one request.
///
/// No value from the worker is trusted: index, section and range are checked against the descriptor
/// and the data before the app is asked.
struct QueryService {
  let queries: QueryTable
  let shape: DataShape

  /// The number of bytes of the head of a successful answer: status, coverage, no error.
  private static let answerHead = 9

  /// The number of answers that a layout may ask for in one call: four times all answers that
  /// exist. Beyond it the app's time for them counts against the layout.
  var fairCount: Int {
    let most = Int.max / (4 * max(1, queries.descriptors.count))
    let items = min(shape.itemCounts.total, most)
    return queries.descriptors.reduce(0) {
      $0 + 4 * ($1.scope == .item ? items : shape.itemCounts.count)
    }
  }

  /// Answers the question that the channel received last.
  ///
  /// - Returns: The number of answers that it asked for; 0 if it was about data that are not
  ///   current.
  /// - Throws: ``LayoutError`` `wire` if the question is out of range or malformed.
  func serve(
    _ kind: WireKind, on channel: Channel, epoch: UInt64, counting counters: inout ExchangeCounters
  ) throws(LayoutError) -> Int {
    guard channel.header.epoch == epoch else {
      try answer(LAYOUT_ERROR_STALE, on: channel, epoch: epoch)
      return 0
    }
    if kind == .askMany {
      var question = unsafe try open(on: channel)
      unsafe question.answerRest(from: queries)
      counters.pages += 1
      unsafe try reply(to: question, on: channel, epoch: epoch)
      return unsafe question.count
    }
    counters.singles += 1
    try serveOne(on: channel, epoch: epoch)
    return 1
  }

  /// Reads the question for a range that the channel received last. Its answer is written directly
  /// into the outgoing message, and ``reply(to:on:epoch:)`` sends it.
  ///
  /// - Throws: ``LayoutError`` `wire` if the question is out of range or malformed.
  func open(on channel: Channel) throws(LayoutError) -> BulkQuestion {
    var head = channel.head
    let (index, query) = try readQuery(&head)
    let section: UInt32 = try head.read()
    let first: UInt32 = try head.read()
    let count: UInt32 = try head.read()
    let isPage = try head.readBool()
    try head.finish()
    guard query.arguments.isEmpty, count > 0 else {
      throw .wire("a bulk question that \(query.name) has no form for")
    }
    try check(query, section: section, first: first, count: count)
    let room = unsafe channel.bulkRoom(afterHead: Self.answerHead)
    guard let out = room.baseAddress, Int(count) <= room.count / query.result.byteCount else {
      throw .wire("a question for \(count) answers to \(query.name), more than fit in a message")
    }
    return unsafe BulkQuestion(
      index: index, type: query.result, section: section, first: first, count: Int(count),
      isPage: isPage, epoch: channel.header.epoch, out: out)
  }

  /// Sends the answer to a question, or the status for stale data if the data changed meanwhile.
  func reply(
    to question: BulkQuestion, on channel: Channel, epoch: UInt64
  ) throws(LayoutError) {
    guard unsafe question.epoch == epoch else {
      _ = queries.takeError(call: "")
      return try answer(LAYOUT_ERROR_STALE, on: channel, epoch: epoch)
    }
    // A page also covers paths that the plugin did not ask for, so its error is dropped. The path
    // that the plugin needs is asked for again.
    if unsafe question.isPage { _ = queries.takeError(call: "") }
    unsafe try answer(
      question.status, question.how, bulkLength: question.byteCount, on: channel, epoch: epoch)
  }

  private func serveOne(on channel: Channel, epoch: UInt64) throws(LayoutError) {
    var head = channel.head
    let (index, query) = try readQuery(&head)
    let section: UInt32 = try head.read()
    let item: UInt32 = try head.read()
    let values = try head.readList { (reader) throws(LayoutError) in try reader.readValue() }
    try head.finish()
    guard values.map(\.type) == query.arguments else {
      throw .wire("arguments that \(query.name) does not take")
    }
    let first = query.scope == .item ? item : section
    try check(query, section: query.scope == .item ? section : 0, first: first, count: 1)
    guard let out = unsafe channel.bulkRoom(afterHead: Self.answerHead).baseAddress else {
      throw .wire("a question without room for its answer")
    }
    let status = unsafe answerOne(index, section, item, LentValues(values), into: out)
    try answer(
      status, bulkLength: status == LAYOUT_OK ? query.result.byteCount : 0, on: channel,
      epoch: epoch)
  }

  /// Asks the app, with arguments in the same memory layout as for a plugin of this process.
  private func answerOne(
    _ index: Int, _ section: UInt32, _ item: UInt32, _ lent: borrowing LentValues,
    into out: UnsafeMutableRawPointer
  ) -> layout_status {
    var places: [UnsafeMutableRawPointer?] = unsafe []
    for place in 0..<lent.count { unsafe places.append(lent.argument(place)) }
    return unsafe queries.answerOne(
      index, section: section, item: item, arguments: places, into: out)
  }

  private func readQuery(
    _ head: inout WireReader
  ) throws(LayoutError) -> (index: Int, query: QueryDescriptor) {
    let index = try head.readCount()
    guard queries.descriptors.indices.contains(index) else {
      throw .wire("a question by number \(index) of \(queries.descriptors.count)")
    }
    return (index, queries.descriptors[index])
  }

  /// Checks that the range lies inside the data.
  private func check(
    _ query: QueryDescriptor, section: UInt32, first: UInt32, count: UInt32
  ) throws(LayoutError) {
    let sections = shape.itemCounts
    let limit: Int
    switch query.scope {
    case .section: limit = section == 0 ? sections.count : 0
    case .item: limit = Int(section) < sections.count ? Int(sections[Int(section)]) : 0
    }
    guard Int(first) + Int(count) <= limit else {
      throw .wire(
        "a question to \(query.name) for \(count) from \(first) in section \(section), outside the "
          + "data")
    }
  }

  /// Sends the outcome together with the app's own error. The worker throws that error where a
  /// layout in this process would throw it.
  private func answer(
    _ status: layout_status, _ how: UInt32 = LAYOUT_ANSWERED_NONE, bulkLength: Int = 0,
    on channel: Channel, epoch: UInt64
  ) throws(LayoutError) {
    let error = queries.takeError(call: "")
    unsafe try channel.send(
      .answer, sequence: channel.header.sequence, epoch: epoch, bulkLength: bulkLength,
      head: { head in
        head.write(status)
        head.write(how)
        head.write(error != nil)
        if let error { head.write(error) }
      })
  }
}
