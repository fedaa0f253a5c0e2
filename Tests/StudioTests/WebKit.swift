// SPDX-License-Identifier: Apache-2.0
//
// A real WebKit, GTK's, on a display of its own, controlled by WebDriver: JSON over HTTP.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// WebKit's small browser with one page; ended with the value.
final class WebKit: OtherBrowser {
  private let home: TemporaryDirectory
  private let display = Process()
  private let driver = Process()
  private let port: UInt16
  private var session = ""

  private static let driverPath = "/usr/bin/WebKitWebDriver"
  private static let displayPath = "/usr/bin/Xvfb"
  /// The browser that the driver starts; nil if a part is missing.
  static let program: String? = {
    guard access(driverPath, X_OK) == 0, access(displayPath, X_OK) == 0 else { return nil }
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return folders.map { "/usr/lib/\($0)/webkit2gtk-4.1/MiniBrowser" }.first {
      access($0, X_OK) == 0
    }
  }()

  init() throws {
    home = try TemporaryDirectory()
    port = try Self.freePort()
    try startDisplay(then: startDriver)
    let browser = try #require(Self.program)
    let answer = try ask(
      "", nil,
      [
        "capabilities": [
          "alwaysMatch": [
            "webkitgtk:browserOptions": [
              "binary": .string(browser), "args": ["--automation"],
            ]
          ]
        ]
      ])
    session = try #require(answer.object?["sessionId"]?.string)
    try ask("/window/rect", nil, ["x": 0, "y": 0, "width": 1300, "height": 950])
  }

  deinit {
    // The driver ends its browser with the session.
    _ = try? Wire(port: port).get("/session/\(session)", ["Host: 127.0.0.1"], method: "DELETE")
    // The driver does not end on its signal.
    for process in [driver, display] { process.killAndWait() }
  }

  /// Returns a port that is free now.
  private static func freePort() throws -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
      }
    }
    try #require(code == 0)
    return address.sin_port.bigEndian
  }

  private func startDisplay(then next: (_ number: String) throws -> Void) throws {
    let output = Pipe()
    display.executableURL = URL(fileURLWithPath: Self.displayPath)
    display.arguments = ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    display.standardOutput = output
    display.standardError = FileHandle.nullDevice
    try display.run()
    let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    try next(try #require(number.split(separator: "\n").first.map(String.init)))
  }

  private func startDriver(_ display: String) throws {
    driver.executableURL = URL(fileURLWithPath: Self.driverPath)
    driver.arguments = ["--port=\(port)"]
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = home.path
    environment["DISPLAY"] = ":\(display)"
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    // A container cannot make name spaces; the page is the test's own.
    environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    driver.environment = environment
    driver.standardOutput = FileHandle.nullDevice
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    let limit = ContinuousClock.now + .seconds(30)
    while !Wire.isOpen(port), ContinuousClock.now < limit { usleep(50_000) }
  }

  /// Sends a command, and waits for its result.
  @discardableResult
  private func ask(_ path: String, _ what: String?, _ body: JSONValue) throws -> JSONValue {
    let text = body.serialised()
    let answer = try Wire(port: port).get(
      "/session" + (session.isEmpty ? "" : "/\(session)") + path,
      [
        "Host: 127.0.0.1:\(port)", "Content-Type: application/json",
        "Content-Length: \(text.utf8.count)",
      ], method: "POST", body: text)
    let end = try #require(answer.range(of: "\r\n\r\n"), "WebKit does not answer: \(answer)")
    let value = try #require(
      try JSONValue(parsing: String(answer[end.upperBound...])).object?["value"])
    if let error = value.object?["error"] {
      Issue.record("\(what ?? path): \(error) \(value.serialised())")
    }
    return value
  }

  func open(_ url: String) throws {
    try ask("/url", nil, ["url": .string(url)])
    try wait(for: "document.body?.dataset.ready === 'true'")
  }

  @discardableResult
  func run(_ script: String) throws -> JSONValue {
    let text = """
      const done = arguments[arguments.length - 1];
      (async () => JSON.stringify(await (\(script))) ?? "null")().then(done, (error) => done({ error: String(error) }));
      """
    let answer = try ask("/execute/async", script, ["script": .string(text), "args": []])
    guard let text = answer.string else { return .null }
    return try JSONValue(parsing: text)
  }

  func wheel(_ x: Double, _ y: Double, by distance: Double) throws {
    try act(
      "wheel",
      [
        [
          "type": "scroll", "x": .integer(Int64(x)), "y": .integer(Int64(y)), "deltaX": 0,
          "deltaY": .integer(Int64(distance)), "duration": 0, "origin": "viewport",
        ]
      ])
  }

  func press(_ key: String) throws {
    try act(
      "key",
      [["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)]])
  }

  private func act(_ type: String, _ actions: JSONValue) throws {
    try ask(
      "/actions", nil,
      ["actions": [["type": .string(type), "id": .string(type), "actions": actions]]])
  }
}
