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
      a file .csv or .jsonl    a card for each line
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
    guard arguments.has(watch) else { return try draw(arguments, on: console) }
    let file = try ShowOptions(arguments).maker.find(try arguments.required(layout)).file.path
    try FileFollower(file).follow {
      do {
        _ = try draw(arguments, on: console)
        try console.flush()
      } catch let error as LayoutError {
        // The author is at work: the next version may do better.
        console.complain("layouthost: \(error)")
      }
    }
  }

  private static func draw(_ arguments: Arguments, on console: Console) throws -> Bool {
    let sourceName = try arguments.onlyOperand("SOURCE")
    let layoutName = try arguments.required(layout)
    let path = try arguments.required(output)
    let options = try ShowOptions(arguments)
    // Before the work, so that a wrong ending costs nothing.
    _ = try PictureFormat(path: path)

    console.progress("reading \(sourceName)")
    let source = try makeSource(argument: sourceName, query: options.query)
    console.progress("laying out \(source.itemCount) items")
    let start = Meter.now
    let gallery = try Gallery(
      source, layout: layoutName, settings: options.settings, container: options.container,
      maker: options.maker, tier: options.tier)
    try gallery.view.layoutIfNeeded()
    let opened = Meter.now
    if let place = options.place { try gallery.scroll(to: place) }
    try gallery.refresh()
    console.progress("drawing \(path)")
    try Renderer(options.rendering).render(gallery.view, to: path)
    let report = ShowReport(gallery, path: path, openNanoseconds: opened - start)
    if arguments.has(.json) {
      try console.print(text: report.json.serialised(indented: true))
    } else {
      try console.print(report.line)
    }
    return true
  }
}
