// SPDX-License-Identifier: Apache-2.0
//
// A real Chromium, controlled over the DevTools pipe: messages of JSON, each ended by a NUL.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// The browser of all tests that need one; it ends with the process of the tests.
///
/// Starting one takes a second or more, so pages share it. Suites that use it run one test after the other.
final class Chromium {
  private let commands: Int32
  private let answers: Int32
  private var pending: [UInt8] = []
  private var nextID: Int64 = 0
  /// The events of a trace so far; `hasEnded` is true once it is complete.
  var trace: (events: [JSONObject], hasEnded: Bool) = ([], false)
  /// The reports of pages, by session: errors of scripts, and of their policy.
  private(set) var complaints: [String: [String]] = [:]

  static let program = "/usr/bin/chromium"
  /// True if there is a browser to test with.
  static var isThere: Bool { access(program, X_OK) == 0 }

  nonisolated(unsafe) private static var running: Chromium?
  nonisolated(unsafe) private static var home = ""

  /// The browser, started at its first use.
  static func shared() throws -> Chromium {
    if let running { return running }
    let browser = try Chromium()
    running = browser
    return browser
  }

  private init() throws {
    var template = Array("\(NSTemporaryDirectory())/chromium-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    Self.home = template.withUnsafeBufferPointer {
      $0.baseAddress.map { String(cString: $0) } ?? ""
    }
    // It ends when its pipe is closed, and leaves its files.
    atexit { try? FileManager.default.removeItem(atPath: Chromium.home) }
    var down: [Int32] = [0, 0]
    var up: [Int32] = [0, 0]
    try #require(pipe(&down) == 0 && pipe(&up) == 0)
    // High numbers, so that neither end is at the number of the other.
    let ends = [down[0], up[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    for end in [down[0], up[1]] { close(end) }
    for end in [down[1], up[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (commands, answers) = (down[1], up[0])
    let code = Self.spawn(ends, Self.home)
    for end in ends { close(end) }
    try #require(code == 0, "chromium cannot be started")
  }

  private static func spawn(_ ends: [Int32], _ home: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 3)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 4)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words = [
      "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-extensions",
      "--remote-debugging-pipe", "--user-data-dir=\(home)", "--force-device-scale-factor=1",
      // A site whose name resolves to this machine.
      "--host-resolver-rules=MAP evil.example 127.0.0.1",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for word in arguments { free(word) } }
    var child = pid_t()
    return posix_spawn(&child, program, &actions, nil, &arguments, environ)
  }

  /// Sends a command of the protocol, and waits for its result.
  func ask(_ method: String, _ parameters: JSONValue, in session: String?) throws -> JSONObject {
    nextID += 1
    var message: JSONObject = [
      "id": .integer(nextID), "method": .string(method), "params": parameters,
    ]
    if let session { message["sessionId"] = .string(session) }
    let bytes = Array(JSONValue.object(message).serialised().utf8) + [0]
    try #require(bytes.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) } == bytes.count)
    while true {
      let answer = try nextMessage()
      guard answer["id"]?.integer == nextID else {
        note(answer)
        continue
      }
      if let error = answer["error"] { Issue.record("\(method): \(error.serialised())") }
      return answer["result"]?.object ?? [:]
    }
  }

  /// Reads the browser's events until the trace has ended.
  func waitForTrace() throws {
    while !trace.hasEnded { note(try nextMessage()) }
  }

  private func note(_ event: JSONObject) {
    switch event["method"]?.string {
    case "Tracing.dataCollected":
      trace.events += (event["params"]?.object?["value"]?.array ?? []).compactMap(\.object)
    case "Tracing.tracingComplete": trace.hasEnded = true
    default: break
    }
    guard let session = event["sessionId"]?.string else { return }
    let parameters = event["params"]?.object
    switch event["method"]?.string {
    case "Runtime.exceptionThrown":
      let text = parameters?["exceptionDetails"]?.serialised() ?? "an exception"
      complaints[session, default: []].append(text)
    case "Log.entryAdded":
      let text = parameters?["entry"]?.object?["text"]?.string ?? "an entry"
      complaints[session, default: []].append(text)
    default: break
    }
  }

  private func nextMessage() throws -> JSONObject {
    while true {
      if let end = pending.firstIndex(of: 0) {
        defer { pending.removeSubrange(...end) }
        return try #require(try JSONValue(parsing: Array(pending[..<end])).object)
      }
      var watched = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      try #require(poll(&watched, 1, 60_000) == 1, "the browser says nothing")
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &buffer, buffer.count)
      try #require(count > 0, "the browser is gone")
      pending += buffer.prefix(count)
    }
  }
}

/// All tests in the browser, one after the other.
@Suite(
  "in the browser",
  .enabled(if: Chromium.isThere, "there is no chromium; 'make setup' installs it"), .serialized,
  .waits)
enum InTheBrowser {}
