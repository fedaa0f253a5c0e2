// SPDX-License-Identifier: Apache-2.0
//
// `layouthost session`: a live view, driven by steps from standard input. Its layout is swapped
// when its file changes.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios
import LayoutSources

enum SessionCommand: Command {
  static let name = "session"
  static let drawsText = true
  static let summary = "Run steps from standard input on a live view, and follow the plugin files"
  static let form = "SOURCE [--layout ID]"
  static let options: [Option] = [
    layout, picture, output, record, stay, ShowOptions.query, ShowOptions.set, ShowOptions.size,
    ShowOptions.direction, ShowOptions.textScale, ShowOptions.scale, ShowOptions.theme,
    ShowOptions.outline, .plugins, .tier, .trustOnce,
    .jsonErrors,
  ]
  static let notes = """
    Standard input has one step of a scenario a line; each step prints one line of JSON. Time passes
    only in the step advance. SOURCE is a source of render, or a file .scenario with one scenario,
    whose steps run first.

    Meanwhile the plugin directories are watched, and the file of the layout when ID is a path. When
    the file of the running layout changes, the new version replaces the layout, with its properties,
    its state and the same data. Each stage prints a line: notice, copy, judge, trial (in a child), load,
    shadow, carry, prepare, commit. The last line has the answer: accepted, or refused with the reason.
    After a refusal the old layout stays. For 60 frames, or until the data changes, the old layout is
    kept, and returns if the new one fails.

    With --picture the view is drawn at the start, after each swap and after each group of steps that
    arrives together; each drawing prints a line. So an author can see the picture while writing a
    layout:
      layouthost session unicode -l ./hive.so --picture hive.png

    With -o FILE.html the command writes a page at the end that plays all frames; with -o FILE.webp an
    animated picture. A change after which no time passes is shown for a quarter of a second. --theme,
    --scale and --outline are for pictures: a page has both themes.

    The session ends with its input, or with --stay when it is interrupted. --record writes it as a
    scenario, which probe runs with the same results. Plugins that did not come with LayoutHost are
    copied to FILE.plugins beside it, in every version that ran, those that steps bring in too. Both
    can be moved together.

    Example:
      echo '{"do":"scroll","to":[0,5000]}' | layouthost session unicode -l flow --record s.jsonl
    """

  private static let layout = Option("layout", letter: "l", taking: "ID", help: "The layout")
  private static let picture = Option(
    "picture", taking: "FILE", help: "Draw the view, and draw it again at each change")
  private static let output = Option(
    "output", letter: "o", taking: "FILE",
    help: "Write all frames: .html plays them, .webp is an animated picture")
  private static let record = Option(
    "record", letter: "r", taking: "FILE", help: "Write the recording of the session at its end")
  private static let stay = Option("stay", help: "Continue after the end of the input")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let sourceName = try arguments.onlyOperand("SOURCE")
    guard sourceName != "-" else {
      throw UsageError("standard input has the steps of the session; name a file as SOURCE")
    }
    try checkTargets(arguments)
    let options = try ShowOptions(arguments)
    console.report(problemsOf: options.library)
    let path = SearchPath.standard(extra: arguments.all(.plugins))
    let maker = LayoutMaker(
      library: options.library, trustOnce: arguments.has(.trustOnce), isSupervised: true,
      crashes: CrashFiles())
    let archive = arguments.last(record).map(PluginArchive.init)
    let picture = try arguments.last(picture).map {
      try SessionPicture($0, options.rendering)
    }
    let opening = SessionOpening(
      options: options, layout: arguments.last(layout), maker: maker, archive: archive,
      isDrawn: picture != nil || arguments.has(output))
    let (session, steps) = try opening.open(sourceName)
    session.isRecorded = archive != nil
    if let archive {
      session.keepsFile = { (file) throws(LayoutError) in try archive.keep(file) }
    }
    let film = try arguments.last(output).map { path throws(UsageError) in
      try SessionFilm(path, session, source: sourceName)
    }
    let loop = try SessionLoop(
      session: session,
      follower: LayoutFollower(
        path: path, trustOnce: arguments.has(.trustOnce), archive: archive,
        running: opening.running(in: session)),
      picture: picture, film: film, console: console)
    // The recording and the film are kept, however the session ended, and each without the other.
    let outcomes: [Result<Void, any Error>] = [
      Result {
        try loop.run(steps)
        try loop.runInput(staysOpen: arguments.has(stay))
      },
      Result { try write(session, to: arguments.last(record), archive) },
      Result { try write(film, options.rendering, on: console) },
    ]
    for outcome in outcomes { try outcome.get() }
    return loop.isComplete
  }

  /// Refuses what the end of the session could not write.
  private static func checkTargets(_ arguments: Arguments) throws {
    if arguments.last(record) == "-" {
      throw UsageError("--record: standard output has the results of the steps; name a file")
    }
    // The options for pictures hold for a picture beside the page.
    if let path = arguments.last(output), !arguments.has(picture) {
      try MovingPicture.check(arguments, for: path)
    }
    for option in [record, output, picture] {
      if let path = arguments.last(option) { try OutputFile.checkDirectory(of: path) }
    }
  }

  private static func write(
    _ session: LiveSession, to file: String?, _ archive: PluginArchive?
  ) throws(LayoutError) {
    guard let file, let archive else { return }
    let text = JSONValue.object(archive.movable(session.recording)).serialised() + "\n"
    try OutputFile.write(Array(text.utf8), to: file)
  }

  private static func write(
    _ film: SessionFilm?, _ options: RenderOptions, on console: Console
  ) throws(LayoutError) {
    guard let film else { return }
    try console.print(text: JSONValue.object(film.write(options, on: console)).serialised())
  }
}
