// SPDX-License-Identifier: Apache-2.0
//
// `layouthost list`: the plugins found, with a verdict and a reason for each, and what becomes of
// them; nothing is executed.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

enum ListCommand: Command {
  static let name = "list"
  static let summary = "List the plugins found, with a verdict for each; runs none of their code"
  static let form = ""
  static let options: [Option] = [.plugins, watch, .json]
  static let notes = """
    Plugins are searched in the directories given with --plugins, in $LAYOUTHOST_PATH, in
    $XDG_DATA_HOME/layouthost/plugins, in the system's directories, and beside this program. The
    earlier file gives a layout, but never in place of one that is trusted more.

    With --watch a line follows for each file that is new, changed, renamed or removed, until the
    command is interrupted; with --json as well, each line is an object.
    """

  private static let watch = Option("watch", letter: "w", help: "Go on and tell what changes")

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
    for problem in library.problems { console.report(problem) }
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
