// SPDX-License-Identifier: Apache-2.0
//
// `layouthost render`: a source, a layout, a picture.

import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutSources

enum RenderCommand: Command {
  static let name = "render"
  static let drawsText = true
  static let summary = "Draw a source with a layout into a PNG, SVG, PDF, HTML or WebP file"
  static let form = "SOURCE [--layout ID] -o FILE"
  static let options = [layout, output, ShowOptions.format, watch] + ShowOptions.all
  static let notes = """
    SOURCE is one of
      unicode                  every assigned character
      unicode:BLOCK,...        those of some blocks, such as unicode:Arrows
      a folder                 its pictures, and those in the folders below it
      a file .csv or .jsonl    a card for each line; .ndjson is .jsonl
      a file .db or .sqlite    a card for each row of its only table, or of --query SQL
      -                        CSV or JSON Lines from standard input

    Without --layout a folder is shown as a gallery, a CSV or JSON Lines file as a waterfall of cards,
    and all else, a database too, as flow. ID is the id of a layout, or the path of a plugin, with #
    and the id if it has several. The ending of FILE chooses the format: .png, .svg, .pdf, .webp, or
    .html for a page that shows it in both themes and takes no --theme, --scale or --outline. With -o -
    the picture goes to standard output, as PNG or in the format of --format, and the report to
    standard error.

    A query that only picks columns of one table opens at once, with any number of rows; any other
    query runs once first. The database is only read.

    With --watch the picture is drawn again each time that the layout's file or the data changes, until
    the command is interrupted. An error is reported, and the command waits for the next change.

    Examples:
      layouthost render unicode --layout waterfall --set columnCount=8 --at 40.0 -o runes.png
      layouthost render people.db --query 'SELECT name, town FROM people' -l flow -o people.png
    """

  private static let layout = Option("layout", letter: "l", taking: "ID", help: "The layout")
  private static let output = Option("output", letter: "o", taking: "FILE", help: "The picture")

  private static let watch = Option(
    "watch", help: "Draw again whenever the layout's file or the data changes")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let order = try Order(arguments)
    console.report(problemsOf: order.options.library)
    guard arguments.has(watch) else { return try draw(order, on: console) }
    if order.source == "-" {
      throw UsageError("--watch: standard input cannot be read again; name a file")
    }
    // A broken layout may be fixed while the command waits; a missing source is an error at once.
    let source = try order.open()
    let layout = try order.options.maker.find(order.layout ?? source.suggestedLayout).file.path
    let isFile = FileSystem.exists(order.source)
    // Unicode is built in. A database in WAL mode changes in a file beside it that comes and goes.
    let follower = FileFollower(
      [layout] + (isFile ? [order.source] : []), extras: isFile ? [order.source + "-wal"] : [],
      except: order.target.path)
    try follower.follow {
      do {
        _ = try draw(try Order(arguments), on: console)
      } catch let error as LayoutError {
        // The author is editing: the next version may work.
        console.report(error)
      }
      try console.flush()
    }
  }

  /// The requested drawing and its target: parsed before any work, so that a mistake costs nothing.
  private struct Order {
    let source: String
    /// Nil for the default of the source.
    let layout: String?
    let target: RenderTarget
    let options: ShowOptions
    let isJSON: Bool

    init(_ arguments: Arguments) throws {
      source = try arguments.onlyOperand("SOURCE")
      layout = arguments.last(RenderCommand.layout)
      target = try RenderTarget(arguments, output)
      options = try ShowOptions(arguments)
      isJSON = arguments.has(.json)
    }

    func open() throws(LayoutError) -> any ItemSource {
      try makeSource(argument: source, query: options.query)
    }
  }

  private static func draw(_ order: Order, on console: Console) throws -> Bool {
    let options = order.options
    console.progress("reading \(order.source)")
    let source = try order.open()
    console.progress("laying out \(source.itemCount) items")
    let start = Meter.now
    let gallery = try Gallery(
      source, layout: order.layout ?? source.suggestedLayout, settings: options.settings,
      viewportSize: options.viewportSize, isRightToLeft: options.isRightToLeft,
      textScale: options.textScale, maker: options.maker, tier: options.tier ?? .auto)
    try gallery.view.layoutIfNeeded()
    let opened = Meter.now
    if let place = options.place { try gallery.scroll(to: place) }
    try gallery.refresh()
    console.progress("drawing \(order.target.name)")
    try order.target.draw(gallery, options.rendering, on: console)
    let report = ShowReport(gallery, path: order.target.name, openNanoseconds: opened - start)
    let text = order.isJSON ? report.json.serialised(indented: true) : report.line.printable
    if order.target.isStandardOutput {
      console.complain(text: text)
    } else {
      try console.print(text: text)
    }
    return true
  }
}
