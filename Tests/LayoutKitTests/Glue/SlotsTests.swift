// SPDX-License-Identifier: Apache-2.0
//
// The C table of the kit around a layout: too little room, wrong arguments, properties of every
// type, extensions only where they are declared.

import CLayoutKit
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// A layout with one property of each type and a kind with fields, which overrides every method.
private final class Sample: Layout {
  let flag = Property("flag", true, help: "")
  let number = Property("number", 2.5, minimum: 0, maximum: 9, unit: "pt", help: "A number.")
  let whole = Property("whole", 3, help: "")
  let choice = Property("choice", ItemAlignment.end, help: "")
  let point = Property("point", Point(x: 1, y: 2), help: "")
  let insets = Property("insets", Insets(top: 1, left: 2, bottom: 3, right: 4), help: "")
  let maybe = Property("maybe", Size?.none, help: "")
  let list = Property("list", [1.0, 2, 3], members: ["a", "b"], help: "")
  let depth = Query<Double>("depth", help: "")
  var depths: [Double?] = []
  var able: Abilities = []

  override var properties: [AnyProperty] {
    [flag, number, whole, choice, point, insets, maybe, list]
  }
  override var queries: [AnyQuery] { [depth] }
  override var kinds: [Kind] {
    [Kind("cell", .cell, fields: [Field("style", ItemAlignment.self, help: "")]), .header]
  }
  override var abilities: Abilities { able }

  override func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation)
    throws(LayoutError)
  {
    let answers = try depth.answers(count: snapshot.itemCount(in: 0))
    depths = (0..<answers.count).map { answers[$0] }
    if snapshot.scale != 1 { throw .failed("only scale 1") }
  }

  override var contentSize: Size { Size(width: 11, height: 12) }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    for item in 0..<4 {
      answer.cell(0, item, Rect(x: Double(item), y: 0, width: 1, height: 1), alpha: 0.5)
      if item % 2 == 1 { answer.transform(Transform()) }
      answer.field(ItemAlignment.stretch)
      answer.field(Size(width: 8, height: 9))
    }
  }

  override func scrollTarget(for scroll: Scroll) -> Point {
    Point(x: scroll.proposed.x + scroll.velocity.dx, y: 5)
  }

  override func advance(to time: Double) -> Bool { time < 1 }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if property === whole, whole.wanted == 13 { throw .argument("13 brings bad luck") }
  }
}

@Suite("The kit's C table")
struct SlotsTests {
  private let sample = Sample()
  private let live: LiveLayout
  private var table: layout_instance { live.instance.pointee }

  init() { live = LiveLayout(sample) }

  @Test("properties of every type go in and come out, and start with their defaults")
  func properties() throws {
    func round<Value: PropertyValue & Equatable>(_ name: String, _ initial: Value, _ new: Value)
      throws
    {
      #expect(try live.get(name, as: Value.self) == initial)
      try live.set(name, new)
      #expect(try live.get(name, as: Value.self) == new)
    }
    try round("flag", true, false)
    try round("number", 2.5, 4)
    try round("whole", 3, -8)
    try round("choice", ItemAlignment.end, .start)
    try round("point", Point(x: 1, y: 2), Point(x: 7, y: 8))
    try round("insets", Insets(top: 1, left: 2, bottom: 3, right: 4), .zero)
    try round("maybe", Size?.none, Size(width: 1, height: 2))
    try round("list", [1, 2, 3], [])
    try round("list", [], [9, 8, 7, 6])
    try live.set("maybe", Size?.none)
    #expect(try live.get("maybe", as: Size?.self) == .some(.none))
  }

  @Test("a value of another type, an unknown index and a refused value change nothing")
  func badProperties() throws {
    #expect(throws: SlotFailure.self) { try live.set("number", true) }
    #expect(throws: SlotFailure.self) { try live.set("choice", 3) }
    let refused = #expect(throws: SlotFailure.self) { try live.set("whole", 13) }
    #expect(refused == SlotFailure(status: LAYOUT_ERROR_ARGUMENT, message: "13 brings bad luck"))
    #expect(sample.whole.wanted == 3 && sample.number.wanted == 2.5)
    var value = layout_value()
    #expect(table.set_property(live.context, 8, &value) == LAYOUT_ERROR_ARGUMENT)
    #expect(table.get_property(live.context, 8, &value) == LAYOUT_ERROR_ARGUMENT)
  }

  @Test("an answer that does not fit returns the needed room of all three arrays")
  func capacity() {
    var records = [layout_attributes](repeating: .init(), count: 4)
    var transforms = [layout_transform](repeating: .init(), count: 2)
    var payload = [UInt64](repeating: 0, count: 12)
    for (recordRoom, transformRoom, payloadRoom) in [(0, 0, 0), (4, 1, 12), (4, 2, 11), (3, 2, 12)]
    {
      var answer = layout_answer()
      answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
      answer.record_capacity = UInt32(recordRoom)
      answer.transform_capacity = UInt32(transformRoom)
      answer.payload_capacity = UInt32(payloadRoom)
      let status = records.withUnsafeMutableBufferPointer { records in
        transforms.withUnsafeMutableBufferPointer { transforms in
          payload.withUnsafeMutableBufferPointer { payload in
            answer.records = records.baseAddress
            answer.transforms = transforms.baseAddress
            answer.payload = payload.baseAddress
            return table.attributes_in_rect(live.context, layout_rect(), &answer)
          }
        }
      }
      #expect(status == LAYOUT_CAPACITY)
      #expect(answer.record_count == 4 && answer.transform_count == 2)
      #expect(answer.payload_count == 12)
    }
  }

