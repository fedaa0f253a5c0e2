// SPDX-License-Identifier: Apache-2.0
//
// The system calls that the sandbox of a check refuses: their names, answers and records.

import CLayoutSystem
import Glibc
import LayoutIsolation

// MARK: - The call
//
// A system call that the sandbox of a check refused, as the parent of the child sees it.

/// An attempt that the sandbox refused.
package struct RefusedCall: Equatable, Sendable {
  /// The kind of attempt, each with its rule.
  package enum Subject: Equatable, Sendable {
    /// Opening, making, changing or removing files.
    case files
    /// Starting programs and processes, or leaving the process group that is killed after the
    /// check.
    case processes
    /// Sending or queueing signals to other processes.
    case signals
    /// All other calls: the network, other processes, the settings of the kernel.
    case other
  }

  package let subject: Subject
  /// The call, with its path where it has one: "openat /etc/passwd".
  package let text: String
  /// The call into the layout that was under way, with its arguments; nil when none was.
  package let place: String?

  /// "openat /etc/passwd, in prepare …".
  package var description: String {
    place.map { "\(text), in \($0)" } ?? "\(text), while it loaded"
  }
}

extension RefusedCall {
  /// Describes a call that waits for its answer.
  init(_ call: layout_sys_refusal, place: String?) {
    let known = SystemCall.known[Int(call.call)]
    subject = known?.subject ?? .other
    let path = known?.path.flatMap { Self.text(at: call.argument($0), of: call.process) }
    text = [known?.name ?? "system call \(call.call)", path].compactMap { $0 }.joined(
      separator: " ")
    self.place = place
  }

  /// Returns the text at an address of another process, at most one path; nil when it cannot be
  /// read.
  static func text(at address: UInt64, of process: pid_t) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // Up to the end of a page: the next page may not be mapped.
    let toEnd = 4096 - Int(address % 4096)
    var count = layout_sys_read_memory(process, address, &bytes, UInt64(bytes.count))
    if count < 0 { count = layout_sys_read_memory(process, address, &bytes, UInt64(toEnd)) }
    guard count > 0, let end = bytes[..<Int(count)].firstIndex(of: 0) else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

extension layout_sys_refusal {
  /// An argument by its index, 0 to 5.
  func argument(_ index: Int) -> UInt64 {
    withUnsafeBytes(of: arguments) { $0.load(fromByteOffset: index * 8, as: UInt64.self) }
  }
}

// MARK: - The log
//
// Answers to the refused calls of one child, and a record of them.

/// The parent's end of a child's filter. Owns the listener.
struct RefusalLog: ~Copyable {
  /// Readable while a call waits for its answer.
  let listener: Int32
  private let sandbox: CheckSandbox
  /// The refused calls of the child, the first of each kind; a total is not kept.
  private(set) var calls: [RefusedCall] = []

  /// The maximum of recorded calls of a child.
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

  /// Returns true when the call opens a file for reading. Files that the child needs are not
  /// recorded. Others are recorded and continue too, because Landlock refuses them: the path in
  /// memory can change after this check.
  private mutating func letsGo(_ call: layout_sys_refusal, place: () -> String?) -> Bool {
    guard Int(call.call) == SystemCall.openat else { return false }
    let writing = UInt64(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | 0o10000000 | 0o20000000)
    guard call.argument(2) & writing == 0 else { return false }
    let path = RefusedCall.text(at: call.argument(1), of: call.process)
    if let path, !sandbox.isReadable(path) { note(RefusedCall(call, place: place())) }
    return true
  }

  /// Returns true when the flags in the memory of a `clone3` start a thread.
  private func startsThread(_ call: layout_sys_refusal) -> Bool {
    var flags: UInt64 = 0
    return layout_sys_read_memory(call.process, call.argument(0), &flags, 8) == 8
      && flags & Self.threadFlag != 0
  }
}

// MARK: - System calls
//
// The system calls that a check tells apart, by the numbers of this machine.

/// A system call as a rule sees it.
struct SystemCall: Sendable {
  let name: String
  let subject: RefusedCall.Subject
  /// The argument that is a path; nil when none is.
  let path: Int?

  /// System calls by number. Other calls are reported by their number.
  static let known: [Int: SystemCall] = {
    var calls: [Int: SystemCall] = [:]
    for (name, number, path) in files { calls[number] = SystemCall(name, .files, path) }
    for (name, number) in processes { calls[number] = SystemCall(name, .processes, nil) }
    for (name, number) in signals { calls[number] = SystemCall(name, .signals, nil) }
    for (name, number) in others { calls[number] = SystemCall(name, .other, nil) }
    return calls
  }()

