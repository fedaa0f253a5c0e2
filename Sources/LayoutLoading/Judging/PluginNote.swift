// SPDX-License-Identifier: Apache-2.0
//
// The description of a plugin that is readable without running it.

import LayoutABIDrafts
import LayoutJSON
import LayoutModel

/// The content of a plugin's ELF note.
public struct PluginNote: Equatable, Sendable {
  /// The language runtime of the plugin's code, which decides if it can be unloaded.
  public enum Runtime: Equatable, Sendable, CustomStringConvertible {
    /// None: C, C++, Rust, Zig or Embedded Swift.
    case none
    /// Swift's, inside the file.
    case swiftStatic
    /// Swift's shared libraries, in this version.
    case swiftShared(version: String)

    /// The text in the note.
    public var description: String {
      switch self {
      case .none: "none"
      case .swiftStatic: "swift-static"
      case .swiftShared(let version): "swift-shared \(version)"
      }
    }
  }

  /// The id, unique among all plugins.
  public var id: String
  /// The name for people.
  public var name: String
  /// The version, major.minor.patch.
  public var version: String
  /// The ABI of the headers used for compiling; for messages.
  public var abi: Int
  /// The runtime that it contains or needs.
  public var runtime: Runtime
  /// Extensions that the plugin requires.
  public var requires: [String]
  /// Extensions that it uses if they are available.
  public var uses: [String]
  /// The ids of its layouts, in the order of its table.
  public var layouts: [String]

  /// True when its layouts may have children (`layout.children/1`).
  public var hasChildren: Bool {
    requires.contains(LAYOUT_EXT_CHILDREN) || uses.contains(LAYOUT_EXT_CHILDREN)
  }

  /// A note with this content, without checks. For notes read by another process, and for tests.
  public init(
    id: String, name: String, version: String, abi: Int, runtime: Runtime, requires: [String],
    uses: [String], layouts: [String]
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.abi = abi
    self.runtime = runtime
    self.requires = requires
    self.uses = uses
    self.layouts = layouts
  }
}

// MARK: - Parsing
//
// Parsing the note's JSON. Unknown members are ignored, for newer hosts.

extension PluginNote {
  /// Reads the description of a note.
  ///
  /// - Throws: `bad-note`, naming the member and the expected value.
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
    // A note has space for ten thousand short names.
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

// MARK: - Names and versions
//
// The grammars of ids, names and versions; the same for notes and tables.

/// The grammars of names that come from plugins.
enum Grammar {
  /// [A-Za-z0-9][A-Za-z0-9._-]*, at most 128 bytes.
  static func isPluginID(_ text: String) -> Bool {
    text.utf8.count <= 128 && text.utf8.first.map(isAlphanumeric) == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// [a-z][a-z0-9.-]*, at most 64 bytes.
  static func isLayoutID(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map(isLower) == true
      && text.utf8.allSatisfy { isLower($0) || isDigit($0) || ".-".utf8.contains($0) }
  }

  /// camelCase: [a-z][A-Za-z0-9]*, at most 64 bytes.
  static func isMemberName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map(isLower) == true
      && text.utf8.allSatisfy(isAlphanumeric)
  }

  /// [A-Za-z][A-Za-z0-9._-]*, at most 64 bytes.
  static func isKindName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.utf8.first.map { isAlphanumeric($0) && !isDigit($0) } == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  /// The letters of a layout id, then a slash and a revision: `layout.dynamics/1`.
  static func isExtensionID(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && isLayoutID(String(parts[0])) && isNumber(parts[1])
  }

  /// Three decimal numbers without leading zeros.
  static func isVersion(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy(isNumber)
  }

  /// Two or three decimal numbers.
  static func isSwiftVersion(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return (2...3).contains(parts.count) && parts.allSatisfy(isNumber)
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...9).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
      && (text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"))
  }

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLower(byte) || isDigit(byte) || (0x41...0x5a).contains(byte)
  }
}
