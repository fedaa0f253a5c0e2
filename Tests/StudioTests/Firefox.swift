// SPDX-License-Identifier: Apache-2.0
//
// A real Firefox, controlled by WebDriver BiDi: JSON over a WebSocket.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// Firefox with a profile of its own and one page; ended with the value.
final class Firefox: OtherBrowser {
  private let home: TemporaryDirectory
  private let process = Process()
  private let errors = Pipe()
  private var wire: Wire?
  private var nextID = 0
  private var page: JSONValue = .null

  private static let programs: [String] = ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
  /// The installed browser; nil if there is none.
  static let program = programs.first { access($0, X_OK) == 0 }

  /// Preferences of a browser that makes no request of its own.
  private static let preferences = """
    user_pref("app.normandy.enabled", false);
    user_pref("app.update.enabled", false);
    user_pref("datareporting.policy.dataSubmissionEnabled", false);
    user_pref("network.captive-portal-service.enabled", false);
    user_pref("network.connectivity-service.enabled", false);
    user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
    user_pref("browser.safebrowsing.update.enabled", false);
    """

  init() throws {
    home = try TemporaryDirectory()
    try home.write(Array(Self.preferences.utf8), to: "user.js")
    process.executableURL = URL(fileURLWithPath: try #require(Self.program))
    process.arguments = [
      "--headless", "--no-remote", "--profile", home.path, "--remote-debugging-port", "0",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = home.path
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let port = try port()
    let wire = try Wire(port: port)
    let head = try wire.upgrade(["Host: 127.0.0.1:\(port)"])
    try #require(head.hasPrefix("HTTP/1.1 101"), "\(head)")
    self.wire = wire
    try ask("session.new", ["capabilities": [:]])
    let tree = try ask("browsingContext.getTree", [:])
    page = try #require(tree["contexts"]?.array?.first?.object?["context"])
  }

  deinit { process.killAndWait() }

  /// The port that it prints on standard error.
  private func port() throws -> UInt16 {
    var text = ""
    let mark = "listening on ws://127.0.0.1:"
    while true {
      if let place = text.range(of: mark), let end = text[place.upperBound...].firstIndex(of: "\n")
      {
        return try #require(UInt16(text[place.upperBound..<end].prefix { $0.isNumber }))
      }
      let data = errors.fileHandleForReading.availableData
      try #require(!data.isEmpty, "Firefox ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Sends a command, and waits for its result.
  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue) throws -> JSONObject {
    nextID += 1
    let message: JSONObject = [
      "id": .integer(Int64(nextID)), "method": .string(method), "params": parameters,
    ]
    let wire = try #require(wire)
    try wire.send(JSONValue.object(message).serialised())
    while let answer = try wire.receive() {
      if case .closed = answer { break }
      guard case .text(let text) = answer, let object = try JSONValue(parsing: text).object,
        object["id"]?.integer == Int64(nextID)
      else { continue }
      if let error = object["error"] { Issue.record("\(method): \(error) \(text)") }
      return object["result"]?.object ?? [:]
    }
    Issue.record("\(method): Firefox does not answer")
    return [:]
  }

  func open(_ url: String) throws {
    try ask("browsingContext.navigate", ["context": page, "url": .string(url), "wait": "complete"])
    try wait(for: "document.body?.dataset.ready === 'true'")
  }

  @discardableResult
  func run(_ script: String) throws -> JSONValue {
    let answer = try ask(
      "script.evaluate",
      [
        "expression": .string("(async () => JSON.stringify(await (\(script))) ?? 'null')()"),
        "target": ["context": page], "awaitPromise": true,
      ])
    guard let text = answer["result"]?.object?["value"]?.string else {
      Issue.record("\(script): \(JSONValue.object(answer).serialised())")
      return .null
    }
    return try JSONValue(parsing: text)
  }

  func wheel(_ x: Double, _ y: Double, by distance: Double) throws {
    try ask(
      "input.performActions",
      [
        "context": page,
        "actions": [
          [
            "type": "wheel", "id": "wheel",
            "actions": [
              [
                "type": "scroll", "x": .integer(Int64(x)), "y": .integer(Int64(y)), "deltaX": 0,
                "deltaY": .integer(Int64(distance)),
              ]
            ],
          ]
        ],
      ])
  }

  func press(_ key: String) throws {
    try ask(
      "input.performActions",
      [
        "context": page,
        "actions": [
          [
            "type": "key", "id": "keys",
            "actions": [
              ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
            ],
          ]
        ],
      ])
  }
}
