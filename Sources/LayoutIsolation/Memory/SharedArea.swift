// SPDX-License-Identifier: Apache-2.0
//
// Memory that host and worker share, and the words by which they take turns.

import CLayoutSystem
import Glibc
import LayoutModel

/// One direction of the exchange: a page of control words, then one message.
///
/// An area is address space of a fixed, generous length behind a sealed anonymous file. Pages take
/// memory once they are written, so nothing ever has to grow, and a worker that closed its
/// descriptors and may no longer map anything can still be told of ten million sections.
///
/// The mapping lasts as long as this object.
///
/// Memory safety: it owns the mapping; `base` is unsafe by its type.
@safe
final class SharedArea: @unchecked Sendable {
  // Sendable because the address never changes and every word that two threads touch is atomic.

  /// The start of the mapping, page aligned.
  let base: UnsafeMutableRawPointer
  /// Bytes of the mapping.
  let count: Int

  /// Maps the file behind `descriptor`, which stays open.
  ///
  /// - Throws: ``LayoutError`` `shared-memory` when the kernel refuses.
  init(mapping descriptor: Int32, count: Int, writable: Bool) throws(LayoutError) {
    let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
    guard let base = unsafe mmap(nil, count, protection, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else { throw .sharedMemory("map \(count) bytes", errno) }
    unsafe self.base = unsafe base
    self.count = count
  }

  deinit { unsafe munmap(base, count) }

  /// Bytes that a message may take.
  var messageRoom: Int { count - WireFormat.messageOffset }

  /// The message, header first.
  var message: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(
      start: base + WireFormat.messageOffset, count: messageRoom)
  }
}

// MARK: Control words

extension SharedArea {
  /// The value of ``turn`` after the process that writes this area has ended.
  static let ended = UInt32.max

  private func word(at offset: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + offset).assumingMemoryBound(to: UInt32.self)
  }

  /// Changes with each message published here; the other side sleeps on it.
  var turn: UnsafeMutablePointer<UInt32> { unsafe word(at: 0) }

  /// The processor that the side that writes this area ran on last: on the line of ``turn``, which
  /// it writes anyway.
  var processor: UnsafeMutablePointer<UInt32> { unsafe word(at: 4) }

  /// 1 while the side that writes this area sleeps, so that the other only makes the system call
  /// that wakes it when there is someone to wake. Its own cache line: it is written while the other
  /// side spins on ``turn``.
  var sleeping: UnsafeMutablePointer<UInt32> { unsafe word(at: 64) }

  /// 1 + the index of the plugin slot being called, 0 between calls: what a worker was doing when
  /// it died. Written by the worker alone.
  var slot: UnsafeMutablePointer<UInt32> { unsafe word(at: 128) }

  /// The version of the wire that the worker speaks, its first word to the host, or a ``SetUpFailure``;
  /// 0 before it.
  var greeting: UnsafeMutablePointer<UInt32> { unsafe word(at: 192) }

  /// Says who the worker is, and wakes the host if it waits for that.
  func greet(as word: UInt32) {
    unsafe layout_sys_store_release_u32(greeting, word)
    _ = unsafe layout_sys_futex_wake(greeting, 1)
  }

  /// Says that the process that writes this area has ended, and wakes who waits for it. Called when
  /// the process is gone, so nothing can overwrite the words.
  func markEnded() {
    if unsafe layout_sys_compare_exchange_u32(greeting, 0, Self.ended) != 0 {
      _ = unsafe layout_sys_futex_wake(greeting, 1)
    }
    _ = unsafe layout_sys_exchange_u32(turn, Self.ended)
    _ = unsafe layout_sys_futex_wake(turn, UInt32.max)
  }
}

// MARK: Making an area

/// The descriptor of a new area's file, closed when the last reference goes.
final class AreaFile: Sendable {
  /// Above the standard streams and the two numbers that a worker finds its areas at, so that
  /// placing them there in the child never overwrites one of them.
  let descriptor: Int32

  /// Makes an anonymous file of `count` bytes.
  ///
  /// - Throws: ``LayoutError`` `shared-memory`.
  init(name: String, count: Int) throws(LayoutError) {
    let low = unsafe layout_sys_memfd_create(name)
    guard low >= 0 else { throw .sharedMemory("make an anonymous file", -low) }
    defer { close(low) }
    guard ftruncate(low, count) == 0 else { throw .sharedMemory("reserve \(count) bytes", errno) }
    let high = fcntl(low, F_DUPFD_CLOEXEC, 16)
    guard high >= 0 else { throw .sharedMemory("keep a descriptor", errno) }
    descriptor = high
  }

  deinit { close(descriptor) }

  /// Forbids changes of the length for good: without this a worker could shorten the file, and the
  /// host's next read would raise SIGBUS. With `onlyOurs`, new writable mappings are forbidden too,
  /// so the worker reads what the host writes and nothing else.
  func seal(onlyOurs: Bool) throws(LayoutError) {
    var seals = LAYOUT_SYS_SEAL_SHRINK | LAYOUT_SYS_SEAL_GROW | LAYOUT_SYS_SEAL_SEAL
    if onlyOurs { seals |= LAYOUT_SYS_SEAL_FUTURE_WRITE }
    let result = layout_sys_seal(descriptor, UInt32(seals))
    guard result == 0 else { throw .sharedMemory("seal shared memory", -result) }
  }
}

/// The two areas of one worker, as the host has them.
struct AreaPair {
  let requestFile: AreaFile
  let replyFile: AreaFile
  let requests: SharedArea
  let replies: SharedArea

  /// Makes, maps and seals both.
  ///
  /// The host maps the replies writable too, for one store: the mark that the worker has ended.
  init(areaBytes: Int) throws(LayoutError) {
    requestFile = try AreaFile(name: "layout-requests", count: areaBytes)
    replyFile = try AreaFile(name: "layout-replies", count: areaBytes)
    requests = try SharedArea(
      mapping: requestFile.descriptor, count: areaBytes, writable: true)
    replies = try SharedArea(mapping: replyFile.descriptor, count: areaBytes, writable: true)
    try requestFile.seal(onlyOurs: true)
    try replyFile.seal(onlyOurs: false)
  }
}

extension LayoutError {
  static func sharedMemory(_ action: String, _ code: Int32) -> LayoutError {
    LayoutError(
      .sharedMemory,
      unsafe "cannot \(action) for a worker: \(String(cString: strerror(code))); "
        + "raise the limit (ulimit -v, -n) or run the layout in process")
  }
}