  private init(_ name: String, _ subject: RefusedCall.Subject, _ path: Int?) {
    (self.name, self.subject, self.path) = (name, subject, path)
  }
}

#if arch(x86_64)
  extension SystemCall {
    private static let files: [(String, Int, Int?)] = [
      ("open", 2, 0), ("creat", 85, 0), ("openat", 257, 1), ("openat2", 437, 1),
      ("truncate", 76, 0),
      ("rename", 82, 0), ("renameat", 264, 1), ("renameat2", 316, 1), ("mkdir", 83, 0),
      ("mkdirat", 258, 1), ("rmdir", 84, 0), ("link", 86, 0), ("linkat", 265, 1), ("unlink", 87, 0),
      ("unlinkat", 263, 1), ("symlink", 88, 1), ("symlinkat", 266, 2), ("mknod", 133, 0),
      ("mknodat", 259, 1), ("chmod", 90, 0), ("fchmod", 91, nil), ("fchmodat", 268, 1),
      ("chown", 92, 0), ("fchown", 93, nil), ("lchown", 94, 0), ("fchownat", 260, 1),
      ("utime", 132, 0), ("utimes", 235, 0), ("utimensat", 280, 1), ("setxattr", 188, 0),
      ("fallocate", 285, nil), ("inotify_init", 253, nil), ("inotify_init1", 294, nil),
    ]
    private static let processes = [
      ("clone", 56), ("fork", 57), ("vfork", 58), ("clone3", 435), ("execve", 59),
      ("execveat", 322),
      ("setsid", 112), ("setpgid", 109),
    ]
    private static let signals = [
      ("kill", 62), ("tkill", 200), ("tgkill", 234), ("rt_sigqueueinfo", 129),
      ("rt_tgsigqueueinfo", 297), ("pidfd_send_signal", 424),
    ]
    private static let others = [
      ("socket", 41), ("socketpair", 53), ("connect", 42), ("ptrace", 101),
      ("process_vm_readv", 310),
      ("process_vm_writev", 311), ("pidfd_open", 434), ("bpf", 321), ("mount", 165),
      ("unshare", 272),
      ("setns", 308), ("prctl", 157), ("personality", 135), ("uname", 63), ("sysinfo", 99),
      ("sched_setaffinity", 203), ("sched_setscheduler", 144), ("setpriority", 141), ("mmap", 9),
      ("mprotect", 10), ("mlock", 149), ("mlockall", 151), ("ioctl", 16), ("prlimit64", 302),
      ("io_uring_setup", 425), ("userfaultfd", 323), ("keyctl", 250), ("add_key", 248),
      ("perf_event_open", 298), ("membarrier", 324), ("seccomp", 317), ("timer_create", 222),
      ("shmget", 29), ("msgget", 68), ("semget", 64),
    ]
  }
#else
  extension SystemCall {
    private static let files: [(String, Int, Int?)] = [
      ("openat", 56, 1), ("openat2", 437, 1), ("truncate", 45, 0), ("renameat", 38, 1),
      ("renameat2", 276, 1), ("mkdirat", 34, 1), ("linkat", 37, 1), ("unlinkat", 35, 1),
      ("symlinkat", 36, 2), ("mknodat", 33, 1), ("fchmod", 52, nil), ("fchmodat", 53, 1),
      ("fchown", 55, nil), ("fchownat", 54, 1), ("utimensat", 88, 1), ("setxattr", 5, 0),
      ("fallocate", 47, nil), ("inotify_init1", 26, nil),
    ]
    private static let processes = [
      ("clone", 220), ("clone3", 435), ("execve", 221), ("execveat", 281), ("setsid", 157),
      ("setpgid", 154),
    ]
    private static let signals = [
      ("kill", 129), ("tkill", 130), ("tgkill", 131), ("rt_sigqueueinfo", 138),
      ("rt_tgsigqueueinfo", 240), ("pidfd_send_signal", 424),
    ]
    private static let others = [
      ("socket", 198), ("socketpair", 199), ("connect", 203), ("ptrace", 117),
      ("process_vm_readv", 270), ("process_vm_writev", 271), ("pidfd_open", 434), ("bpf", 280),
      ("mount", 40), ("unshare", 97), ("setns", 268), ("prctl", 167), ("personality", 92),
      ("uname", 160), ("sysinfo", 179), ("sched_setaffinity", 122), ("sched_setscheduler", 119),
      ("setpriority", 140), ("mmap", 222), ("mprotect", 226), ("mlock", 228), ("mlockall", 230),
      ("ioctl", 29), ("prlimit64", 261), ("io_uring_setup", 425), ("userfaultfd", 282),
      ("keyctl", 219), ("add_key", 217), ("perf_event_open", 241), ("membarrier", 283),
      ("seccomp", 277), ("timer_create", 107), ("shmget", 194), ("msgget", 186), ("semget", 190),
    ]
  }
#endif

extension SystemCall {
  /// The number of the call that opens a file for reading if its flags say so, and of the call
  /// whose flags a filter cannot read.
  static let openat = number("openat"), clone3 = number("clone3")

  private static func number(_ name: String) -> Int {
    known.first { $0.value.name == name }?.key ?? -1
  }
}
