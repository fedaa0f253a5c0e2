// SPDX-License-Identifier: Apache-2.0
//
// Loading of valid plugins: the descriptor, the mapped copy, unloading.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("PluginImage")
struct PluginImageTests {
  @Test("a bundled plugin is judged valid, and its note names its layout")
  func judgesBundled() throws {
    let file = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    #expect(file.verdict == .loads(unloads: true, remarks: []))
    #expect(file.note?.layouts == ["flow"])
  }

  @Test("the descriptor has every value of the table")
  func readsDescriptor() throws {
    let plugin = try FakeLayout.image().descriptor
    let fake = try #require(plugin.layouts.first)
    #expect([plugin.id, plugin.name, plugin.version] == ["test.fake", "Fake", "1.0.0"])
    #expect([fake.id, fake.name, fake.help] == ["fake", "Fake", "Goes wrong when told to."])
    #expect(fake.properties.map(\.name) == ["behaviour", "call", "spacing", "title", "stops"])
    #expect(fake.properties[0].cases == FakeLayout.Behaviour.allCases.map { "\($0)" })
    #expect(fake.properties[1].cases == FakeLayout.Call.allCases.map { "\($0)" })
    #expect(fake.properties[2].unit == "pt")
    #expect(fake.properties[2].minimum == 0 && fake.properties[2].maximum == 1000)
    #expect(fake.properties[3].defaultValue == .text("Fäke"))
    #expect(fake.properties[4].isOptional && fake.properties[4].defaultValue == .none)
    #expect(
      fake.queries == [
        QueryDescriptor(
          name: "sizeForItem", help: "", scope: .item, result: .size, arguments: []),
        QueryDescriptor(
          name: "insetForSection", help: "", scope: .section, result: .insets, arguments: []),
        QueryDescriptor(
          name: "heightForItem", help: "", scope: .item, result: .number, arguments: [.number],
          argumentNames: ["width"]),
      ])
    #expect(fake.actions.map(\.name) == ["add", "touch"])
    #expect(fake.actions[0].result == .number)
    #expect(fake.actions[1].arguments.map(\.name) == ["section", "item"])
    #expect(fake.actions[1].arguments.map(\.type) == [.index, .index])
    #expect(fake.events.map(\.name) == ["touched"])
    #expect(fake.kinds.map(\.name) == ["cell", "header", "backdrop"])
    #expect(fake.kinds.map(\.category) == [.cell, .supplementary, .decoration])
    #expect(fake.kinds.map(\.wordCount) == [3, 0, 1])
    #expect(fake.kinds[0].fields[0].cases == ["even", "odd"])
    #expect(fake.hostMirrors)
  }
}
