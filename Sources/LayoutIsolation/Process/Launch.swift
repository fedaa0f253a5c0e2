// SPDX-License-Identifier: Apache-2.0
//
// Starts one worker by posix_spawn, with its command line.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import Synchronization

// MARK: - The command line
//
// The command line of a worker: the facts that it needs before the first message.

/// The arguments that the host passes on a worker's command line.
struct WorkerArguments: Equatable {
  /// The wire version, so that an old worker reports it instead of misreading messages.
  var wire = Int(WireFormat.version)
  /// The process that a worker belongs to; a worker with another parent must stop.
  var parent = Int(getpid())
  /// The number of bytes of each area.
  var areaBytes: Int

  /// True if the worker confines itself before it loads a plugin.
  var isConfined = true
  /// The number of bytes of memory that a confined worker may write.
  var memoryLimit = 0

  init(areaBytes: Int) { self.areaBytes = areaBytes }

  /// The arguments as strings.
  var list: [String] {
    [
      "--wire=\(wire)", "--parent=\(parent)", "--area=\(areaBytes)",
      "--confined=\(isConfined ? 1 : 0)", "--memory=\(memoryLimit)",
    ]
  }

  /// Reads the arguments from strings; nil if no version of a host writes such strings.
  init?(_ list: some Collection<String>) {
    var values: [String: Int] = [:]
    for argument in list {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1]) else { return nil }
      values[String(parts[0])] = value
    }
    guard let wire = values["--wire"], let parent = values["--parent"],
      let areaBytes = values["--area"], areaBytes > WireFormat.messageOffset
    else { return nil }
    self.wire = wire
    self.parent = parent
    self.areaBytes = areaBytes
    // A worker is confined unless the command line says otherwise.
    isConfined = values["--confined"] != 0
    memoryLimit = values["--memory"] ?? 0
  }
}

// MARK: - Starting

/// A worker that was ordered.
protocol WorkerOrder: AnyObject {
  /// The worker's process; nil until it runs.
  ///
  /// - Throws: ``LayoutError`` `worker-start`.
  var process: WorkerProcess? { get throws(LayoutError) }
  /// Waits for the outcome.
  func wait() throws(LayoutError) -> WorkerProcess
  /// Gives the worker up, whether it already runs or is still to be started.
  func cancel()
}

/// An order to start a worker, and its outcome.
///
/// Created by the thread that wants the worker, performed by the supervisor's thread.
///
/// Memory safety: it owns its word, which the supervisor sets while it holds the order.
@safe
final class Launch: WorkerOrder, @unchecked Sendable {
  // Sendable because everything is immutable except `state`, which has a lock, and the word `done`.

  private struct State {
    var outcome: Result<WorkerProcess, LayoutError>?
    /// True if the worker was given up.
    var isUnwanted = false
  }

  private let executable: String
  private let arguments: [String]
  private let requests: AreaFile
  private let replies: AreaFile
  private let area: SharedArea
  private let limits: WatchLimits?
  private let isConfined: Bool
  private let images: [String]
  private let state = Mutex(State())
  /// A word that becomes 1 with the outcome; the thread that wants the worker sleeps on it.
  private let done = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  init(
    executable: String, arguments: [String], requests: AreaFile, replies: AreaFile,
    area: SharedArea, limits: WatchLimits?, isConfined: Bool, images: [String]
  ) {
    (self.limits, self.isConfined, self.images) = (limits, isConfined, images)
    self.executable = executable
    self.arguments = arguments
    self.requests = requests
    self.replies = replies
    self.area = area
    unsafe done.initialize(to: 0)
  }

  deinit { unsafe done.deallocate() }

  /// The worker's process; nil until it runs.
  ///
  /// - Throws: ``LayoutError`` `worker-start`.
  var process: WorkerProcess? {
    get throws(LayoutError) { try state.withLock { $0.outcome }?.get() }
  }

  /// Waits for the outcome.
  func wait() throws(LayoutError) -> WorkerProcess {
    while true {
      if let process = try process { return process }
      _ = unsafe layout_sys_futex_wait(done, 0, -1)
    }
  }

  /// Gives the worker up, whether it already runs or is still to be started.
  func cancel() {
    let outcome = state.withLock { state in
      state.isUnwanted = true
      return state.outcome
    }
    if case .success(let process)? = outcome { process.kill() }
  }

