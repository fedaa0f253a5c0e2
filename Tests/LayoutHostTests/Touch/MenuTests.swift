// SPDX-License-Identifier: Apache-2.0
//
// The menu that a long touch opens.

import LayoutHost
import LayoutModel
import Testing

@Suite("Menus")
struct MenuTests {
  private let app: Gallery
  private let log = TouchLog()
  private var view: CollectionView { app.view }

  init() throws {
    app = try Gallery([40, 400], layout: try TestLayout.grid())
    app.view.delegate = log
  }

  @Test("C119, C120: a long touch opens the menu, and the chosen action changes the data")
  func menu() throws {
    view.customMenuActions = ["share"]
    log.refused = ["can paste 0.1"]
    try view.touch(.began, itemAt: ItemPath(0, 1))
    _ = log.take()
    try view.touch(.held, itemAt: ItemPath(0, 1))
    #expect(
      log.take() == [
        "shouldShowMenu 0.1 h", "can cut 0.1 h", "can copy 0.1 h", "can paste 0.1 h",
        "can share 0.1 h", "didUnhighlight 0.1",
      ])
    #expect(view.editMenu?.actions == [.cut, .copy, "share"])
    log.reaction = { call in
      guard call == "perform cut 0.1" else { return }
      self.app.counts[0] -= 1
      try? self.view.deleteItems(at: [ItemPath(0, 1)])
    }
    #expect(throws: LayoutError.self) { try view.performMenuAction(.paste) }
    try view.performMenuAction(.cut)
    #expect(log.take() == ["perform cut 0.1"] && view.numberOfItems(inSection: 0) == 39)
    #expect(view.editMenu == nil)
    #expect(throws: LayoutError.self) { try view.performMenuAction(.cut) }
    try view.touch(.ended, itemAt: ItemPath(0, 1))
    #expect(view.indexPathsForSelectedItems.isEmpty, "a touch that opened a menu does not select")
  }

  @Test("a menu and a finger release an item whose section was read again")
  func reloaded() throws {
    try view.touch(.began, itemAt: ItemPath(0, 9))
    _ = try view.openMenu(forItemAt: ItemPath(0, 8))
    #expect(view.editMenu?.path == ItemPath(0, 8))
    app.counts[0] = 3
    try view.reloadSections([0])
    #expect(view.editMenu == nil && view.highlightedItem == nil)
    log.reaction = { call in #expect(!call.hasPrefix("perform")) }
    #expect(throws: LayoutError.self) { try view.performMenuAction(.copy) }
    try view.touch(.ended, itemAt: ItemPath(0, 2))
    #expect(view.indexPathsForSelectedItems.isEmpty)
  }

  @Test("C119: no menu opens if it is refused or has no possible action, and the touch continues")
  func noMenu() throws {
    log.refused = ["shouldShowMenu 0.1", "can cut 0.2", "can copy 0.2", "can paste 0.2"]
    for item in [1, 2] {
      try view.touch(.began, itemAt: ItemPath(0, item))
      try view.touch(.held, itemAt: ItemPath(0, item))
      #expect(view.editMenu == nil && view.highlightedItem == ItemPath(0, item))
      try view.touch(.ended, itemAt: ItemPath(0, item))
      #expect(view.indexPathsForSelectedItems == [ItemPath(0, item)])
    }
    try view.touch(.held, itemAt: ItemPath(0, 3))
    #expect(view.editMenu?.path == ItemPath(0, 3))
    app.counts[0] = 39
    try view.deleteItems(at: [ItemPath(0, 0)])
    #expect(view.editMenu?.path == ItemPath(0, 2))
    app.counts[0] = 38
    try view.deleteItems(at: [ItemPath(0, 2)])
    #expect(view.editMenu == nil)
  }
}
