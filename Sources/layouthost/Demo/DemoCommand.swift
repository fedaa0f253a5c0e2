// SPDX-License-Identifier: Apache-2.0
//
// `layouthost demo`: all features in one session, with pictures and a page that plays it.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios
import LayoutSources

// MARK: - The command

enum DemoCommand: Command {
  static let name = "demo"
  static let drawsText = true
  static let summary = "Show all features in one session over Unicode: load, swap, scroll, crash"
  static let form = "[SOURCE]"
  static let options: [Option] = [output, .plugins]
  static let notes = """
    SOURCE is a source of render; without it the demo shows every character of Unicode. Writes
    DIR/*.png and DIR/index.html, a page that plays the session, and in DIR/plugins two plugins in C
    with their sources, which are compiled with cc while the session runs.
    """

  private static let output = Option(
    "output", letter: "o", taking: "DIR", help: "The folder for the pictures (pictures)")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    try arguments.refuseOperands(after: 1)
    let begin = Meter.now
    let folder = arguments.last(output) ?? "pictures"
    try makeFolder(folder + "/plugins", mode: 0o755)

    let name = arguments.operands.first ?? "unicode"
    console.progress("reading \(name)")
    let source = try makeSource(argument: name)
    let read = Meter.milliseconds(since: begin)
    let extra = arguments.all(.plugins)
    let library = PluginLibrary(.standard(extra: extra))
    console.report(problemsOf: library)
    let session = try DemoSession(
      source, library: library, extra: extra, folder: folder, console: console)
    try console.print(
      "\(source.title): \(counted(source.itemCount, "item")) in "
        + "\(counted(source.sectionCount, "section")), read in \(short(read)) ms")

    try session.listPlugins()
    try session.showAll()
    try session.dropInExample()
    try session.swapLive(["waterfall", "mosaic", "orbit", "flow"])
    try session.stretchSprings()
    try session.surviveTrap()
    try session.act("The session, to play again")
    let page = "\(folder)/index.html"
    console.progress("writing \(page)")
    let size = try HTMLPlayer.write(session.recorder, to: page)
    try session.say(
      "\(page): \(grouped(session.recorder.frameCount)) frames, "
        + "\(short(session.recorder.duration)) s, \(short(Double(size) / 1e6)) MB, one file")
    try session.say("all of it in \(short(Meter.milliseconds(since: begin) / 1000)) s")
    return true
  }
}

// MARK: - The session
//
// The state of the demo: one live view, its recording, and the folder of the results.

/// One session over one source. Acts call it; it prints, draws and records.
final class DemoSession {
  let gallery: Gallery
  let console: Console
  let recorder: SessionRecorder
  private(set) var library: PluginLibrary
  /// The folder for plugins that are dropped in while the session runs.
  let dropFolder: String
  private let folder: String
  private let light = Renderer(RenderOptions())
  private let extra: [String]
  private var actCount = 0

  /// - Parameter folder: The folder for pictures; it exists.
  init(
    _ source: any ItemSource, library: PluginLibrary, extra: [String], folder: String,
    console: Console
  ) throws(LayoutError) {
    self.library = library
    self.extra = extra
    self.folder = folder
    self.console = console
    dropFolder = folder + "/plugins"
    recorder = SessionRecorder(title: "\(source.title) in plugins")
    gallery = try Gallery(
      source, layout: "flow", viewportSize: Size(width: 1200, height: 800),
      maker: LayoutMaker(library: library, crashes: CrashFiles()), tier: .auto)
  }

  var view: CollectionView { gallery.view }

  /// Starts an act with its number and title.
  func act(_ title: String) throws(LayoutError) {
    actCount += 1
    try console.print()
    try console.print("\(actCount)  \(title)")
    try console.flush()
  }

  func print(_ table: Table) throws(LayoutError) {
    for line in table.lines { try console.print(line) }
    try console.flush()
  }

  func say(_ line: String) throws(LayoutError) {
    try console.print("   " + line)
    try console.flush()
  }

  /// Searches plugins again, first in the folder of dropped plugins.
  func rescan() {
    library = PluginLibrary(.standard(extra: [dropFolder] + extra))
    gallery.maker = LayoutMaker(library: library, crashes: CrashFiles())
  }

  /// Draws what is on screen and returns the picture's path.
  @discardableResult
  func draw(_ name: String, _ renderer: Renderer? = nil) throws(LayoutError) -> String {
    let path = "\(folder)/\(name).png"
    console.progress("drawing \(path)")
    try (renderer ?? light).render(view, to: path)
    return path
  }

  /// Records what is on screen now.
  func record(_ text: String? = nil, detail: String = "", hold: Double = 1.0 / 60) {
    let caption = text.map { SessionCaption(layout: gallery.layout.id, text: $0, detail: detail) }
    recorder.record(view, caption: caption, hold: hold)
  }

  /// Scrolls, slowly at both ends, with one recorded frame a step.
  func glide(by distance: Double, frames: Int) throws(LayoutError) {
    let start = view.contentOffset
    let end = gallery.offset(from: start, by: distance)
    for frame in 1...frames {
      let t = Double(frame) / Double(frames)
      let s = t * t * (3 - 2 * t)
      try view.setContentOffset(
        Point(x: start.x + (end.x - start.x) * s, y: start.y + (end.y - start.y) * s))
      record()
    }
  }

  /// Releases the drag, so that the layout chooses the resting place, and records the movement.
  func settle() throws(LayoutError) {
    let size = view.viewportSize
    try view.drag(by: .zero, at: Point(x: size.width / 2, y: size.height / 2))
    try view.release(velocity: .zero)
    var clock = view.clock
    for _ in 0..<300 where view.isMoving {
      clock += 1.0 / 60
      try view.advance(to: clock)
      record()
    }
  }

  /// The median time of a frame that scrolls by 20 points, microseconds.
  func frameTime() throws(LayoutError) -> Double {
    let start = view.contentOffset
    var meter = Meter("frame", in: .microseconds)
    for step in 1...200 {
      let offset = gallery.offset(from: start, by: Double(step * 20))
      try meter.sample { () throws(LayoutError) in try view.setContentOffset(offset) }
    }
    try view.setContentOffset(start)
    return meter.measurement.median
  }

  /// Returns the section whose header has this name, or the first.
  func section(named name: String) -> Int {
    let source = gallery.source
    return (0..<source.sectionCount).first { section in
      if case .heading(let title, _) = source.heading(of: section) { return title == name }
      return false
    } ?? 0
  }
}
