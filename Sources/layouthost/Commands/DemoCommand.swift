// SPDX-License-Identifier: Apache-2.0
//
// `layouthost demo`: the whole journey in one session, left as pictures and a page that plays it.

import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutSources

enum DemoCommand: Command {
  static let name = "demo"
  static let drawsText = true
  static let summary = "Show it all in one session over Unicode: load, drop in, swap, scroll, crash"
  static let form = "[SOURCE]"
  static let options: [Option] = [output, .plugins]
  static let notes = """
    SOURCE is what render understands; without it the demo shows every character of Unicode. Leaves
    DIR/*.png and DIR/index.html, a page that plays the session, and in DIR/plugins two plugins in C
    with their sources, which are compiled with cc while the session runs.
    """

  private static let output = Option(
    "output", letter: "o", taking: "DIR", help: "Where the pictures go (pictures)")

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
    let session = try DemoSession(
      source, library: PluginLibrary(.standard(extra: extra)), extra: extra, folder: folder,
      console: console)
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
