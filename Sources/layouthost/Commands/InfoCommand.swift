// SPDX-License-Identifier: Apache-2.0
//
// `layouthost info`: the contents of one plugin, from its file and its tables.

import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutScenarios

enum InfoCommand: Command {
  static let name = "info"
  static let summary = "Describe a plugin: verdict, layouts, properties, queries, kinds"
  static let form = "PLUGIN"
  static let options: [Option] = [.plugins, tier, markdown, .json]
  static let notes = """
    PLUGIN is the path of a file, or the id of a plugin or of a layout on the search path. A
    short-lived sandboxed child process reads the tables, unless the plugin is bundled or trusted.
    """

  private static let markdown = Option(
    "markdown", help: "Print the layouts as a page of Markdown")
  private static let tier = Option(
    "tier", taking: "TIER", of: [LayoutTier.auto, .worker, .sandboxed].map(\.rawValue),
    help:
      "Where the tables of the plugin are read: auto (bundled and trusted ones here, all others sandboxed), worker, sandboxed"
  )

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let name = try arguments.onlyOperand("PLUGIN")
    let word = try arguments.choice(Self.tier, default: LayoutTier.auto.rawValue)
    let file = try PluginFinder(arguments, telling: console).file(name)
    let tier = LayoutTier(rawValue: word) ?? .auto
    let tables = Self.tables(of: file, in: tier)
    if arguments.has(.json) {
      try console.print(text: json(file, tables, in: tier).serialised(indented: true))
    } else if arguments.has(markdown) {
      try printMarkdown(tables, on: console)
    } else {
      try print(file, on: console)
      if case .success(let plugin) = tables {
        for layout in plugin.layouts {
          try LayoutReport.print(layout, on: console)
          try (try? ChildReport(layout.id, of: file, in: tier))?.print(on: console)
        }
      }
    }
    guard case .failure(let error) = tables else { return true }
    console.report(error)
    return false
  }

  private static func printMarkdown(
    _ tables: Result<PluginDescriptor, LayoutError>, on console: Console
  ) throws {
    guard case .success(let plugin) = tables else { return }
    for (index, layout) in plugin.layouts.enumerated() {
      if index > 0 { try console.print() }
      for line in LayoutReport.markdown(layout) { try console.print(line) }
    }
  }

  /// The descriptor, read in this process only if the code may run in it.
  static func tables(
    of file: PluginFile, in tier: LayoutTier
  ) -> Result<PluginDescriptor, LayoutError> {
    do throws(LayoutError) {
      if let refusal = file.verdict.refusal { throw refusal }
      switch LayoutPolicy(tier).tier(for: file) {
      case .auto, .inProcess: return .success(try PluginImage.open(file).descriptor)
      case .worker: return .success(try inspectInChild(file, isSandboxed: false))
      case .sandboxed: return .success(try inspectInChild(file))
      }
    } catch {
      return .failure(error)
    }
  }

  private static func print(_ file: PluginFile, on console: Console) throws {
    var table = Table()
    if let note = file.note {
      table.add("plugin", "\(note.name) \(note.version) (\(note.id))")
      table.add("layouts", note.layouts.joined(separator: ", "))
      table.add("runtime", note.runtime.description)
      if !note.requires.isEmpty { table.add("requires", note.requires.joined(separator: ", ")) }
      if !note.uses.isEmpty { table.add("uses", note.uses.joined(separator: ", ")) }
    }
    table.add("file", file.path)
    // A file that was not read has no bytes to trust.
    if !file.hash.isEmpty {
      table.add("trust", file.trust.description)
      table.add("SHA-256", file.hash)
    }
    for (index, library) in file.libraries.enumerated() {
      table.add(index == 0 ? "needs" : "", "\(library.name): \(library.path)")
    }
    // The reason for a refusal is the error of the command.
    let remarks = file.verdict.refusal == nil ? PluginReport.reasons(file) : []
    table.add("verdict", PluginReport.verdict(file) + remarks.map { ": \($0)" }.joined())
    for line in table.lines { try console.print(line) }
  }

  private static func json(
    _ file: PluginFile, _ tables: Result<PluginDescriptor, LayoutError>, in tier: LayoutTier
  ) -> JSONValue {
    var object = PluginReport.json(file)
    switch tables {
    case .success(let plugin):
      object["layouts"] = .array(
        plugin.layouts.map { layout in
          var object = LayoutReport.json(layout)
          if file.note?.hasChildren == true {
            object["inside"] = (try? ChildReport(layout.id, of: file, in: tier))?.json ?? .array([])
          }
          return .object(object)
        })
    case .failure(let error): object["error"] = .object(error.json)
    }
    return .object(object)
  }
}

// MARK: - Finding
//
// The plugin of an operand.

/// Finds plugins by a path, or by the id of a plugin or of a layout.
struct PluginFinder {
  private let library: PluginLibrary

  /// Searches the search path of the command line, and reports what of it cannot be searched, as
  /// all commands with `--plugins` do.
  init(_ arguments: Arguments, telling console: Console) {
    library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    console.report(problemsOf: library)
  }

  /// Returns the file with its verdict, which may be a refusal.
  /// - Throws: `unknown-layout` with the known ids.
  func file(_ word: String) throws(LayoutError) -> PluginFile {
    if LayoutMaker.isPath(word) {
      return PluginFile(judging: word, on: library.path, trusting: library.trusted)
    }
    if let file = library.files.first(where: { $0.note?.id == word }) { return file }
    return try library.file(forLayout: word)
  }
}
