// SPDX-License-Identifier: Apache-2.0
//
// A program that runs beside the studio, with its output.

import Glibc

/// A child process in a process group of its own, so that all its processes can be killed.
final class ChildCommand {
  /// The output so far: standard output and standard error, up to a limit.
  private(set) var output: [UInt8] = []
  private var process: pid_t = 0
  private var pipe: CInt = -1
  private let limit: Int

  /// - Parameters:
  ///   - words: The path of the program, then its arguments.
  ///   - outputLimit: The limit of the kept output, bytes: the first lines name the cause.
  init?(_ words: [String], outputLimit: Int) {
    limit = outputLimit
    guard let program = words.first else { return nil }
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for word in arguments { free(word) } }
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, environ)
    close(ends[1])
    pipe = ends[0]
    guard code == 0 else {
      close(pipe)
      return nil
    }
  }

  /// Reads the available output.
  ///
  /// - Returns: The wait status once the process has ended; nil before.
  func poll() -> CInt? {
    guard process > 0 else { return -1 }
    var status: CInt = 0
    let hasEnded = waitpid(process, &status, WNOHANG) != 0
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { break }
      output += buffer.prefix(max(0, min(count, limit - output.count)))
    }
    guard hasEnded else { return nil }
    close(pipe)
    (pipe, process) = (-1, 0)
    return status
  }

  /// Kills it with every process that it started.
  func stop() {
    guard process > 0 else { return }
    let group = process
    kill(-group, SIGTERM)
    for _ in 0..<30 {
      if poll() != nil { return }
      usleep(10_000)
    }
    kill(-group, SIGKILL)
    while poll() == nil { usleep(1_000) }
  }
}
