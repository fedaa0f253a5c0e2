// SPDX-License-Identifier: Apache-2.0
//
// The words that may stand at one place of a command line.

import LayoutLoading

/// The candidates for the place of the cursor.
struct Candidates: Equatable {
  /// A word, and what it is for.
  struct Word: Equatable {
    let text: String
    let help: String
  }

  /// The part of the file system that is offered beside the words.
  enum Files: String {
    case none, folders, files
  }

  var words: [Word] = []
  var files = Files.none

  /// Words without help.
  static func words(_ words: [String]) -> Candidates {
    Candidates(words: words.map { Word(text: $0, help: "") })
  }

  /// The candidates of two places in one.
  static func + (one: Candidates, other: Candidates) -> Candidates {
    Candidates(
      words: one.words + other.words, files: other.files == .none ? one.files : other.files)
  }

  /// Those whose words go on from what is written, each with `prefix` in front.
  func going(on start: String, after prefix: String = "") -> Candidates {
    let fitting = words.filter { $0.text.hasPrefix(start) }
    return Candidates(
      words: fitting.map { Word(text: prefix + $0.text, help: $0.help) }, files: files)
  }

  /// A line for each word, with its help behind a tab, and one for the files, which begins with a tab.
  var lines: [String] {
    words.map { $0.help.isEmpty ? $0.text : "\($0.text)\t\($0.help)" }
      + (files == .none ? [] : ["\t\(files.rawValue)"])
  }
}

/// The ids of the layouts that a person can name, and the sources.
enum KnownWords {
  /// The layouts on a search path; none of their code is run.
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
