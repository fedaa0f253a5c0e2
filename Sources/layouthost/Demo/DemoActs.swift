// SPDX-License-Identifier: Apache-2.0
//
// The acts of the demo that show layouts, all on the same live view.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering

extension DemoSession {
  /// Equal tiles in a grid: with springs, a pattern shows the movement better than lines of text.
  private static let tiles = ["itemSize=72x72", "lineAlignment=uikit"]

  /// The source and the properties for each bundled layout in the demo.
  private static let showings = [
    Showing("flow", at: "Arrows"), Showing("waterfall", at: "Mathematical Operators"),
    Showing("mosaic", at: "Egyptian Hieroglyphs"), Showing("spring", at: "Cherokee", tiles),
    Showing("carousel", at: "Playing Cards"), Showing("coverflow", at: "Mahjong Tiles"),
    // From the letter A on, after controls and marks.
    Showing(
      "pendulum", at: "", ["firstItem=65", "itemSize=90x90", "length=520", "resistance=0.5"]),
    Showing("gallery", at: "Domino Tiles"),
  ]

  /// The place for a bundled layout that is not in the list.
  private static let anyPlace = "Geometric Shapes"

  /// Lists the files that were found, with a verdict for each.
  func listPlugins() throws(LayoutError) {
    try act("Plugins found; none of their code has run")
    var table = Table(indent: "   ")
    let here = FileSystem.resolved(".") ?? ""
    for file in library.files { table.add(PluginReport.row(file, near: here)) }
    try print(table)
  }

  /// Shows every layout, with a picture, the time to open and the time of a frame.
  func showAll() throws(LayoutError) {
    try act("Every layout on one live view")
    var table = Table(indent: "   ", trailing: [2, 3, 4])
    table.add("layout", "runs in", "open", "frame", "visible", "picture")
    let bundled = library.files.filter { $0.trust == .bundled && $0.verdict.refusal == nil }
    let names = bundled.flatMap { $0.note?.layouts ?? [] }
    let known = Self.showings.filter { names.contains($0.name) }
    let others = names.filter { name in !known.contains { $0.name == name } }
    for showing in known + others.map({ Showing($0, at: Self.anyPlace) }) {
      table.add(try show(showing.name, block: showing.block, settings: showing.settings))
    }
    try print(table)
    try gallery.show("flow")
    try gallery.scroll(to: .item(ItemPath(section(named: "Arrows"), 0)))
    let outline = try draw("flow-outline", Renderer(RenderOptions(outline: true)))
    try gallery.show("waterfall")
    let dark = try draw("waterfall-dark", Renderer(RenderOptions(theme: .dark)))
    try say("and \(outline) with frames and index paths, \(dark) in the dark theme")
  }

  /// Shows one layout at a block of characters, as a row of the table; without a block it stays at
  /// its start.
  func show(
    _ name: String, block: String, settings: [String] = []
  ) throws(LayoutError) -> [String] {
    let start = Meter.now
    if gallery.layout.id != name {
      try gallery.show(name, settings: settings)
    } else {
      try view.layoutIfNeeded()
    }
    let open = short(Meter.milliseconds(since: start))
    if !block.isEmpty { try gallery.scroll(to: .item(ItemPath(section(named: block), 0))) }
    let file = try gallery.maker.find(name).file
    record("\(name), from \(file.path.lastComponent)")
    try settle()
    let path = try draw(name)
    let frame = short(try frameTime())
    recorder.explain(
      "\(grouped(gallery.source.itemCount)) items opened in \(open) ms, a frame in \(frame) µs")
    record(hold: 1.2)
    try glide(by: 900, frames: 45)
    try settle()
    record(hold: 0.6)
    let tier = file.trust.runsInProcess ? "this process" : "a sandbox"
    return [name, tier, "\(open) ms", "\(frame) µs", "\(view.visibleElements.count)", path]
  }

  /// Shows one layout after the other; the first cell on screen keeps its place.
  func swapLive(_ names: [String]) throws(LayoutError) {
    try act("Swapping on the live view: the first visible item keeps its place")
    try gallery.show("flow")
    try gallery.scroll(to: .item(ItemPath(section(named: "Box Drawing"), 0)))
    record("Swapping layouts while the session runs", hold: 0.8)
    var table = Table(indent: "   ", trailing: [1])
    for name in names {
      let from = gallery.layout.id
      let start = Meter.now
      let anchor = try gallery.show(name)
      let time = short(Meter.milliseconds(since: start))
      let kept = anchor.map { "item \($0.path) \(view.holds($0))" } ?? "nothing was on screen"
      table.add("\(from) → \(name)", "\(time) ms", kept)
      record("\(from) → \(name)", detail: kept, hold: 1)
    }
    try print(table)
  }

