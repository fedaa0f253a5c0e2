// SPDX-License-Identifier: Apache-2.0
//
// Passing messages through a pair of areas: publish, wait, copy.

import CLayoutSystem
import Glibc
import LayoutModel

/// One side of the exchange. Both sides use this type, with the areas swapped.
///
/// The two sides speak in turn: after a message has been published the sender waits for the other's,
/// so each area holds one message and never needs a queue. Not thread-safe.
final class Channel {
  /// The outcome of waiting.
  enum Waited: Equatable {
    case message
    case timedOut
    /// The other process is gone.
    case ended
  }

  private let outgoing: SharedArea
  private let incoming: SharedArea
  private var published: UInt32
  private var seen: UInt32
  /// The time to look at the word before sleeping on it. Back to back the answer comes within a
  /// microsecond and sleeping would cost thirty; at 60 Hz the core sleeps anyway, and spinning
  /// longer only takes processor time from the other side.
  private let spinNanoseconds: Int64
  /// The longest head that is taken from the other side, and the most entries of its lists.
  private let (headLimit, entryLimit): (Int, Int)
  /// The reach of messages in the outgoing area since memory was last given back.
  private var reach = 0
  /// A private copy of the last message's header and head: what is read twice is read from here.
  private var inbox: Inbox
  /// Of the last message received. Meaningful after ``receive()``.
  private(set) var header = WireHeader(.stop, sequence: 0, epoch: 0)

  /// A channel on two mapped areas.
  init(
    outgoing: SharedArea, incoming: SharedArea, headLimit: Int = .max, entryLimit: Int = .max
  ) {
    (self.headLimit, self.entryLimit) = (headLimit, entryLimit)
    self.outgoing = outgoing
    self.incoming = incoming
    published = unsafe layout_sys_load_acquire_u32(outgoing.turn)
    // Messages that the other side publishes from now on are new; before the first one the word
    // is 0, whether or not the other side has started.
    seen = 0
    spinNanoseconds = Channel.canSpin ? 20_000 : 0
    inbox = Inbox(byteCount: Inbox.usual)
  }

  /// On one processor spinning keeps the other side from answering.
  private static let canSpin = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  // MARK: Sending

  /// Returns the memory for the bulk data of the next message, when its head takes
  /// `headLength` bytes: write them here before ``send(_:sequence:epoch:bulkLength:head:)``.
  func bulkRoom(afterHead headLength: Int) -> UnsafeMutableRawBufferPointer {
    let start = WireFormat.aligned(WireFormat.headOffset + headLength)
    return unsafe UnsafeMutableRawBufferPointer(rebasing: outgoing.message[start...])
  }

  /// Publishes a message and wakes the other side if it sleeps.
  ///
  /// - Parameters:
  ///   - bulkLength: Bytes written to ``bulkRoom(afterHead:)`` before.
  ///   - fill: Writes `bulkLength` bytes behind the head, when nothing was written there before.
  ///   - write: Writes the head.
  /// - Throws: ``LayoutError`` `too-large` when it does not fit; nothing is published then.
  /// - Complexity: Does not allocate.
  func send(
    _ kind: WireKind, sequence: UInt64, epoch: UInt64, bulkLength: Int = 0,
    bulk fill: (UnsafeMutableRawBufferPointer) -> Void = { _ in },
    head write: (inout WireWriter) -> Void = { _ in }
  ) throws(LayoutError) {
    let message = unsafe outgoing.message
    var head = unsafe WireWriter(
      UnsafeMutableRawBufferPointer(rebasing: message[WireFormat.headOffset...]))
    write(&head)
    let end = WireFormat.aligned(WireFormat.headOffset + head.count)
    guard head.isComplete, bulkLength <= message.count - end else {
      throw LayoutError(
        .tooLarge,
        "a message to a worker takes more than \(message.count) bytes; ask for a smaller rectangle "
          + "or run the layout in process")
    }
    unsafe fill(UnsafeMutableRawBufferPointer(rebasing: message[end..<(end + bulkLength)]))
    giveBack(after: end + bulkLength)
    let header = WireHeader(
      kind, sequence: sequence, epoch: epoch, headLength: head.count, bulkLength: bulkLength)
    unsafe message.storeBytes(of: header, as: WireHeader.self)
    publish()
  }

  /// Gives the memory of a long message back once a short one follows it: that one is sent because
  /// the long one has been read. Only the replies can; the host's area is sealed against it, and
  /// its messages are short.
  private func giveBack(after length: Int) {
    reach = max(reach, length)
    guard reach > WireFormat.keptBytes, length <= WireFormat.keptBytes else { return }
    unsafe madvise(
      outgoing.base + WireFormat.messageOffset + WireFormat.keptBytes,
      min(reach, outgoing.messageRoom) - WireFormat.keptBytes, MADV_REMOVE)
    reach = 0
  }

  private func publish() {
    _ = here()
    published &+= 1
    if published == SharedArea.ended { published = 1 }
    // The exchange orders the message before the word, and the word before the look at `sleeping`:
    // either the other side sees the new word before it sleeps, or this side sees it asleep.
    _ = unsafe layout_sys_exchange_u32(outgoing.turn, published)
    layout_sys_fence()
    if unsafe layout_sys_load_acquire_u32(incoming.sleeping) != 0 {
      _ = unsafe layout_sys_futex_wake(outgoing.turn, 1)
    }
  }

  // MARK: Receiving

