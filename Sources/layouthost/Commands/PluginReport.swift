// SPDX-License-Identifier: Apache-2.0
//
// A judged plugin file in words and in JSON: what `list`, `info` and the demo say of it.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum PluginReport {
  /// The file as a row: verdict, layouts, version, trust, path, and the reason where there is one.
  ///
  /// - Parameter directory: Paths below it are told from there; an empty one shortens nothing.
  static func row(_ file: PluginFile, near directory: String = "") -> [String] {
    let layouts = file.note?.layouts.joined(separator: ", ") ?? "–"
    return [
      verdict(file), layouts, file.note?.version ?? "–", file.trust.description,
      ([directory.isEmpty ? file.path : file.path.removing(prefix: directory + "/")]
        + reasons(file)).joined(separator: "  — "),
    ]
  }

  /// One word for the verdict.
  static func verdict(_ file: PluginFile) -> String {
    switch file.verdict {
    case .loads(true, _): "loads"
    case .loads(false, _): "stays"
    case .refused: "refused"
    }
  }

  /// The colour of a verdict.
  static func style(_ verdict: String) -> Style? {
    switch verdict {
    case "loads": .good
    case "stays": .notable
    case "refused": .bad
    default: nil
    }
  }

  /// Returns the reasons for a refusal, and the hints that a person should know.
  static func reasons(_ file: PluginFile) -> [String] {
    switch file.verdict {
    case .loads(_, let remarks): remarks
    case .refused(let error):
      ["\(error.message.removing(prefix: file.path + ": ")) [\(error.code.rawValue)]"]
    }
  }

  static func json(_ file: PluginFile) -> JSONObject {
    var object = JSONObject([
      .init("path", .string(file.path)), .init("verdict", .string(verdict(file))),
      .init("trust", .string(file.trust.description)),
    ])
    if !file.hash.isEmpty {
      object["sha256"] = .string(file.hash)
      object["bytes"] = .integer(Int64(file.size))
    }
    if case .loads(let unloads, let remarks) = file.verdict {
      object["unloads"] = .bool(unloads)
      object["remarks"] = .array(remarks.map(JSONValue.string))
      object["needs"] = .array(
        file.libraries.map { ["name": .string($0.name), "path": .string($0.path)] })
    }
    if let refusal = file.verdict.refusal { object["error"] = .object(refusal.json) }
    if let note = file.note { object["note"] = .object(json(note)) }
    return object
  }

  private static func json(_ note: PluginNote) -> JSONObject {
    func texts(_ list: [String]) -> JSONValue { .array(list.map(JSONValue.string)) }
    return JSONObject([
      .init("id", .string(note.id)), .init("name", .string(note.name)),
      .init("version", .string(note.version)), .init("abi", .integer(Int64(note.abi))),
      .init("runtime", .string(note.runtime.description)),
      .init("requires", texts(note.requires)), .init("uses", texts(note.uses)),
      .init("layouts", texts(note.layouts)),
    ])
  }
}

extension String {
  /// The text without what it starts with.
  func removing(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
