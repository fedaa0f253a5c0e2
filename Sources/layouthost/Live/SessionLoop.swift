// SPDX-License-Identifier: Apache-2.0
//
// The loop of a session: steps from standard input, changes of plugin files, and the end.

import CLayoutSystem
import Glibc
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// Runs a session until its input ends or the process is interrupted.
final class SessionLoop {
  private let session: LiveSession
  private let watcher: PluginWatcher
  private let console: Console
  private let interruption: CInt
  private var follower: LayoutFollower
  private var input = InputLines()
  /// Draws what is on screen; nil without `--picture`.
  private let picture: SessionPicture?
  /// Records what is on screen; nil without `--output`.
  private let film: SessionFilm?
  /// True when every step ran, and every picture was drawn.
  private(set) var isComplete = true

  init(
    session: LiveSession, follower: LayoutFollower, picture: SessionPicture? = nil,
    film: SessionFilm? = nil, console: Console
  ) throws(LayoutError) {
    self.session = session
    self.follower = follower
    self.picture = picture
    self.film = film
    self.console = console
    watcher = try PluginWatcher(follower.watched)
    interruption = try Interruption.listen()
  }

  /// Runs the steps of a list.
  func run(_ steps: [JSONValue]) throws {
    for step in steps { try run(step, line: nil) }
    if let event = follower.missed(by: watcher, in: session) { try follow([event]) }
    try draw()
    try console.flush()
  }

  /// Runs steps, events and swaps until the end.
  ///
  /// - Parameter staysOpen: True when the session continues after the end of the input.
  func runInput(staysOpen: Bool) throws {
    var isOpen = true
    while isOpen || staysOpen || session.isSwapping {
      var watched = [
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
        // `poll` ignores a negative descriptor.
        pollfd(fd: isOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&watched, 3, picture?.isDue == true ? 0 : timeLimit)
      guard count >= 0 || errno == EINTR else { return }
      if count == 0 { try draw() }
      if watched[0].revents != 0 { return }
      if watched[1].revents != 0 { try follow() }
      if watched[2].revents != 0 {
        isOpen = try input.read(from: STDIN_FILENO, run)
      }
      if session.isSwapping {
        for line in follower.resume(in: session) { try print(line) }
        if !session.isSwapping {
          picture?.isDue = true
          film?.noteSwap()
        }
      }
      try console.flush()
    }
    try draw()
  }

  /// Draws the view if that is due; waiting steps run first.
  private func draw() throws(LayoutError) {
    guard let picture, picture.isDue else { return }
    let line = picture.draw(session.view)
    if line["error"] != nil { isComplete = false }
    try print(line)
  }

  /// The timeout of `poll`, milliseconds; negative for none. The worker of a swap under way is
  /// polled meanwhile.
  private var timeLimit: CInt {
    session.isSwapUnderWay ? 1 : session.isSwapping ? 0 : -1
  }

  private func follow() throws {
    var events: [PluginEvent] = []
    watcher.process { events.append($0) }
    try follow(events)
  }

  private func follow(_ events: [PluginEvent]) throws {
    for line in follower.follow(events, of: watcher, in: session) { try print(line) }
  }

  private func run(_ line: String, _ number: Int) throws {
    if line.allSatisfy(\.isWhitespace) { return }
    let step: JSONValue
    do throws(LayoutError) {
      step = try JSONValue(parsing: line, number: number, of: nil)
    } catch {
      isComplete = false
      return try print(JSONObject([.init("error", .object(error.json))]))
    }
    try run(step, line: number)
  }

  /// Runs a step, which came from a line of the input unless `line` is nil.
  private func run(_ step: JSONValue, line: Int?) throws(LayoutError) {
    film?.begin(step)
    let (result, ran) = session.perform(step, line: line)
    isComplete = isComplete && ran
    picture?.isDue = true
    try print(result)
    for end in session.takeSwapEnds() {
      try print(SwapReport.end(end, layout: session.layout.id))
    }
  }

  private func print(_ object: JSONObject) throws(LayoutError) {
    try console.print(text: JSONValue.object(object).serialised())
  }
}

// MARK: - Interruption
//
// SIGINT, SIGTERM and SIGHUP as a descriptor to poll, so that the session ends in order.

/// A descriptor that becomes readable when the process is asked to end. One for the process; it is
/// never closed.
enum Interruption {
  /// Set once, before the signal handlers that use it are installed.
  nonisolated(unsafe) private static var bell: CInt = -1

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// A signal with the action that it had before.
  private typealias Former = (signal: CInt, action: sigaction)

  /// Makes the signals ring, except SIGINT and SIGHUP where the parent process had them ignored:
  /// `nohup` does that, and a shell for what runs in its background.
  ///
  /// - Returns: The descriptor to poll.
  /// - Throws: `no-descriptor` when the kernel has none left.
  static func listen() throws(LayoutError) -> CInt { try replaceActions().bell }

  private static func replaceActions() throws(LayoutError) -> (bell: CInt, former: [Former]) {
    if bell < 0 {
      let descriptor = layout_sys_eventfd()
      guard descriptor >= 0 else {
        throw LayoutError(
          .noDescriptor, "no descriptor is left to hear signals by; close some files")
      }
      bell = descriptor
    }
    var action = sigaction()
    // Only a write: signal handlers may do little else.
    action.__sigaction_handler.sa_handler = { _ in
      var one: UInt64 = 1
      _ = write(Interruption.bell, &one, 8)
    }
    var heard = sigset_t()
    sigemptyset(&heard)
    var former: [Former] = []
    for signal in signals {
      var old = sigaction()
      sigaction(signal, nil, &old)
      if signal != SIGTERM, isIgnored(old) { continue }
      sigaction(signal, &action, nil)
      sigaddset(&heard, signal)
      former.append((signal, old))
    }
    // The parent process may have blocked them.
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    return (bell, former)
  }

  /// Returns true for the action `SIG_IGN`. Handlers are C functions, which Swift does not compare.
  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
      == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// Runs `body` with the descriptor. After that the signals act as before, because what follows
  /// may wait for input without polling the descriptor.
  ///
  /// - Throws: `no-descriptor` when the kernel has none left.
  static func during(_ body: (CInt) -> Bool) throws(LayoutError) -> Bool {
    let (bell, former) = try replaceActions()
    defer {
      for (signal, action) in former {
        var action = action
        sigaction(signal, &action, nil)
      }
    }
    return body(bell)
  }
}
