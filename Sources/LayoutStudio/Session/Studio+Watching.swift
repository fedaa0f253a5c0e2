// SPDX-License-Identifier: Apache-2.0
//
// What the page learns without asking: strikes, lines that the plugin logs, the editor's end.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios

extension Studio {
  /// Milliseconds between two looks at the strikes.
  private static let strikePause = 500
  /// Lines of the plugin that one frame brings into the log.
  private static let lineLimit = 20

  /// Looks at the strikes of the running file again and again.
  func watchStrikes() {
    loop.every(milliseconds: Self.strikePause) { [weak self] in
      guard let self else { return false }
      let now = StrikeWatch(of: session.file)
      if now != strikes {
        strikes = now
        factsChanged()
      }
      return true
    }
  }

  /// Brings what the plugin logged since the last time into the log.
  func takePluginLog() {
    let (entries, droppedCount) = session.takeLog()
    let dropped = droppedCount + max(0, entries.count - Self.lineLimit)
    for entry in entries.suffix(Self.lineLimit) {
      let level = entry.level == .info ? "" : "\(entry.level): "
      log.add(LogEntry(kind: "plugin", text: level + entry.message, time: session.clock))
    }
    if dropped > 0 {
      log.add(
        LogEntry(
          kind: "plugin", text: "\(counted(dropped, "line")) more in this frame",
          time: session.clock))
    }
  }

  /// Opens the place that an alert names in the editor of the command line.
  ///
  /// The page says which alert, and no more: file and line are the compiler's.
  func edit(_ request: StudioRequest) {
    guard let command = options.editor, editor == nil,
      let alert = alerts.first(where: { $0.source.rawValue == request.object["source"]?.string }),
      let file = alert.file, let line = alert.line
    else { return }
    let words = EditorCommand.line(command, file: file, line: line)
    editor = ChildCommand(["/bin/sh", "-c", words], outputLimit: 4096)
    loop.every(milliseconds: 100) { [weak self] in
      guard let self, let status = editor?.poll() else { return self?.editor != nil }
      if status != 0 {
        let output = String(decoding: editor?.output ?? [], as: UTF8.self)
        say("refused", "the editor failed: \(output.isEmpty ? words : output)")
      }
      editor = nil
      return false
    }
  }
}

/// The command that opens an editor.
enum EditorCommand {
  /// The command line for a place: `{file}` and `{line}` stand for it; without them it comes at the end, as
  /// `file:line`.
  static func line(_ command: String, file: String, line: Int) -> String {
    guard command.contains("{file}") else { return "\(command) \(quoted("\(file):\(line)"))" }
    var text = ""
    var rest = command[...]
    while let mark = rest.firstRange(of: "{") {
      text += rest[..<mark.lowerBound]
      rest = rest[mark.lowerBound...]
      if rest.hasPrefix("{file}") {
        text += quoted(file)
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("{line}") {
        text += String(line)
        rest = rest.dropFirst(6)
      } else {
        text += "{"
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }

  /// A word of the shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
