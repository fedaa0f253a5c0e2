// SPDX-License-Identifier: Apache-2.0
//
// The list of trusted plugins, and changes to it, in words and in JSON.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

struct TrustReport {
  let isJSON: Bool
  let console: Console

  /// Writes the change of each entry.
  func changes(_ changes: [(entry: TrustList.Entry, what: String)]) throws {
    if isJSON {
      let objects = changes.map { change -> JSONValue in
        var object = json(change.entry)
        object["result"] = .string(change.what)
        return .object(object)
      }
      return try print(objects)
    }
    for (entry, what) in changes {
      try console.print("\(what): \(entry.hash)" + (entry.path.map { "  \($0)" } ?? ""))
    }
  }

  /// The whole list, with what has become of each file.
  func list(_ list: TrustList) throws {
    if isJSON {
      let objects = list.entries.map { entry -> JSONValue in
        var object = json(entry)
        if let state = state(of: entry) { object["file"] = .string(state) }
        return .object(object)
      }
      return try print(objects)
    }
    if list.entries.isEmpty { try console.print("No plugin is trusted.") }
    var table = Table()
    for entry in list.entries {
      table.add(entry.hash, entry.date ?? "–", state(of: entry) ?? "–", entry.path ?? "–")
    }
    for line in table.lines { try console.print(line) }
  }

  /// Returns true when the file still holds the trusted bytes; nil when its path is not known.
  private func state(of entry: TrustList.Entry) -> String? {
    entry.path.map { path in
      guard FileSystem.exists(path) else { return "gone" }
      return PluginFile(judging: path).hash == entry.hash ? "same" : "changed"
    }
  }

  private func json(_ entry: TrustList.Entry) -> JSONObject {
    var object = JSONObject([.init("sha256", .string(entry.hash))])
    if let date = entry.date { object["date"] = .string(date) }
    if let path = entry.path { object["path"] = .string(path) }
    return object
  }

  private func print(_ objects: [JSONValue]) throws {
    let value = JSONValue.object(JSONObject([.init("trusted", .array(objects))]))
    try console.print(text: value.serialised(indented: true))
  }
}
