// SPDX-License-Identifier: Apache-2.0
//
// The buffer for answers: sorting, growth, guards, and the trust border over answers made by hand.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Answer buffer")
struct AnswerBufferTests {
  private static let descriptor = LayoutDescriptor(
    id: "hand", name: "Hand", help: "", properties: [], queries: [], actions: [], events: [],
    kinds: [
      KindDescriptor(
        name: "cell", category: .cell,
        fields: [field("flag", .bool), field("style", .enumeration), field("size", .size)]),
      KindDescriptor(name: "header", category: .supplementary, fields: []),
      KindDescriptor(name: "line", category: .decoration, fields: [field("fill", .integer)]),
    ], stateSchema: "", stateVersion: 0, hostMirrors: false)
  private let border = TrustBorder(plugin: "test.hand", descriptor: descriptor)

  private static func field(_ name: String, _ type: ValueType) -> FieldDescriptor {
    FieldDescriptor(
      name: name, help: "", unit: "", type: type, cases: type == .enumeration ? ["a", "b"] : [])
  }

  private func record(_ section: UInt32, _ item: UInt32, kind: UInt16 = 0) -> layout_attributes {
    layout_attributes(
      frame: Rect(x: Double(item), y: Double(section), width: 1, height: 1), section: section,
      item: item, category: kind, kind: kind, z_index: 0, alpha: 1, flags: 0, transform: 0,
      payload: 0)
  }

  private func fill(
    _ buffer: AnswerBuffer, _ records: [layout_attributes], payload: [UInt64] = [],
    transforms: [layout_transform] = []
  ) throws {
    let counts = AnswerCounts(
      records: records.count, transforms: transforms.count, payload: payload.count)
    try buffer.reserve(counts)
    let answer = buffer.makeAnswer()
    for (index, record) in records.enumerated() { answer.records[index] = record }
    for (index, transform) in transforms.enumerated() { answer.transforms[index] = transform }
    for (index, word) in payload.enumerated() { answer.payload[index] = word }
    buffer.commit(counts)
  }

