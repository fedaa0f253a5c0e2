// SPDX-License-Identifier: Apache-2.0
//
// A piece of work in a child process: a crash or a hang of it is a result, not an end.

import CConformance
import CLayoutSystem
import Glibc
import LayoutModel

/// How a child ended.
package enum ChildEnd: Equatable, Sendable {
  /// It handed over what it found.
  case answered([UInt8])
  /// It exited before it had found anything.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)
  /// It was still at it when its time was over.
  case timedOut
}

/// How long a child may take.
package struct TimeLimit: Sendable {
  /// Seconds of processor time: a loop without end, however busy the machine is.
  package var cpuSeconds: UInt32
  /// Seconds on the wall, for a child that sleeps.
  package var wallSeconds: UInt32

  /// A limit; on the wall a child may take six times as long.
  package init(cpuSeconds: UInt32 = 10) {
    self.cpuSeconds = cpuSeconds
    wallSeconds = cpuSeconds * 6
  }
}

/// Runs `body` in a forked child, and everything that it starts ends with it.
///
/// Standard output and errors of the child lead nowhere, so that a plugin's words do not mix with
/// the report. This process must have one thread.
///
/// - Throws: `check-child` when there can be no child.
package func inChild(
  _ limit: TimeLimit, _ body: () -> [UInt8]
) throws(LayoutError) -> ChildEnd {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw noChild("make a pipe") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  let child = layout_conformance_fork()
  if child == 0 { runChild(limit, ends[1], body) }
  close(ends[1])
  defer { close(ends[0]) }
  guard child > 0 else { throw noChild("start a process") }
  setpgid(child, child)
  let watch = layout_sys_pidfd_open(child)
  defer { if watch >= 0 { close(watch) } }
  let (bytes, isLate) = readAnswer(ends[0], watch, limit)
  if isLate { kill(child, SIGKILL) }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 && errno == EINTR {}
  kill(-child, SIGKILL)
  if let bytes { return .answered(bytes) }
  if isLate { return .timedOut }
  let signal = status & 0x7f
  if signal == SIGXCPU || (signal == SIGKILL && !isLate) { return .timedOut }
  return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
}

/// Runs `body` in so many children at once, each with its number; an empty answer stands for a child
/// that ended early.
///
/// Not confined: the children are to start children of their own that are.
package func inChildren(
  count: Int, _ body: (Int) -> [UInt8]
) throws(LayoutError) -> [[UInt8]] {
  var children: [(id: pid_t, pipe: Int32)] = []
  for number in 0..<count {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw noChild("make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = layout_conformance_fork()
    if child == 0 {
      layout_conformance_end_with_parent()
      send(body(number), to: ends[1])
    }
    close(ends[1])
    guard child > 0 else { throw noChild("start a process") }
    children.append((child, ends[0]))
  }
  return children.map { child in
    // Each may fill its pipe while another one is read: it then waits its turn.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(child.pipe, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    close(child.pipe)
    while waitpid(child.id, nil, 0) < 0 && errno == EINTR {}
    return wholeAnswer(bytes) ?? []
  }
}

/// The child's way: confined, silent, `body`, its answer with its length in front, and out.
private func runChild(_ limit: TimeLimit, _ out: Int32, _ body: () -> [UInt8]) -> Never {
  setpgid(0, 0)
  layout_conformance_confine(limit.cpuSeconds)
  let nowhere = open("/dev/null", O_RDWR)
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nowhere, descriptor) }
  if nowhere > STDERR_FILENO { close(nowhere) }
  send(body(), to: out)
}

/// Hands an answer over with its length in front, and ends the process.
private func send(_ answer: [UInt8], to out: Int32) -> Never {
  var message = withUnsafeBytes(of: UInt32(clamping: answer.count)) { Array($0) } + answer
  while !message.isEmpty {
    let count = write(out, message, message.count)
    if count <= 0 && errno != EINTR { break }
    message.removeFirst(max(count, 0))
  }
  _exit(0)
}

/// Reads until the answer is whole, the child has ended or the time is over.
private func readAnswer(
  _ pipe: Int32, _ watch: Int32, _ limit: TimeLimit
) -> (bytes: [UInt8]?, isLate: Bool) {
  let deadline = layout_sys_monotonic_ns() + Int64(limit.wallSeconds) * 1_000_000_000
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let left = deadline - layout_sys_monotonic_ns()
    if left <= 0 { return (nil, true) }
    var watched = [
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, Int32(clamping: left / 1_000_000 + 1)) > 0 else { continue }
    if watched[0].revents != 0 {
      let count = read(pipe, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] }
      if let whole = wholeAnswer(bytes) { return (whole, false) }
      if count <= 0 && watched[1].revents != 0 { return (nil, false) }
    } else if watched[1].revents != 0 {
      return (nil, false)
    }
  }
}

private func wholeAnswer(_ bytes: [UInt8]) -> [UInt8]? {
  guard bytes.count >= 4 else { return nil }
  let length = bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  return bytes.count >= 4 + length ? Array(bytes[4..<4 + length]) : nil
}

private func noChild(_ action: String) -> LayoutError {
  LayoutError("check-child", "cannot \(action) for a check: \(String(cString: strerror(errno)))")
}
