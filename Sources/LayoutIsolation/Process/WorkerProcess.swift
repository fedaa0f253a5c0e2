// SPDX-License-Identifier: Apache-2.0
//
// A handle on one worker's process.

import CLayoutSystem
import Glibc
import Synchronization

/// A child process that runs one plugin.
///
/// The supervisor's thread collects its status, so there is never a zombie; this handle may be used
/// from any thread.
final class WorkerProcess: Sendable {
  /// For messages and for debuggers. Use the descriptor to signal: a number can be taken again.
  let id: Int32
  /// Becomes readable when the process ends.
  let descriptor: Int32
  /// Marked when the process ends, so that who waits for an answer wakes at once.
  private let replies: SharedArea
  private let endState = Mutex<ProcessEnd?>(nil)
  /// The limits between calls; nil when nobody watches them.
  let limits: WatchLimits?
  /// When something was asked of it, which its limits leave out.
  let account: RequestAccount
  private let excessState = Mutex<WorkerExcess?>(nil)

  /// Takes over `descriptor`.
  init(id: Int32, descriptor: Int32, replies: SharedArea, limits: WatchLimits? = nil) {
    (self.id, self.descriptor, self.replies, self.limits) = (id, descriptor, replies, limits)
    // It starts, which takes time that nobody asks for by a message.
    account = RequestAccount(at: layout_sys_monotonic_ns())
  }

  deinit { close(descriptor) }

  /// Its end; nil while it runs.
  var end: ProcessEnd? { endState.withLock { $0 } }

  /// The reason for which the supervisor ended it; nil when it did not.
  var excess: WorkerExcess? { excessState.withLock { $0 } }

  /// Ends it for what it used.
  func kill(for excess: WorkerExcess) {
    excessState.withLock { $0 = excess }
    kill()
  }

  /// Ends it at once. Harmless when it has ended.
  func kill() { _ = layout_sys_pidfd_send_signal(descriptor, SIGKILL) }

  /// Collects the status of a process that has ended and tells who waits. Only the supervisor calls
  /// this.
  ///
  /// Every process that the plugin started ends too: all that is still in the worker's group, however
  /// the worker ended. Until its status is collected, the number of the group is its own.
  func collect() {
    killGroup()
    var status: Int32 = 0
    var result: Int32
    repeat { result = unsafe waitpid(id, &status, 0) } while result < 0 && errno == EINTR
    note(result == id ? ProcessEnd(waitStatus: status) : .unknown)
  }

  /// Notes how it ended and tells who waits.
  func note(_ end: ProcessEnd) {
    endState.withLock { $0 = end }
    replies.markEnded()
  }

  /// Ends it and all that was started from it. Only for a process whose status was not collected:
  /// after that, the number can be someone else's.
  func killGroup() { Glibc.kill(-id, SIGKILL) }

  /// Waits until it has ended; used after a kill, when that is a matter of microseconds.
  func waitForEnd() -> ProcessEnd {
    while true {
      if let end { return end }
      _ = unsafe layout_sys_futex_wait(
        replies.turn, layout_sys_load_acquire_u32(replies.turn), 1_000_000)
    }
  }
}

// MARK: - Its end
//
// How a worker's process ended, in words.

/// The end of a process.
enum ProcessEnd: Equatable, Sendable {
  /// It exited with this code.
  case exited(Int32)
  /// This signal ended it: a trap, a kill.
  case signalled(Int32)
  /// Someone else collected its status: the app ignores SIGCHLD or waits for any child.
  case unknown

  /// From what `waitpid` says.
  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// "was ended by SIGSEGV (invalid memory reference)".
  var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let signal): "was ended by \(ProcessEnd.name(of: signal))"
    case .unknown: "ended; its status was collected by another part of the program"
    }
  }

  /// The name of a signal, with what it means where that helps.
  static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "SIGSEGV (invalid memory reference)"
    case SIGBUS: "SIGBUS (memory that is not there)"
    case SIGILL: "SIGILL (a trap or illegal instruction)"
    case SIGTRAP: "SIGTRAP (a trap)"
    case SIGFPE: "SIGFPE (division by zero or overflow)"
    case SIGABRT: "SIGABRT (it called abort)"
    case SIGSYS: "SIGSYS (a system call that is not allowed)"
    case SIGKILL: "SIGKILL (killed from outside, or out of memory)"
    case SIGXCPU: "SIGXCPU (processor time used up)"
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    case SIGPIPE: "SIGPIPE"
    default: "signal \(signal)"
    }
  }
}
