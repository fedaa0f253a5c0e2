// SPDX-License-Identifier: Apache-2.0
//
// `layouthost film`: a layout in motion, as one picture of several instants.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios
import LayoutSources

enum FilmCommand: Command {
  static let name = "film"
  static let drawsText = true
  static let summary = "Draw a layout in motion: frames of a session side by side"
  static let form = "SOURCE [--layout ID] -o FILE"
  static let options =
    [
      layout, output, ShowOptions.format, steps, frames, times, columns,
    ] + ShowOptions.all
  static let notes = """
    The steps are those of session, one a line; without steps the content is flung. The frames are
    spread evenly over the time of the steps, or taken at --times, in seconds since the start.
    FILE may end in .png, .svg or .pdf, in .html for a page that plays every frame, or in .webp for an
    animated picture. A page has both themes: --theme, --scale and --outline are for the others.
    An item inserted by a batch shows its name: +1, +2 and so on.

    SOURCE is a source of render, or a file .scenario with one scenario, whose steps run first.

    Example:
      echo '{"do":"batch","ops":[{"delete":[0,3]}]} {"do":"advance","seconds":0.3}' | tr ' ' '\\n' |
        layouthost film unicode -l flow --steps - --frames 4 -o batch.png
    """

  private static let layout = Option("layout", letter: "l", taking: "ID", help: "The layout")
  private static let output = Option("output", letter: "o", taking: "FILE", help: "The picture")
  private static let steps = Option(
    "steps", taking: "FILE", help: "The steps, one a line; - is standard input")
  private static let frames = Option("frames", taking: "N", help: "The number of frames (6)")
  private static let times = Option(
    "times", taking: "T,T,...", help: "The instants of the frames, seconds")
  private static let columns = Option(
    "columns", taking: "N", help: "Frames in a row (all of them)")

