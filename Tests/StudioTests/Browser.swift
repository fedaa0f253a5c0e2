// SPDX-License-Identifier: Apache-2.0
//
// One page in the browser, and the input of a user.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// A window with a page; closed with the value.
final class Browser {
  let chromium: Chromium
  private let target: JSONValue
  private let session: String
  /// The studio of the page, which runs as long as its page.
  var studio: StudioRun?

  init(width: Int = 1280, height: Int = 800) throws {
    chromium = try Chromium.shared()
    // In a window of its own: a tab behind another one gets no frames.
    let created = try chromium.ask(
      "Target.createTarget", ["url": "about:blank", "newWindow": true], in: nil)
    target = created["targetId"] ?? .null
    let attached = try chromium.ask(
      "Target.attachToTarget", ["targetId": target, "flatten": true], in: nil)
    session = try #require(attached["sessionId"]?.string)
    for domain in ["Page", "Runtime", "Log"] { try ask("\(domain).enable") }
    try resize(width, height)
    // Colours have their final values at once.
    try ask(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
  }

  deinit { _ = try? chromium.ask("Target.closeTarget", ["targetId": target], in: nil) }

  /// Starts a studio, and opens its page with a clock that only the test advances.
  static func open(
    _ arguments: [String] = ["unicode:Arrows", "-l", "flow"], plugin spacing: Int? = nil,
    query: String = "?clock=manual", input: String? = nil,
    setUp: (StudioRun) throws -> Void = { _ in }
  ) throws -> (StudioRun, Browser) {
    let run = try StudioRun(arguments, plugin: spacing, input: input, setUp: setUp)
    let page = try Browser()
    page.studio = run
    try page.open(run.address(query))
    return (run, page)
  }

  /// Sends a command of the protocol to the page, and waits for its result.
  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONObject {
    try chromium.ask(method, parameters, in: session)
  }

  /// The reports of the page: errors of scripts, and of its policy.
  var complaints: [String] { chromium.complaints[session] ?? [] }

  // MARK: The page

  /// Runs a script in the page; waits for a promise.
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

  /// Opens a page of the studio, and waits until it shows a frame.
  func open(_ url: String) throws {
    try ask("Page.navigate", ["url": .string(url)])
    try wait(for: "document.body?.dataset.ready === 'true'")
  }

  /// Waits until an expression is true; the limit only ends a hang.
  func wait(
    for expression: String, seconds: Int = 120, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let limit = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < limit {
      if try run("Boolean(\(expression))") == true { return }
      usleep(20_000)
    }
    let state = try run("globalThis.studio ? JSON.stringify(studio.state()) : location.href")
    Issue.record("never true: \(expression); \(state.serialised())", sourceLocation: location)
  }

  /// Returns `studio.state()`.
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

  /// Returns the pixels of the stage, as text.
  func pixels() throws -> String {
    try #require(try run("document.getElementById('canvas').toDataURL()").string)
  }

  /// Sets a control, as a user does.
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

  /// The codes of keys that have a meaning for the browser itself.
  private static let codes: [String: Int64] = [
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35,
    "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "ContextMenu": 93,
  ]

  func press(_ key: String) throws {
    for type in ["keyDown", "keyUp"] {
      var event: JSONObject = ["type": .string(type), "key": .string(key)]
      if let code = Self.codes[key] {
        event["windowsVirtualKeyCode"] = .integer(code)
        event["code"] = .string(key == " " ? "Space" : key)
      }
      if type == "keyDown", key == "Enter" || key.count == 1 {
        event["text"] = .string(key == "Enter" ? "\r" : key)
      }
      try ask("Input.dispatchKeyEvent", .object(event))
    }
  }

  /// Reloads the page, and waits until it shows a frame.
  func reload() throws {
    try run("document.body.dataset.ready = 'before'")
    try ask("Page.reload")
    try wait(for: "document.body?.dataset.ready === 'true'")
  }
}
