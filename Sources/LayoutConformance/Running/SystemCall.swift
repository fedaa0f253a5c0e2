// SPDX-License-Identifier: Apache-2.0
//
// The system calls that a check tells apart, by the numbers of this machine.

import Glibc

/// A system call as a rule sees it.
struct SystemCall: Sendable {
  let name: String
  let subject: RefusedCall.Subject
  /// The argument that is a path; nil when none is.
  let path: Int?

  /// By number. Calls that are not here are told by their number.
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
  /// The number of a call that opens a file for reading when its flags say so, and of the one whose flags
  /// no filter can read.
  static let openat = number("openat"), clone3 = number("clone3")

  private static func number(_ name: String) -> Int {
    known.first { $0.value.name == name }?.key ?? -1
  }
}
