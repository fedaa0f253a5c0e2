// SPDX-License-Identifier: Apache-2.0
//
// What the page learns without asking: strikes, lines that the plugin logs, the editor's end.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRendering
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

// MARK: - Strikes
//
// What the watchdog holds against the running file: strikes and quarantine.

/// The strikes of a file's bytes, in this session and all others of this user.
struct StrikeWatch: Equatable {
  private(set) var strikes = 0
  private(set) var isQuarantined = false

  /// Nothing is known.
  init() {}

  /// Reads what holds now.
  init(of file: PluginFile) {
    let store = QuarantineStore()
    strikes = store.strikes.count(of: file.hash, window: Watchdog.window)
    isQuarantined = store.refusal(of: file) != nil
  }

  /// - Parameter tier: Where the layout runs, for people.
  func write(tier: String, to json: inout JSONText) {
    json.object { json in
      json.key("strikes")
      json.integer(strikes)
      json.key("limit")
      json.integer(Watchdog.strikeLimit)
      json.key("minutes")
      json.integer(Int(Watchdog.window / 60))
      json.key("isQuarantined")
      json.bool(isQuarantined)
      json.key("tier")
      json.string(tier)
    }
  }
}

extension LayoutTier {
  /// Words for where a file runs.
  func words(for file: PluginFile) -> String {
    switch self {
    case .auto: file.trust.runsInProcess ? "in this process" : "in a sandbox of its own"
    case .inProcess: "in this process"
    case .worker: "in a process of its own, with your rights"
    case .sandboxed: "in a sandbox of its own"
    }
  }
}
