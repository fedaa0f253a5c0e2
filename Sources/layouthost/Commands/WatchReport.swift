// SPDX-License-Identifier: Apache-2.0
//
// What happens in the plugin directories, a line at a time.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// `list --watch`: the files that are there, then each change as it settles.
struct WatchReport {
  let isJSON: Bool
  let console: Console

  /// Goes on until the process is interrupted.
  /// - Throws: `watch-unavailable`, or `unwritable` when nobody reads the lines any more.
  func run(_ path: SearchPath) throws -> Bool {
    let watcher = try PluginWatcher(path)
    for file in watcher.files { try print("found", file) }
    try console.flush()
    while true {
      var watched = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&watched, 1, -1)
      try watcher.process(print)
      try console.flush()
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

  /// One line; `before` is what the file was earlier, in JSON under its name.
  private func print(
    _ event: String, _ file: PluginFile, _ before: (name: String, value: String)? = nil
  ) throws {
    if isJSON {
      var object = JSONObject([.init("event", .string(event))])
      if let before { object[before.name] = .string(before.value) }
      // What is gone is no longer wrong.
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