  @Test("C41, C45: fields and transforms belong to the element before them")
  func payload() {
    var records = [layout_attributes](repeating: .init(), count: 4)
    var transforms = [layout_transform](repeating: .init(), count: 2)
    var payload = [UInt64](repeating: 0, count: 12)
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    (answer.record_capacity, answer.transform_capacity, answer.payload_capacity) = (4, 2, 12)
    let status = records.withUnsafeMutableBufferPointer { records in
      transforms.withUnsafeMutableBufferPointer { transforms in
        payload.withUnsafeMutableBufferPointer { payload in
          answer.records = records.baseAddress
          answer.transforms = transforms.baseAddress
          answer.payload = payload.baseAddress
          return table.attributes_in_rect(live.context, layout_rect(), &answer)
        }
      }
    }
    #expect(status == LAYOUT_OK)
    #expect(records.map(\.transform) == [0, 1, 0, 2])
    #expect(records.map(\.payload) == [1, 4, 7, 10])
    #expect(records.allSatisfy { $0.alpha == 0.5 && $0.flags == 0 && $0.kind == 0 })
    #expect(payload[3] == 3 && payload[4] == 8.0.bitPattern && payload[5] == 9.0.bitPattern)
  }

  @Test("a layout offers only the extensions that it declares")
  func extensions() {
    func ask(_ id: StaticString) -> UnsafeRawPointer? {
      table.extension(live.context, id.text)
    }
    #expect(ask("layout.scroll-target/1") == nil && ask("layout.dynamics/1") == nil)
    sample.able = .scrollTarget
    #expect(ask("layout.scroll-target/1") != nil && ask("layout.dynamics/1") == nil)
    sample.able = [.scrollTarget, .dynamics]
    #expect(ask("layout.dynamics/1") != nil)
    #expect(ask("layout.dynamics/2") == nil && ask("layout.dynamics/") == nil && ask("") == nil)
    var scroll = layout_scroll()
    scroll.struct_size = UInt32(MemoryLayout<layout_scroll>.size)
    scroll.proposed.x = 40
    scroll.velocity.dx = 2
    var point = layout_point()
    #expect(layout_kit_target(live.context, &scroll, &point) == LAYOUT_OK)
    #expect(point == Point(x: 42, y: 5))
    var state: UInt32 = 9
    #expect(layout_kit_advance(live.context, 0.5, &state) == LAYOUT_OK && state == LAYOUT_MOVING)
    #expect(layout_kit_advance(live.context, 1, &state) == LAYOUT_OK && state == LAYOUT_AT_REST)
  }

  @Test("tables that are too short are refused before they are read")
  func shortTables() {
    var snapshot = layout_snapshot()
    var invalidation = layout_invalidation()
    snapshot.struct_size = 8
    invalidation.struct_size = UInt32(MemoryLayout<layout_invalidation>.size)
    #expect(table.prepare(live.context, &snapshot, &invalidation) == LAYOUT_ERROR_ARGUMENT)
    var answer = layout_answer()
    answer.struct_size = 8
    #expect(
      table.attributes_in_rect(live.context, layout_rect(), &answer) == LAYOUT_ERROR_ARGUMENT)
    #expect(
      table.attributes_for(live.context, layout_element(), &answer) == LAYOUT_ERROR_ARGUMENT)
    var change = layout_bounds_change()
    var marks: UInt32 = 0
    #expect(table.should_invalidate(live.context, &change, &marks) == LAYOUT_ERROR_ARGUMENT)
  }

  @Test("a query gives the app's answer, nil for NaN, and fails with the app's error")
  func queries() throws {
    try live.prepare(Scene(itemCounts: [3]))
    #expect(sample.depths == [nil, nil, nil])
    live.host.bind(0) { _, _, count, room in
      let numbers = room.bindMemory(to: Double.self, capacity: count)
      for index in 0..<count { numbers[index] = index == 1 ? .nan : Double(index) }
      return (0, .all)
    }
    try live.prepare(Scene(itemCounts: [3]))
    #expect(sample.depths == [0, nil, 2])
    live.host.bind(0) { _, _, _, room in
      room.storeBytes(of: 7, as: Double.self)
      return (0, .uniform)
    }
    try live.prepare(Scene(itemCounts: [3]))
    #expect(sample.depths == [7, 7, 7])
    live.host.bind(0) { _, _, _, _ in (LAYOUT_ERROR_QUERY, .all) }
    let failure = #expect(throws: SlotFailure.self) {
      try live.prepare(Scene(itemCounts: [3]))
    }
    #expect(failure?.status == LAYOUT_ERROR_QUERY)
    #expect(sample.depths == [7, 7, 7])
  }
}
