// SPDX-License-Identifier: Apache-2.0
//
// Passes messages through a pair of areas: publish, wait, copy.

import CLayoutSystem
import Glibc
import LayoutModel

/// One side of the exchange. Both sides use this type, with the areas swapped.
///
/// The two sides send in turn: after a side has published a message, it waits for the message of
/// the other side. So each area holds one message and never needs a queue. Not thread-safe.
final class Channel {
  /// The result of waiting.
  enum Waited: Equatable {
    case message
    case timedOut
    /// The other process has ended.
    case ended
  }

  private let outgoing: SharedArea
  private let incoming: SharedArea
  private var published: UInt32
  private var seen: UInt32
  /// The time to spin on the word before sleeping. In back-to-back exchanges the answer comes
  /// within a microsecond and sleeping would cost thirty. At 60 Hz the core sleeps in any case, and
  /// longer spinning only takes processor time from the other side.
  private let spinNanoseconds: Int64
  /// The longest head that is accepted from the other side, and the largest number of entries of
  /// its lists.
  private let (headLimit, entryLimit): (Int, Int)
  /// True if this side gives the memory of its long messages back.
  private let givesBack: Bool
  /// The number of bytes that messages in the outgoing area have touched since memory was last
  /// given back.
  private var reach = 0
  /// A private copy of the last message's header and head. Data that are read twice are read from
  /// here.
  private var inbox: Inbox
  /// The header of the last message received. It is valid after ``receive()``.
  private(set) var header = WireHeader(.stop, sequence: 0, epoch: 0)

  /// Creates a channel on two mapped areas.
  ///
  /// - Parameter givesBack: True for the worker, whose area is not sealed against it.
  init(
    outgoing: SharedArea, incoming: SharedArea, headLimit: Int = .max, entryLimit: Int = .max,
    givesBack: Bool = false
  ) {
    (self.headLimit, self.entryLimit, self.givesBack) = (headLimit, entryLimit, givesBack)
    self.outgoing = outgoing
    self.incoming = incoming
    published = unsafe layout_sys_load_acquire_u32(outgoing.turn)
    // Messages that the other side publishes from now on are new. Before the first one the word is
    // 0, even if the other side has already started.
    seen = 0
    spinNanoseconds = Channel.canSpin ? 20_000 : 0
    inbox = Inbox(byteCount: Inbox.usual)
  }

  /// False on one processor, where spinning would keep the other side from answering.
  private static let canSpin = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1

  // MARK: Sending

  /// Returns the memory for the bulk data of the next message, if its head takes `headLength`
  /// bytes. Write them here before ``send(_:sequence:epoch:bulkLength:head:)``.
  func bulkRoom(afterHead headLength: Int) -> UnsafeMutableRawBufferPointer {
    let start = WireFormat.aligned(WireFormat.headOffset + headLength)
    return unsafe UnsafeMutableRawBufferPointer(rebasing: outgoing.message[start...])
  }

  /// Publishes a message and wakes the other side if it sleeps.
  ///
  /// - Parameters:
  ///   - bulkLength: The number of bytes that were written to ``bulkRoom(afterHead:)`` before.
  ///   - fill: Writes `bulkLength` bytes behind the head, if no bytes were written there before.
  ///   - write: Writes the head.
  /// - Throws: ``LayoutError`` `too-large` if the message does not fit; nothing is published then.
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

  /// Gives the memory of a long message back once a short message follows it: the short one is sent
  /// only after the long one was read. Only the worker does this. The host's area is sealed against
  /// it, and keeps the memory of the longest message, such as one with the counts of many sections.
  private func giveBack(after length: Int) {
    guard givesBack else { return }
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
    // The exchange orders the message before the word, and the word before the read of `sleeping`:
    // either the other side sees the new word before it sleeps, or this side sees that it sleeps.
    _ = unsafe layout_sys_exchange_u32(outgoing.turn, published)
    layout_sys_fence()
    if unsafe layout_sys_load_acquire_u32(incoming.sleeping) != 0 {
      _ = unsafe layout_sys_futex_wake(outgoing.turn, 1)
    }
  }

  // MARK: Receiving

  /// Waits for the next message for at most `nanoseconds`; without end if negative.
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

  /// True if ``wait(nanoseconds:)`` would return at once.
  var hasMessage: Bool { unsafe layout_sys_load_acquire_u32(incoming.turn) != seen }

  private var outcome: Waited {
    unsafe layout_sys_load_acquire_u32(incoming.turn) == SharedArea.ended ? .ended : .message
  }

  /// Spins on the word for a while. Returns true if the message came.
  private func spin() -> Bool {
    let processor = here()
    if unsafe layout_sys_load_acquire_u32(incoming.turn) != seen { return true }
    // If both sides share a processor, the other side cannot answer while this side spins.
    guard spinNanoseconds > 0, unsafe layout_sys_load_relaxed_u32(incoming.processor) != processor
    else {
      return false
    }
    let end = layout_sys_monotonic_ns() + spinNanoseconds
    repeat {
      // This loop takes about a microsecond, then the clock is read.
      for _ in 0..<24 {
        if unsafe layout_sys_load_acquire_u32(incoming.turn) != seen { return true }
        layout_sys_spin_hint()
      }
    } while layout_sys_monotonic_ns() < end
    return false
  }

  /// Returns the processor that this side runs on, and tells the other side if it changed.
  private func here() -> UInt32 {
    let processor = layout_sys_processor()
    if unsafe layout_sys_load_relaxed_u32(outgoing.processor) != processor {
      unsafe layout_sys_store_release_u32(outgoing.processor, processor)
    }
    return processor
  }

  /// Copies the header and the head of the message that ``wait(nanoseconds:)`` announced, then
  /// checks them.
  ///
  /// - Throws: ``LayoutError`` `wire`.
  /// - Complexity: Allocates only if a head is longer than all heads before.
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

  /// Copies bytes of the incoming message to the same place in the inbox. The fence prevents the
  /// compiler from reading the shared bytes again where the copy is read.
  private func copy(_ bytes: Slice<UnsafeRawBufferPointer>) {
    unsafe UnsafeMutableRawBufferPointer(rebasing: inbox.bytes[bytes.startIndex...])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    layout_sys_fence()
  }

  /// A reader of the private copy of the head. Valid until the next ``receive()``.
  var head: WireReader {
    unsafe WireReader(
      UnsafeRawBufferPointer(
        rebasing: inbox.bytes[
          WireFormat.headOffset..<(WireFormat.headOffset + Int(header.headLength))]),
      entryLimit: entryLimit)
  }

  /// The bulk data, still in shared memory. They must be copied once; only the copy may be checked.
  var bulk: UnsafeRawBufferPointer {
    let start = WireFormat.aligned(WireFormat.headOffset + Int(header.headLength))
    return unsafe UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(incoming.message)[start..<(start + Int(header.bulkLength))])
  }
}

// MARK: - Inbox

/// A private copy of a message. A long copy has its own mapping: the heap would keep memory of that
/// size forever, and the other side must not choose how much that is.
///
/// Memory safety: it owns the copy; `bytes` is unsafe by its type.
@safe
struct Inbox: ~Copyable {
  /// The number of bytes of a copy that fits most messages.
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
