// SPDX-License-Identifier: Apache-2.0
//
// A call to a layout as the record of a crash tells it.

import LayoutABI
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel

extension CallNote {
  /// `{"call": …, "epoch": …}` and what the call was given.
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