  @Test("records come out ascending by category, section, item and kind", arguments: 0..<40)
  func sorting(seed: Int) throws {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func random(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    var records = (0..<3).flatMap { kind in
      (0..<4).flatMap { section in
        (0..<(kind == 0 ? seed * 3 : 1)).map {
          record(UInt32(section), UInt32($0), kind: UInt16(kind))
        }
      }
    }
    let expected = records.map(\.key).sorted()
    for index in records.indices.reversed() { records.swapAt(index, random(index + 1)) }
    let buffer = AnswerBuffer()
    try fill(buffer, records)
    let itemCounts = SectionCounts(repeating: UInt32(seed * 3), count: 4)
    try border.admit(buffer, itemCounts: itemCounts, call: "attributes_in_rect")
    #expect(buffer.records.map(\.key) == expected)
    for record in buffer.records { #expect(record.frame.x == Double(record.item)) }
    #expect(buffer.damagedArray == nil)
  }

  @Test("a warm sort allocates nothing")
  func warmSort() throws {
    let buffer = AnswerBuffer()
    let itemCounts: SectionCounts = [500]
    let records = (0..<500).map { record(0, UInt32(($0 * 211) % 500)) }
    try fill(buffer, records)
    try border.admit(buffer, itemCounts: itemCounts, call: "attributes_in_rect")
    let answer = buffer.makeAnswer()
    for (index, record) in records.enumerated() { answer.records[index] = record }
    buffer.commit(AnswerCounts(records: 500))
    let count = try countAllocations { () throws(LayoutError) in
      try border.admit(buffer, itemCounts: itemCounts, call: "attributes_in_rect")
    }
    #expect(count == 0)
    #expect(buffer.records.map(\.item) == Array(0..<500))
  }

  @Test("keys order by category, then section, then item, then kind")
  func keys() {
    let keys = [
      ElementKey(category: 0, section: 0, item: 0, kind: 0),
      ElementKey(category: 0, section: 0, item: 0, kind: .max),
      ElementKey(category: 0, section: 0, item: 1, kind: 0),
      ElementKey(category: 0, section: 0, item: .max, kind: .max),
      ElementKey(category: 0, section: 1, item: 0, kind: 0),
      ElementKey(category: 0, section: .max, item: 0, kind: 0),
      ElementKey(category: 1, section: 0, item: 0, kind: 0),
    ]
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
  }

  @Test("the guards detect one byte past each array")
  func guards() throws {
    let buffer = AnswerBuffer()
    try fill(
      buffer, [record(0, 0)], payload: [1, 0, 0, 0], transforms: [layout_transform()])
    #expect(buffer.damagedArray == nil)
    let answer = buffer.makeAnswer()
    let ends: [(String, UnsafeMutableRawPointer)] = [
      ("records", UnsafeMutableRawPointer(answer.records + Int(answer.record_capacity))),
      ("transforms", UnsafeMutableRawPointer(answer.transforms + Int(answer.transform_capacity))),
      ("payload", UnsafeMutableRawPointer(answer.payload + Int(answer.payload_capacity))),
    ]
    for (name, end) in ends {
      let byte = end.load(as: UInt8.self)
      end.storeBytes(of: ~byte, as: UInt8.self)
      #expect(buffer.damagedArray == name)
      end.storeBytes(of: byte, as: UInt8.self)
      #expect(buffer.damagedArray == nil)
    }
  }

  @Test("room that cannot be allocated is an error, and the buffer stays usable")
  func noMemory() throws {
    let buffer = AnswerBuffer()
    let error = #expect(throws: LayoutError.self) {
      try buffer.reserve(AnswerCounts(records: Int.max / 64))
    }
    #expect(error?.code == "out-of-memory" && error?.message.contains("; ") == true)
    try fill(buffer, [record(0, 0)])
    #expect(buffer.count == 1)
  }

  /// The words of a cell's fields, and the error of the border: flag, style, width, height.
  static let payloads: [([UInt64], String?)] = [
    ([1, 1, 2.5.bitPattern, 0], nil),
    ([2, 1, 0, 0], "word 0 of the fields of cell 0.0 is not of its type (rule: field)"),
    ([0, 2, 0, 0], "word 1 of the fields of cell 0.0 is not of its type (rule: field)"),
    (
      [0, 0, Double.nan.bitPattern, 0],
      "word 2 of the fields of cell 0.0 is not of its type (rule: field)"
    ),
    (
      [0, 0, 0, (-Double.infinity).bitPattern],
      "word 3 of the fields of cell 0.0 is not of its type (rule: field)"
    ),
    ([0, 0, 0], "the payload of cell 0.0 begins at word 0 of 3 (rule: index)"),
  ]

  @Test("fields must have their declared types", arguments: payloads)
  func payload(words: [UInt64], message: String?) throws {
    let buffer = AnswerBuffer()
    var cell = record(0, 0)
    cell.payload = 1
    try fill(buffer, [cell], payload: words)
    if let message {
      let error = #expect(throws: LayoutError.self) {
        try border.admit(buffer, itemCounts: [1], call: "attributes_in_rect")
      }
      #expect(error?.message == message)
      #expect(buffer.count == 0)
    } else {
      try border.admit(buffer, itemCounts: [1], call: "attributes_in_rect")
      #expect(
        buffer.fields(of: 0, in: Self.descriptor)
          == [.bool(true), .enumeration(1), .size(Size(width: 2.5, height: 0))])
    }
  }

  @Test("two finite numbers whose sum is infinite are not a frame")
  func overflowingFrame() throws {
    let buffer = AnswerBuffer()
    var cell = record(0, 0)
    cell.frame.x = .greatestFiniteMagnitude
    cell.frame.width = .greatestFiniteMagnitude
    try fill(buffer, [cell])
    let error = #expect(throws: LayoutError.self) {
      try border.admit(buffer, itemCounts: [1], call: "attributes_in_rect")
    }
    #expect(error?.message == "frame.maxX of cell 0.0 is infinity (rule: finite)")
  }

  @Test("an element without a payload has no fields")
  func noPayload() throws {
    let buffer = AnswerBuffer()
    try fill(buffer, [record(0, 0), record(0, 9, kind: 2)])
    try border.admit(buffer, itemCounts: [1], call: "attributes_in_rect")
    #expect(buffer.fields(of: 0, in: Self.descriptor).isEmpty)
    #expect(buffer.records[1].item == 9)
  }

  @Test("elements outside the rectangle are dropped and counted, and the others keep their fields")
  func outside() throws {
    let buffer = AnswerBuffer()
    var inside = record(0, 3)
    inside.payload = 1
    var empty = record(0, 5)
    empty.frame = Rect(x: 4, y: 0, width: 0, height: 0)
    let touching = record(0, 4)
    try fill(
      buffer, [record(0, 9), empty, inside, touching, record(0, 2, kind: 2)],
      payload: [1, 1, 0, 0])
    // The frame of item n begins at n: 3 overlaps, 4 touches the edge, the empty one lies on it.
    let rect = Rect(x: 3.5, y: 0, width: 0.5, height: 1)
    try border.admit(buffer, in: rect, itemCounts: [10], call: "attributes_in_rect")
    #expect(buffer.records.map(\.item) == [3])
    #expect(buffer.outsideCount == 4)
    #expect(buffer.fields(of: 0, in: Self.descriptor).first == .bool(true))
    buffer.clear()
    #expect(buffer.outsideCount == 0)
  }

  @Test("dropping elements allocates nothing")
  func warmDrop() throws {
    let buffer = AnswerBuffer()
    let records = (0..<500).map { record(0, UInt32(($0 * 211) % 500)) }
    let rect = Rect(x: 100, y: 0, width: 200, height: 1)
    let itemCounts: SectionCounts = [500]
    try fill(buffer, records)
    try border.admit(buffer, in: rect, itemCounts: itemCounts, call: "attributes_in_rect")
    let answer = buffer.makeAnswer()
    for (index, record) in records.enumerated() { answer.records[index] = record }
    buffer.commit(AnswerCounts(records: 500))
    let count = try countAllocations { () throws(LayoutError) in
      try border.admit(buffer, in: rect, itemCounts: itemCounts, call: "attributes_in_rect")
    }
    #expect(count == 0)
    #expect(buffer.records.map(\.item) == Array(100..<300))
    #expect(buffer.outsideCount == 600, "both times")
  }

  @Test("elements may use a limited number of payload words together, for any number of elements")
  func words() throws {
    var limits = AnswerLimits()
    (limits.elements, limits.areaPerElement, limits.wordsPerElement) = (3, .infinity, 4)
    let border = TrustBorder(
      plugin: "test.hand", descriptor: Self.descriptor, limits: limits)
    let records = (0..<4).map { item in
      var cell = record(0, UInt32(item))
      cell.payload = 1
      return cell
    }
    let buffer = AnswerBuffer()
    let rect = Rect(x: 0, y: 0, width: 9, height: 9)
    func admit(_ count: Int) throws {
      try fill(buffer, Array(records.prefix(count)), payload: [1, 1, 0, 0])
      try border.admit(buffer, in: rect, itemCounts: [10], call: "attributes_in_rect")
    }
    try admit(3)
    #expect(buffer.count == 3)
    let error = #expect(throws: LayoutError.self) { try admit(4) }
    #expect(error?.code == .answerTooLarge)
    #expect(error?.message.hasPrefix("it answers 16 payload words in a rectangle of 9 × 9") == true)
    #expect(buffer.count == 0)
  }

  @Test("a shared block is checked for each kind that reads it, and each block separately")
  func sharedBlocks() throws {
    let buffer = AnswerBuffer()
    var (cell, line) = (record(0, 0), record(7, 9, kind: 2))
    (cell.payload, line.payload) = (1, 1)
    try fill(buffer, [cell, line, cell], payload: [2, 1, 0, 0])
    let error = #expect(throws: LayoutError.self) {
      try border.admit(buffer, itemCounts: [1], call: "attributes_in_rect")
    }
    #expect(error?.message.hasPrefix("word 0 of the fields of cell 0.0") == true)
    var other = record(0, 1)
    (cell.payload, other.payload) = (1, 2)
    try fill(buffer, [cell, other], payload: [1, 1, 0, 0, Double.nan.bitPattern])
    let second = #expect(throws: LayoutError.self) {
      try border.admit(buffer, itemCounts: [2], call: "attributes_in_rect")
    }
    #expect(second?.message.hasPrefix("word 3 of the fields of cell 0.1") == true)
  }
}
