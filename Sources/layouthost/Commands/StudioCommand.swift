// SPDX-License-Identifier: Apache-2.0
//
// `layouthost studio`: a page in the browser for work on a layout.

import Glibc
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios
import LayoutSources
import LayoutStudio

enum StudioCommand: Command {
  static let name = "studio"
  static let drawsText = true
  static let summary = "Work on a layout in the browser, which shows it after each save"
  static let form = "SOURCE [--layout ID]"
  static let options: [Option] = [
    layout, build, editor, port, tokenFile, noOpen, ShowOptions.query, ShowOptions.set,
    ShowOptions.at,
    ShowOptions.size, ShowOptions.direction, ShowOptions.textScale, .plugins, .tier, .trustOnce,
    .jsonErrors,
  ]
  static let notes = """
    SOURCE is a source of render, or a file .scenario with one scenario. Prints the address of the page
    and serves it on 127.0.0.1 until it is interrupted. The address contains a token after #; a
    client without the token is refused. From another machine, through ssh:
      ssh -L 8123:127.0.0.1:8123 HOST layouthost studio unicode --port 8123 --no-open
    When the file of the layout changes, the new version is swapped in: properties, selection and the
    place on screen stay. With --build the command runs in this directory after each save of a source.
    After a failed build or a refused version, the last good frame stays on screen.
    Example:
      layouthost studio unicode --layout ./hive.so --build make
    """

  private static let layout = Option(
    "layout", letter: "l", taking: "ID", help: "The id of a layout, or the path of a plugin")
  private static let build = Option(
    "build", letter: "b", taking: "CMD", help: "Run CMD after each save of a source")
  private static let editor = Option(
    "editor", taking: "CMD",
    help: "Open the failing line with CMD, which may name {file} and {line}")
  private static let port = Option(
    "port", taking: "N", help: "The port on 127.0.0.1 (default: a free one)")
  private static let tokenFile = Option(
    "token-file", taking: "FILE",
    help: "Keep the secret of the tokens in FILE: with --port, tabs survive a restart")
  private static let noOpen = Option("no-open", help: "Do not start a browser")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let source = try arguments.onlyOperand("SOURCE")
    let chosen = try choices(of: arguments)
    console.report(problemsOf: try ShowOptions(arguments).library)
    let project = try OpenProject(source, layout: arguments.last(layout), arguments)
    let builder = arguments.last(build).map { BuildRunner(command: $0) }
    if let builder {
      console.progress("building: \(builder.command)")
      guard try Interruption.during({ builder.runAndWait(until: $0) }) else { return true }
    }
    let studio = try Studio(project, chosen, build: builder)
    var page: BrowserPage?
    defer { page?.remove() }
    try studio.run(
      interruption: Interruption.listen(), onAlert: { console.report($0) },
      onListening: { url in
        try console.print(url)
        try console.flush()
        guard !arguments.has(noOpen), hasDesktop else { return }
        page = BrowserPage(to: url)
        page?.show()
      })
    return true
  }

  private static func choices(of arguments: Arguments) throws -> StudioOptions {
    var options = StudioOptions()
    options.port = try arguments.count(port, default: 0, in: 1...65_535)
    options.tokenFile = arguments.last(tokenFile)
    options.editor = arguments.last(editor)
    options.fitsWindow = !arguments.has(ShowOptions.size)
    return options
  }

  private static var hasDesktop: Bool {
    getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
  }
}

// MARK: - The project
//
// The project of the studio, from the command line.

/// A source with a layout whose file is followed.
final class OpenProject: StudioProject {
  /// The data: read once, so that a later layout or another text size reads no file again, and
  /// standard input can serve both.
  private enum Data {
    case items(any ItemSource)
    case scenario(JSONObject)
  }

  private let source: String
  private var data: Data?
  private let arguments: Arguments
  private let path: SearchPath
  private let trustOnce: Bool
  /// The requested layout; nil for the default of the source.
  private let wanted: String?
  private var follower: LayoutFollower?
  /// The looks of the source's items.
  private var looks: SessionLooks?
  private let watcher: PluginWatcher
  private var library: PluginLibrary
  /// The title of the source, after it was read.
  private(set) var title: String
  private(set) var isWaiting = false
  var textScale: Double

