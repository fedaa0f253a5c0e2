// SPDX-License-Identifier: Apache-2.0
//
// Rules about the file and about the tables behind its entry.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A file that a host would not even load.
struct FileJudged: FileRule {
  let id = "file-judged"
  let sentence =
    "The file is sound by itself: an ELF library for this machine with one layout note."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    if let refusal = file.verdict.refusal { throw Finding(refusal) }
  }
}

/// Any other exported symbol could be taken for another plugin's symbol of the same name.
struct FileExports: FileRule {
  let id = "file-exports"
  let sentence = "The entry is the only symbol that the file exports."

  /// The symbols that a linker adds by itself.
  private static let linkers: Set<String> = ["__bss_start", "_edata", "_end", "_init", "_fini"]

  func check(_ file: Specimen) throws(Finding) {
    let names: [String]
    do throws(LayoutError) { names = try ExportedSymbols.names(of: try file.imagePath) } catch {
      throw Finding(error)
    }
    let others = names.filter { $0 != LAYOUT_PLUGIN_ENTRY && !Self.linkers.contains($0) }
    try require(
      others.isEmpty,
      "exports \(others.prefix(3).joined(separator: ", ")) besides \(LAYOUT_PLUGIN_ENTRY); compile "
        + "it with -fvisibility=hidden or link it with a version script")
  }
}

/// A plugin is one file: what it needs is in it or in the system's libraries.
struct LoadResolves: FileRule {
  let id = "load-resolves"
  let sentence = "The dynamic loader finds every library and symbol that the file needs."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["load-failed"])
  }
}

/// The entry is the first code of a plugin that a host calls.
struct LoadEntry: FileRule {
  let id = "load-entry"
  let sentence = "The entry gives a host of this ABI its table, and the same one each time."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["entry-missing", "abi-refused"])
    guard let first = try? file.open(), let second = try? file.open() else {
      return
    }
    try require(first.table == second.table, "a second call of the entry gives another table")
  }
}

/// Tables that are not as the headers say cannot be read, so nothing could be said of what is behind.
struct LoadTables: FileRule {
  let id = "load-tables"
  let sentence =
    "The static tables are as the headers say: sizes, names, types, defaults inside their ranges."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["table-too-short", "bad-table"])
  }
}

/// A member that is not zero today cannot get a meaning tomorrow.
struct LoadReserved: FileRule {
  let id = "load-reserved"
  let sentence = "Reserved members of the static tables are zero, and only declared flags are set."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["reserved-used"])
  }
}

/// A host judges by the note before it runs any code, so the table may not say otherwise.
struct LoadNote: FileRule {
  let id = "load-note"
  let sentence = "The note and the table agree on id, name, version and layouts."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["note-mismatch"])
  }
}

/// A plugin cannot know what a later host is able to do; the later host knows what the plugin needs.
struct LoadNewer: FileRule {
  let id = "load-newer"
  let sentence = "The entry gives hosts of every later ABI the same table."

  func check(_ file: Specimen) throws(Finding) {
    let image = try file.load()
    for abi in [LAYOUT_ABI, 2, 1000, .max] {
      guard let table = image.table(forHostOf: abi) else {
        throw .broken(
          "the entry gives a host of ABI \(abi) no table; it may refuse smaller numbers only")
      }
      try require(table == image.table, "the entry gives a host of ABI \(abi) another table")
    }
  }
}
