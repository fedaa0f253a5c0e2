// SPDX-License-Identifier: Apache-2.0
//
// Data that the page gets without a request: strikes, log lines of the plugin, the editor's exit.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

extension Studio {
  /// Milliseconds between two checks of the strikes.
  private static let strikePause = 500
  /// The limit of plugin log lines for one frame.
  private static let lineLimit = 20

  /// Checks the strikes of the running file repeatedly.
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

  /// Moves the new log lines of the plugin into the log.
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

  /// Opens the place of an alert in the editor of the command line.
  ///
  /// The page sends only the number of the alert: file and line come from the compiler.
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
  /// Returns the command line for a place, which replaces `{file}` and `{line}`; without them it is
  /// appended as `file:line`.
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

  /// Quotes a word for the shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

// MARK: - Strikes
//
// The watchdog's records of the running file: strikes and quarantine.

/// The strikes of a file's bytes, in all sessions of this user.
struct StrikeWatch: Equatable {
  private(set) var strikes = 0
  private(set) var isQuarantined = false

  /// Makes an empty record.
  init() {}

  /// Reads the present record.
  init(of file: PluginFile) {
    let store = QuarantineStore()
    strikes = store.strikes.count(of: file.hash, window: Watchdog.window)
    isQuarantined = store.refusal(of: file) != nil
  }

  /// - Parameter tier: The tier of the layout, in words.
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
  /// Returns words for the place where a file runs.
  func words(for file: PluginFile) -> String {
    switch self {
    case .auto: file.trust.runsInProcess ? "in this process" : "in a sandbox of its own"
    case .inProcess: "in this process"
    case .worker: "in a process of its own, with your rights"
    case .sandboxed: "in a sandbox of its own"
    }
  }
}
