// SPDX-License-Identifier: Apache-2.0
//
// A program in another process with its own addresses, seeds and identity, run for what it prints.

import Glibc
import LayoutModel

package enum FreshProcess {
  /// Runs a program to its end.
  ///
  /// - Parameter words: The program's path, and its arguments.
  /// - Returns: What it printed on standard output.
  /// - Throws: `fresh-process` when it could not be started or failed.
  package static func output(of words: [String]) throws(LayoutError) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure(words, "no pipe: \(reason(errno))") }
    // Nobody else's child holds the end that is waited for.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = try start(words, printingTo: ends[1])
    let text = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw failure(words, "it failed, with status \(status)") }
    return text
  }

  /// - Parameter output: Closed here: the end comes when the child has the only one.
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
