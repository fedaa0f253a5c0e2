// SPDX-License-Identifier: Apache-2.0
//
// Answers the refused calls of one child and keeps what it tried.

import CLayoutSystem
import Glibc
import LayoutIsolation

/// The parent's end of a child's filter. Owns the listener.
struct RefusalLog: ~Copyable {
  /// Readable while a call waits for its answer.
  let listener: Int32
  private let sandbox: CheckSandbox
  /// The calls that the child tried, the first of each kind; the number of all is of no use.
  private(set) var calls: [RefusedCall] = []

  /// Calls that are kept of one child.
  private static let most = 16

  /// CLONE_THREAD.
  private static let threadFlag: UInt64 = 0x10000

  init(listener: Int32, _ sandbox: CheckSandbox) {
    (self.listener, self.sandbox) = (listener, sandbox)
  }

  deinit { close(listener) }

  /// Answers the call that waits, if there is one.
  ///
  /// - Parameter place: The call into the layout that is under way.
  mutating func answerNext(place: () -> String?) {
    var call = layout_sys_refusal()
    guard layout_sys_next_refusal(listener, &call) == 0 else { return }
    if letsGo(call, place: place) {
      _ = layout_sys_let_go(listener, &call)
      return
    }
    let isThread = Int(call.call) == SystemCall.clone3 && startsThread(call)
    if !isThread { note(RefusedCall(call, place: place())) }
    // The C library then tries `clone`, whose flags are not in memory.
    _ = layout_sys_refuse(listener, &call, Int(call.call) == SystemCall.clone3 ? ENOSYS : EPERM)
  }

  private mutating func note(_ call: RefusedCall) {
    guard calls.count < Self.most, !calls.contains(call) else { return }
    calls.append(call)
  }

  /// Returns true when it opens a file for reading. Those that the child needs are no
  /// attempt; the others are noted and let go too, because Landlock refuses them: what is in
  /// memory can change once it was looked at.
  private mutating func letsGo(_ call: layout_sys_refusal, place: () -> String?) -> Bool {
    guard Int(call.call) == SystemCall.openat else { return false }
    let writing = UInt64(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | 0o10000000 | 0o20000000)
    guard call.argument(2) & writing == 0 else { return false }
    let path = RefusedCall.text(at: call.argument(1), of: call.process)
    if let path, !sandbox.isReadable(path) { note(RefusedCall(call, place: place())) }
    return true
  }

  /// Returns true when the flags in the memory of a `clone3` ask for a thread.
  private func startsThread(_ call: layout_sys_refusal) -> Bool {
    var flags: UInt64 = 0
    return layout_sys_read_memory(call.process, call.argument(0), &flags, 8) == 8
      && flags & Self.threadFlag != 0
  }
}
