// SPDX-License-Identifier: Apache-2.0
//
// `layouthost swap`: one session that shows each layout in turn; the first visible item keeps its
// place.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios
import LayoutSources

enum SwapCommand: Command {
  static let name = "swap"
  static let drawsText = true
  static let summary = "Show a source with one layout after the other on a live view"
  static let form = "SOURCE --layouts A,B,... -o DIR"
  static let options = [layouts, output, ShowOptions.format] + ShowOptions.all
  static let notes = """
    Draws one picture a layout into DIR, which is made if it is missing: 1-A.png, 2-B.png and so on;
    --format svg or pdf chooses another format.
    The first cell on screen keeps its place from each layout to the next. A layout that fails is
    reported and left out; the session continues with the previous one.

    SOURCE is a source of render. A value for --set goes to the layouts that have the property.
    """

  private static let layouts = Option(
    "layouts", letter: "l", taking: "IDS", help: "The layouts, with commas between")
  private static let output = Option(
    "output", letter: "o", taking: "DIR", help: "The directory for the pictures")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let sourceName = try arguments.onlyOperand("SOURCE")
    let names = try arguments.required(layouts).split(separator: ",").map(String.init)
    guard let first = names.first else { throw UsageError("--layouts names no layout") }
    let folder = try arguments.required(output)
    let options = try ShowOptions(arguments)
    console.report(problemsOf: options.library)
    let format = try ShowOptions.format(arguments)
    try makeFolder(folder)

    console.progress("reading \(sourceName)")
    let source = try makeSource(argument: sourceName, query: options.query)
    let start = Meter.now
    let gallery = try Gallery(
      source, layout: first, settings: options.settings, areShared: true,
      viewportSize: options.viewportSize, isRightToLeft: options.isRightToLeft,
      textScale: options.textScale, maker: options.maker, tier: options.tier ?? .auto)
    try gallery.view.layoutIfNeeded()
    let opened = Meter.now - start
    if let place = options.place { try gallery.scroll(to: place) }
    let pictures = SwapPictures(
      folder: folder, format: format, renderer: Renderer(options.rendering))
    var reports = [try pictures.draw(gallery, 1, opened)]
    if !arguments.has(.json) { try console.print(reports[0].line) }

    var isComplete = true
    for (index, name) in names.enumerated().dropFirst() {
      console.progress("\(index + 1)/\(names.count) \(name)")
      do throws(LayoutError) {
        let start = Meter.now
        let anchor = try gallery.show(name, settings: options.settings, areShared: true)
        var report = try pictures.draw(gallery, index + 1, Meter.now - start)
        report.anchor = anchor
        reports.append(report)
        if !arguments.has(.json) { try console.print(report.line) }
      } catch {
        console.report(error, about: name)
        isComplete = false
      }
    }
    for setting in options.settings where !gallery.usedSettings.contains(setting) {
      console.report(
        LayoutError(.unknownProperty, "--set \(setting): none of these layouts has that property")
      )
      isComplete = false
    }
    console.complain(of: pictures.renderer.pictureFaults)
    if arguments.has(.json) {
      try console.print(text: JSONValue.array(reports.map(\.json)).serialised(indented: true))
    }
    return isComplete
  }
}

/// The pictures of a session, one for each layout.
private struct SwapPictures {
  let folder: String
  let format: PictureFormat
  let renderer: Renderer

  /// - Parameter nanoseconds: The time to show the layout.
  func draw(
    _ gallery: Gallery, _ number: Int, _ nanoseconds: UInt64
  ) throws(LayoutError) -> ShowReport {
    try gallery.refresh()
    let path = "\(folder)/\(number)-\(gallery.layout.id).\(format.rawValue)"
    try renderer.render(gallery.view, to: path)
    return ShowReport(gallery, path: path, openNanoseconds: nanoseconds)
  }
}

// MARK: - Stages in lines

/// The lines of one swap, each with the time since its start.
final class SwapReport {
  private let layout: String
  /// The child layout that has the new version.
  private let part: String?
  private let hash: String
  private let start = Meter.now
  private var lines: [JSONObject] = []

  init(layout: String, part: String? = nil, hash: String) {
    (self.layout, self.part, self.hash) = (layout, part, hash)
  }

  /// Seconds since the start.
  var seconds: Double { Meter.milliseconds(since: start) / 1000 }

  func note(_ stage: SwapStage) { lines.append(line(stage)) }

  /// Returns the lines since the last call.
  func takeLines() -> [JSONObject] {
    defer { lines = [] }
    return lines
  }

  /// Puts the answer into the line of the commit.
  func accept(_ receipt: SwapReceipt) {
    guard var line = lines.popLast() else { return }
    line["answer"] = "accepted"
    if let anchor = receipt.anchor {
      line["anchor"] = [
        "path": [.integer(Int64(anchor.path.section)), .integer(Int64(anchor.path.item))],
        "offset": [.number(anchor.offset.dx), .number(anchor.offset.dy)],
      ]
    }
    if !receipt.notCarriedOver.isEmpty {
      line["notCarriedOver"] = .array(receipt.notCarriedOver.map(JSONValue.string))
    }
    lines.append(line)
  }

  func refuse(_ refusal: SwapRefusal) {
    var line = line(refusal.stage)
    line["answer"] = "refused"
    line["error"] = .object(refusal.error.json)
    lines.append(line)
  }

  /// Returns the line for the outcome of a swap after its commit.
  static func end(_ end: SwapEnd, layout: String) -> JSONObject {
    var line = JSONObject([.init("swap", .string(layout))])
    switch end {
    case .retired: line["stage"] = .string(SwapStage.retire.rawValue)
    case .rolledBack(let refusal):
      line["stage"] = .string(refusal.stage.rawValue)
      line["answer"] = "rolled-back"
      line["error"] = .object(refusal.error.json)
    }
    return line
  }

  private func line(_ stage: SwapStage) -> JSONObject {
    var line = JSONObject([
      .init("swap", .string(layout)), .init("stage", .string(stage.rawValue)),
      .init("hash", .string(hash)), .init("milliseconds", .number(seconds * 1000)),
    ])
    line["child"] = part.map(JSONValue.string)
    return line
  }
}
