// SPDX-License-Identifier: Apache-2.0
//
// The build command: run when a source is saved, its state and what it printed.

import Glibc
import LayoutLoading
import LayoutRendering

/// Runs the command that builds a layout, in the directory in which the studio was started.
final class BuildRunner {
  /// The outcome of the last build, with its duration in seconds.
  enum State: Equatable {
    case idle, running
    case succeeded(Double)
    case failed(Double)
  }

  /// The command, from the command line alone.
  let command: String
  private(set) var state = State.idle
  /// Hears of each change of ``state``.
  var onChange: (() -> Void)?
  private var output: [UInt8] = []
  private var process: pid_t = 0
  private var pipe: CInt = -1
  private var startTime = 0.0
  /// The sources with which the last build began.
  private var built = SourceTree(".")
  private var latest = SourceTree(".")
  private weak var loop: MainLoop?

  /// The part of the output that is kept, bytes.
  private static let outputLimit = 64 << 10
  /// Milliseconds between looks at the sources.
  private static let pause = 150

  init(command: String) { self.command = command }

  /// Builds once before there is a loop.
  func runAndWait() {
    guard spawn() else { return }
    while poll() { usleep(10_000) }
  }

  /// Watches the sources, and builds whenever one is saved.
  func follow(on loop: MainLoop) {
    guard self.loop == nil else { return }
    self.loop = loop
    loop.every(milliseconds: Self.pause) { [weak self] in
      self?.look()
      return self != nil
    }
  }

  /// Builds now; a build that is under way goes on.
  func start() {
    guard state != .running, spawn() else { return }
    onChange?()
    loop?.every(milliseconds: 10) { [weak self] in
      guard let self else { return false }
      if poll() { return true }
      onChange?()
      return false
    }
  }

  /// Ends a build that is under way, with everything that it started.
  func stop() {
    guard process > 0 else { return }
    kill(-process, SIGTERM)
    for _ in 0..<50 where poll() { usleep(10_000) }
    if process > 0 { kill(-process, SIGKILL) }
  }

  /// A source that stayed the same for two looks is saved; editors write in steps.
  private func look() {
    guard state != .running else { return }
    let now = SourceTree(".")
    defer { latest = now }
    guard now == latest, now.limited(to: built) != built.limited(to: now) || isNew(now) else {
      return
    }
    start()
  }

  /// Returns true when there are sources that the last build neither saw nor made.
  private func isNew(_ now: SourceTree) -> Bool {
    now.files.contains { built.files[$0.key] == nil && $0.value.seconds > Int(endTime) }
  }

  /// The time of the last end, seconds since 1970.
  private var endTime = 0.0

  private func spawn() -> Bool {
    built = SourceTree(".")
    latest = built
    (output, startTime) = ([], MainLoop.now)
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return finish(code: -1) }
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
    // A group of its own, so that all of it can be ended.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let line: [String] = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    close(ends[1])
    pipe = ends[0]
    guard code == 0 else { return finish(code: code) }
    state = .running
    return true
  }

  /// Reads what was printed.
  ///
  /// - Returns: False once the build has ended.
  private func poll() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { break }
      // The first lines name the cause; the rest follows from it.
      output += buffer.prefix(min(count, Self.outputLimit - output.count))
    }
    var status: CInt = 0
    guard waitpid(process, &status, WNOHANG) != 0 else { return true }
    return finish(code: status)
  }

  @discardableResult
  private func finish(code: CInt) -> Bool {
    let seconds = MainLoop.now - startTime
    state = code == 0 ? .succeeded(seconds) : .failed(seconds)
    endTime = Double(time(nil))
    if pipe >= 0 { close(pipe) }
    (pipe, process) = (-1, 0)
    return false
  }

  // MARK: For people

  /// The first error of the last build, with its place where the compiler named one.
  var problem: BuildProblem { BuildProblem(output: String(decoding: output, as: UTF8.self)) }

  func write(to json: inout JSONText) {
    json.object { json in
      let (word, seconds): (String, Double?) =
        switch state {
        case .idle: ("idle", nil)
        case .running: ("running", nil)
        case .succeeded(let seconds): ("succeeded", seconds)
        case .failed(let seconds): ("failed", seconds)
        }
      json.key("state")
      json.string(word)
      json.key("command")
      json.string(command)
      if let seconds {
        json.key("seconds")
        json.number(seconds)
      }
      json.key("output")
      json.string(String(decoding: output.suffix(8 << 10), as: UTF8.self))
    }
  }
}
