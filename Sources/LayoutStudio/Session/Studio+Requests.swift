// SPDX-License-Identifier: Apache-2.0
//
// The requests of a page.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// A request of a page. Each gets one answer with its id.
struct StudioRequest {
  let id: Int64
  let type: String
  let object: JSONObject

  /// Returns a number of the request within bounds; nil when it is missing.
  func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = object[key]?.double, value.isFinite else { return nil }
    return min(range.upperBound, max(range.lowerBound, value))
  }

  /// Returns a whole number of the request within bounds; nil when it is missing.
  func count(_ key: String, in range: ClosedRange<Int>) -> Int? {
    number(key, in: Double(range.lowerBound)...Double(range.upperBound)).map { Int($0) }
  }
}

extension Studio {
  /// The allowed steps of a page: the actions of a user on a view. None names a file.
  private static let steps: Set<String> = [
    "drag", "release", "wheel", "touch", "key", "move", "menu", "select", "deselect", "selectAll",
    "deselectAll", "set", "configure", "resize", "scroll", "scrollToItem", "crossScroll", "call",
    "reload", "restart",
  ]
  /// The limit of steps in one request.
  private static let stepLimit = 256

  /// Welcomes a page that knows the token.
  func welcome(_ client: StudioClient, _ hello: JSONObject) {
    answerStart = MainLoop.now
    look(client, StudioRequest(id: 0, type: "look", object: hello))
    if options.fitsWindow, history.numbers.isEmpty,
      let size = hello["viewport"]?.array, size.count == 2
    {
      run([["do": "resize", "container": .array(size)]])
    } else if history.numbers.isEmpty {
      run([])
    }
    send(to: client, id: 0, hasElements: true)
  }

  /// Handles a request, and answers.
  func answer(_ request: StudioRequest, from client: StudioClient) {
    let hasElements = request.object["elements"]?.bool ?? false
    answerStart = MainLoop.now
    switch request.type {
    case "tick":
      guard tick(request, from: client) else { return }
    case "seek":
      return send(to: client, id: request.id, number: soughtFrame(request), hasElements: false)
    case "look": look(client, request)
    case "layout": choose(request)
    case "data": change(request)
    case "build": startBuild(isForced: true)
    case "dismiss": dismiss(request)
    case "frames": return sendFrames(to: client, request)
    case "inspect": return inspect(request, for: client)
    case "recording": return sendRecording(to: client, request)
    case "film": return sendFilm(to: client, request)
    case "peek": return peek(request, for: client)
    case "player": return sendPlayer(to: client, request)
    case "compare": compare(request)
    case "check": startCheck()
    case "rule": playRule(request)
    case "edit": edit(request)
    case "textScale": scaleText(request)
    case "unblock": unblock()
    default: return refuse(request, "there is no request '\(request.type)'", for: client)
    }
    send(to: client, id: request.id, hasElements: hasElements)
  }

  /// Answers that the request was refused.
  func refuse(_ request: StudioRequest, _ reason: String, for client: StudioClient) {
    reply(to: client, request.id) { json in
      json.key("refusal")
      json.string(reason)
    }
  }

  /// Sends an answer that contains no frame.
  func reply(to client: StudioClient, _ id: Int64, _ body: (inout JSONText) -> Void) {
    var json = JSONText()
    json.object { json in
      json.key("type")
      json.string("answer")
      json.key("id")
      json.integer(Int(id))
      body(&json)
    }
    client.socket.send(json.text)
  }

  /// - Returns: False for a request that was refused, and answered.
  private func tick(_ request: StudioRequest, from client: StudioClient) -> Bool {
    let steps = request.object["steps"]?.array ?? []
    guard steps.count <= Self.stepLimit else {
      let reason = "a request has at most \(Self.stepLimit) steps, and not \(steps.count)"
      refuse(request, reason, for: client)
      return false
    }
    let allowed = steps.filter { Self.steps.contains($0.object?["do"]?.string ?? "") }
    guard var seconds = request.number("seconds", in: 0...3600) else {
      // A request without steps makes no frame.
      if !allowed.isEmpty { run(allowed) }
      return true
    }
    if request.object["manual"]?.bool != true {
      // Two tabs with ticks must not make the time run twice as fast.
      let now = MainLoop.now
      seconds = min(seconds, max(0.001, now - lastTick + 0.004), 0.1)
      lastTick = now
    }
    let isIdle = isHalted && allowed.isEmpty && request.object["manual"]?.bool != true
    if !isIdle { run(allowed, advancing: seconds) }
    return true
  }

  private func look(_ client: StudioClient, _ request: StudioRequest) {
    let isDark = request.object["theme"]?.string == Theme.Kind.dark.rawValue
    client.look(
      isDark ? .dark : .light, scale: request.number("scale", in: 0.25...4) ?? client.scale)
  }

  private func choose(_ request: StudioRequest) {
    let layouts = project.layouts
    guard let index = request.count("index", in: 0...10_000), layouts.indices.contains(index) else {
      return
    }
    let layout = layouts[index]
    isHalted = false
    assumed.forget()
    if run([["do": "swap", "layout": .string(layout.name), "animated": true]]) {
      clear(.frame, .swap, .open)
      say("loaded", "\(layout.id) is loaded")
    }
    factsChanged()
  }

  private func change(_ request: StudioRequest) {
    guard let name = request.object["change"]?.string, let change = DataKnobs.Change(rawValue: name)
    else { return }
    if let seed = request.count("seed", in: 0...Int(Int32.max)) { knobs.seed(UInt64(seed)) }
    let count = request.count("count", in: 1...10_000) ?? 1
    let factor = request.number("height", in: 0.1...10) ?? 1
    let operations = knobs.operations(change, count: count, sizeFactor: factor, in: session.view)
    guard !operations.isEmpty else { return }
    run([["do": "batch", "ops": .array(operations)]])
    say("data", "\(name): \(counted(operations.count, "operation"))")
    factsChanged()
  }

  private func dismiss(_ request: StudioRequest) {
    let source = request.object["source"]?.string
    alerts.removeAll { source == nil || $0.source.rawValue == source }
    factsChanged()
  }

  /// Lets a layout that was blocked after three failures run again.
  private func unblock() {
    isHalted = false
    _ = try? QuarantineStore().lift(session.file.hash)
    strikes = StrikeWatch(of: session.file)
    if run([["do": "restart"]]) { say("loaded", "\(session.layout.id) is started again") }
    factsChanged()
  }

  /// Returns the frame that a request names, by its number or its time.
  func soughtFrame(_ request: StudioRequest) -> Int {
    let numbers = history.numbers
    if let number = request.count("frame", in: 0...Int(Int32.max)) {
      return min(max(number, numbers.lowerBound), numbers.upperBound - 1)
    }
    return history.number(at: request.number("time", in: 0...1e9) ?? 0)
  }
}
