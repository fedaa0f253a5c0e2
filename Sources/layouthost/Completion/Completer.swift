// SPDX-License-Identifier: Apache-2.0
//
// Candidates for the last word of a command line, from the option tables of the commands.

import LayoutLoading

/// Completes the last word of a command line. All shells call this; their scripts only pass the
/// answer on.
struct Completer {
  private let commands: [any Command.Type]

  init(_ commands: [any Command.Type]) { self.commands = commands }

  /// Returns the candidates for the last word.
  ///
  /// - Parameter line: The words after `layouthost`; the last one is incomplete and may be empty.
  ///   bash splits `--layout=flow` into three words; both forms work.
  func candidates(for line: [String]) -> Candidates {
    guard let first = line.first else { return Candidates() }
    if line.count == 1 { return commandNames.going(on: first) }
    if first == "help" { return line.count == 2 ? commandNames.going(on: line[1]) : Candidates() }
    guard let command = commands.first(where: { $0.name == first }) else { return Candidates() }
    return CommandLine(command, joined(Array(line.dropFirst()))).candidates()
  }

  private var commandNames: Candidates {
    let names = commands.map { Candidates.Word(text: $0.name, help: $0.summary) }
    return Candidates(
      words: names + [
        .init(text: "help", help: "Show the help of a command"),
        .init(text: "--help", help: "List the commands"),
        .init(text: "--version", help: "Show the version"),
      ])
  }

  /// Without separate equals signs, which stand between an option and its argument.
  private func joined(_ words: [String]) -> [String] {
    var kept: [String] = []
    for (index, word) in words.enumerated() {
      let isSign = word == "=" && kept.last?.hasPrefix("--") == true
      if !isSign { kept.append(word) } else if index == words.count - 1 { kept.append("") }
    }
    return kept
  }
}

/// The line of one command, up to the incomplete word.
private struct CommandLine {
  private let command: any Command.Type
  private let options: [Option]
  private let last: String
  /// The option whose argument is incomplete.
  private var open: Option?
  private var operands: [String] = []
  private var folders: [String] = []
  private var isAfterDashes = false

  init(_ command: any Command.Type, _ words: [String]) {
    self.command = command
    options = command.options + [.help]
    last = words.last ?? ""
    for word in words.dropLast() { read(word) }
  }

  private mutating func read(_ word: String) {
    if let option = open {
      if option.name == Option.plugins.name { folders.append(word) }
      open = nil
    } else if isAfterDashes || !word.hasPrefix("-") || word == "-" {
      operands.append(word)
    } else if word == "--" {
      isAfterDashes = true
    } else if let option = options.first(where: { $0.isWritten(word) }), option.placeholder != nil {
      open = option
    }
  }

  func candidates() -> Candidates {
    if let open { return argument(of: open, last) }
    guard last.hasPrefix("-"), !isAfterDashes else { return operand.going(on: last) }
    if let sign = last.firstIndex(of: "="), last.hasPrefix("--") {
      let option = options.first { $0.isWritten(String(last[..<sign])) }
      let written = String(last[last.index(after: sign)...])
      return option.map { argument(of: $0, written, after: String(last[...sign])) } ?? Candidates()
    }
    return Candidates(words: options.map { .init(text: "--\($0.name)", help: $0.help) })
      .going(on: last)
  }

  private func argument(
    of option: Option, _ written: String, after prefix: String = ""
  ) -> Candidates {
    let all = values(of: option)
    // The last item of an incomplete list with commas.
    guard option.placeholder == "IDS", let comma = written.lastIndex(of: ",") else {
      return all.going(on: written, after: prefix)
    }
    let done = String(written[...comma])
    return all.going(on: String(written.dropFirst(done.count)), after: prefix + done)
  }

  private func values(of option: Option) -> Candidates {
    if !option.words.isEmpty { return .words(option.words) }
    switch option.placeholder {
    case "ID", "ID|FILE": return Candidates(words: layouts, files: .files)
    case "IDS", "LAYOUT": return Candidates(words: layouts)
    case "FILE", "PROGRAM": return Candidates(files: .files)
    case "DIR": return Candidates(files: .folders)
    default: return Candidates()
    }
  }

  /// The candidates for the next operand, by the command's form.
  private var operand: Candidates {
    let form = command.form.split(separator: " ").map(String.init)
    let alternatives = command.form.split(separator: "|").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    if operands.isEmpty, alternatives.count > 1, form.first?.first?.isLowercase == true {
      return .words(alternatives.filter { $0.first?.isLowercase == true })
    }
    switch form.first {
    case "SOURCE", "[SOURCE]": return operands.isEmpty ? KnownWords.sources : Candidates()
    case "PLUGIN": return operands.isEmpty ? plugins : Candidates()
    case "PLUGIN...", "add": return operands.first == "list" ? Candidates() : plugins
    case "A.so", "[FILE...]", "list": return Candidates(files: .files)
    default: return Candidates()
    }
  }

  private var plugins: Candidates { Candidates(words: layouts, files: .files) }
  private var layouts: [Candidates.Word] { KnownWords.layouts(extra: folders) }
}

extension Option {
  /// Returns true when a word of the command line is this option.
  fileprivate func isWritten(_ word: String) -> Bool {
    word == "--\(name)" || letter.map { word == "-\($0)" } == true
  }
}

// MARK: - Candidates
//
// The candidates for one place of a command line.

/// The candidates for the place of the cursor.
struct Candidates: Equatable {
  /// A word with its help.
  struct Word: Equatable {
    let text: String
    let help: String
  }

  /// The kind of files that is offered beside the words.
  enum Files: String {
    case none, folders, files
  }

  var words: [Word] = []
  var files = Files.none

  /// Words without help.
  static func words(_ words: [String]) -> Candidates {
    Candidates(words: words.map { Word(text: $0, help: "") })
  }

  /// Returns the candidates of two places in one.
  static func + (one: Candidates, other: Candidates) -> Candidates {
    Candidates(
      words: one.words + other.words, files: other.files == .none ? one.files : other.files)
  }

  /// Returns the candidates that begin with the written text, each with `prefix` in front.
  func going(on start: String, after prefix: String = "") -> Candidates {
    let fitting = words.filter { $0.text.hasPrefix(start) }
    return Candidates(
      words: fitting.map { Word(text: prefix + $0.text, help: $0.help) }, files: files)
  }

  /// One line a word, with its help after a tab, and one line for the files, which begins with a
  /// tab.
  var lines: [String] {
    words.map { $0.help.isEmpty ? $0.text : "\($0.text)\t\($0.help)" }
      + (files == .none ? [] : ["\t\(files.rawValue)"])
  }
}

/// The ids of the known layouts, and the sources.
enum KnownWords {
  /// The layouts on a search path; no plugin code runs.
  static func layouts(extra: [String]) -> [Candidates.Word] {
    let library = PluginLibrary(.standard(extra: extra))
    return library.layouts.map { id in
      let file = try? library.file(forLayout: id)
      return Candidates.Word(text: id, help: file.map { FileSystem.name(of: $0.path) } ?? "")
    }
  }

  /// The sources that are no files.
  static let sources = Candidates(
    words: [Candidates.Word(text: "unicode", help: "Every assigned character")], files: .files)
}
