// SPDX-License-Identifier: Apache-2.0
//
// `layouthost quarantine`: which plugins get no further call, and letting one run again.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum QuarantineCommand: Command {
  static let name = "quarantine"
  static let summary = "Say which plugins get no further call after three strikes, and lift that"
  static let form = "list | lift PATH|HASH..."
  static let options: [Option] = [.json]
  static let notes = """
    A plugin that crashed, hung, lied or took too long three times within ten minutes is put into
    quarantine, by the hash of its bytes: a new build of it is not in it. What is trusted or came with
    this program never is. The list is $XDG_STATE_HOME/layouthost/quarantine.
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
      for word in words {
        for entry in try lift(word, store) { try console.print("may run again: \(entry.hash)") }
      }
    case let word?: throw UsageError("'\(word)' is none of list, lift")
    case nil: throw UsageError("list or lift is missing")
    }
    return true
  }

  private static func print(
    _ entries: [TrustList.Entry], _ arguments: Arguments, _ console: Console
  ) throws {
    guard !arguments.has(.json) else {
      let list = entries.map { entry -> JSONValue in
        var object = JSONObject([.init("sha256", .string(entry.hash))])
        if let date = entry.date { object["date"] = .string(date) }
        if let reason = entry.path { object["reason"] = .string(reason) }
        return .object(object)
      }
      let whole = JSONValue.object(JSONObject([.init("quarantined", .array(list))]))
      return try console.print(text: whole.serialised(indented: true))
    }
    if entries.isEmpty { return try console.print("No plugin is in quarantine.") }
    var table = Table()
    for entry in entries { table.add(entry.hash, entry.date ?? "–", entry.path ?? "–") }
    for line in table.lines { try console.print(line) }
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
