// SPDX-License-Identifier: Apache-2.0
//
// `layouthost list`: the found plugins, each with a verdict, a reason and its changes; no plugin
// code runs.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum ListCommand: Command {
  static let name = "list"
  static let summary = "List the plugins found, with a verdict for each; no plugin code runs"
  static let form = ""
  static let options: [Option] = [.plugins, watch, .json]
  static let notes = """
    Plugins are searched in the directories given with --plugins, in $LAYOUTHOST_PATH, in
    $XDG_DATA_HOME/layouthost/plugins, in the system's directories, and beside this program. If
    several files have a layout, the first one is used, but never instead of a file with more trust.

    With --watch a line follows for each new, changed, renamed or removed file, until the command is
    interrupted; with --json too, each line is an object.
    """

  private static let watch = Option("watch", letter: "w", help: "Continue, and print changes")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    try arguments.refuseOperands()
    if arguments.has(watch) {
      let path = SearchPath.standard(extra: arguments.all(.plugins))
      return try WatchReport(isJSON: arguments.has(.json), console: console).run(path)
    }
    let library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    if arguments.has(.json) {
      try console.print(text: json(library).serialised(indented: true))
    } else {
      try print(library, on: console)
    }
    console.report(problemsOf: library)
    return library.problems.isEmpty
  }

  private static func print(_ library: PluginLibrary, on console: Console) throws {
    if library.files.isEmpty { return try console.print("No plugin was found.") }
    var table = Table(styles: [0: PluginReport.style])
    table.add("verdict", "layouts", "version", "trust", "file")
    for file in library.files { table.add(PluginReport.row(file)) }
    try console.print(table)
    for passed in library.passedOver {
      try console.print("passed over: \(passed.layout) of \(passed.path): \(passed.reason)")
    }
  }

  private static func json(_ library: PluginLibrary) -> JSONValue {
    .object(
      JSONObject([
        .init("plugins", .array(library.files.map { .object(PluginReport.json($0)) })),
        .init(
          "passedOver",
          .array(
            library.passedOver.map {
              .object(
                JSONObject([
                  .init("path", .string($0.path)), .init("layout", .string($0.layout)),
                  .init("reason", .string($0.reason)),
                ]))
            })),
        .init("problems", .array(library.problems.map { .object($0.json) })),
      ]))
  }
}

// MARK: - Watching
//
// Changes in the plugin directories, one line each.

/// `list --watch`: the present files, then each change after it has settled.
struct WatchReport {
  let isJSON: Bool
  let console: Console

  /// Goes on until the process is interrupted.
  /// - Throws: `watch-unavailable`, or `unwritable` when the reader has closed the pipe.
  func run(_ path: SearchPath) throws -> Bool {
    let watcher = try PluginWatcher(path)
    try printMissing(on: path)
    for file in watcher.files { try print("found", file) }
    try console.flush()
    while true {
      var watched = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&watched, 1, -1)
      try watcher.process(print)
      try console.flush()
    }
  }

  /// Prints the named directories that cannot be listed. One of them may appear later.
  private func printMissing(on path: SearchPath) throws {
    for directory in path.directories where directory.isRequired {
      do throws(LayoutError) {
        _ = try FileSystem.names(in: directory.path)
      } catch {
        try print(.problem(error))
      }
    }
  }

  private func print(_ event: PluginEvent) throws {
    switch event {
    case .added(let file): try print("added", file)
    case .changed(let file, let before): try print("changed", file, ("was", before.hash))
    case .renamed(let file, let path): try print("renamed", file, ("from", path))
    case .removed(let file): try print("removed", file)
    case .problem(let error):
      guard isJSON else { return console.report(error) }
      try print(JSONObject([.init("event", "problem"), .init("error", .object(error.json))]))
    }
  }

  /// Prints one line; `before` is the earlier state of the file, in JSON under its name.
  private func print(
    _ event: String, _ file: PluginFile, _ before: (name: String, value: String)? = nil
  ) throws {
    if isJSON {
      var object = JSONObject([.init("event", .string(event))])
      if let before { object[before.name] = .string(before.value) }
      // A removed file is reported without its refusal.
      let members = PluginReport.json(file).members.filter {
        event != "removed" || $0.key != "error"
      }
      for member in members { object[member.key] = member.value }
      return try print(object)
    }
    let renamed = event == "renamed" ? before.map { " (was \($0.value))" } ?? "" : ""
    let columns = [event] + PluginReport.row(file)
    try console.print(columns.joined(separator: "  ") + renamed)
  }

  private func print(_ object: JSONObject) throws {
    try console.print(text: JSONValue.object(object).serialised())
  }
}

// MARK: - A file in words
//
// A judged plugin file in words and in JSON, for `list`, `info` and the demo.

enum PluginReport {
  /// The file as a row: verdict, layouts, version, trust, path, and the reason where there is one.
  ///
  /// - Parameter directory: Paths below it are printed relative to it; an empty one shortens
  ///   nothing.
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

  /// Returns the reasons for a refusal, and the hints for the user.
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
  /// Returns the text without a prefix.
  func removing(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
