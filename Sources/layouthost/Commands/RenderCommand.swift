// SPDX-License-Identifier: Apache-2.0
//
// `layouthost render`: a source, a layout, a picture.

import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutSources

enum RenderCommand: Command {
  static let name = "render"
  static let summary = "Draw a source with a layout into a PNG, SVG or PDF file"
  static let form = "SOURCE --layout ID -o FILE"
  static let options = [layout, output, watch] + ShowOptions.all
  static let notes = """
    SOURCE is one of
      unicode                  every assigned character
      unicode:BLOCK,...        those of some blocks, such as unicode:Arrows
      a folder                 its pictures, and those in the folders below it
      a file .csv or .jsonl    a card for each line; .ndjson is .jsonl
      a file .db or .sqlite    a card for each row of its only table, or of --query SQL

    ID is the id of a layout, or the path of a plugin, with # and the id where it has several. The
    ending of FILE says which format it gets.

    A query that only picks columns of one table opens at once, however many rows there are; any other
    runs once first. The database is only read.

    With --watch the picture is drawn again each time that the layout's file changes, until the command
    is interrupted; a file that cannot be drawn with is told and waited past.

    Examples:
      layouthost render unicode --layout waterfall --set columnCount=8 --at 40.0 -o runes.png
      layouthost render people.db --query 'SELECT name, town FROM people' -l flow -o people.png
    """

  private static let layout = Option("layout", letter: "l", taking: "ID", help: "The layout")
  private static let output = Option("output", letter: "o", taking: "FILE", help: "The picture")

  private static let watch = Option(
    "watch", help: "Draw again whenever the layout's file changes")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let order = try Order(arguments)
    guard arguments.has(watch) else { return try draw(order, on: console) }
    // A layout may get better; a source that is missing is told before anybody waits.
    _ = try order.open()
    try FileFollower(order.options.maker.find(order.layout).file.path).follow {
      do {
        _ = try draw(try Order(arguments), on: console)
      } catch let error as LayoutError {
        // The author is at work: the next version may do better.
        console.complain("layouthost: \(error)")
      }
      try console.flush()
    }
  }

  /// What to draw, with what, and where to: read before any work, so that a mistake costs nothing.
  private struct Order {
    let source: String
    let layout: String
    let path: String
    let options: ShowOptions
    let isJSON: Bool

    init(_ arguments: Arguments) throws {
      source = try arguments.onlyOperand("SOURCE")
      layout = try arguments.required(RenderCommand.layout)
      path = try arguments.required(output)
      options = try ShowOptions(arguments)
      isJSON = arguments.has(.json)
      _ = try PictureFormat(path: path)
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
      source, layout: order.layout, settings: options.settings, container: options.container,
      maker: options.maker, tier: options.tier ?? .auto)
    try gallery.view.layoutIfNeeded()
    let opened = Meter.now
    if let place = options.place { try gallery.scroll(to: place) }
    try gallery.refresh()
    console.progress("drawing \(order.path)")
    try Renderer(options.rendering).render(gallery.view, to: order.path)
    let report = ShowReport(gallery, path: order.path, openNanoseconds: opened - start)
    if order.isJSON {
      try console.print(text: report.json.serialised(indented: true))
    } else {
      try console.print(report.line)
    }
    return true
  }
}
