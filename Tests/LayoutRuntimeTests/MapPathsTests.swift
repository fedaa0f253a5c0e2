// SPDX-License-Identifier: Apache-2.0
//
// The host's `map_paths`, with which a layout follows its items through a batch.

import LayoutABI
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("map_paths of the host table")
struct MapPathsTests {
  @Test(
    "map_paths gives the running batch to the layout, also in place, and outside changes nothing")
  func hostSlot() throws {
    let bench = QueryBench()
    let host = bench.context.table.pointee
    var paths = [layout_path(section: 0, item: 1), layout_path(section: 0, item: 2)]
    func mapInPlace() -> layout_status? {
      paths.withUnsafeMutableBufferPointer {
        host.map_paths?(host.context, $0.baseAddress, 2, $0.baseAddress)
      }
    }
    #expect(mapInPlace() == LAYOUT_OK)
    #expect(paths.map(\.item) == [1, 2])
    bench.context.updates = [
      layout_update(
        action: LAYOUT_UPDATE_DELETE, of_section: 0, before: layout_path(section: 0, item: 1),
        after: layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE))
    ]
    #expect(mapInPlace() == LAYOUT_OK)
    #expect(paths[0].section == LAYOUT_PATH_NONE && paths[0].item == LAYOUT_PATH_NONE)
    #expect(paths[1].item == 1)
    #expect(host.map_paths?(host.context, nil, 2, nil) == LAYOUT_ERROR_ARGUMENT)
    bench.context.leave()
    #expect(mapInPlace() == LAYOUT_ERROR_CONTEXT)
  }

  @Test("a path that was not in the data before the batch maps to none, for any numbers")
  func strangers() throws {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    // Before it there are sections of 9, 0 and 4 items. Every section moves on by one.
    let bench = QueryBench(itemCounts: [3, 9, 0, 6])
    bench.context.updates = [
      layout_update(
        action: LAYOUT_UPDATE_INSERT, of_section: 1, before: none,
        after: layout_path(section: 0, item: LAYOUT_PATH_NONE)),
      layout_update(
        action: LAYOUT_UPDATE_INSERT, of_section: 0, before: none,
        after: layout_path(section: 3, item: 0)),
      layout_update(
        action: LAYOUT_UPDATE_INSERT, of_section: 0, before: none,
        after: layout_path(section: 3, item: 1)),
    ]
    let host = bench.context.table.pointee
    func mapped(_ section: UInt32, _ item: UInt32) -> [UInt32] {
      var (path, new) = (layout_path(section: section, item: item), none)
      #expect(host.map_paths?(host.context, &path, 1, &new) == LAYOUT_OK)
      return [new.section, new.item]
    }
    let nowhere = [LAYOUT_PATH_NONE, LAYOUT_PATH_NONE]
    #expect(mapped(0, 8) == [1, 8] && mapped(2, 3) == [3, 5])
    #expect(mapped(0, 9) == nowhere && mapped(1, 0) == nowhere && mapped(2, 4) == nowhere)
    #expect(mapped(3, 0) == nowhere && mapped(LAYOUT_PATH_NONE, 0) == nowhere)
    #expect(mapped(LAYOUT_PATH_NONE, LAYOUT_PATH_NONE) == nowhere)
    #expect(mapped(LAYOUT_PATH_NONE - 1, 7) == nowhere)
    #expect(mapped(0, LAYOUT_PATH_NONE - 1) == nowhere)
    // Two inserts come before it: the sum is beyond all indices, and not the first item.
    #expect(mapped(2, LAYOUT_PATH_NONE - 1) == nowhere)
    // Of a section, where only the item is none.
    #expect(mapped(2, LAYOUT_PATH_NONE) == [3, LAYOUT_PATH_NONE])
    #expect(mapped(3, LAYOUT_PATH_NONE) == nowhere)
  }
}
