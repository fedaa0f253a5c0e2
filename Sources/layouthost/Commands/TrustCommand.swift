// SPDX-License-Identifier: Apache-2.0
//
// `layouthost trust`: which plugins may run in the host's own process, by the hash of their bytes.

import LayoutLoading
import LayoutModel
import LayoutScenarios

enum TrustCommand: Command {
  static let name = "trust"
  static let summary = "Say which plugins may run in this process, by the hash of their bytes"
  static let form = "add PLUGIN... | remove PLUGIN|HASH... | list"
  static let options: [Option] = [.plugins, .json]
  static let notes = """
    PLUGIN is the path of a file, or the id of a plugin or of a layout on the search path. A plugin
    that may run in this process can do all that you can; one that is not trusted runs in a worker.

    What is trusted is the content: a file that changes is not trusted any more, and a copy of it is.
    The list is $XDG_CONFIG_HOME/layouthost/trust, and is believed only while nobody else can write it.
    """

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let store = TrustStore()
    let words = Array(arguments.operands.dropFirst())
    let report = TrustReport(isJSON: arguments.has(.json), console: console)
    switch arguments.operands.first {
    case "add": try add(try operands(words, "PLUGIN"), arguments, store, report)
    case "remove": try remove(try operands(words, "PLUGIN or HASH"), arguments, store, report)
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

  /// Judges all before any is written down.
  private static func add(
    _ words: [String], _ arguments: Arguments, _ store: TrustStore, _ report: TrustReport
  ) throws {
    let finder = PluginFinder(arguments)
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
    _ words: [String], _ arguments: Arguments, _ store: TrustStore, _ report: TrustReport
  ) throws {
    let removed = try store.update { list throws(LayoutError) in
      var removed: [TrustList.Entry] = []
      for word in words {
        let entries = try matches(word, in: list, arguments)
        for entry in entries where list.remove(entry.hash) { removed.append(entry) }
      }
      return removed
    }
    try report.changes(removed.map { ($0, "not trusted any more") })
  }

  /// The entries that a word means: a hash; a path under which one was trusted, whatever is there
  /// now; or the bytes that a plugin has now.
  private static func matches(
    _ word: String, in list: TrustList, _ arguments: Arguments
  ) throws(LayoutError) -> [TrustList.Entry] {
    var found = list.entries.filter { $0.hash == word.lowercased() }
    if LayoutMaker.isPath(word) {
      let path = FileSystem.resolved(word) ?? word
      let hash = PluginFile(judging: word).hash
      found += list.entries.filter { $0.path == path || $0.hash == hash && !hash.isEmpty }
    } else if found.isEmpty, !TrustList.isHash(word.lowercased()) {
      let hash = try PluginFinder(arguments).file(word).hash
      found += list.entries.filter { $0.hash == hash }
    }
    guard found.isEmpty else { return found }
    throw LayoutError(
      .notTrusted, "\(word) is not in the list; 'layouthost trust list' tells what is")
  }
}
