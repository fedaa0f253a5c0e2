// SPDX-License-Identifier: Apache-2.0
//
// From the note's JSON to its value. Members that this host does not know are left to newer ones.

import LayoutJSON
import LayoutModel

extension PluginNote {
  /// Reads the description of a note.
  ///
  /// - Throws: `bad-note`, naming the member and what it should be.
  init(parsing description: [UInt8]) throws(LayoutError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: description) } catch {
      throw Self.refusal("is not well formed: \(error.message)")
    }
    guard case .object(let object) = value else {
      throw Self.refusal("holds \(value.typeName); it has to be an object")
    }
    let members = Members(object: object)
    id = try members.text("id", Grammar.isPluginID, "letters, digits, '.', '-', '_', at most 128")
    name = try members.text("name", { !$0.isEmpty && $0.utf8.count <= 256 }, "1 to 256 bytes")
    version = try members.text("version", Grammar.isVersion, "major.minor.patch")
    abi = try members.positive("abi")
    runtime = try members.runtime()
    requires = try members.texts("requires", Grammar.isExtensionID, "like layout.dynamics/1")
    uses = try members.texts("uses", Grammar.isExtensionID, "like layout.dynamics/1")
    layouts = try members.texts("layouts", Grammar.isLayoutID, "[a-z][a-z0-9.-]*, at most 64 bytes")
    guard !layouts.isEmpty else { throw Self.refusal("names no layouts; list their ids") }
  }

  fileprivate static func refusal(_ message: String) -> LayoutError {
    LayoutError(.badNote, "its layout note " + message)
  }
}

/// Typed access to the note's members.
private struct Members {
  let object: JSONObject

  func value(_ key: String) throws(LayoutError) -> JSONValue {
    guard let value = object[key] else { throw PluginNote.refusal("lacks \"\(key)\"") }
    return value
  }

  func text(
    _ key: String, _ isValid: (String) -> Bool, _ grammar: String
  ) throws(LayoutError) -> String {
    let value = try value(key)
    guard let text = value.string else {
      throw PluginNote.refusal("has \(value.typeName) as \"\(key)\"; it has to be a string")
    }
    guard isValid(text) else {
      throw PluginNote.refusal("has \"\(text)\" as \"\(key)\"; it has to be: \(grammar)")
    }
    return text
  }

  func texts(
    _ key: String, _ isValid: (String) -> Bool, _ grammar: String
  ) throws(LayoutError) -> [String] {
    let value = try value(key)
    guard let values = value.array else {
      throw PluginNote.refusal("has \(value.typeName) as \"\(key)\"; it has to be an array")
    }
    var texts: [String] = []
    // A note has room for ten thousand short names.
    var known: Set<String> = []
    for value in values {
      guard let text = value.string, isValid(text) else {
        throw PluginNote.refusal(
          "has \(value.serialised()) in \"\(key)\"; each has to be a string: \(grammar)")
      }
      guard known.insert(text).inserted else {
        throw PluginNote.refusal("names \"\(text)\" twice in \"\(key)\"")
      }
      texts.append(text)
    }
    return texts
  }

  func positive(_ key: String) throws(LayoutError) -> Int {
    let value = try value(key)
    guard let number = value.integer, let version = UInt32(exactly: number), version > 0 else {
      throw PluginNote.refusal(
        "has \(value.serialised()) as \"\(key)\"; it has to be 1 to \(UInt32.max)")
    }
    return Int(version)
  }

  func runtime() throws(LayoutError) -> PluginNote.Runtime {
    let shared = "swift-shared "
    let grammar = "none, swift-static, or swift-shared and the Swift version"
    let text = try text(
      "runtime",
      { text in
        text == "none" || text == "swift-static"
          || text.hasPrefix(shared) && Grammar.isSwiftVersion(text.dropFirst(shared.count))
      }, grammar)
    switch text {
    case "none": return .none
    case "swift-static": return .swiftStatic
    default: return .swiftShared(version: String(text.dropFirst(shared.count)))
    }
  }
}
