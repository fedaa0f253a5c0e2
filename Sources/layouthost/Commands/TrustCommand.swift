// SPDX-License-Identifier: Apache-2.0
//
// `layouthost trust` and `layouthost quarantine`: plugins that may run in the host's own process,
// by the hash of their bytes, and plugins that are blocked.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

// MARK: - Trust

enum TrustCommand: Command {
  static let name = "trust"
  static let summary = "Choose the plugins that may run in this process, by the hash of their bytes"
  static let form = "add PLUGIN... | remove PLUGIN|HASH... | list"
  static let options: [Option] = [.plugins, .json]
  static let notes = """
    PLUGIN is the path of a file, or the id of a plugin or of a layout on the search path. A plugin
    in this process has all your rights. Bundled plugins need no trust; all others run in the sandbox.

    Trust belongs to the content: a changed file is not trusted any more, and a copy of it is trusted.
    The list is $XDG_CONFIG_HOME/layouthost/trust. It is not used while other users can write it.
    """

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let store = TrustStore()
    let words = Array(arguments.operands.dropFirst())
    let report = TrustReport(isJSON: arguments.has(.json), console: console)
    switch arguments.operands.first {
    case "add":
      let words = try operands(words, "PLUGIN")
      // A list that is not safe to use ends the command, before the search reports it too.
      _ = try store.read()
      try add(words, PluginFinder(arguments, telling: console), store, report)
    case "remove":
      let words = try operands(words, "PLUGIN or HASH")
      _ = try store.read()
      try remove(words, PluginFinder(arguments, telling: console), store, report)
    case "list":
      try arguments.refuseOperands(after: 1)
      try report.list(try store.read())
    case let word?: throw UsageError("'\(word)' is none of add, remove, list")
    case nil: throw UsageError("add, remove or list is missing")
    }
    return true
  }

  private static func operands(_ words: [String], _ what: String) throws(UsageError) -> [String] {
    if words.isEmpty { throw UsageError("\(what) is missing") }
    return words
  }

  /// Judges all plugins before it writes any entry.
  private static func add(
    _ words: [String], _ finder: PluginFinder, _ store: TrustStore, _ report: TrustReport
  ) throws {
    let date = TrustList.today()
    var entries: [TrustList.Entry] = []
    for word in words {
      let file = try finder.file(word)
      if let refusal = file.verdict.refusal { throw refusal }
      let path = FileSystem.resolved(file.path) ?? file.path
      entries.append(TrustList.Entry(hash: file.hash, date: date, path: path))
    }
    let isNew = try store.update { list throws(LayoutError) in entries.map { list.add($0) } }
    try report.changes(zip(entries, isNew).map { ($0, $1 ? "trusted" : "already trusted") })
  }

  private static func remove(
    _ words: [String], _ finder: PluginFinder, _ store: TrustStore, _ report: TrustReport
  ) throws {
    let removed = try store.update { list throws(LayoutError) in
      var removed: [TrustList.Entry] = []
      for word in words {
        let entries = try matches(word, in: list, finder)
        for entry in entries where list.remove(entry.hash) { removed.append(entry) }
      }
      return removed
    }
    try report.changes(removed.map { ($0, "not trusted any more") })
  }

  /// Returns the entries for a word: by hash; by path, whatever file is there now; or by the
  /// present bytes of a plugin.
  private static func matches(
    _ word: String, in list: TrustList, _ finder: PluginFinder
  ) throws(LayoutError) -> [TrustList.Entry] {
    var found = list.entries.filter { $0.hash == word.lowercased() }
    if LayoutMaker.isPath(word) {
      let path = FileSystem.resolved(word) ?? word
      let hash = PluginFile(judging: word).hash
      found += list.entries.filter { $0.path == path || $0.hash == hash && !hash.isEmpty }
    } else if found.isEmpty, !TrustList.isHash(word.lowercased()),
      let hash = try? finder.file(word).hash
    {
      found += list.entries.filter { $0.hash == hash }
    }
    guard found.isEmpty else { return found }
    throw LayoutError(
      .notTrusted, "\(word) is not in the list; 'layouthost trust list' tells what is")
  }
}

// MARK: - The list in words
//
// The list of trusted plugins, and changes to it, in words and in JSON.

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

  /// Writes the whole list, with the present state of each file.
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

  /// Returns true when the file still has the trusted bytes; nil when its path is unknown.
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

// MARK: - Quarantine

enum QuarantineCommand: Command {
  static let name = "quarantine"
  static let summary = "List plugins blocked after three failures, and unblock them"
  static let form = "list | lift PATH|HASH..."
  static let options: [Option] = [.json]
  static let notes = """
    A plugin that crashed, hung, returned invalid data or exceeded its time three times within ten
    minutes is put into quarantine, by the hash of its bytes: a new build is not affected. Trusted
    plugins, and those that came with this program, never are. The list is $XDG_STATE_HOME/layouthost/quarantine.
    """

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let store = QuarantineStore()
    let words = Array(arguments.operands.dropFirst())
    switch arguments.operands.first {
    case "list":
      try arguments.refuseOperands(after: 1)
      try print(try store.read().entries, arguments, console)
    case "lift":
      if words.isEmpty { throw UsageError("PATH or HASH is missing") }
      try lift(words, store, arguments, console)
    case let word?: throw UsageError("'\(word)' is none of list, lift")
    case nil: throw UsageError("list or lift is missing")
    }
    return true
  }

  private static func print(
    _ entries: [TrustList.Entry], _ arguments: Arguments, _ console: Console
  ) throws {
    guard !arguments.has(.json) else { return try print(entries, as: "quarantined", console) }
    if entries.isEmpty { return try console.print("No plugin is in quarantine.") }
    var table = Table()
    for entry in entries { table.add(entry.hash, entry.date ?? "–", entry.path ?? "–") }
    for line in table.lines { try console.print(line) }
  }

  private static func print(
    _ entries: [TrustList.Entry], as name: String, _ console: Console
  ) throws {
    let list = entries.map { entry -> JSONValue in
      var object = JSONObject([.init("sha256", .string(entry.hash))])
      if let date = entry.date { object["date"] = .string(date) }
      if let reason = entry.path { object["reason"] = .string(reason) }
      return .object(object)
    }
    let whole = JSONValue.object(JSONObject([.init(name, .array(list))]))
    try console.print(text: whole.serialised(indented: true))
  }

  /// Lifts each, and tells those that were lifted before one that cannot be.
  private static func lift(
    _ words: [String], _ store: QuarantineStore, _ arguments: Arguments, _ console: Console
  ) throws {
    var lifted: [TrustList.Entry] = []
    let outcome = Result { for word in words { lifted += try lift(word, store) } }
    if arguments.has(.json) {
      try print(lifted, as: "lifted", console)
    } else {
      for entry in lifted { try console.print("may run again: \(entry.hash)") }
    }
    try outcome.get()
  }

  private static func lift(
    _ word: String, _ store: QuarantineStore
  ) throws(LayoutError) -> [TrustList.Entry] {
    let isHash = TrustList.isHash(word.lowercased())
    let hash = isHash ? word.lowercased() : PluginFile(judging: word).hash
    let entries = try store.lift(hash)
    guard entries.isEmpty else { return entries }
    throw LayoutError(
      .notQuarantined,
      "\(word) is not in quarantine; 'layouthost quarantine list' tells what is")
  }
}
