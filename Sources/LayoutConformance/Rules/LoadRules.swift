// SPDX-License-Identifier: Apache-2.0
//
// Rules about the file, the tables behind its entry, and the process that loads and unloads it.

import CConformance
import CLayoutSystem
import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel

// MARK: - The file

/// A file that a host refuses to load.
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

/// A plugin is one file: its dependencies are in it or in the system's libraries.
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
  let sentence = "The entry returns the same table at each call by a host of this ABI."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["entry-missing", "abi-refused"])
    guard let first = try? file.open(), let second = try? file.open() else {
      return
    }
    try require(first.table == second.table, "a second call of the entry gives another table")
  }
}

/// Tables that differ from the headers cannot be read, so no other rule can run.
struct LoadTables: FileRule {
  let id = "load-tables"
  let sentence =
    "The static tables agree with the headers: sizes, names, types, defaults inside their ranges."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["table-too-short", "bad-table"])
  }
}

/// A member that is not zero today cannot get a meaning later.
struct LoadReserved: FileRule {
  let id = "load-reserved"
  let sentence = "Reserved members of the static tables are zero, and only declared flags are set."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["reserved-used"])
  }
}

/// A host judges by the note before it runs any code, so the table must agree with it.
struct LoadNote: FileRule {
  let id = "load-note"
  let sentence = "The note and the table agree on id, name, version and layouts."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["note-mismatch"])
  }
}

/// A plugin cannot know the abilities of a later host; the later host knows the needs of the
/// plugin.
struct LoadNewer: FileRule {
  let id = "load-newer"
  let sentence = "The entry returns the same table to hosts of every later ABI."

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

// MARK: - Loading

/// A thread that runs code of an image makes it crash when the image is unmapped.
struct LoadThreads: FileRule {
  let id = "load-threads"
  let sentence = "Loading starts no thread."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["\(ProcessState.threadCount) threads"], by: "loading changes the number of threads")
  }
}

/// A host lists all plugins; listing must leave nothing behind.
struct LoadDescriptors: FileRule {
  let id = "load-descriptors"
  let sentence = "Loading opens and closes no file descriptor."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.descriptors, by: "loading changes the open descriptors")
  }
}

/// Signal handlers belong to the whole process.
struct LoadSignals: FileRule {
  let id = "load-signals"
  let sentence = "Loading changes no signal handler and no signal mask."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.signals, by: "loading changes a signal's handling")
  }
}

/// Working directory, environment and umask belong to the app.
struct LoadEnvironment: FileRule {
  let id = "load-environment"
  let sentence =
    "Loading changes neither the environment nor the working directory, the umask or the locale."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.surroundings, by: "loading changes the surroundings")
  }
}

/// A library linked with -ffast-math makes the processor flush small numbers to zero in the whole
/// process.
struct LoadFloatMode: FileRule {
  let id = "load-float-mode"
  let sentence = "Loading does not change rounding and floating-point exceptions."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["mode 0x\(String(layout_conformance_float_mode(), radix: 16))"],
      by: "loading changes how the processor computes")
  }
}

/// Standard output belongs to the app: a banner in it breaks the program that reads it.
struct LoadOutput: FileRule {
  let id = "load-output"
  let sentence = "Loading and unloading print nothing."

  func check(_ file: Specimen) throws(Finding) {
    let words = layout_sys_memfd_create("words")
    guard words >= 0 else { throw .skipped("this system has no memfd to catch the words in") }
    dup2(words, STDOUT_FILENO)
    dup2(words, STDERR_FILENO)
    do { _ = try file.load() }
    fflush(nil)
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(words, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    try require(count <= 0, "loading prints \"\(text)\"; use the host's log, in a call")
  }
}

/// New versions of a plugin come while the host runs; an image that cannot be unloaded stays in
/// memory forever.
struct LoadUnloads: FileRule {
  let id = "load-unloads"
  let sentence =
    "The image is unmapped when it is closed, unless the file declares that it stays."

  func check(_ file: Specimen) throws(Finding) {
    guard case .loads(true, _) = file.verdict else {
      throw .skipped("the file says that it stays")
    }
    var path = ""
    do { path = try file.load().path }
    try require(
      !ProcessState.isMapped(path),
      "the image is still mapped after it was closed, and the file does not declare that it stays")
  }
}

/// A host reads plugins again and again, at each change of their files.
struct LoadLeaks: FileRule {
  let id = "load-leaks"
  let sentence = "Repeated loading and unloading does not increase the use of memory."

  private static let roundCount = 40

  func check(_ file: Specimen) throws(Finding) {
    // The first rounds fill caches of the C library and of the host; memory that grows each time is
    // a leak.
    var growths: [Int] = []
    for _ in 0..<4 {
      let before = ProcessState.heapBytes
      for _ in 0..<Self.roundCount { _ = try file.load() }
      growths.append(ProcessState.heapBytes - before)
    }
    let least = growths.min() ?? 0
    try require(
      least < Self.roundCount * 8,
      "\(Self.roundCount) rounds of loading and unloading leave \(least) bytes behind, each time")
  }
}
