// SPDX-License-Identifier: Apache-2.0
//
// The host's `map_paths`, by which a layout follows its items through a batch.

import LayoutABI
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("map_paths of the host table")
struct MapPathsTests {
  @Test("map_paths gives the batch under way to the layout, in place too; outside nothing moves")
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
}