  /// A fling that ends within the film.
  private static let flingSeconds = 1.5
  private static let flingVelocity = 2_000.0

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let sourceName = try arguments.onlyOperand("SOURCE")
    if sourceName == "-", arguments.last(steps) == "-" {
      throw UsageError("SOURCE and --steps cannot both be standard input")
    }
    if let path = arguments.last(output), MovingPicture.isMeant(by: path) {
      return try runMoving(sourceName, path, arguments, on: console)
    }
    let target = try PictureTarget(arguments, output)
    if arguments.has(frames), arguments.has(times) {
      throw UsageError("--frames: --times has the instants of all frames; leave one of them out")
    }
    let options = try ShowOptions(arguments, defaultSize: Size(width: 300, height: 400))
    console.report(problemsOf: options.library)
    let file = try arguments.last(steps).map(read)
    let opening = SessionOpening(
      options: options, layout: arguments.last(layout), maker: options.maker)
    console.progress("reading \(sourceName)")
    let (session, first) = try open(sourceName, opening, isFlung: file == nil)
    let script = first + (file ?? [])
    let instants = try instants(arguments, duration: LiveSession.duration(of: script))
    let film = Film(session, times: instants)
    console.progress("running \(script.count) steps")
    try film.run(script)
    let wide = try arguments.count(columns, default: instants.count, in: 1...1000)
    console.progress("drawing \(target.name)")
    let strip = FilmStrip(film.frames, columns: wide)
    let renderer = Renderer(options.rendering)
    try target.write(try renderer.encode(strip, as: target.format), on: console)
    console.complain(of: renderer.pictureFaults)
    try report(target, session, film, isJSON: arguments.has(.json), on: console)
    return true
  }

  /// Runs the steps into a page that plays them, or into an animated WebP file.
  private static func runMoving(
    _ source: String, _ path: String, _ arguments: Arguments, on console: Console
  ) throws -> Bool {
    for option in [frames, times, columns, ShowOptions.format] where arguments.has(option) {
      throw UsageError("--\(option.name): \(path) has every frame; leave it out")
    }
    try MovingPicture.check(arguments, for: path)
    let options = try ShowOptions(arguments, defaultSize: Size(width: 300, height: 400))
    console.report(problemsOf: options.library)
    let file = try arguments.last(steps).map(read)
    let opening = SessionOpening(
      options: options, layout: arguments.last(layout), maker: options.maker)
    console.progress("reading \(source)")
    let (session, first) = try open(source, opening, isFlung: file == nil)
    let script = first + (file ?? [])
    let duration = try LiveSession.duration(of: script)
    let picture = MovingPicture(path, title: "\(session.layout.id), \(source)")
    session.onClock = { [unowned session] time in picture.take(session, until: time) }
    console.progress("running \(script.count) steps")
    for (number, step) in script.enumerated() {
      let (result, isComplete) = session.perform(step)
      guard isComplete else {
        let error = result["error"]?.object
        throw LayoutError(
          LayoutError.Code(rawValue: error?["code"]?.string ?? "step-failed"),
          "step \(number): \(error?["message"]?.string ?? "failed")")
      }
    }
    picture.take(session, until: duration + 0.5)
    console.progress("writing \(path)")
    let size = try picture.write(options.rendering, on: console)
    let line =
      "\(path): \(session.layout.id), \(FilmStrip.caption(duration)), \(grouped(size)) bytes"
    guard arguments.has(.json) else {
      try console.print(line)
      return true
    }
    let report: JSONObject = [
      "path": .string(path), "layout": .string(session.layout.id), "seconds": .number(duration),
      "bytes": .integer(Int64(size)),
    ]
    try console.print(text: JSONValue.object(report).serialised(indented: true))
    return true
  }

  /// - Returns: The session, and the steps before those of the command line.
  private static func open(
    _ name: String, _ opening: SessionOpening, isFlung: Bool
  ) throws -> (LiveSession, [JSONValue]) {
    if name.hasSuffix(".scenario") { return try opening.reopen(name) }
    let gallery = try opening.gallery(name)
    let looks = try opening.looks(of: gallery)
    var steps: [JSONValue] = []
    if let place = opening.options.place {
      try gallery.scroll(to: place)
      let offset = gallery.view.contentOffset
      steps.append(["do": "scroll", "to": [.number(offset.x), .number(offset.y)]])
    }
    if isFlung {
      try gallery.view.layoutIfNeeded()
      let velocity: JSONValue =
        gallery.scrollsHorizontally ? [.number(flingVelocity), 0] : [0, .number(flingVelocity)]
      steps.append(["do": "release", "velocity": velocity])
      steps.append(["do": "advance", "seconds": .number(flingSeconds)])
    }
    return (try opening.session(from: gallery, looks: looks), steps)
  }

  private static func read(_ path: String) throws(LayoutError) -> [JSONValue] {
    var reader = try LineReader(path)
    var steps: [JSONValue] = []
    while let step = try reader.nextJSON() { steps.append(step) }
    return steps
  }

  private static func instants(
    _ arguments: Arguments, duration: Double
  ) throws(UsageError) -> [Double] {
    let count = try arguments.count(frames, default: 6, in: 1...1000)
    guard let text = arguments.last(times) else {
      return (0..<count).map { duration * Double($0) / Double(max(1, count - 1)) }
    }
    let instants = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double(String($0)) ?? .nan
    }
    let isAscending = zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 }
    guard isAscending, instants.allSatisfy({ (0...duration + 1e-6).contains($0) }) else {
      throw UsageError(
        "--times: '\(text)' is no list of ascending seconds from 0 to \(plain(duration)), which the "
          + "steps take")
    }
    return instants
  }

  private static func report(
    _ target: PictureTarget, _ session: LiveSession, _ film: Film, isJSON: Bool, on console: Console
  ) throws(LayoutError) {
    let times = film.frames.map(\.time)
    let object = JSONObject([
      .init("path", .string(target.name)), .init("layout", .string(session.layout.id)),
      .init("times", .array(times.map(JSONValue.number))),
    ])
    let line =
      "\(target.name): \(session.layout.id), \(counted(times.count, "frame")) from "
      + "\(FilmStrip.caption(times.first ?? 0)) to \(FilmStrip.caption(times.last ?? 0))"
    let text = isJSON ? JSONValue.object(object).serialised(indented: true) : line.printable
    if target.isStandardOutput { return console.complain(text: text) }
    try console.print(text: text)
  }
}
