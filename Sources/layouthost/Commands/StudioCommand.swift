// SPDX-License-Identifier: Apache-2.0
//
// `layouthost studio`: a page in the browser in which a person works on a layout.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutScenarios
import LayoutStudio

enum StudioCommand: Command {
  static let name = "studio"
  static let drawsText = true
  static let summary = "Work on a layout in the browser: save, and see it at once"
  static let form = "SOURCE [--layout ID]"
  static let options: [Option] = [
    layout, build, editor, port, tokenFile, noOpen, ShowOptions.query, ShowOptions.set,
    ShowOptions.at,
    ShowOptions.size, ShowOptions.direction, ShowOptions.textScale, .plugins, .tier, .trustOnce,
    .jsonErrors,
  ]
  static let notes = """
    SOURCE is what render takes, or a file .scenario with one scenario. Prints the address of the page
    and serves it on 127.0.0.1 until it is interrupted. The address holds a key behind #; who does not
    know it is refused. From another machine, through ssh:
      ssh -L 8123:127.0.0.1:8123 HOST layouthost studio unicode --port 8123 --no-open
    When the file of the layout changes, the new version is swapped in: properties, selection and the
    place on screen stay. With --build the command runs in this directory whenever a source is saved.
    A build that fails, and a version that is refused, leave the last good frame on screen.
    Example:
      layouthost studio unicode --layout ./hive.so --build make
    """

  private static let layout = Option(
    "layout", letter: "l", taking: "ID", help: "The id of a layout, or the path of a plugin")
  private static let build = Option(
    "build", letter: "b", taking: "CMD", help: "Run CMD whenever a source is saved")
  private static let editor = Option(
    "editor", taking: "CMD",
    help: "Open the failing line with CMD, which may name {file} and {line}")
  private static let port = Option(
    "port", taking: "N", help: "The port on 127.0.0.1 (one that is free)")
  private static let tokenFile = Option(
    "token-file", taking: "FILE",
    help: "Keep the key of the page in FILE, so that tabs survive a restart")
  private static let noOpen = Option("no-open", help: "Do not start a browser")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let source = try arguments.onlyOperand("SOURCE")
    var options = StudioOptions()
    options.port = try arguments.count(port, default: 0, in: 1...65_535)
    options.tokenFile = arguments.last(tokenFile)
    options.build = arguments.last(build)
    options.editor = arguments.last(editor)
    options.fitsWindow = !arguments.has(ShowOptions.size)
    _ = try ShowOptions(arguments)
    if let command = options.build { console.progress("building: \(command)") }
    let studio = try Studio(
      OpenProject(source, layout: arguments.last(layout), arguments), options)
    try studio.run(interruption: Interruption.listen()) { url in
      try console.print(url)
      try console.flush()
      if !arguments.has(noOpen) { open(url) }
    }
    return true
  }

  /// Starts the browser of the desktop, where there is one.
  private static func open(_ url: String) {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
    let line: [String] = ["xdg-open", url]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child = pid_t()
    // Without one the address on the terminal does.
    _ = posix_spawnp(&child, "xdg-open", nil, nil, &words, environ)
  }
}
