// SPDX-License-Identifier: Apache-2.0
//
// One forked child: its start, its answer, its end.

import CConformance
import CLayoutSystem
import Glibc
import LayoutIsolation
import LayoutModel

/// A child at work. The caller of ``start(_:in:gathering:_:)`` calls ``finish()`` or ``abandon()``
/// once.
final class Child {
  private let id: pid_t
  /// The pipe for the answer.
  private let pipe: Int32
  /// The pidfd: readable when the child has ended.
  private let watch: Int32
  /// The deadline in elapsed time, nanoseconds of the monotonic clock; nil for no limit.
  private let deadline: Int64?
  private let limit: TimeLimit?
  private var bytes: [UInt8] = []
  /// True when the child closed its end of the pipe.
  private var isSilent = false
  private var isLate = false
  /// The descriptor on which a confined child waits until its parent listens; -1 for other children
  /// and after that.
  private var gate: Int32
  private let sandbox: CheckSandbox?
  /// The calls that the sandbox refuses; nil when they are not reported.
  private var refusals: RefusalLog?
  /// True when the child could not confine itself and sent the reason instead of an answer.
  private var isUnconfined = false

  /// The note of the call under way; null when memory for it could not be mapped.
  private let note: UnsafeMutablePointer<layout_conformance_note>?

  private init(
    _ id: pid_t, _ pipe: Int32, gate: Int32, _ sandbox: CheckSandbox?,
    _ note: UnsafeMutablePointer<layout_conformance_note>?, _ limit: TimeLimit?
  ) {
    (self.id, self.pipe, self.gate, self.sandbox) = (id, pipe, gate, sandbox)
    watch = layout_sys_pidfd_open(id)
    self.note = note
    self.limit = limit
    deadline = limit.map { layout_sys_monotonic_ns() + Int64($0.wallSeconds) * 1_000_000_000 }
  }

  /// Forks a child that sends the result of `body`, and exits.
  ///
  /// - Parameters:
  ///   - sandbox: Confines the child; nil leaves it all rights of the user.
  ///   - gather: Work of the child before it is confined; `body` gets the result.
  /// - Throws: `check-child`.
  static func start(
    _ limit: TimeLimit?, in sandbox: CheckSandbox?, gathering gather: () -> String? = { nil },
    _ body: (String?) -> [UInt8]
  ) throws(LayoutError) -> Child {
    let answers = try makePipe(), gate = try makePipe()
    let note = layout_conformance_note_map()
    let id = layout_conformance_fork()
    if id == 0 {
      layout_conformance_note_use(note)
      setpgid(0, 0)
      if let limit { silence(limit) } else { layout_conformance_end_with_parent() }
      let gathered = gather()
      if let sandbox { enter(sandbox, answers.write, gate.read) }
      send(body(gathered), to: answers.write)
    }
    close(answers.write)
    close(gate.read)
    guard id > 0 else {
      close(answers.read)
      close(gate.write)
      layout_conformance_note_unmap(note)
      throw failure("start a process")
    }
    setpgid(id, id)
    if sandbox == nil { close(gate.write) }
    return Child(
      id, answers.read, gate: sandbox == nil ? -1 : gate.write, sandbox, note, limit)
  }

