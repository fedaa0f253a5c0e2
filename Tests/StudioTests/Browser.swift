// SPDX-License-Identifier: Apache-2.0
//
// A real Chromium, spoken to over the DevTools pipe: messages of JSON, each ended by a NUL.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// A browser with one page; ended with the value.
final class Browser {
  private let process: pid_t
  private let commands: Int32
  private let answers: Int32
  private let home: TemporaryDirectory
  private var pending: [UInt8] = []
  private var nextID: Int64 = 0
  private var session: JSONValue = .null
  /// The page's reports: errors of scripts, and of its policy.
  private(set) var complaints: [String] = []

  static let program = "/usr/bin/chromium"
  /// True where there is a browser to test with.
  static var isThere: Bool { access(program, X_OK) == 0 }

  init(width: Int = 1280, height: Int = 800) throws {
    home = try TemporaryDirectory()
    var down: [Int32] = [0, 0]
    var up: [Int32] = [0, 0]
    try #require(pipe(&down) == 0 && pipe(&up) == 0)
    // High numbers, so that neither end is where the other goes.
    let ends = [down[0], up[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    for end in [down[0], up[1]] { close(end) }
    for end in [down[1], up[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
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
      "--remote-debugging-pipe", "--user-data-dir=\(home.path)",
      "--window-size=\(width),\(height)", "--force-device-scale-factor=1",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for word in arguments { free(word) } }
    var child = pid_t()
    let code = posix_spawn(&child, Self.program, &actions, nil, &arguments, environ)
    for end in ends { close(end) }
    (process, commands, answers) = (child, down[1], up[0])
    try #require(code == 0, "chromium cannot be started")
    let target = try ask("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
    session =
      try ask("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"] ?? .null
    for domain in ["Page", "Runtime", "Log"] { try ask("\(domain).enable") }
    try resize(width, height)
  }

  deinit {
    close(commands)
    close(answers)
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// Sends a command of the protocol, and waits for its result.
  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONObject {
    nextID += 1
    var message: JSONObject = [
      "id": .integer(nextID), "method": .string(method), "params": parameters,
    ]
    if session != .null { message["sessionId"] = session }
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

  private func note(_ event: JSONObject) {
    let parameters = event["params"]?.object
    switch event["method"]?.string {
    case "Runtime.exceptionThrown":
      complaints.append(parameters?["exceptionDetails"]?.serialised() ?? "an exception")
    case "Log.entryAdded":
      complaints.append(parameters?["entry"]?.object?["text"]?.string ?? "an entry")
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

  // MARK: The page

  /// Runs a script in the page; a promise is waited for.
  @discardableResult
  func run(_ script: String) throws -> JSONValue {
    let answer = try ask(
      "Runtime.evaluate",
      ["expression": .string(script), "awaitPromise": true, "returnByValue": true])
    if let problem = answer["exceptionDetails"] {
      Issue.record("\(script): \(problem.serialised())")
    }
    return answer["result"]?.object?["value"] ?? .null
  }

  /// Opens a page of the studio, and waits until it shows something.
  func open(_ url: String) throws {
    try ask("Page.navigate", ["url": .string(url)])
    try wait(for: "document.body?.dataset.ready === 'true'")
  }

  /// Waits until an expression is true.
  func wait(for expression: String, _ location: SourceLocation = #_sourceLocation) throws {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      if try run("Boolean(\(expression))") == true { return }
      usleep(20_000)
    }
    let state = try run("globalThis.studio ? JSON.stringify(studio.state()) : location.href")
    Issue.record("never true: \(expression); \(state.serialised())", sourceLocation: location)
  }

  /// `studio.state()`.
  func state() throws -> JSONObject { try #require(try run("studio.state()").object) }

  /// Runs one frame.
  func advance(_ seconds: Double) throws { try run("studio.advance(\(seconds))") }

  func resize(_ width: Int, _ height: Int) throws {
    try ask(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(Int64(width)), "height": .integer(Int64(height)),
        "deviceScaleFactor": 1, "mobile": false,
      ])
  }

  /// The pixels of the stage, as text.
  func pixels() throws -> String {
    try #require(try run("document.getElementById('canvas').toDataURL()").string)
  }

  /// Sets a control, as a hand would.
  func set(_ selector: String, to value: String, _ event: String = "change") throws {
    try run(
      """
      { const node = document.querySelector(\(JSONValue.string(selector).serialised()));
        node.value = \(JSONValue.string(value).serialised());
        node.dispatchEvent(new Event("input", { bubbles: true }));
        node.dispatchEvent(new Event("change", { bubbles: true })); }
      """)
  }

  func click(button name: String) throws {
    try run(
      """
      [...document.querySelectorAll("button")].find((node) =>
        (node.getAttribute("aria-label") ?? node.textContent) === "\(name)").click()
      """)
  }

  /// Turns the wheel over the middle of the stage.
  func wheel(_ dx: Double, _ dy: Double) throws {
    let (x, y) = try middle()
    try ask(
      "Input.dispatchMouseEvent",
      [
        "type": "mouseWheel", "x": .number(x), "y": .number(y), "deltaX": .number(dx),
        "deltaY": .number(dy),
      ])
  }

  /// The middle of the stage in the window.
  func middle() throws -> (x: Double, y: Double) {
    let box = try #require(
      try run(
        """
        (() => { const box = document.getElementById("grid").getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2]; })()
        """
      ).array)
    return (try #require(box[0].double), try #require(box[1].double))
  }

  func touch(_ type: String, _ points: [(x: Double, y: Double)]) throws {
    try ask(
      "Input.dispatchTouchEvent",
      [
        "type": .string(type),
        "touchPoints": .array(points.map { ["x": .number($0.x), "y": .number($0.y)] }),
      ])
  }

  func press(_ key: String) throws {
    for type in ["keyDown", "keyUp"] {
      try ask("Input.dispatchKeyEvent", ["type": .string(type), "key": .string(key)])
    }
  }
}
