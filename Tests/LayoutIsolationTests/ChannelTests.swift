// SPDX-License-Identifier: Apache-2.0
//
// Messages in turn over shared memory, between two threads of this process.

import CLayoutSystem
import Glibc
import LayoutModel
import Testing

@testable import LayoutIsolation

@Suite("The channel between two processes")
struct ChannelTests {
  /// Two ends of one pair of areas.
  struct Ends: @unchecked Sendable {
    let host: Channel
    let worker: Channel
    let areas: AreaPair

    init(areaBytes: Int = 1 << 20, headLimit: Int = .max) throws {
      areas = try AreaPair(areaBytes: areaBytes)
      host = Channel(outgoing: areas.requests, incoming: areas.replies, headLimit: headLimit)
      worker = Channel(outgoing: areas.replies, incoming: areas.requests, givesBack: true)
    }
  }

  /// Runs `body` on a thread of its own and waits for it when the result is called.
  static func onThread(_ body: @escaping @Sendable () -> Void) -> () -> Void {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    pthread_create(
      &thread, nil,
      { raw in
        raw.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    return { pthread_join(thread, nil) }
  }

  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  @Test("messages of all lengths come back unchanged, in turn")
  func echo() throws {
    let ends = try Ends()
    let join = Self.onThread {
      while ends.worker.wait() == .message {
        guard let kind = try? ends.worker.receive(), kind != .stop else { return }
        var head = ends.worker.head
        let text = try? head.readText()
        let bulk = [UInt8](ends.worker.bulk)
        try? ends.worker.send(
          .done, sequence: ends.worker.header.sequence, epoch: 5, bulkLength: bulk.count,
          bulk: { $0.copyBytes(from: bulk) }, head: { $0.write(text) })
      }
    }
    for round in 0..<2_000 {
      let text = String(repeating: "ä", count: round % 300 * 13)
      let bulk = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: round % 17 * 4_001)
      try ends.host.send(
        .frame, sequence: UInt64(round), epoch: 5, bulkLength: bulk.count,
        bulk: { $0.copyBytes(from: bulk) }, head: { $0.write(text) })
      #expect(ends.host.wait(nanoseconds: 10_000_000_000) == .message)
      #expect(try ends.host.receive() == .done)
      #expect(ends.host.header.sequence == UInt64(round))
      var head = ends.host.head
      #expect(try head.readOptionalText() == text)
      #expect([UInt8](ends.host.bulk) == bulk)
    }
    try ends.host.send(.stop, sequence: 0, epoch: 0)
    join()
  }

  @Test("waiting ends at the deadline, and when the other side has ended")
  func ends() throws {
    let ends = try Ends()
    #expect(ends.host.wait(nanoseconds: 1_000_000) == .timedOut)
    let join = Self.onThread {
      usleep(20_000)
      ends.areas.replies.markEnded()
    }
    #expect(ends.host.wait() == .ended)
    join()
    #expect(ends.host.wait() == .ended, "and stays so")
  }

  @Test("a message that is too long is not sent, and the next message goes through")
  func tooLarge() throws {
    let ends = try Ends(areaBytes: 64 << 10)
    for length in [1 << 20, 61_440, .max - 1_000] {
      let error = #expect(throws: LayoutError.self) {
        try ends.host.send(.frame, sequence: 1, epoch: 0, bulkLength: length)
      }
      #expect(error?.code == "too-large")
    }
    let error = #expect(throws: LayoutError.self) {
      try ends.host.send(
        .frame, sequence: 1, epoch: 0,
        head: { $0.write(String(repeating: "x", count: 1 << 16)) })
    }
    #expect(error?.code == "too-large")
    #expect(ends.worker.wait(nanoseconds: 1_000_000) == .timedOut)
    try ends.host.send(.frame, sequence: 2, epoch: 0)
    #expect(ends.worker.wait() == .message)
    #expect(try ends.worker.receive() == .frame)
  }

  @Test("a head longer than the host accepts is refused before it is copied")
  func headLimit() throws {
    let ends = try Ends(headLimit: 100)
    try ends.worker.send(
      .done, sequence: 1, epoch: 0, head: { $0.write(String(repeating: "x", count: 97)) })
    #expect(ends.host.wait() == .message)
    let error = #expect(throws: LayoutError.self) { try ends.host.receive() }
    #expect(error?.code == "wire")
  }

  @Test("the count of messages wraps around without the value that marks the end")
  func wraps() throws {
    let areas = try AreaPair(areaBytes: 1 << 16)
    areas.requests.turn.pointee = SharedArea.ended - 2
    let host = Channel(outgoing: areas.requests, incoming: areas.replies)
    let worker = Channel(outgoing: areas.replies, incoming: areas.requests)
    for sequence in 0..<4 as Range<UInt64> {
      try host.send(.frame, sequence: sequence, epoch: 0)
      #expect(worker.wait(nanoseconds: 1_000_000) == .message)
      #expect(try worker.receive() == .frame)
      #expect(worker.header.sequence == sequence)
    }
  }

  @Test("the memory of a worker's long message is freed when a short one follows; a host's stays")
  func givesBack() throws {
    let ends = try Ends(areaBytes: 64 << 20)
    var status = stat()
    func blocks(_ file: AreaFile) -> Int {
      fstat(file.descriptor, &status)
      return Int(status.st_blocks) * 512
    }
    try ends.worker.send(
      .done, sequence: 1, epoch: 0, bulkLength: 32 << 20,
      bulk: { $0.initializeMemory(as: UInt8.self, repeating: 1) })
    #expect(blocks(ends.areas.replyFile) > 32 << 20)
    try ends.worker.send(.done, sequence: 2, epoch: 0)
    #expect(blocks(ends.areas.replyFile) < 2 << 20)
    try ends.host.send(
      .frame, sequence: 1, epoch: 0, bulkLength: 32 << 20,
      bulk: { $0.initializeMemory(as: UInt8.self, repeating: 1) })
    try ends.host.send(.frame, sequence: 2, epoch: 0)
    #expect(blocks(ends.areas.requestFile) > 32 << 20)
  }

  @Test("a worker cannot shorten or lengthen the areas, or write the host's area")
  func seals() throws {
    let areas = try AreaPair(areaBytes: 1 << 16)
    for file in [areas.requestFile, areas.replyFile] {
      #expect(ftruncate(file.descriptor, 4_096) != 0)
      #expect(ftruncate(file.descriptor, 1 << 20) != 0)
    }
    #expect(throws: LayoutError.self) {
      try SharedArea(mapping: areas.requestFile.descriptor, count: 1 << 16, writable: true)
    }
  }
}