  private static func makePipe() throws(LayoutError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw failure("make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Waits until one of the children sends something, ends, or reaches its deadline.
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

  /// Reads all available bytes. Returns true when the answer is complete, or the child has ended or
  /// reached its deadline.
  func isDone() -> Bool {
    var watched = watched
    if poll(&watched, nfds_t(watched.count), 0) > 0 {
      let isReadable = watched[0].revents != 0
      if isReadable { read() }
      if watched[2].revents & Int16(POLLIN) != 0 {
        refusals?.answerNext { [note] in note.flatMap { CallNote($0).text } }
      }
      let hasEnded = watched[1].revents != 0 || (watch < 0 && isSilent)
      if answer != nil || (hasEnded && !isReadable) { return true }
    }
    isLate = deadline.map { layout_sys_monotonic_ns() >= $0 } ?? false
    return isLate
  }

  private var watched: [pollfd] {
    // A child that closed its pipe and still runs is watched by its pidfd alone.
    [
      pollfd(fd: isSilent ? -1 : pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      // The end of the process is reported by the pidfd above, not by this descriptor.
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
    ]
  }

  private var listener: Int32 {
    switch refusals {
    case .some(let log): log.listener
    case .none: -1
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(pipe, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] }
    if count == 0 { isSilent = true }
    if gate >= 0, bytes.count >= 4 { open() }
  }

  /// Takes the word of a child that confined itself, and lets it continue.
  private func open() {
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
    bytes.removeFirst(4)
    isUnconfined = word == Self.unconfinedWord
    if word >= 0, let sandbox {
      let listener = layout_sys_take_descriptor(watch, word)
      if listener >= 0 { refusals = RefusalLog(listener: listener, sandbox) }
    }
    var go: UInt8 = 1
    _ = write(gate, &go, 1)
    close(gate)
    gate = -1
  }

  /// Kills the process group and returns the result.
  func finish() -> ChildRun {
    // An answer is complete before its child exits, and a plugin may have written it: that child
    // would never exit. Any other child that is not late has ended, and keeps its exit status.
    if isLate || answer != nil { kill(id, SIGKILL) }
    var (status, usage) = (Int32(0), rusage())
    while wait4(id, &status, 0, &usage) < 0 && errno == EINTR {}
    kill(-id, SIGKILL)
    defer { release() }
    let seconds = usage.ru_utime.seconds + usage.ru_stime.seconds
    return ChildRun(
      end: end(status, seconds), call: note.flatMap { CallNote($0).text }, cpuSeconds: seconds,
      refused: refusedCalls)
  }

  /// The calls that the sandbox refused; nil when they are not reported.
  private var refusedCalls: [RefusedCall]? {
    switch refusals {
    case .some(let log): log.calls
    case .none: nil
    }
  }

  /// Kills the child and drops its result.
  func abandon() {
    kill(-id, SIGKILL)
    while waitpid(id, nil, 0) < 0 && errno == EINTR {}
    release()
  }

  private func release() {
    close(pipe)
    if gate >= 0 { close(gate) }
    if watch >= 0 { close(watch) }
    layout_conformance_note_unmap(note)
  }

  private func end(_ status: Int32, _ cpuSeconds: Double) -> ChildEnd {
    if let answer {
      return isUnconfined ? .unconfined(String(decoding: answer, as: UTF8.self)) : .answered(answer)
    }
    if isLate { return .timedOut(.wall) }
    let signal = status & 0x7f
    // A child that ignores SIGXCPU is killed with SIGKILL one second later; any other SIGKILL came
    // from another process.
    let hadItsTime = limit.map { cpuSeconds >= Double($0.cpuSeconds) } ?? false
    if signal == SIGXCPU || (signal == SIGKILL && hadItsTime) { return .timedOut(.processor) }
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }

  /// The answer, once it is complete: a length, and that many bytes.
  private var answer: [UInt8]? {
    guard gate < 0, bytes.count >= 4 else { return nil }
    let length = bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
    return bytes.count >= 4 + length ? Array(bytes[4..<4 + length]) : nil
  }
}

// MARK: In the child

extension Child {
  /// Sets the limits and redirects the standard streams to /dev/null.
  private static func silence(_ limit: TimeLimit) {
    layout_conformance_confine(limit.cpuSeconds)
    let nowhere = Glibc.open("/dev/null", O_RDWR)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nowhere, descriptor) }
    if nowhere > STDERR_FILENO { close(nowhere) }
  }

  /// The words of a child that could not confine itself, and of one whose calls are not reported.
  private static let unconfinedWord: Int32 = -2, unheardWord: Int32 = -1

  /// Confines this process, and waits until its parent listens for refused calls.
  private static func enter(_ sandbox: CheckSandbox, _ out: Int32, _ gate: Int32) {
    // Closes the descriptors of other children: a process with another child's listener could
    // answer in the parent's place.
    _ = layout_sys_close_all_but(out, gate)
    do throws(LayoutError) {
      let listener = try sandbox.confine()
      say(listener ?? unheardWord, to: out)
      var go: UInt8 = 0
      while Glibc.read(gate, &go, 1) < 0 && errno == EINTR {}
      close(gate)
      if let listener { close(listener) }
    } catch {
      say(unconfinedWord, to: out)
      send(Array(error.message.utf8), to: out)
    }
  }

  private static func say(_ word: Int32, to out: Int32) {
    var word = word
    _ = write(out, &word, 4)
  }

  /// Sends an answer with its length in front, and ends the process.
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
    LayoutError(.checkChild, "cannot \(action) for a check: \(String(cString: strerror(errno)))")
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
