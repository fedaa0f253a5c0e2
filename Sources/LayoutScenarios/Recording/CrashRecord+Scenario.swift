// SPDX-License-Identifier: Apache-2.0
//
// The record of a crash as a scenario that leads there again.

import LayoutABI
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel

extension CrashRecord {
  /// Beyond so many items the app is not asked for its answers again: it should go on, not write.
  private static let itemLimit = 100_000

  /// A scenario of the session's last calls, with all that is known under `crash`.
  ///
  /// The data are those of the first of the calls: batches are taken back one by one, and made again
  /// by the steps. What cannot be a step is left out: states and transitions. A finger is told as
  /// scrolling, an item that was carried as batches.
  public var scenario: JSONObject {
    let calls = instance?.calls ?? []
    let start = calls.firstIndex { $0.frame != nil } ?? calls.count
    let first = calls.indices.contains(start) ? calls[start].frame : nil
    let history = DataHistory(of: calls[start...], now: data)
    var object = Scenario(
      layout: "\(FileSystem.resolved(file.path) ?? file.path)#\(layout)",
      tier: isSandboxed ? .sandboxed : .worker, properties: properties(before: calls[..<start]),
      host: HostSettings(container: first?.bounds.size ?? Size(width: 320, height: 480)),
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

  /// Returns the properties when the first of the frames was asked for.
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
    return properties
  }

  /// The data as they are, with what the app answers where that can be asked.
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
  /// The arguments of the frame, where it is one.
  var frame: Frame? {
    if case .frame(let frame) = arguments { frame } else { nil }
  }
}
