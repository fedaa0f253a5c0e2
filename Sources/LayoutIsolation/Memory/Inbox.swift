// SPDX-License-Identifier: Apache-2.0
//
// The memory into which the head of a message is copied.

import Glibc

/// A private copy of a message. A long one is mapped by itself: memory of that size which the heap gave out
/// once stays with the heap, and the other side must not choose how much that is.
struct Inbox: ~Copyable {
  /// Bytes of one that most messages fit.
  static let usual = 4096

  let bytes: UnsafeMutableRawBufferPointer
  private let isMapped: Bool

  init(byteCount: Int) {
    if byteCount > WireFormat.keptBytes,
      let start = mmap(
        nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    {
      (bytes, isMapped) = (UnsafeMutableRawBufferPointer(start: start, count: byteCount), true)
    } else {
      (bytes, isMapped) = (.allocate(byteCount: byteCount, alignment: 64), false)
    }
  }

  deinit {
    if isMapped { munmap(bytes.baseAddress, bytes.count) } else { bytes.deallocate() }
  }
}
