// SPDX-License-Identifier: Apache-2.0
//
// One forked child: started, listened to, ended.

import CConformance
import CLayoutSystem
import Glibc
import LayoutModel

/// A child at work. Whoever started it calls ``finish()`` or ``abandon()`` once.
final class Child {
  private let id: pid_t
  /// Where its answer comes from.
  private let pipe: Int32
  /// Readable when it has ended.
  private let watch: Int32
  /// When its time is over on the wall, nanoseconds of the monotonic clock; nil for no limit.
  private let deadline: Int64?
  private let limit: TimeLimit?
  private var bytes: [UInt8] = []
  /// Whether nothing comes any more.
  private var isSilent = false
  private var isLate = false

  /// Where it notes what it is doing; null when there is no memory for that.
  private let note: UnsafeMutablePointer<layout_conformance_note>?

  private init(
    _ id: pid_t, _ pipe: Int32, _ note: UnsafeMutablePointer<layout_conformance_note>?,
    _ limit: TimeLimit?
  ) {
    (self.id, self.pipe, watch) = (id, pipe, layout_sys_pidfd_open(id))
    self.note = note
    self.limit = limit
    deadline = limit.map { layout_sys_monotonic_ns() + Int64($0.wallSeconds) * 1_000_000_000 }
  }

  /// Forks one that hands over what `body` gives, and ends.
  /// - Throws: `check-child`.
  static func start(
    _ limit: TimeLimit?, _ body: () -> [UInt8]
  ) throws(LayoutError) -> Child {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw failure("make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let note = layout_conformance_note_map()
    let id = layout_conformance_fork()
    if id == 0 {
      layout_conformance_note_use(note)
      setpgid(0, 0)
      if let limit { confine(limit) } else { layout_conformance_end_with_parent() }
      send(body(), to: ends[1])
    }
    close(ends[1])
    guard id > 0 else {
      close(ends[0])
      layout_conformance_note_unmap(note)
      throw failure("start a process")
    }
    setpgid(id, id)
    return Child(id, ends[0], note, limit)
  }

  /// Waits until one of several has something to say, has ended, or its time is over.
  static func wait(for children: [Child]) {
    var watched: [pollfd] = []
    var left = Int64.max
    let now = layout_sys_monotonic_ns()
    for child in children {
      watched += child.watched
      if let deadline = child.deadline { left = min(left, max(0, deadline - now)) }
    }
    let milliseconds = left == .max ? -1 : Int32(clamping: left / 1_000_000 + 1)
    poll(&watched, nfds_t(watched.count), milliseconds)
  }

  /// Reads what is there. True when the answer is whole, the child has ended or its time is over.
  func isDone() -> Bool {
    var watched = watched
    if poll(&watched, 2, 0) > 0 {
      let isReadable = watched[0].revents != 0
      if isReadable { read() }
      let hasEnded = watched[1].revents != 0 || (watch < 0 && isSilent)
      if answer != nil || (hasEnded && !isReadable) { return true }
    }
    isLate = deadline.map { layout_sys_monotonic_ns() >= $0 } ?? false
    return isLate
  }

  private var watched: [pollfd] {
    // One that closed its end and goes on is waited for by its end alone.
    [
      pollfd(fd: isSilent ? -1 : pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
    ]
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(pipe, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    if count == 0 { isSilent = true }
  }

  /// Ends what is left of it and says what came of it.
  func finish() -> ChildRun {
    if isLate { kill(id, SIGKILL) }
    var (status, usage) = (Int32(0), rusage())
    while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
    kill(-id, SIGKILL)
    defer { release() }
    let seconds = usage.ru_utime.seconds + usage.ru_stime.seconds
    return ChildRun(
      end: end(status, seconds), call: note.flatMap { CallNote($0).text }, cpuSeconds: seconds)
  }

  /// Ends it without a word.
  func abandon() {
    kill(-id, SIGKILL)
    while waitpid(id, nil, 0) < 0 && errno == EINTR {}
    release()
  }

  private func release() {
    close(pipe)
    if watch >= 0 { close(watch) }
    layout_conformance_note_unmap(note)
  }

  private func end(_ status: Int32, _ cpuSeconds: Double) -> ChildEnd {
    if let answer { return .answered(answer) }
    if isLate { return .timedOut(.wall) }
    let signal = status & 0x7f
    // One that hears nothing of SIGXCPU is killed a second later; others are killed by somebody else.
    let hadItsTime = limit.map { cpuSeconds >= Double($0.cpuSeconds) } ?? false
    if signal == SIGXCPU || (signal == SIGKILL && hadItsTime) { return .timedOut(.processor) }
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// What it handed over, once that is whole: a length, and so many bytes.
  private var answer: [UInt8]? {
    guard bytes.count >= 4 else { return nil }
    let length = bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
    return bytes.count >= 4 + length ? Array(bytes[4..<4 + length]) : nil
  }
}

// MARK: In the child

extension Child {
  /// Limits and silence.
  private static func confine(_ limit: TimeLimit) {
    layout_conformance_confine(limit.cpuSeconds)
    let nowhere = open("/dev/null", O_RDWR)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nowhere, descriptor) }
    if nowhere > STDERR_FILENO { close(nowhere) }
  }

  /// Hands an answer over with its length in front, and ends the process.
  private static func send(_ answer: [UInt8], to out: Int32) -> Never {
    var message = withUnsafeBytes(of: UInt32(clamping: answer.count)) { Array($0) } + answer
    while !message.isEmpty {
      let count = write(out, message, message.count)
      if count <= 0 && errno != EINTR { break }
      message.removeFirst(max(count, 0))
    }
    _exit(0)
  }

  private static func failure(_ action: String) -> LayoutError {
    LayoutError("check-child", "cannot \(action) for a check: \(String(cString: strerror(errno)))")
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
