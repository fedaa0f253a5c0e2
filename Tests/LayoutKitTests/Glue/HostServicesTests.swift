// SPDX-License-Identifier: Apache-2.0
//
// Services of a host for a layout: actions come in; events, marks and mapped paths go out; text
// goes both ways.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// A layout with two actions, two events, a text and kinds with reuse identifiers.
private final class Speaker: Layout {
  let title = Property("title", Text("grün"), help: "")
  let said = Event(
    "said", [Parameter("section", .index), Parameter("how", .number)], help: "Told.")
  let unlisted = Event("unlisted", help: "")
  var level = 1.0
  var paths = [ItemPath(0, 0), ItemPath(0, 1)]

  override var properties: [AnyProperty] { [title] }
  override var events: [Event] { [said] }
  override var kinds: [Kind] {
    [
      Kind("cell", .cell, reuseIdentifier: "tile"), .header,
      Kind("line", .decoration, reuseIdentifier: "rule"),
    ]
  }
  override var actions: [Action] {
    [
      .ofItem("say", help: "Says.") { context, section, item in
        Layout.perform(Speaker.self, on: context) { (layout) throws(LayoutError) in
          guard item < 5 else {
            throw .failed("there is no such item", section: Int(section), item: Int(item))
          }
          layout.post(layout.said, [.index(Int(section)), .number(layout.level)])
        }
      },
      .numberOfItem("loudness", help: "How loud.") { context, _, item, out in
        Layout.perform(Speaker.self, on: context) { layout in
          out?.pointee = layout.level * Double(item)
        }
      },
      .ofNumber("raise", "by", help: "Raises.") { context, number in
        Layout.perform(Speaker.self, on: context) { layout in layout.level += number }
      },
      .plain("hush", help: "Hushes.") { context in
        Layout.perform(Speaker.self, on: context) { layout in layout.level = 0 }
      },
    ]
  }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) { try mapPaths(&paths) }
}

