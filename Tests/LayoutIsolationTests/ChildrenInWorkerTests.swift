// SPDX-License-Identifier: Apache-2.0
//
// Layouts of layouts in one worker: the answers of this process, to the bit, and crashes with the child's name.

import Foundation
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A tree of layouts in a worker")
struct ChildrenInWorkerTests {
  static let shape = DataShape(epoch: 3, itemCounts: [40, 0, 25], scale: 2)

  /// The bundled layouts, the examples, and replacements of some.
  static func library(_ others: [String] = []) throws -> PluginLibrary {
    var paths = others
    for plugin in ["FlowPlugin", "WaterfallPlugin", "SectionsPlugin", "SpringPlugin"] {
      paths.append(try bundledPlugin(plugin))
    }
    paths += [try CPlugin.build(example: "orbit"), try CPlugin.build(example: "mat")]
    return PluginLibrary(paths.map { PluginFile(judging: $0) })
  }

  static func tiers(
    _ layout: String, _ library: PluginLibrary, set values: [(String, LayoutValue)]
  ) throws -> Tiers {
    let tiers = try Tiers(
      file: try library.file(forLayout: layout), layout: layout, children: library)
    for connection in tiers.both {
      if connection.queries.descriptors.contains(where: { $0.name == "sizeForItem" }) {
        try connection.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
          path.item % 5 == 0 ? nil : Size(width: 20 + Double(path.item) / 3, height: 20)
        }
      }
    }
    for (name, value) in values {
      tiers.agree { connection, _ in
        let index = try #require(
          connection.descriptor.properties.firstIndex { $0.name == name })
        try connection.setProperty(at: index, to: value)
        return true
      }
    }
    return tiers
  }

  @Test(
    "gives the answers of this process: frames, scrolled, batches, elements",
    arguments: [
      ("mat", "of", "flow"), ("mat", "of", "orbit"), ("mat", "of", "sections"),
      ("sections", "layouts", "flow,waterfall,orbit"), ("spring", "base", "orbit"),
      ("sections", "layouts", "spring,mat"),
    ])
  func same(_ layout: String, _ property: String, _ value: String) throws {
    let tiers = try Self.tiers(layout, try Self.library(), set: [(property, .text(value))])
    var shape = Self.shape
    let first = tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape)
    #expect(first.error == nil, "\(String(describing: first.error))")
    #expect(first.elements.count > 10)
    for step in 1...30 {
      var request = FrameRequest.at(
        Double(step * 7), from: Double(step * 7 - 7), time: Double(step) / 60)
      if step < 12 { request.touch = Point(x: 30, y: 40) }
      let outcome = tiers.frame(request, shape)
      #expect(outcome.error == nil)
    }
    shape.epoch = 4
    shape.itemCounts = [41, 0, 24]
    var batch = FrameRequest.at(210, time: 1, marks: LAYOUT_MARK_COUNTS)
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    batch.updates = [
      layout_update(
        action: LAYOUT_UPDATE_INSERT, of_section: 0, before: none,
        after: layout_path(section: 0, item: 2)),
      layout_update(
        action: LAYOUT_UPDATE_DELETE, of_section: 0, before: layout_path(section: 2, item: 7),
        after: none),
    ]
    #expect(tiers.frame(batch, shape).error == nil)
    tiers.agree { connection, buffer in
      try connection.attributes(in: Rect(x: -50, y: -50, width: 900, height: 9000), into: buffer)
      return buffer.count
    }
    tiers.agree { connection, buffer in
      try connection.attributes(
        for: layout_element(category: 0, kind: 0, section: 2, item: 3), into: buffer)
      return buffer.count
    }
    for id in Judge.knownExtensions {
      #expect(tiers.here.offers(id) == tiers.there.offers(id), "\(id)")
    }
  }

  @Test("gives the errors of this process: a missing child, and one with invalid answers")
  func sameErrors() throws {
    let missing = try Self.tiers("mat", try Self.library(), set: [("of", .text("flow"))])
    let outcome = missing.agree { connection, _ in
      try connection.setProperty(at: 0, to: .text("nothing"))
      return true
    }
    #expect(outcome.error?.code == .unknownLayout)
    #expect(outcome.error?.message.hasPrefix("child nothing of mat: ") == true)
    let liar = try CPlugin.build(example: "orbit", changing: [(".alpha = 1", ".alpha = 2")])
    let lied = try Self.tiers("mat", try Self.library([liar]), set: [("of", .text("orbit"))])
    let breach = lied.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), Self.shape)
    #expect(breach.error?.code == .breach)
    #expect(breach.error?.message.hasPrefix("child orbit of mat: ") == true)
  }

  @Test(
    "dies with its child, and names the child and the call",
    arguments: [
      ("(void)host;\n", "(void)host;\n  __builtin_trap();\n", "create"),
      (
        "start(to);\n  if (o->section_count == 0)", "__builtin_trap();\n  if (!to)",
        "attributes_in_rect"
      ),
    ])
  func death(_ old: String, _ new: String, _ call: String) throws {
    let mortal = try CPlugin.build(example: "orbit", changing: [(old, new)])
    let library = try Self.library([mortal])
    let worker = try WorkerConnection(
      file: try library.file(forLayout: "mat"), layout: "mat",
      options: .confined(children: library))
    let buffer = AnswerBuffer()
    let error = #expect(throws: LayoutError.self) {
      try worker.setProperty(at: 0, to: .text("orbit"))
      _ = try worker.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer)
    }
    #expect(error?.code == .workerDied)
    #expect(error?.call == call)
    #expect(error?.message.contains("in its child orbit") == true, "\(String(describing: error))")
  }

  @Test("a layout whose note does not mention children gets none, in either tier")
  func unnamed() throws {
    let silent = try CPlugin.build(
      example: "mat", changing: [("\"requires\": [\"layout.children/1\"]", "\"requires\": []")])
    let library = try Self.library([silent])
    let error = #expect(throws: LayoutError.self) {
      try WorkerConnection(
        file: try library.file(forLayout: "mat"), layout: "mat",
        options: .confined(children: library))
    }
    #expect(error?.message.contains("no layouts of layouts") == true)
  }
}
