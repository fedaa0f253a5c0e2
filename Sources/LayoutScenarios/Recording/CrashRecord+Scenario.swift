// SPDX-License-Identifier: Apache-2.0
//
// The record of a crash as a scenario that reproduces it.

import LayoutABI
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel

extension CrashRecord {
  /// The maximum number of items for which the app is asked for its answers again, so that writing
  /// the record does not delay the app.
  private static let itemLimit = 100_000

  /// A scenario of the session's last calls, with the facts under `crash`.
  ///
  /// The data are those of the first call: batches are reverted one by one, and repeated by the
  /// steps. States and transitions are omitted, because they cannot be steps. A finger becomes
  /// scrolling, a moved item becomes batches.
  public var scenario: JSONObject {
    let calls = instance?.calls ?? []
    let start = calls.firstIndex { $0.frame != nil } ?? calls.count
    let first = calls.indices.contains(start) ? calls[start].frame : nil
    let history = DataHistory(of: calls[start...], now: data)
    var object = Scenario(
      layout: "\(FileSystem.resolved(file.path) ?? file.path)#\(layout)",
      tier: isSandboxed ? .sandboxed : .worker, properties: properties(before: calls[..<start]),
      host: HostSettings(viewportSize: first?.bounds.size ?? Size(width: 320, height: 480)),
      data: history.start
    ).header
    if let shape = instance?.shape {
      object["contentInset"] = LayoutValue.insets(shape.contentInset).json()
      object["scale"] = .number(shape.scale)
      object["direction"] = shape.isRightToLeft ? "rtl" : "ltr"
    }
    var steps = CrashSteps(descriptor: instance?.descriptor, first: first)
    for index in calls[start...].indices { steps.add(calls[index], history.changes[index]) }
    object["steps"] = .array(steps.finished)
    object["crash"] = .object(facts)
    return object
  }

  /// Returns the properties at the first frame request.
  private func properties(before calls: ArraySlice<CallNote>) -> JSONObject {
    guard let instance else { return JSONObject() }
    var values = instance.values
    for call in calls {
      if case .value(let value, let index) = call.arguments { values[index] = value }
    }
    var properties = JSONObject()
    for (property, value) in zip(instance.descriptor.properties, values) {
      properties[property.name] = value?.json(cases: property.cases)
    }
    for setting in instance.childSettings.list {
      properties[setting.name] = setting.caseName.map(JSONValue.string) ?? setting.value.json()
    }
    return properties
  }

  /// The current data, with the app's answers if they are available.
  private var data: ScenarioData {
    guard let instance else { return ScenarioData([], queries: JSONObject()) }
    let counts = instance.shape.itemCounts.map(Int.init)
    if counts.reduce(0, +) <= Self.itemLimit {
      let capture = Capture(
        descriptor: instance.descriptor, queries: instance.queries, counts: counts)
      if let data = try? capture.data() { return data }
    }
    return ScenarioData(counts.map(SectionContent.init(count:)), queries: JSONObject())
  }

  /// The facts, for people and tools.
  private var facts: JSONObject {
    var object: JSONObject = ["file": .string(file.path), "hash": .string(file.hash)]
    object["plugin"] = (error.plugin ?? file.note?.id).map(JSONValue.string)
    object["layout"] = .string(layout)
    object["tier"] = isSandboxed ? "sandboxed" : "worker"
    object["call"] = error.call.map(JSONValue.string)
    object["error"] = .object(error.json)
    guard let instance else { return object }
    object["arguments"] = instance.calls.last.map { .object($0.json(instance.descriptor)) }
    object["callCount"] = .integer(Int64(instance.callCount))
    object["calls"] = .array(instance.calls.map { .object($0.json(instance.descriptor)) })
    return object
  }
}

extension CallNote {
  /// The arguments of the call, if it is a frame.
  var frame: Frame? {
    if case .frame(let frame) = arguments { frame } else { nil }
  }
}

// MARK: - Steps
//
// Converting the last calls of a layout to steps that repeat them.

/// The steps of a crash record.
struct CrashSteps {
  let descriptor: LayoutDescriptor?
  /// The current time of the view.
  private var time: Double
  private var bounds: Rect
  private var isFirst = true
  private var steps: [JSONObject] = []

  /// Marks that a view makes only for an explicit invalidation.
  private static let invalidations =
    LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
    | LAYOUT_MARK_DECORATIONS

  /// - Parameter first: The first frame of the scenario.
  init(descriptor: LayoutDescriptor?, first: CallNote.Frame?) {
    self.descriptor = descriptor
    time = first?.time ?? 0
    bounds = Rect(origin: .zero, size: first?.bounds.size ?? .zero)
  }

  /// All steps. Each except the last continues after an error, as the session did.
  var finished: [JSONValue] {
    steps.enumerated().map { index, step in
      var step = step
      if index < steps.count - 1 { step["catch"] = true }
      return .object(step)
    }
  }

