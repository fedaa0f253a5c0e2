// SPDX-License-Identifier: Apache-2.0
//
// Pieces of work in child processes: a crash or a hang of a child is a result, not an end of the
// check.

import CLayoutSystem
import Glibc
import LayoutIsolation
import LayoutModel

/// The end of a child.
package enum ChildEnd: Equatable, Sendable {
  /// It sent its answer.
  case answered([UInt8])
  /// It could not confine itself and did no work; the reason.
  case unconfined(String)
  /// It exited before it sent an answer.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)
  /// It was still running at its deadline.
  case timedOut(Clock)

  /// The clock of the limit that was reached.
  package enum Clock: Sendable {
    case processor, wall
  }
}

/// The result of a child, and its cost.
package struct ChildRun: Sendable {
  package let end: ChildEnd
  /// The call into the layout that was under way, with its arguments; nil when none was.
  package let call: String?
  /// Seconds of processor time, its own and of the children that it waited for.
  package let cpuSeconds: Double
  /// The calls that the sandbox refused; nil when they are not reported.
  package let refused: [RefusedCall]?
}

/// The time that a child may take.
package struct TimeLimit: Sendable {
  /// Seconds of processor time: ends an endless loop, whatever the load of the machine.
  package var cpuSeconds: UInt32
  /// Seconds of elapsed time, for a child that sleeps.
  package var wallSeconds: UInt32

  /// Makes a limit; the limit of elapsed time is six times that of processor time.
  package init(cpuSeconds: UInt32 = 10) {
    self.cpuSeconds = cpuSeconds
    wallSeconds = cpuSeconds * 6
  }
}

/// Runs `body` with each number below `count` in a forked child, at most `width` of them at once.
/// Every process that a child starts ends with it.
///
/// With a limit, children are silent: standard output and error go to /dev/null, so that a plugin's
/// output does not mix with the report. Without a limit they may start such children of their own.
/// This process must have one thread.
///
/// - Parameters:
///   - sandbox: The sandbox of each child around `body`; nil leaves it the rights of the user.
///   - gather: Runs in the child before that; `body` gets its result.
/// - Returns: The result of each child, by its number.
/// - Throws: `check-child` when a child cannot be started.
package func inChildren(
  count: Int, atOnce width: Int, limit: TimeLimit?, in sandbox: CheckSandbox? = nil,
  gathering gather: (Int) -> String? = { _ in nil }, _ body: (Int, String?) -> [UInt8]
) throws(LayoutError) -> [ChildRun] {
  var runs = [ChildRun?](repeating: nil, count: count)
  var working: [(number: Int, child: Child)] = []
  defer { for (_, child) in working { child.abandon() } }
  var next = 0
  while next < count || !working.isEmpty {
    while next < count && working.count < max(1, width) {
      let number = next
      let child = try Child.start(limit, in: sandbox, gathering: { gather(number) }) {
        body(number, $0)
      }
      working.append((number, child))
      next += 1
    }
    Child.wait(for: working.map(\.child))
    for place in working.indices.reversed() where working[place].child.isDone() {
      let (number, child) = working.remove(at: place)
      runs[number] = child.finish()
    }
  }
  return runs.compactMap { $0 }
}

// MARK: - Fresh processes
//
// A program in another process with its own addresses, seeds and identity, run for its output.

package enum FreshProcess {
  /// Runs a program to its end.
  ///
  /// - Parameter words: The program's path, and its arguments.
  /// - Returns: Its standard output.
  /// - Throws: `fresh-process` when it could not be started or failed.
  package static func output(of words: [String]) throws(LayoutError) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure(words, "no pipe: \(reason(errno))") }
    // No child of another thread or call inherits the writing end, which would delay the end of the
    // output.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = try start(words, printingTo: ends[1])
    let text = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw failure(words, "it failed, with status \(status)") }
    return text
  }

  /// - Parameter output: Closed here: end of file comes when only the child holds it.
  private static func start(
    _ words: [String], printingTo output: Int32
  ) throws(LayoutError) -> pid_t {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let code = posix_spawn(&child, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else { throw failure(words, "it cannot be started: \(reason(code))") }
    return child
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  private static func failure(_ words: [String], _ what: String) -> LayoutError {
    LayoutError(.freshProcess, "\(words.joined(separator: " ")): \(what)")
  }
}
