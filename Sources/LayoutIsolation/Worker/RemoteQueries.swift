// SPDX-License-Identifier: Apache-2.0
//
// The app's answers in a worker: requested from the host, a page at a time.

import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// Answers a plugin's queries by asking the host in the middle of its request.
///
/// An answer depends only on its arguments and the data's epoch, so a page of neighbours is fetched
/// for a single question, and later questions are answered from it.
final class RemoteQueries: QueryAnswering {
  private let descriptors: [QueryDescriptor]
  private let channel: Channel
  private var bound: [UInt8]
  private var pages = QueryPages()
  /// The sequence number of the current request.
  private var sequence: UInt64 = 0
  private var epoch: UInt64 = 0
  private var itemCounts: SectionCounts = []
  /// The app's error in the current call.
  private var pendingError: LayoutError?

  init(_ descriptors: [QueryDescriptor], channel: Channel) {
    self.descriptors = descriptors
    self.channel = channel
    bound = Array(repeating: 0, count: descriptors.count)
  }

  /// Sets the request that the next questions belong to.
  func begin(_ header: WireHeader, itemCounts: SectionCounts) {
    sequence = header.sequence
    epoch = header.epoch
    self.itemCounts = itemCounts
  }

  /// Takes new bindings, and drops the answers of the previous ones.
  func bind(_ bindings: FrameNews.Bindings) throws(LayoutError) {
    guard bindings.bound.count == descriptors.count else {
      throw .wire("\(bindings.bound.count) bindings for \(descriptors.count) queries")
    }
    bound = bindings.bound
    forget()
  }

  /// Drops every page, because the answers may have changed.
  func forget() { pages.removeAll() }

  func isBound(_ index: Int) -> Bool { bound.indices.contains(index) && bound[index] != 0 }

  // MARK: One

  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard isBound(index) else { return LAYOUT_UNANSWERED }
    let status = unsafe pages.answer(
      index, descriptors[index], section: section, item: item, in: itemCounts, into: out
    ) { section, range in
      let answer = askMany(
        index, section: section, first: range.lowerBound, count: UInt32(range.count), isPage: true)
      guard answer.status == LAYOUT_OK else { return nil }
      return unsafe QueryPages.Fetched(how: answer.how, values: channel.bulk)
    }
    return unsafe status ?? askOne(index, section, item, arguments, into: out)
  }

  private func askOne(
    _ index: Int, _ section: UInt32, _ item: UInt32,
    _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    let query = descriptors[index]
    var values: [LayoutValue] = []
    for (place, type) in query.arguments.enumerated() {
      guard let raw = unsafe arguments?[place],
        let value = unsafe try? LayoutValue(loading: type, from: raw)
      else { return LAYOUT_ERROR_ARGUMENT }
      values.append(value)
    }
    let answer = ask(.askOne) { head in
      head.write(count: index)
      head.write(section)
      head.write(item)
      head.write(each: values) { $0.write($1) }
    }
    guard answer.status == LAYOUT_OK else { return answer.status }
    guard unsafe channel.bulk.count == query.result.byteCount else { leave() }
    unsafe UnsafeMutableRawBufferPointer(start: out, count: query.result.byteCount)
      .copyMemory(from: channel.bulk)
    return LAYOUT_OK
  }

  // MARK: Many

  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard isBound(index) else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    let query = descriptors[index]
    guard query.arguments.isEmpty else { return (LAYOUT_ERROR_UNSUPPORTED, LAYOUT_ANSWERED_NONE) }
    var range = unsafe BulkAnswer(out: out, type: query.result)
    return unsafe range.append(Int(count)) { place, count in
      let answer = askMany(
        index, section: section, first: first + UInt32(place), count: UInt32(count), isPage: false)
      return unsafe BulkAnswer.Piece(status: answer.status, how: answer.how, values: channel.bulk)
    }
  }

  private func askMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, isPage: Bool
  ) -> (status: layout_status, how: UInt32) {
    let answer = ask(.askMany) { head in
      head.write(count: index)
      head.write(section)
      head.write(first)
      head.write(count)
      head.write(isPage)
    }
    let stride = descriptors[index].result.byteCount
    let expected =
      switch answer.how {
      case LAYOUT_ANSWERED_ALL: Int(count) * stride
      case LAYOUT_ANSWERED_UNIFORM: stride
      default: 0
      }
    guard unsafe channel.bulk.count == expected else { leave() }
    return answer
  }

  func takeError(call: String) -> LayoutError? {
    defer { pendingError = nil }
    pendingError?.call = call
    return pendingError
  }

  // MARK: Exchange

  /// Asks the host and waits; the values are then in the channel's bulk data.
  private func ask(
    _ kind: WireKind, write: (inout WireWriter) -> Void
  ) -> (status: layout_status, how: UInt32) {
    do {
      unsafe try channel.send(kind, sequence: sequence, epoch: epoch, head: write)
      guard channel.wait() == .message, try channel.receive() == .answer else { leave() }
      var head = channel.head
      let answer = (status: try head.read(layout_status.self), how: try head.read(UInt32.self))
      let failure = try head.readBool() ? try head.readError() : nil
      try head.finish()
      // Only the first error counts; the later ones follow from it.
      if pendingError == nil { pendingError = failure }
      return answer
    } catch {
      leave()
    }
  }

  /// Ends the worker: the exchange broke in the middle of a call into the plugin, and a return to
  /// the loop would let the plugin run on.
  private func leave() -> Never { _exit(3) }
}