  /// Adds the steps of a call.
  ///
  /// - Parameter change: The change of the data since the frame before, if any.
  mutating func add(_ note: CallNote, _ change: DataHistory.Change?) {
    switch note.arguments {
    case .frame(let frame): add(frame, change)
    case .rect(let rect): add("elements", ["rect": rect.json, "limit": 0])
    case .element(let element): add(element)
    case .target(_, let velocity, _): add("release", ["velocity": velocity.json])
    case .value(let value, let index):
      guard let property = descriptor?.properties[index] else { return }
      add(
        "set",
        ["property": .string(property.name), "value": value.json(cases: property.cases)])
    case .action(let index, let arguments):
      guard let action = descriptor?.actions[index] else { return }
      add(
        "call",
        ["action": .string(action.name), "arguments": .array(arguments.map { $0.json() })])
    case .count where ["initial", "final"].contains(note.call): animateBatch()
    case .none, .property, .place, .point, .crossTarget, .count: break
    }
  }

  /// The layout was asked for starts and ends of elements, so the batch was animated.
  private mutating func animateBatch() {
    guard let last = steps.indices.last, steps[last]["do"] == "batch" else { return }
    steps[last]["animated"] = true
  }

  private mutating func add(_ name: String, _ keys: JSONObject) {
    var step: JSONObject = ["do": .string(name)]
    for member in keys.members { step[member.key] = member.value }
    steps.append(step)
  }

  private mutating func add(_ frame: CallNote.Frame, _ change: DataHistory.Change?) {
    if frame.time > time {
      add("advance", ["seconds": .number(min(frame.time - time, 86_400)), "frames": 1])
    }
    if frame.bounds.size != bounds.size {
      add("resize", ["container": frame.bounds.size.json])
    }
    if case .batch(let changes)? = change { add(changes) }
    if frame.bounds.origin != bounds.origin { add("scroll", ["to": frame.bounds.origin.json]) }
    // The first frame prepares with any marks.
    if !isFirst {
      if case .replaced(let changes)? = change {
        // Refused, because the view does not receive the changes; the data stay changed.
        add(changes)
        add("reload", JSONObject())
      } else if change != nil {
        // The batch was the cause.
      } else if frame.marks & Self.invalidations != 0 {
        add("invalidate", JSONObject())
      } else if frame.marks & LAYOUT_MARK_COUNTS != 0 {
        add("reload", JSONObject())
      }
    }
    (isFirst, time, bounds) = (false, max(time, frame.time), frame.bounds)
  }

  private mutating func add(_ changes: [DataChange]) {
    add("batch", ["ops": .array(changes.map(\.json)), "animated": false])
  }

  private mutating func add(_ element: layout_element) {
    let path: JSONValue = [.integer(Int64(element.section)), .integer(Int64(element.item))]
    guard element.category != LAYOUT_CELL else { return add("item", ["path": path]) }
    guard let kinds = descriptor?.kinds, kinds.indices.contains(Int(element.kind)) else { return }
    let kind = JSONValue.string(kinds[Int(element.kind)].name)
    let isDecoration = element.category == LAYOUT_DECORATION
    add(isDecoration ? "decoration" : "supplementary", ["kind": kind, "path": path])
  }
}

// MARK: - Calls
//
// A call to a layout in the form of a crash record.

extension CallNote {
  /// `{"call": …, "epoch": …}` and the arguments of the call.
  func json(_ descriptor: LayoutDescriptor) -> JSONObject {
    var object: JSONObject = ["call": .string(call), "epoch": .integer(Int64(clamping: epoch))]
    switch arguments {
    case .none: break
    case .frame(let frame): frame.add(to: &object)
    case .rect(let rect): object["rect"] = rect.json
    case .element(let element):
      object["category"] = .integer(Int64(element.category))
      object["kind"] = .integer(Int64(element.kind))
      object["path"] = [.integer(Int64(element.section)), .integer(Int64(element.item))]
    case .target(let proposed, let velocity, let bounds):
      object["proposed"] = proposed.json
      object["velocity"] = velocity.json
      object["bounds"] = bounds.json
    case .value(let value, let index):
      let property = descriptor.properties[index]
      object["property"] = .string(property.name)
      object["value"] = value.json(cases: property.cases)
    case .property(let index): object["property"] = .string(descriptor.properties[index].name)
    case .action(_, let arguments): object["arguments"] = .array(arguments.map { $0.json() })
    case .place(let path, let position):
      object["path"] = path.json
      object["position"] = position.json
    case .point(let point): object["point"] = point.json
    case .crossTarget(let proposed, let velocity, let section):
      object["section"] = .integer(Int64(section))
      object["proposed"] = .number(proposed)
      object["velocity"] = .number(velocity)
    case .count(let count): object["count"] = .integer(Int64(count))
    }
    return object
  }
}

extension CallNote.Frame {
  fileprivate func add(to object: inout JSONObject) {
    object["time"] = .number(time)
    object["bounds"] = bounds.json
    object["rect"] = rect.json
    object["touch"] = touch?.json
    object["marks"] = .integer(Int64(marks))
    if updateCount > 0 { object["updates"] = .integer(Int64(updateCount)) }
  }
}
