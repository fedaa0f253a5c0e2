// SPDX-License-Identifier: Apache-2.0
//
// From the last calls to a layout to the steps that make them again.

import LayoutABI
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel

/// The steps of a crash record, as its calls are read.
struct CrashSteps {
  let descriptor: LayoutDescriptor?
  /// The time of the view by now.
  private var time: Double
  private var bounds: Rect
  private var isFirst = true
  private var steps: [JSONObject] = []

  /// Marks that a view makes only when someone invalidates.
  private static let invalidations =
    LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
    | LAYOUT_MARK_DECORATIONS

  /// - Parameter first: The frame that the scenario opens with.
  init(descriptor: LayoutDescriptor?, first: CallNote.Frame?) {
    self.descriptor = descriptor
    time = first?.time ?? 0
    bounds = Rect(origin: .zero, size: first?.bounds.size ?? .zero)
  }

  /// All steps. Each but the last goes on after an error, as the session did.
  var finished: [JSONValue] {
    steps.enumerated().map { index, step in
      var step = step
      if index < steps.count - 1 { step["catch"] = true }
      return .object(step)
    }
  }

  /// Adds what leads to the call.
  ///
  /// - Parameter change: How the data came to be those of the frame, when they are others than before.
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

  /// The layout was asked where elements come from and go to, so somebody wanted to see it.
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
    // The first frame prepares whatever its marks say.
    if !isFirst {
      if case .replaced(let changes)? = change {
        // Refused, because the view is not told how; what the data are by then stays.
        add(changes)
        add("reload", JSONObject())
      } else if change != nil {
        // The batch was the reason.
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
