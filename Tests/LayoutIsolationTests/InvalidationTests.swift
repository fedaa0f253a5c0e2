// SPDX-License-Identifier: Apache-2.0
//
// The parts that an invalidation names reach the layout, in both tiers.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("The reason for which a layout prepares")
struct InvalidationTests {
  /// Posts `touched(marks, number of elements and updates)`, then each element and each update.
  private static let tell = """
    { uint32_t told[][2] = {{why->marks, why->element_count * 100 + why->update_count}}; \
      layout_value words[2] = {{.type = LAYOUT_TYPE_U32}, {.type = LAYOUT_TYPE_U32}}; \
      words[0].as.integer = told[0][0]; words[1].as.integer = told[0][1]; \
      self->host->post_event(self->host->context, 0, words, 2); \
      for (uint32_t index = 0; index < why->element_count; index++) { \
        words[0].as.integer = why->elements[index].section; \
        words[1].as.integer = why->elements[index].item * 10 + why->elements[index].kind; \
        self->host->post_event(self->host->context, 0, words, 2); } \
      for (uint32_t index = 0; index < why->update_count; index++) { \
        words[0].as.integer = why->updates[index].action * 10 + why->updates[index].of_section; \
        words[1].as.integer = why->updates[index].before.item & why->updates[index].after.item; \
        self->host->post_event(self->host->context, 0, words, 2); } }
    """

  private func event(_ a: UInt32, _ b: UInt32) -> LayoutEvent {
    LayoutEvent(name: "touched", arguments: [.index(a), .index(b)])
  }

  @Test("M1, M2: prepare gets the marks, elements and updates of its frame")
  func names() throws {
    let tiers = try Tiers.fake(flags: ["-DIN_PREPARE=\(Self.tell)"])
    tiers.frame(.at(0), SameAnswersTests.shape)
    #expect(tiers.here.takeEvents() == [event(LAYOUT_MARK_EVERYTHING, 0)])
    #expect(tiers.there.takeEvents() == [event(LAYOUT_MARK_EVERYTHING, 0)])
    var named = FrameRequest.at(
      0, time: 1, marks: LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES | LAYOUT_MARK_DECORATIONS)
    named.elements = [
      layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 2, item: 7),
      layout_element(category: UInt16(LAYOUT_SUPPLEMENTARY), kind: 1, section: 0, item: 0),
      layout_element(category: UInt16(LAYOUT_DECORATION), kind: 2, section: 1, item: 0),
    ]
    let marks = named.marks
    tiers.frame(named, SameAnswersTests.shape)
    for connection in tiers.both {
      #expect(
        connection.takeEvents() == [event(marks, 300), event(2, 70), event(0, 1), event(1, 2)])
    }
    var batch = FrameRequest.at(0, time: 2, marks: LAYOUT_MARK_COUNTS)
    batch.updates = ExtensionAnswersTests.updates
    var shape = SameAnswersTests.shape
    shape.epoch += 1
    shape.itemCounts = [41, 0, 24]
    tiers.frame(batch, shape)
    for connection in tiers.both {
      #expect(
        connection.takeEvents() == [event(LAYOUT_MARK_COUNTS, 2), event(0, 3), event(10, 24)])
    }
    // A frame that names no part prepares nothing.
    tiers.frame(.at(0, time: 3), shape)
    for connection in tiers.both { #expect(connection.takeEvents().isEmpty) }
  }
}
