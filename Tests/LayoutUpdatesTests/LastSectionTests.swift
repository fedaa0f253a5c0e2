// SPDX-License-Identifier: Apache-2.0
//
// Items that name no section.

import LayoutUpdates
import Testing

@Suite("Snapshots without named sections")
struct LastSectionTests {
  @Test("items go to the last section")
  func lastSection() throws {
    var snapshot = DiffableSnapshot<String, Int>()
    try snapshot.appendSections(["a", "b"])
    try snapshot.appendItems([1, 2])
    try snapshot.appendItems([3])
    #expect(snapshot.counts == [0, 3])
    #expect(try snapshot.itemIDs(in: "b") == [1, 2, 3])
  }

  @Test("without a section there is an error, and no item changes")
  func noSection() {
    var snapshot = DiffableSnapshot<String, Int>()
    #expect(throws: (any Error).self) { try snapshot.appendItems([1]) }
    #expect(snapshot.itemCount == 0 && snapshot.sectionIDs.isEmpty)
  }

  @Test("a list is a snapshot of one section, and an item that occurs twice is refused")
  func list() throws {
    #expect(try DiffableSnapshot(items: ["x", "y"]).counts == [2])
    #expect(throws: (any Error).self) { try DiffableSnapshot(items: ["x", "x"]) }
  }
}
