// SPDX-License-Identifier: Apache-2.0
//
// A handle on one worker's process.

import CLayoutSystem
import Glibc
import Synchronization

/// A child process that runs one plugin.
///
/// The supervisor's thread collects its status, so there is never a zombie. Any thread may use this
/// handle.
final class WorkerProcess: Sendable {
  /// The process id, for messages and for debuggers. Send signals through the descriptor, because
  /// the id can be reused.
  let id: Int32
  /// Becomes readable when the process ends.
  let descriptor: Int32
  /// The area that is marked when the process ends, so that a thread waiting for an answer wakes at
  /// once.
  private let replies: SharedArea
  private let endState = Mutex<ProcessEnd?>(nil)
  /// The limits between calls; nil if they are not checked.
  let limits: WatchLimits?
  /// The time of its requests, which does not count for its limits.
  let account: RequestAccount
  private let excessState = Mutex<WorkerExcess?>(nil)

  /// Takes `descriptor` over.
  init(id: Int32, descriptor: Int32, replies: SharedArea, limits: WatchLimits? = nil) {
    (self.id, self.descriptor, self.replies, self.limits) = (id, descriptor, replies, limits)
    // The process starts. This takes time, without a message that asks for it.
    account = RequestAccount(at: layout_sys_monotonic_ns())
  }

  deinit { close(descriptor) }

  /// The end of the process; nil while it runs.
  var end: ProcessEnd? { endState.withLock { $0 } }

  /// The reason why the supervisor ended it; nil if it did not.
  var excess: WorkerExcess? { excessState.withLock { $0 } }

  /// Ends the process because it used too much.
  func kill(for excess: WorkerExcess) {
    excessState.withLock { $0 = excess }
    kill()
  }

  /// Ends the process at once. Has no effect if it has already ended.
  func kill() { _ = layout_sys_pidfd_send_signal(descriptor, SIGKILL) }

  /// Collects the status of a process that has ended, and wakes waiting threads. Only the
  /// supervisor calls this.
  ///
  /// Every process that the plugin started is ended too: all processes in the worker's group,
  /// however the worker ended. Until the status is collected, no other group can have this number.
  func collect() {
    killGroup()
    var status: Int32 = 0
    var result: Int32
    repeat { result = unsafe waitpid(id, &status, 0) } while result < 0 && errno == EINTR
    note(result == id ? ProcessEnd(waitStatus: status) : .unknown)
  }

  /// Records how the process ended, and wakes waiting threads.
  func note(_ end: ProcessEnd) {
    endState.withLock { $0 = end }
    replies.markEnded()
  }

  /// Ends the process and all processes that were started from it. Only for a process whose status
  /// was not collected: after that, the number can belong to another process.
  func killGroup() { Glibc.kill(-id, SIGKILL) }

  /// Waits until the process has ended; used after a kill, when that takes microseconds.
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
// The end of a worker's process, as text.

/// The end of a process.
enum ProcessEnd: Equatable, Sendable {
  /// It exited with this code.
  case exited(Int32)
  /// This signal ended it: a trap, a kill.
  case signalled(Int32)
  /// Other code collected its status: the app ignores SIGCHLD or waits for any child.
  case unknown

  /// Reads the status that `waitpid` returned.
  init(waitStatus status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// The end as text, such as "was ended by SIGSEGV (invalid memory reference)".
  var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let signal): "was ended by \(ProcessEnd.name(of: signal))"
    case .unknown: "ended; its status was collected by another part of the program"
    }
  }

  /// Returns the name of a signal, with its meaning if that helps.
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