@Suite("The kit and its host")
struct HostServicesTests {
  private typealias ItemCall =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32) -> layout_status
  private let speaker = Speaker()
  private let live: LiveLayout

  init() { live = LiveLayout(speaker) }

  private func action(_ index: Int) -> @convention(c) () -> Void {
    speaker.actions[index].function
  }

  @Test("actions and events are described with names, types and results")
  func description() {
    let table = LayoutOffer.make(Speaker.self, id: "speaker", name: "", help: "").describe()
    let actions = (0..<Int(table.action_count)).map { table.actions[$0]!.pointee }
    #expect(actions.count == 4 && actions.allSatisfy { $0.function != nil })
    #expect(actions[0].name.equals("say") && actions[0].argument_names[1].equals("item"))
    #expect(actions[0].argument_types[0] == LAYOUT_TYPE_U32 && actions[0].result_type == 0)
    #expect(actions[1].result_type == LAYOUT_TYPE_F64 && actions[1].argument_count == 2)
    #expect(actions[2].argument_types[0] == LAYOUT_TYPE_F64)
    #expect(actions[3].argument_count == 0 && actions[3].argument_types == nil)
    #expect(table.event_count == 1)
    let event = table.events[0]!.pointee
    #expect(event.name.equals("said") && event.help.equals("Told.") && event.argument_count == 2)
    #expect(event.argument_names[1].equals("how") && event.argument_types[1] == LAYOUT_TYPE_F64)
  }

  @Test("an action finds its layout, posts an event, and returns its error")
  func actions() {
    let say = unsafeBitCast(action(0), to: ItemCall.self)
    #expect(say(live.context, 3, 4) == LAYOUT_OK)
    #expect(live.host.posted.map(\.index) == [0])
    #expect(live.host.posted[0].values.map(\.type) == [LAYOUT_TYPE_U32, LAYOUT_TYPE_F64])
    #expect(live.host.posted[0].values[0].as.integer == 3)
    #expect(live.host.posted[0].values[1].as.number == 1)
    #expect(say(live.context, 3, 5) == LAYOUT_ERROR_FAILED)
    #expect(live.host.error == "item 3.5: there is no such item")
    #expect(say(nil, 0, 0) == LAYOUT_ERROR_ARGUMENT)
    typealias Raise = @convention(c) (UnsafeMutableRawPointer?, Double) -> layout_status
    #expect(unsafeBitCast(action(2), to: Raise.self)(live.context, 2.5) == LAYOUT_OK)
    typealias Loudness =
      @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeMutablePointer<Double>?
      ) -> layout_status
    var loudness = 0.0
    #expect(unsafeBitCast(action(1), to: Loudness.self)(live.context, 0, 2, &loudness) == LAYOUT_OK)
    #expect(loudness == 7)
    typealias Plain = @convention(c) (UnsafeMutableRawPointer?) -> layout_status
    #expect(unsafeBitCast(action(3), to: Plain.self)(live.context) == LAYOUT_OK)
    #expect(speaker.level == 0)
  }

  @Test("a value of every type that a parameter may have")
  func values() {
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    let values: [EventValue] = [
      .flag(true), .integer(-5), .number(2.5), .point(Point(x: 6, y: 7)),
      .size(Size(width: 8, height: 9)), .insets(insets), .index(10),
    ]
    let kinds: [Parameter.Kind] = [.flag, .integer, .number, .point, .size, .insets, .index]
    #expect(values.map(\.value.type) == kinds.map(\.rawValue))
    #expect(values[0].value.as.integer == 1 && values[1].value.as.integer == -5)
    #expect(values[2].value.as.number == 2.5 && values[3].value.as.point == Point(x: 6, y: 7))
    #expect(values[4].value.as.size == Size(width: 8, height: 9))
    #expect(values[5].value.as.insets == insets && values[6].value.as.integer == 10)
  }

  @Test("an unlisted event, and one that the host refuses, are not posted")
  func refusedEvents() {
    #expect(!speaker.post(speaker.unlisted))
    live.host.refusesEvents = true
    #expect(!speaker.post(speaker.said, [.index(0), .number(0)]))
    #expect(live.host.posted.isEmpty)
  }

  @Test("stored paths follow a batch, and a deleted one becomes nil")
  func mapping() throws {
    live.host.mapping = { $0.item == 0 ? .none : ItemPath(7, Int($0.item) + 1) }
    try live.prepare(Scene(itemCounts: [2]))
    #expect(speaker.paths == [.none, ItemPath(7, 2)] && speaker.paths[0].isNone)
  }

  @Test("text goes in and comes out unchanged, also empty and beyond ASCII")
  func text() throws {
    #expect(try live.get("title", as: Text.self) == Text("grün"))
    for text: StaticString in ["", "a", "12345678", "123456789", "日本"] {
      try live.set("title", Text(text))
      #expect(speaker.title.wanted.equals(text))
      #expect(try live.get("title", as: Text.self) == Text(text))
    }
    #expect(!Text("a").equals("b") && !Text("a").equals("ab"))
    #expect(throws: SlotFailure.self) { try live.set("title", 1.0) }
  }

  @Test("marks name their elements, and lines of the log have their level")
  func marks() {
    speaker.invalidate(.items, elements: [ElementID(category: 0, kind: 0, section: 1, item: 2)])
    speaker.invalidate(.everything)
    #expect(live.host.invalidated == [LAYOUT_MARK_ITEMS, LAYOUT_MARK_EVERYTHING])
    #expect(live.host.named.map(\.item) == [2])
    speaker.log("careful", level: .warning)
    #expect(live.host.lines == ["2 careful"])
  }

  @Test("C55: kinds register the reuse identifiers that they name")
  func reuse() {
    #expect(live.host.registered == ["0 tile", "decoration 2 rule"])
  }
}
