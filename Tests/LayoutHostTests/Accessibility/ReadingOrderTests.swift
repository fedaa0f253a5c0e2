// SPDX-License-Identifier: Apache-2.0
//
// The reading order, computed from records alone.

import LayoutABI
import LayoutModel
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("Reading order")
struct ReadingOrderTests {
  private func record(
    _ category: UInt16, _ kind: UInt16, _ section: UInt32, _ item: UInt32, _ frame: Rect
  ) -> layout_attributes {
    var record = layout_attributes()
    (record.category, record.kind) = (category, kind)
    (record.section, record.item, record.frame) = (section, item, frame)
    return record
  }

  private func order(
    _ records: [layout_attributes], isRightToLeft: Bool = false,
    cells: CellReadingOrder = .items
  ) -> [ReadingOrder.Entry] {
    records.withUnsafeBufferPointer {
      ReadingOrder($0, isRightToLeft: isRightToLeft, cells: cells)
        .entries(of: Array($0.indices))
    }
  }

  private typealias Entry = ReadingOrder.Entry

  @Test("header, cells, footer, section by section")
  func sections() {
    let records = [
      record(0, 0, 0, 0, Rect(x: 0, y: 20, width: 50, height: 50)),
      record(0, 0, 0, 1, Rect(x: 60, y: 20, width: 50, height: 50)),
      record(0, 0, 1, 0, Rect(x: 0, y: 120, width: 50, height: 50)),
      record(1, 1, 0, 0, Rect(x: 0, y: 0, width: 110, height: 20)),
      record(1, 2, 0, 0, Rect(x: 0, y: 70, width: 110, height: 20)),
      record(1, 1, 1, 0, Rect(x: 0, y: 100, width: 110, height: 20)),
      record(1, 2, 2, 0, Rect(x: 0, y: 170, width: 110, height: 20)),
    ]
    #expect(order(records).map(\.index) == [3, 0, 1, 4, 5, 2, 6])
  }

  @Test("with horizontal scrolling the axis changes, and right to left the direction")
  func sideways() {
    let records = [
      record(0, 0, 0, 0, Rect(x: 30, y: 0, width: 50, height: 50)),
      record(0, 0, 0, 1, Rect(x: 30, y: 60, width: 50, height: 50)),
      record(1, 1, 0, 0, Rect(x: 0, y: 0, width: 30, height: 110)),
      record(1, 2, 0, 0, Rect(x: 80, y: 0, width: 30, height: 110)),
    ]
    #expect(order(records).map(\.index) == [2, 0, 1, 3])
    #expect(order(records, isRightToLeft: true).map(\.index) == [3, 0, 1, 2])
  }

  @Test("a waterfall is read by item, row by row or column by column, in the reading direction")
  func lanes() {
    // Two columns; item 3 spans both, item 4 is a fraction of a pixel beside its column.
    let frames = [
      Rect(x: 0, y: 0, width: 50, height: 90), Rect(x: 60, y: 0, width: 50, height: 40),
      Rect(x: 60, y: 50, width: 50, height: 40), Rect(x: 0, y: 100, width: 110, height: 20),
      Rect(x: 60.4, y: 130, width: 49.6, height: 20), Rect(x: 0, y: 130, width: 50, height: 90),
    ]
    let header = record(1, 1, 0, 0, Rect(x: 0, y: -20, width: 110, height: 20))
    let records =
      frames.enumerated().map { record(0, 0, 0, UInt32($0.offset), $0.element) } + [header]
    #expect(order(records).map(\.index) == [6, 0, 1, 2, 3, 4, 5])
    #expect(order(records, cells: .columns).map(\.index) == [6, 0, 3, 5, 1, 2, 4])
    #expect(order(records, cells: .rows).map(\.index) == [6, 0, 1, 2, 3, 5, 4])
    #expect(
      order(records, isRightToLeft: true, cells: .columns).map(\.index) == [6, 1, 2, 3, 4, 0, 5])
    #expect(
      order(records, isRightToLeft: true, cells: .rows).map(\.index) == [6, 1, 0, 2, 3, 4, 5])
  }

  @Test("an element of an item is read with that item, or alone if the item is not there")
  func parts() {
    let area = Rect(x: 0, y: 0, width: 10, height: 10)
    let records = [
      record(0, 0, 0, 0, area), record(0, 0, 0, 1, area),
      record(1, 1, 0, 0, area), record(1, 1, 0, 1, area), record(1, 2, 0, 1, area),
      record(1, 1, 0, 2, Rect(x: 0, y: 20, width: 10, height: 10)),
    ]
    #expect(
      order(records) == [
        Entry(index: 0, parts: [2]), Entry(index: 1, parts: [3, 4]), Entry(index: 5),
      ])
    #expect(order([]).isEmpty)
  }
}
