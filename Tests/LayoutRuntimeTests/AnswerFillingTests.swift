// SPDX-License-Identifier: Apache-2.0
//
// Buffers that the host fills itself.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("A buffer that the host fills")
struct AnswerFillingTests {
  private static let descriptor = LayoutDescriptor(
    id: "hand", name: "Hand", help: "", properties: [], queries: [], actions: [], events: [],
    kinds: [
      KindDescriptor(
        name: "cell", category: .cell,
        fields: [FieldDescriptor(name: "size", help: "", unit: "", type: .size, cases: [])])
    ], stateSchema: "", stateVersion: 0, hostMirrors: false)

  private func record(_ item: UInt32) -> layout_attributes {
    layout_attributes(
      frame: Rect(x: Double(item), y: 0, width: 1, height: 1), section: 0, item: item,
      category: UInt16(LAYOUT_CELL), kind: 0, z_index: 0, alpha: 1, flags: 0, transform: 9,
      payload: 9)
  }

  /// A third of the elements has neither, a third has a transform, a third has fields.
  private func fill(_ buffer: AnswerBuffer, _ count: Int) throws(LayoutError) {
    for index in 0..<count {
      var transform = layout_transform()
      transform.m.0 = Double(index)
      let words = CollectionOfOne(UInt64(index))
      switch index % 3 {
      case 0: try buffer.append(record(UInt32(index)))
      case 1: try buffer.append(record(UInt32(index)), transform: transform)
      default: try buffer.append(record(UInt32(index)), payload: words)
      }
    }
  }

  @Test("keeps every element while it grows, and its guards", arguments: [1, 64, 65, 1_000])
  func growing(count: Int) throws {
    let buffer = AnswerBuffer()
    try fill(buffer, count)
    #expect(buffer.count == count)
    #expect(buffer.damagedArray == nil)
    for (index, record) in buffer.records.enumerated() {
      #expect(record.item == UInt32(index))
      #expect((record.transform > 0) == (index % 3 == 1))
      #expect((record.payload > 0) == (index % 3 == 2))
      if record.transform > 0 {
        #expect(buffer.transforms[Int(record.transform) - 1].m.0 == Double(index))
      }
      if record.payload > 0 {
        #expect(buffer.payload[Int(record.payload) - 1] == UInt64(index))
      }
    }
  }

  @Test("filled again, a warm buffer allocates nothing")
  func warm() throws {
    let buffer = AnswerBuffer()
    try fill(buffer, 300)
    let count = try countAllocations { () throws(LayoutError) in
      buffer.clear()
      try fill(buffer, 300)
    }
    #expect(count == 0)
    #expect(buffer.count == 300)
  }

  @Test("an element copied from another buffer brings its transform and its fields")
  func copying() throws {
    let (source, target) = (AnswerBuffer(), AnswerBuffer())
    var transform = layout_transform()
    transform.m.0 = 7
    let words = [3.5, 4.5].map(\.bitPattern)
    try source.append(record(0), payload: [1, 2])
    try source.append(record(1), transform: transform, payload: words)
    try source.append(record(2))
    for index in [2, 1] { try target.append(index, of: source, in: Self.descriptor) }
    #expect(target.records.map(\.item) == [2, 1])
    #expect(target.fields(of: 0, in: Self.descriptor).isEmpty)
    #expect(
      target.fields(of: 1, in: Self.descriptor) == [.size(Size(width: 3.5, height: 4.5))])
    let firsts = target.transforms.map { $0.m.0 }
    #expect(firsts == [7])
    #expect(target.records[1].transform == 1)
  }
}
