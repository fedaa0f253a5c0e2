// SPDX-License-Identifier: Apache-2.0
//
// `layouthost view`: a source in a window. The window is another program, `layouthost-view`,
// because this one needs no display. It reads folders itself and gets all other sources as records.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutSources

enum ViewCommand: Command {
  static let name = "view"
  static let summary =
    "Open a window over a source: layouts in a menu, plugins swapped as they are saved"
  static let form = "SOURCE"
  static let options: [Option] = [layout, plugins, query, dark, picture, records]
  static let notes = """
    SOURCE is one of
      unicode                  every assigned character
      unicode:BLOCK,...        those of some blocks, such as unicode:Arrows
      a folder                 its pictures; it is followed on disk
      a file .csv or .jsonl    a card for each line; .ndjson is .jsonl
      a file .db or .sqlite    a card for each row of its only table, or of --query SELECT;
                               files are followed on disk too
      -                        CSV or JSON Lines from standard input

    A new plugin in your folder of plugins, ~/.local/share/layouthost/plugins, or in DIR of --plugins,
    appears in the menu, and a saved one is swapped in. A bar over the last frame names a layout that
    crashes. Where the kernel has no sandbox, a bar asks before a
    layout that is not trusted is shown without one.
    """

  private static let layout = Option(
    "layout", letter: "l", taking: "ID|FILE", help: "Start with this layout")
  private static let plugins = Option(
    "plugins", letter: "p", taking: "DIR", help: "Watch this folder for plugins in place of yours")
  private static let query = Option("query", taking: "SELECT", help: "The data of a database")
  private static let dark = Option("dark", help: "Start with the dark theme")
  private static let picture = Option(
    "picture", taking: "FILE", help: "Write a picture of the window, as PNG, and end")

  private static let records = Option(
    "records", help: "Print the items for the window as it reads them, and end")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let source = try arguments.onlyOperand("SOURCE")
    if arguments.has(records) {
      try forEachPart(of: makeSource(argument: source, query: arguments.last(query))) { bytes in
        try console.print(bytes: bytes)
      }
      return true
    }
    let program = try window()
    if let folder = arguments.last(plugins) {
      let path = SearchPath([SearchPath.Directory(path: folder)])
      console.report(problemsOf: PluginLibrary(path))
    }
    var words = [program]
    for option in [layout, plugins, picture] {
      if let value = arguments.last(option) { words += ["--\(option.name)", value] }
    }
    if arguments.has(dark) { words.append("--dark") }
    if isFolder(source) && arguments.last(query) == nil {
      words += ["--", source]
    } else {
      words += try records(of: makeSource(argument: source, query: arguments.last(query)))
      words += following(source, arguments.last(query))
    }
    // The window finds plugins and the worker in the same places as this program.
    setenv("LAYOUTHOST_LIBEXEC", FileSystem.parent(of: try Executables.find("layout-worker")), 0)
    try console.flush()
    throw become(program, words)
  }

  /// The path of the window's program.
  private static func window() throws(LayoutError) -> String {
    do throws(LayoutError) { return try Executables.find("layouthost-view") } catch {
      guard error.code == .notInstalled else { throw error }
      throw LayoutError(
        .notInstalled,
        "the window, layouthost-view, is not there; it is built with GTK 4: 'make gtk' in a source tree, "
          + "'make install' for all users, or the package layouthost")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The options with which the window reads a file again whenever it changes.
  private static func following(_ source: String, _ query: String?) -> [String] {
    var status = stat()
    guard stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let command = Environment.process.executable
    else { return [] }
    let again =
      [command, "view", "--records"] + (query.map { ["--query", $0] } ?? []) + ["--", source]
    return ["--follow", source] + again.map { "--again=\($0)" }
  }

  /// Passes the records of all items on, in parts of about a megabyte.
  private static func forEachPart(
    of source: any ItemSource, _ body: (inout [UInt8]) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    for section in 0..<source.sectionCount {
      bytes += ViewRecord.section(source.heading(of: section))
      for item in 0..<source.itemCount(in: section) {
        bytes += ViewRecord.item(try source.content(at: ItemPath(section, item)))
        guard bytes.count > 1 << 20 else { continue }
        try body(&bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try body(&bytes)
  }

  /// Writes all items into a file without a name, and returns the options that pass it on. The
  /// window closes it as soon as it has read them.
  private static func records(of source: any ItemSource) throws -> [String] {
    let folder = Environment.process.temporaryDirectory
    var path = Array("\(folder)/layouthost-records-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw noRoom(in: folder) }
    unlink(path)
    try forEachPart(of: source) { bytes in try write(&bytes, to: descriptor, in: folder) }
    return ["--title", source.title, "--records", "/proc/self/fd/\(descriptor)"]
  }

  private static func write(
    _ bytes: inout [UInt8], to descriptor: CInt, in folder: String
  ) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw noRoom(in: folder) }
      rest = rest.dropFirst(count)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// The error of the last system call, which could not write to a folder.
  private static func noRoom(in folder: String) -> LayoutError {
    LayoutError(
      .outputUnwritable,
      "the items for the window cannot be written to \(folder): \(String(cString: strerror(errno))); set "
        + "TMPDIR to a directory with room")
  }

  /// Replaces this program by the window; returns only when that fails.
  private static func become(_ program: String, _ words: [String]) -> LayoutError {
    var strings: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(program, &strings)
    return LayoutError(
      .notInstalled, "\(program) could not be started: \(String(cString: strerror(errno)))")
  }
}

/// The records for the window: one line each, fields separated by U+001F, line feeds in a field as
/// U+001E. U+FFFD stands for these two and for U+0000 in a field.
enum ViewRecord {
  static func section(_ content: ViewContent) -> [UInt8] {
    guard case .heading(let title, let detail) = content else { return line(["S", ""]) }
    return line(["S", detail.isEmpty ? title : "\(title)  \(detail)"])
  }

  static func item(_ content: ViewContent) -> [UInt8] {
    switch content {
    case .text(let text): line(["I", text, "", ""])
    case .glyph(let codePoint, let caption): line(["I", caption, "", "", glyph(codePoint)])
    case .card(let title, let body, let codePoint):
      line(["I", title, body, "", codePoint.map(glyph) ?? ""])
    case .picture(let path, let caption): line(["I", caption, "", path])
    case .heading(let title, let detail): line(["I", title, detail, ""])
    case .entry(let text, _): line(["I", text, "", ""])
    case .none, .shape: line(["I", "", "", ""])
    }
  }

  private static func glyph(_ codePoint: UInt32) -> String {
    Unicode.Scalar(codePoint).map { String(Character($0)) } ?? ""
  }

  private static func line(_ fields: [String]) -> [UInt8] {
    let cleaned = fields.map { field in String(field.map(clean)) }
    return Array((cleaned.joined(separator: "\u{1F}") + "\n").utf8)
  }

  /// Returns a character as it may stand in a field. The window reads up to the first U+0000.
  private static func clean(_ character: Character) -> Character {
    switch character {
    case "\n", "\r\n": return "\u{1E}"
    case "\u{0}", "\u{1E}", "\u{1F}": return "\u{FFFD}"
    default: return character
    }
  }
}
