// SPDX-License-Identifier: Apache-2.0
//
// The loop of a session: steps from standard input, changes of plugin files, and the end.

import Glibc
import LayoutHost
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
  /// Whether every step ran.
  private(set) var isComplete = true

  init(
    session: LiveSession, watcher: PluginWatcher, follower: LayoutFollower, console: Console
  ) throws(LayoutError) {
    self.session = session
    self.watcher = watcher
    self.follower = follower
    self.console = console
    interruption = try Interruption.listen()
  }

  /// Runs steps that are there already.
  func run(_ steps: [JSONValue]) throws {
    for step in steps { try run(step) }
    try console.flush()
  }

  /// Runs what comes.
  ///
  /// - Parameter staysOpen: Whether the end of the input is not the end of the session.
  func runInput(staysOpen: Bool) throws {
    var isOpen = true
    while isOpen || staysOpen || session.isSwapping {
      var watched = [
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
        // A negative descriptor is passed over.
        pollfd(fd: isOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&watched, 3, patience) >= 0 || errno == EINTR else { return }
      if watched[0].revents != 0 { return }
      if watched[1].revents != 0 { try follow() }
      if watched[2].revents != 0 {
        isOpen = try input.read(from: STDIN_FILENO, run)
      }
      if session.isSwapping {
        for line in follower.goOn(in: session) { try print(line) }
      }
      try console.flush()
    }
  }

  /// How long to wait for something new, in milliseconds; without end when negative. A worker that is
  /// busy with a swap is looked after meanwhile.
  private var patience: CInt {
    session.isSwapUnderWay ? 1 : session.isSwapping ? 0 : -1
  }

  private func follow() throws {
    try watcher.process { event in
      for line in follower.follow(event, in: session) { try print(line) }
    }
  }

  private func run(_ line: String) throws {
    if line.allSatisfy(\.isWhitespace) { return }
    let step: JSONValue
    do throws(LayoutError) { step = try JSONValue(parsing: line) } catch {
      isComplete = false
      return try print(JSONObject([.init("error", .object(error.json))]))
    }
    try run(step)
  }

  private func run(_ step: JSONValue) throws(LayoutError) {
    let (result, ran) = session.perform(step)
    isComplete = isComplete && ran
    try print(result)
    for end in session.takeSwapEnds() {
      try print(SwapReport.end(end, layout: session.layout.id))
    }
  }

  private func print(_ object: JSONObject) throws(LayoutError) {
    try console.print(text: JSONValue.object(object).serialised())
  }
}
