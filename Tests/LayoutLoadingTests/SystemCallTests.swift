// SPDX-License-Identifier: Apache-2.0
//
// The system calls that Swift cannot make: each does what its header says.

import CLayoutSystem
import Foundation
import LayoutTesting
import Testing

@Suite("CLayoutSystem")
struct SystemCallTests {
  /// A word that two threads share.
  final class Word: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    init(_ value: UInt32) { pointer.initialize(to: value) }
    deinit { pointer.deallocate() }
  }

  @Test("a wait ends at once if the word differs, and at its deadline without a wake")
  func waits() {
    let word = Word(7)
    #expect(layout_sys_futex_wait(word.pointer, 8, -1) == 0)
    let start = layout_sys_monotonic_ns()
    #expect(layout_sys_futex_wait(word.pointer, 7, 3_000_000) == -ETIMEDOUT)
    #expect(layout_sys_monotonic_ns() - start >= 3_000_000)
    #expect(layout_sys_futex_wake(word.pointer, 1) == 0, "no thread sleeps any more")
  }

  @Test("a wake reaches the sleeping thread, which sees the writes before it")
  func wakes() async {
    let word = Word(0)
    let seen = Task.detached { () -> UInt32 in
      while layout_sys_load_acquire_u32(word.pointer) == 0 {
        _ = layout_sys_futex_wait(word.pointer, 0, -1)
      }
      return layout_sys_load_acquire_u32(word.pointer)
    }
    layout_sys_store_release_u32(word.pointer, 42)
    _ = layout_sys_futex_wake(word.pointer, .max)
    #expect(await seen.value == 42)
  }

  @Test("atomic changes of many threads are all counted")
  func counts() async {
    let word = Word(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5000 {
            var count = layout_sys_load_relaxed_u32(word.pointer)
            while layout_sys_compare_exchange_u32(word.pointer, count, count + 1) == 0 {
              count = layout_sys_load_relaxed_u32(word.pointer)
            }
          }
        }
      }
    }
    #expect(layout_sys_exchange_u32(word.pointer, 5) == 40_000)
    #expect(layout_sys_compare_exchange_u32(word.pointer, 4, 6) == 0)
    #expect(layout_sys_compare_exchange_u32(word.pointer, 5, 6) == 1)
    #expect(layout_sys_load_relaxed_u32(word.pointer) == 6)
  }

  @Test("a sealed file keeps its size")
  func seals() {
    let file = layout_sys_memfd_create("layouthost-test")
    #expect(file >= 0)
    defer { close(file) }
    #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
    #expect(ftruncate(file, 8192) == 0)
    let both = UInt32(LAYOUT_SYS_SEAL_SHRINK | LAYOUT_SYS_SEAL_SEAL)
    #expect(layout_sys_seal(file, both) == 0)
    #expect(ftruncate(file, 4096) == -1 && errno == EPERM)
    #expect(ftruncate(file, 16384) == 0, "growing was not sealed")
    #expect(layout_sys_seal(file, UInt32(LAYOUT_SYS_SEAL_GROW)) == -EPERM)
  }

  @Test("a process descriptor reports the end of the process")
  func watchesProcesses() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["100"]
    try process.run()
    let descriptor = layout_sys_pidfd_open(process.processIdentifier)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 0) == 0, "it still runs")
    #expect(layout_sys_pidfd_send_signal(descriptor, SIGKILL) == 0)
    #expect(poll(&watched, 1, 60_000) == 1)
    process.waitUntilExit()
    #expect(layout_sys_pidfd_send_signal(descriptor, SIGKILL) == -ESRCH)
    #expect(layout_sys_pidfd_open(-1) == -EINVAL)
  }

  @Test("failures do not change errno")
  func keepsErrno() {
    errno = 77
    #expect(layout_sys_seal(-1, 1) == -EBADF)
    #expect(layout_sys_is_noexec("/nowhere/at/all") == -ENOENT)
    #expect(errno == 77)
  }
}
