// SPDX-License-Identifier: Apache-2.0
//
// The kernel's notices about directories: one inotify descriptor, and nothing decided.

import Glibc
import LayoutModel

/// An inotify queue. Closed with the value.
struct Inotify: ~Copyable {
  /// One notice, as the kernel gives it (inotify(7)).
  struct Notice {
    /// The watch that it came by; -1 for an overflow.
    var watch: Int32
    /// `IN_…` combined.
    var mask: Mask
    /// The name in the directory; empty for a notice about the directory itself.
    var name: String
  }

  /// `IN_…` bits.
  struct Mask: OptionSet {
    let rawValue: UInt32

    static let modified = Mask(rawValue: UInt32(IN_MODIFY))
    static let attributes = Mask(rawValue: UInt32(IN_ATTRIB))
    static let closedAfterWriting = Mask(rawValue: UInt32(IN_CLOSE_WRITE))
    static let created = Mask(rawValue: UInt32(IN_CREATE))
    static let deleted = Mask(rawValue: UInt32(IN_DELETE))
    static let movedFrom = Mask(rawValue: UInt32(IN_MOVED_FROM))
    static let movedTo = Mask(rawValue: UInt32(IN_MOVED_TO))
    static let selfDeleted = Mask(rawValue: UInt32(IN_DELETE_SELF))
    static let selfMoved = Mask(rawValue: UInt32(IN_MOVE_SELF))
    static let unmounted = Mask(rawValue: UInt32(IN_UNMOUNT))
    static let overflow = Mask(rawValue: UInt32(IN_Q_OVERFLOW))
    static let watchEnded = Mask(rawValue: UInt32(IN_IGNORED))

    /// An entry of a directory came, went or became another.
    static let entries: Mask = [.created, .deleted, .movedFrom, .movedTo, .attributes]
  }

  /// Readable when there are notices.
  let descriptor: Int32

  /// - Throws: `watch-unavailable` with the kernel's reason.
  init() throws(LayoutError) {
    // IN_CLOEXEC and IN_NONBLOCK are these by definition.
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw LayoutError(
        .watchUnavailable,
        "the kernel gives no inotify queue: \(FileSystem.reason()); "
          + "raise fs.inotify.max_user_instances or the limit of open files")
    }
  }

  deinit { close(descriptor) }

  /// Watches a directory; what was asked of it before is kept. A directory has one watch, by
  /// whatever path it is reached.
  ///
  /// - Returns: The watch, or a negated errno.
  func watch(_ directory: String, for mask: Mask) -> Int32 {
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    let watch = inotify_add_watch(descriptor, directory, mask.rawValue | flags)
    return watch >= 0 ? watch : -errno
  }

  /// Ends a watch.
  func unwatch(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Takes what is in the queue now, at most a few thousand notices, without waiting.
  func read() -> [Notice] {
    var notices: [Notice] = []
    // Aligned as the records demand, and room for many of them.
    var room = [UInt64](repeating: 0, count: 1 << 13)
    // Bounded, so that whoever writes without pause cannot hold the reader.
    for _ in 0..<16 {
      let count = room.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      room.withUnsafeBytes { notices += Self.parse(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return notices
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> [Notice] {
    let header = MemoryLayout<inotify_event>.size
    var notices: [Notice] = []
    var at = 0
    while at + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = min(bytes.count, at + header + Int(event.len))
      let name = bytes[(at + header)..<end].prefix { $0 != 0 }
      notices.append(
        Notice(
          watch: event.wd, mask: Mask(rawValue: event.mask),
          name: String(decoding: name, as: UTF8.self)))
      at = end
    }
    return notices
  }
}
