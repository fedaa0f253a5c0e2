// SPDX-License-Identifier: Apache-2.0
//
// Elements, geometry and errors in the output of scenarios.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - Elements

extension Rect {
  /// `[x, y, width, height]`.
  var json: JSONValue { .array([.number(x), .number(y), .number(width), .number(height)]) }
}

extension Point {
  /// `[x, y]`.
  var json: JSONValue { .array([.number(x), .number(y)]) }
}

extension Size {
  /// `[width, height]`.
  var json: JSONValue { .array([.number(width), .number(height)]) }
}

extension ItemPath {
  /// `[section, item]`.
  var json: JSONValue { .array([.integer(Int64(section)), .integer(Int64(item))]) }
}

extension LayoutAttributes {
  /// The element, in the form `E` of docs/scenarios.md.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the layout, which names the cases of custom fields.
  ///   - id: The identity of the item; nil for elements other than cells.
  package func json(_ descriptor: LayoutDescriptor, id: String?) -> JSONObject {
    var object = JSONObject([.init("kind", .string(kind)), .init("path", path.json)])
    if category == .cell {
      object["id"] = .string(id ?? path.description)
    } else {
      object["category"] = category == .supplementary ? "supplementary" : "decoration"
    }
    object["frame"] = frame.json
    object["alpha"] = .number(alpha)
    object["z"] = .integer(Int64(zIndex))
    object["hidden"] = .bool(isHidden)
    if let transform { object["transform"] = .array(transform.elements.map(JSONValue.number)) }
    let custom = customJSON(descriptor)
    if !custom.members.isEmpty { object["custom"] = .object(custom) }
    return object
  }

  private func customJSON(_ descriptor: LayoutDescriptor) -> JSONObject {
    let declared = descriptor.kinds.first { $0.name == kind && $0.category == category }
    return JSONObject(
      zip(fields, declared?.fields ?? []).map { field, declared in
        .init(field.name, field.value.json(cases: declared.cases))
      })
  }
}

/// The order in which scenarios list elements: category, section, item, kind by its bytes.
func isListedBefore(_ a: LayoutAttributes, _ b: LayoutAttributes) -> Bool {
  if a.category != b.category { return a.category < b.category }
  if a.path != b.path { return a.path < b.path }
  return a.kind.utf8.lexicographicallyPrecedes(b.kind.utf8)
}

// MARK: - Errors

extension LayoutError {
  /// `{"code", "message"}`, with `plugin` and `call` if they are known.
  public var json: JSONObject {
    var object = JSONObject([
      .init("code", .string(code.rawValue)), .init("message", .string(message)),
    ])
    if let plugin { object["plugin"] = .string(plugin) }
    if let call { object["call"] = .string(call) }
    return object
  }
}