  /// Starts the worker, on the supervisor's thread. Returns the process, if there is one.
  func perform() -> WorkerProcess? {
    let result = Result { () throws(LayoutError) in try spawn() }
    let isUnwanted = state.withLock { state in
      state.outcome = result
      return state.isUnwanted
    }
    unsafe layout_sys_store_release_u32(done, 1)
    _ = unsafe layout_sys_futex_wake(done, 1)
    let process = try? result.get()
    if isUnwanted { process?.kill() }
    return process
  }

  private func spawn() throws(LayoutError) -> WorkerProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe addOutput(to: &actions)
    unsafe posix_spawn_file_actions_adddup2(
      &actions, requests.descriptor, WorkerDescriptors.requests)
    unsafe posix_spawn_file_actions_adddup2(&actions, replies.descriptor, WorkerDescriptors.replies)
    var plugins: [Int32] = []
    defer { for plugin in plugins { close(plugin) } }
    for image in images { plugins.append(try open(image: image)) }
    for (index, plugin) in plugins.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(
        &actions, plugin, WorkerDescriptors.image + Int32(index))
    }
    _ = unsafe layout_sys_spawn_close_from(&actions, WorkerDescriptors.image + Int32(images.count))

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    Self.isolateSignals(&attributes)

    var id: pid_t = 0
    // The program's name without its directories, which are private to the user.
    let words = [FileSystem.name(of: executable)] + arguments
    let failure = unsafe withCStrings(words) { arguments in
      unsafe withCStrings(environment()) { environment in
        unsafe posix_spawn(&id, executable, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw startFailure(failure) }
    let descriptor = layout_sys_pidfd_open(id)
    guard descriptor >= 0 else {
      Glibc.kill(id, SIGKILL)
      waitpid(id, nil, 0)
      throw .workerStart("watch \(executable) (a pidfd, Linux 5.3)", -descriptor)
    }
    return WorkerProcess(id: id, descriptor: descriptor, replies: area, limits: limits)
  }

  /// Returns a descriptor of the plugin's copy, above the descriptors that the worker expects.
  private func open(image: String) throws(LayoutError) -> Int32 {
    let low = unsafe Glibc.open(image, O_RDONLY | O_CLOEXEC)
    guard low >= 0 else { throw .workerStart("open \(image)", errno) }
    defer { close(low) }
    let high = fcntl(low, F_DUPFD_CLOEXEC, max(16, WorkerDescriptors.image + Int32(images.count)))
    guard high >= 0 else { throw .workerStart("keep \(image) open", errno) }
    return high
  }

  private func startFailure(_ code: Int32) -> LayoutError {
    var error = LayoutError.workerStart("start \(executable)", code)
    if [ENOENT, EACCES, ENOEXEC].contains(code) {
      error.message += "; reinstall LayoutHost, or set LAYOUTHOST_LIBEXEC to where layout-worker is"
    }
    return error
  }

  /// Redirects output to the standard error stream: a plugin's output must not mix with the app's.
  /// The output of a confined worker goes to /dev/null, because a terminal could take it for
  /// commands.
  private func addOutput(to actions: inout posix_spawn_file_actions_t) {
    // A host without a standard error stream, such as a daemon, has no place for a worker's output
    // either.
    if !isConfined, fcntl(STDERR_FILENO, F_GETFD) >= 0 {
      unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
  }

  /// Sets default signal handlers, an empty signal mask and an own process group: an interrupt
  /// typed at the terminal is meant for the host, and the worker ends with the host.
  private static func isolateSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Returns the host's environment without Swift's backtraces: their handler would start its own
  /// process in the middle of a crash and delay the report of it by seconds.
  private func environment() -> [String] {
    var entries: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      let isWanted = !isConfined || HarmlessVariables.contains(text)
      if isWanted, !text.hasPrefix("SWIFT_BACKTRACE=") { entries.append(text) }
      unsafe next += 1
    }
    return entries + ["SWIFT_BACKTRACE=enable=no"]
  }
}

/// Calls `body` with a null-terminated array of C strings, valid for that call.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe body(&pointers)
}

/// The environment variables that a confined process gets: where its libraries are, and the user's
/// language and formats. The others can hold passwords.
enum HarmlessVariables {
  private static let prefixes = ["LD_LIBRARY_PATH=", "LANG=", "LC_", "TZ="]

  /// Returns true if an entry of the environment, `NAME=value`, is one of these variables.
  static func contains(_ entry: String) -> Bool { prefixes.contains { entry.hasPrefix($0) } }
}
