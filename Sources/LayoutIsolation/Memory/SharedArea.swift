// SPDX-License-Identifier: Apache-2.0
//
// Memory that host and worker share, and the words that pass the turn between them.

import CLayoutSystem
import Glibc
import LayoutModel

/// One direction of the exchange: a page of control words, then one message.
///
/// An area is address space of a fixed, generous length, backed by a sealed anonymous file. Pages
/// take memory only once they are written, so an area never has to grow. A worker that closed its
/// descriptors and may no longer map memory can still receive ten million sections.
///
/// The mapping lives as long as this object.
///
/// Memory safety: it owns the mapping; `base` is unsafe by its type.
@safe
final class SharedArea: @unchecked Sendable {
  // Sendable because the address never changes and every word that two threads use is atomic.

  /// The start of the mapping, page aligned.
  let base: UnsafeMutableRawPointer
  /// The number of bytes of the mapping.
  let count: Int

  /// Maps the file of `descriptor`, which stays open.
  ///
  /// - Throws: ``LayoutError`` `shared-memory` if the kernel refuses.
  init(mapping descriptor: Int32, count: Int, writable: Bool) throws(LayoutError) {
    let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
    guard let base = unsafe mmap(nil, count, protection, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else { throw .sharedMemory("map \(count) bytes", errno) }
    unsafe self.base = unsafe base
    self.count = count
  }

  deinit { unsafe munmap(base, count) }

  /// The number of bytes that a message may take.
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

  /// A word that changes with each message published here; the other side sleeps on it.
  var turn: UnsafeMutablePointer<UInt32> { unsafe word(at: 0) }

  /// The processor on which the writer of this area last ran. It is on the cache line of ``turn``,
  /// which the writer writes in any case.
  var processor: UnsafeMutablePointer<UInt32> { unsafe word(at: 4) }

  /// 1 while the writer of this area sleeps, so that the other side makes the system call to wake
  /// it only if it sleeps. It has its own cache line, because it is written while the other side
  /// spins on ``turn``.
  var sleeping: UnsafeMutablePointer<UInt32> { unsafe word(at: 64) }

  /// 1 + the index of the plugin slot being called, 0 between calls: it shows the call in which a
  /// worker died. Only the worker writes it.
  var slot: UnsafeMutablePointer<UInt32> { unsafe word(at: 128) }

  /// The wire version of the worker, its first word to the host, or a ``SetUpFailure``; 0 before
  /// that.
  var greeting: UnsafeMutablePointer<UInt32> { unsafe word(at: 192) }

  /// Writes the worker's greeting, and wakes the host if it waits for that.
  func greet(as word: UInt32) {
    unsafe layout_sys_store_release_u32(greeting, word)
    _ = unsafe layout_sys_futex_wake(greeting, 1)
  }

  /// Marks that the writer of this area has ended, and wakes a waiting thread. Called after the
  /// process has ended, so nothing can overwrite the words.
  func markEnded() {
    if unsafe layout_sys_compare_exchange_u32(greeting, 0, Self.ended) != 0 {
      _ = unsafe layout_sys_futex_wake(greeting, 1)
    }
    _ = unsafe layout_sys_exchange_u32(turn, Self.ended)
    _ = unsafe layout_sys_futex_wake(turn, UInt32.max)
  }
}

// MARK: Making an area

/// The descriptor of a new area's file. It is closed when the last reference is released.
final class AreaFile: Sendable {
  /// The descriptor. It is above the standard streams and the two numbers at which a worker finds
  /// its areas, so that placing the areas there in the child never overwrites one of them.
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

  /// Forbids changes of the length for good. Otherwise a worker could shorten the file, and the
  /// host's next read would raise SIGBUS. With `onlyOurs`, new writable mappings are forbidden too,
  /// so the worker can only read what the host writes.
  func seal(onlyOurs: Bool) throws(LayoutError) {
    var seals = LAYOUT_SYS_SEAL_SHRINK | LAYOUT_SYS_SEAL_GROW | LAYOUT_SYS_SEAL_SEAL
    if onlyOurs { seals |= LAYOUT_SYS_SEAL_FUTURE_WRITE }
    let result = layout_sys_seal(descriptor, UInt32(seals))
    guard result == 0 else { throw .sharedMemory("seal shared memory", -result) }
  }
}

/// The two areas of one worker, on the host's side.
struct AreaPair {
  let requestFile: AreaFile
  let replyFile: AreaFile
  let requests: SharedArea
  let replies: SharedArea

  /// Creates, maps and seals both areas.
  ///
  /// The host maps the replies writable too, for a single store: the mark that the worker has
  /// ended.
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