  /// - Throws: A usage error; `unreadable` when the plugin files cannot be watched.
  init(_ source: String, layout: String?, _ arguments: Arguments) throws {
    (self.source, wanted, self.arguments) = (source, layout, arguments)
    path = SearchPath.standard(extra: arguments.all(.plugins))
    trustOnce = arguments.has(.trustOnce)
    title = source
    textScale = try ShowOptions(arguments).textScale
    var watched = path
    if let layout, LayoutMaker.isPath(layout) {
      // Its directory is watched even before the file exists.
      let parent = FileSystem.parent(of: String(layout.prefix { $0 != "#" }))
      let known = path.directories.contains {
        FileSystem.resolved($0.path) == FileSystem.resolved(parent)
      }
      if !known {
        watched = SearchPath(
          path.directories + [SearchPath.Directory(path: parent, isRequired: false)])
      }
    }
    watcher = try PluginWatcher(watched)
    library = watcher.library(on: path)
  }

  var descriptor: CInt { watcher.descriptor }

  var layouts: [StudioLayout] {
    var layouts: [StudioLayout] = []
    for file in library.files where file.verdict.refusal == nil {
      for id in file.note?.layouts ?? [] where (try? library.file(forLayout: id).path) == file.path
      {
        layouts.append(StudioLayout(name: id, id: id, file: file.path))
      }
    }
    guard let wanted, LayoutMaker.isPath(wanted), let found = try? maker.find(wanted) else {
      return layouts
    }
    if !layouts.contains(where: { $0.file == found.file.path && $0.id == found.id }) {
      layouts.insert(StudioLayout(name: wanted, id: found.id, file: found.file.path), at: 0)
    }
    return layouts
  }

  private var maker: LayoutMaker {
    LayoutMaker(
      library: library, trustOnce: trustOnce, isSupervised: true, crashes: CrashFiles())
  }

  func open() throws -> (session: LiveSession, refusal: LayoutError?) {
    library = watcher.library(on: path)
    do {
      let session = try open(wanted)
      isWaiting = false
      return (session, nil)
    } catch let error as LayoutError where wanted != nil {
      isWaiting = true
      // Throws too when the source itself is at fault.
      return (try open("flow"), error)
    }
  }

  private func open(_ layout: String?) throws -> LiveSession {
    var options = try ShowOptions(arguments)
    options.textScale = textScale
    let opening = SessionOpening(options: options, layout: layout, maker: maker, isDrawn: true)
    switch try read(by: opening) {
    case .scenario(let scenario):
      let (session, steps) = try opening.reopen(scenario)
      for step in steps { _ = session.perform(step) }
      follower = follower(of: opening.running(in: session))
      return session
    case .items(let source): return try open(source, by: opening)
    }
  }

  /// The data, read if they were not yet.
  private func read(by opening: SessionOpening) throws -> Data {
    if let data { return data }
    let read: Data =
      source.hasSuffix(".scenario")
      ? .scenario(try opening.scenario(at: source))
      : .items(try makeSource(argument: source, query: opening.options.query))
    data = read
    return read
  }

  private func open(
    _ source: any ItemSource, by opening: SessionOpening
  ) throws -> LiveSession {
    let gallery = try opening.gallery(of: source)
    title = gallery.source.title
    looks = try opening.looks(of: gallery)
    let session = try opening.session(from: gallery, looks: looks)
    if let place = opening.options.place {
      try gallery.scroll(to: place)
      let offset = gallery.view.contentOffset
      _ = session.perform(["do": "scroll", "to": [.number(offset.x), .number(offset.y)]])
    }
    follower = follower(of: opening.running(in: session))
    return session
  }

  private func follower(of file: PluginFile) -> LayoutFollower {
    LayoutFollower(path: path, trustOnce: trustOnce, running: file)
  }

  func open(_ scenario: JSONObject) throws -> LiveSession {
    try LiveSession(scenario, looks: looks, maker: maker)
  }

  func results(of scenario: String) -> String {
    ScenarioRunner(library: library, trustOnce: trustOnce).run(line: scenario).output
  }

  func follow(_ session: LiveSession) -> [JSONObject] {
    var events: [PluginEvent] = []
    watcher.process { events.append($0) }
    guard !events.isEmpty else { return [] }
    library = watcher.library(on: path)
    return follower?.follow(events, of: watcher, in: session) ?? []
  }

  func resume(_ session: LiveSession) -> [JSONObject] { follower?.resume(in: session) ?? [] }
}