  /// Waits for the next message, at most `nanoseconds`; without end when negative.
  func wait(nanoseconds: Int64 = -1) -> Waited {
    if spin() { return outcome }
    let deadline = nanoseconds < 0 ? Int64.max : layout_sys_monotonic_ns() &+ nanoseconds
    _ = unsafe layout_sys_exchange_u32(outgoing.sleeping, 1)
    defer { unsafe layout_sys_store_release_u32(outgoing.sleeping, 0) }
    layout_sys_fence()
    while unsafe layout_sys_load_acquire_u32(incoming.turn) == seen {
      let left = deadline == .max ? -1 : deadline - layout_sys_monotonic_ns()
      if deadline != .max && left <= 0 { return .timedOut }
      _ = unsafe layout_sys_futex_wait(incoming.turn, seen, left)
    }
    return outcome
  }

  /// True when ``wait(nanoseconds:)`` would return at once.
  var hasMessage: Bool { unsafe layout_sys_load_acquire_u32(incoming.turn) != seen }

  private var outcome: Waited {
    unsafe layout_sys_load_acquire_u32(incoming.turn) == SharedArea.ended ? .ended : .message
  }

  /// Looks at the word for a while. True when the message came.
  private func spin() -> Bool {
    let processor = here()
    if unsafe layout_sys_load_acquire_u32(incoming.turn) != seen { return true }
    // Two that share a processor take turns on it: as long as this one looks, the other cannot
    // answer.
    guard spinNanoseconds > 0, unsafe layout_sys_load_relaxed_u32(incoming.processor) != processor
    else {
      return false
    }
    let end = layout_sys_monotonic_ns() + spinNanoseconds
    repeat {
      // About a microsecond between two looks at the clock.
      for _ in 0..<24 {
        if unsafe layout_sys_load_acquire_u32(incoming.turn) != seen { return true }
        layout_sys_spin_hint()
      }
    } while layout_sys_monotonic_ns() < end
    return false
  }

  /// The processor that this side runs on, told to the other when it changed.
  private func here() -> UInt32 {
    let processor = layout_sys_processor()
    if unsafe layout_sys_load_relaxed_u32(outgoing.processor) != processor {
      unsafe layout_sys_store_release_u32(outgoing.processor, processor)
    }
    return processor
  }

  /// Copies header and head of the message that ``wait(nanoseconds:)`` announced, then checks them.
  ///
  /// - Throws: ``LayoutError`` `wire`.
  /// - Complexity: Allocates only when a head is longer than any before.
  func receive() throws(LayoutError) -> WireKind {
    seen = unsafe layout_sys_load_acquire_u32(incoming.turn)
    let message = unsafe UnsafeRawBufferPointer(incoming.message)
    unsafe copy(message[0..<WireFormat.headOffset])
    header = unsafe inbox.bytes.load(as: WireHeader.self)
    let kind = try header.checkedKind(room: message.count)
    guard Int(header.headLength) <= headLimit else {
      throw .wire("a message with a head of \(header.headLength) bytes")
    }
    let end = WireFormat.headOffset + Int(header.headLength)
    if unsafe end > inbox.bytes.count || inbox.bytes.count > WireFormat.keptBytes {
      inbox = Inbox(byteCount: max(Inbox.usual, WireFormat.aligned(end)))
    }
    unsafe copy(message[WireFormat.headOffset..<end])
    return kind
  }

  /// Copies bytes of the incoming message to the same place in the inbox. The fence keeps the
  /// compiler from reading the shared bytes again where the copy is read.
  private func copy(_ bytes: Slice<UnsafeRawBufferPointer>) {
    unsafe UnsafeMutableRawBufferPointer(rebasing: inbox.bytes[bytes.startIndex...])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    layout_sys_fence()
  }

  /// A reader on the private copy of the head. Valid until the next ``receive()``.
  var head: WireReader {
    unsafe WireReader(
      UnsafeRawBufferPointer(
        rebasing: inbox.bytes[
          WireFormat.headOffset..<(WireFormat.headOffset + Int(header.headLength))]),
      entryLimit: entryLimit)
  }

  /// The bulk data, still in shared memory: copy them once, then look at the copy.
  var bulk: UnsafeRawBufferPointer {
    let start = WireFormat.aligned(WireFormat.headOffset + Int(header.headLength))
    return unsafe UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(incoming.message)[start..<(start + Int(header.bulkLength))])
  }
}

// MARK: - Inbox

/// A private copy of a message. A long one is mapped by itself: memory of that size which the heap gave out
/// once stays with the heap, and the other side must not choose how much that is.
///
/// Memory safety: it owns the copy; `bytes` is unsafe by its type.
@safe
struct Inbox: ~Copyable {
  /// Bytes of one that most messages fit.
  static let usual = 4096

  let bytes: UnsafeMutableRawBufferPointer
  private let isMapped: Bool

  init(byteCount: Int) {
    if byteCount > WireFormat.keptBytes,
      let start = unsafe mmap(
        nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe start != MAP_FAILED
    {
      unsafe (bytes, isMapped) = unsafe (
        UnsafeMutableRawBufferPointer(start: start, count: byteCount), true
      )
    } else {
      unsafe (bytes, isMapped) = (.allocate(byteCount: byteCount, alignment: 64), false)
    }
  }

  deinit {
    if isMapped { unsafe munmap(bytes.baseAddress, bytes.count) } else { unsafe bytes.deallocate() }
  }
}
