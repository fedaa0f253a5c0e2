// SPDX-License-Identifier: Apache-2.0
//
// How a worker's process ended, in words.

import Glibc

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