  /// A finger drags the spring layout and releases it; the picture shows the middle of the drag.
  func stretchSprings() throws(LayoutError) {
    try act("Springs, drawn in motion")
    try gallery.show("spring", settings: Self.tiles)
    try gallery.scroll(to: .item(ItemPath(section(named: "Hangul Syllables"), 0)))
    record("spring: the further from the finger, the later an item follows", hold: 0.6)
    var clock = view.clock
    func frame() throws(LayoutError) {
      clock += 1.0 / 60
      try view.advance(to: clock)
      record()
    }
    for _ in 0..<24 {
      try view.drag(by: Vector(dx: 0, dy: -26), at: Point(x: 600, y: 400))
      try frame()
    }
    let path = try draw("spring-moving")
    try view.release(velocity: Vector(dx: 0, dy: 1500))
    var count = 0
    while view.isMoving && count < 600 {
      try frame()
      count += 1
    }
    try say("dragged 624 points, let go at 1,500 points a second, at rest \(count) frames later")
    try say("\(path) is the last frame of the drag")
  }
}

/// A layout with its part of the demo.
private struct Showing {
  let name: String
  let block: String
  let settings: [String]

  init(_ name: String, at block: String, _ settings: [String] = []) {
    (self.name, self.block, self.settings) = (name, block, settings)
  }
}

extension CollectionView {
  /// Returns the movement of an anchor's cell, in words.
  fileprivate func holds(_ anchor: Anchor) -> String {
    guard let frame = cellForItem(at: anchor.path)?.attributes?.frame else {
      return "left the screen"
    }
    // An axis that does not scroll cannot keep a place: the layout alone decides there.
    let scrollsX = contentSize.width > viewportSize.width
    let scrollsY = contentSize.height > viewportSize.height
    let dx =
      scrollsX ? frame.x - contentOffset.x - contentInset.left - anchor.offset.dx : 0
    let dy =
      scrollsY ? frame.y - contentOffset.y - contentInset.top - anchor.offset.dy : 0
    let distance = (dx * dx + dy * dy).squareRoot()
    return distance < 0.5
      ? "kept its place"
      : "stays on screen, \(short(distance.rounded())) pt on, where the edges end"
  }
}

extension String {
  /// The part after the last slash.
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

// MARK: - Strangers
//
// The acts of the demo with new plugins: one that is dropped in, and one that traps.

extension DemoSession {
  /// Builds the example in C, drops it in, and shows it: it runs in a worker.
  func dropInExample() throws(LayoutError) {
    try act("A plugin in C, built and dropped in while the session runs")
    let example = ExamplePlugin(.orbit, folder: dropFolder)
    let start = Meter.now
    try example.dropIn()
    let time = short(Meter.milliseconds(since: start))
    try say("cc \(example.source) → \(example.library) in \(time) ms")
    rescan()
    try tellVerdict("orbit")
    var table = Table(indent: "   ", trailing: [2, 3, 4])
    table.add("layout", "runs in", "open", "frame", "visible", "picture")
    table.add(try show("orbit", block: "Arrows"))
    try print(table)
  }

  /// Drops in a plugin that writes to address zero, shows it, and continues.
  func surviveTrap() throws(LayoutError) {
    try act("A plugin that traps")
    try ExamplePlugin(.trap, folder: dropFolder).dropIn()
    rescan()
    try tellVerdict("trap")
    try gallery.show("trap", settings: ["frames=12"])
    record("trap: this plugin will write to address zero", hold: 1)
    guard let (frameCount, error) = scrollUntilFailure() else {
      throw LayoutError(.demo, "the plugin was to trap and did not")
    }
    try say("\(frameCount) frames later: \(error)")
    try say("the last frame stays: \(view.visibleElements.count) elements, \(try draw("trap"))")
    record("It trapped, and the last frame stays", detail: error.description, hold: 1.6)
    try gallery.show("flow")
    try gallery.scroll(to: .item(ItemPath(section(named: "Arrows"), 0)))
    record("flow takes over", detail: "the same session, the same data", hold: 1.2)
    try glide(by: 600, frames: 30)
    try say("then flow takes over in the same session: \(view.visibleElements.count) elements")
  }

  /// Scrolls until a frame fails; returns nil when all frames work.
  private func scrollUntilFailure() -> (frameCount: Int, error: LayoutError)? {
    for frame in 1...1000 {
      do throws(LayoutError) {
        try view.setContentOffset(Point(x: 0, y: Double(frame * 30)))
        record(hold: 0.1)
      } catch {
        return (frame, error)
      }
    }
    return nil
  }

  private func tellVerdict(_ layout: String) throws(LayoutError) {
    var table = Table(indent: "   ")
    table.add(PluginReport.row(try library.file(forLayout: layout)))
    try print(table)
  }
}
