// SPDX-License-Identifier: Apache-2.0
//
// The acts of the demo in which strangers come: a plugin dropped in, and one that traps.

import LayoutHost
import LayoutLoading
import LayoutModel

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

  /// Drops in a plugin that writes to address zero, shows it, and goes on.
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

  /// Scrolls on until a frame fails; nil when none of many does.
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
