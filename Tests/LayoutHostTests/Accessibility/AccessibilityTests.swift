// SPDX-License-Identifier: Apache-2.0
//
// The collection view in the tree for assistive technology.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Accessibility")
struct AccessibilityTests {
  /// Three columns of 100 points, headers of 20, rows of 80.
  private func shown(_ counts: [Int] = [5, 4]) throws -> Gallery {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Gallery(counts, layout: layout, viewportSize: Size(width: 300, height: 240))
  }

  private func error(_ body: () throws -> Void) -> LayoutError? {
    do { try body() } catch { return error as? LayoutError }
    return nil
  }

  @Test("C123: the tree holds the elements on screen, in reading order, with index and count")
  func tree() throws {
    let gallery = try shown()
    let view = gallery.view!
    view.accessibilityLabel = "Photos"
    let tree = view.accessibilityTree
    #expect(tree.role == .list && tree.label == "Photos")
    #expect(tree.index == nil && tree.count == 9)
    #expect(tree.frame == Rect(x: 0, y: 0, width: 300, height: 240))
    #expect(
      tree.children.map { "\($0.role.rawValue) \($0.path?.description ?? "-")" } == [
        "heading 0.0", "listItem 0.0", "listItem 0.1", "listItem 0.2", "listItem 0.3",
        "listItem 0.4", "heading 1.0", "listItem 1.0", "listItem 1.1", "listItem 1.2",
      ])
    #expect(tree.children.map(\.index) == [0, 0, 1, 2, 3, 4, 1, 0, 1, 2])
    #expect(tree.children.map(\.count) == [2, 5, 5, 5, 5, 5, 2, 4, 4, 4])
    #expect(tree.children[5].frame == Rect(x: 100, y: 100, width: 100, height: 80))
    #expect(tree.children[5].label == "0.4" && tree.children[5].actions == [.activate])
    #expect(tree.children.allSatisfy { $0.children.isEmpty })
  }

  @Test(
    "C123: a label is the view's own, or the text of its content",
    arguments: [
      (ViewContent.none, nil), (.text("word"), "word"),
      (.glyph(codePoint: 65, caption: "LATIN CAPITAL LETTER A"), "LATIN CAPITAL LETTER A"),
      (.card(title: "Title", body: "Body", codePoint: nil), "Title, Body"),
      (.card(title: "Title", body: "", codePoint: nil), "Title"),
      (.picture(path: "/a.png", caption: "A cat"), "A cat"),
      (.heading(title: "Fruit", detail: "12"), "Fruit, 12"), (.shape(ShapeStyle()), nil),
    ] as [(ViewContent, String?)])
  func labels(_ content: ViewContent, _ words: String?) throws {
    let gallery = try shown()
    let view = gallery.view!
    let cell = try #require(view.cellForItem(at: ItemPath(0, 1)))
    func label() -> String? { view.accessibilityTree.children[2].label }
    cell.content = content
    #expect(label() == words)
    cell.content = .none
    cell.contentView.content = content
    #expect(label() == words)
    cell.accessibility.label = "mine"
    #expect(label() == "mine")
  }

  @Test("C123: a view can opt out, and can give its role, its value and its actions")
  func overrides() throws {
    let gallery = try shown()
    let view = gallery.view!
    let cell = try #require(view.cellForItem(at: ItemPath(0, 1)))
    var performed = 0
    cell.accessibility.role = .button
    cell.accessibility.value = "50 %"
    cell.accessibility.actions = [
      .init(name: "Delete") {
        performed += 1
        return true
      },
      .init(name: "Fail") { throw LayoutError("no-luck", "not today") },
    ]
    cell.isSelected = true
    view.cellForItem(at: ItemPath(0, 2))?.accessibility.isElement = false
    let tree = view.accessibilityTree
    #expect(tree.children.count == 9)
    let button = tree.children[2]
    #expect(button.role == .button && button.value == "50 %" && button.isSelected)
    #expect(button.actions == [.activate, .custom("Delete"), .custom("Fail")])
    #expect(try view.performAccessibilityAction(.custom("Delete"), on: button))
    #expect(performed == 1)
    #expect(
      error { try view.performAccessibilityAction(.custom("Fail"), on: button) }?.code == "no-luck")
    let unknown = error { try view.performAccessibilityAction(.custom("Delte"), on: button) }
    #expect(unknown?.code == "unknown-action")
    #expect(unknown?.message.contains("did you mean Delete?") == true)
    #expect(
      error { try view.performAccessibilityAction(.activate, on: tree.children[0]) }?.code
        == "unknown-action")
    try view.setContentOffset(Point(x: 0, y: 190))
    #expect(
      error { try view.performAccessibilityAction(.custom("Delete"), on: button) }?.code
        == "unknown-element")
  }

  @Test("C123: activating an item is a tap on it, unless its cell handles the activation")
  func activate() throws {
    final class Acting: Cell {
      override func accessibilityActivate() -> Bool { true }
    }
    final class Refusing: CollectionViewDelegate {
      func collectionView(_ view: CollectionView, shouldHighlightItemAt path: ItemPath) -> Bool {
        path.item != 2
      }
    }
    let (gallery, refusing) = (try shown(), Refusing())
    let view = gallery.view!
    view.delegate = refusing
    let item = { (index: Int) in
      try #require(
        view.accessibilityTree.children.first {
          $0.category == .cell && $0.path == ItemPath(0, index)
        })
    }
    #expect(try view.performAccessibilityAction(.activate, on: item(1)))
    #expect(view.isItemSelected(at: ItemPath(0, 1)))
    #expect(try item(1).isSelected)
    #expect(try !view.performAccessibilityAction(.activate, on: item(2)))
    #expect(!view.isItemSelected(at: ItemPath(0, 2)))
    view.register(Acting.self, forCellWithReuseIdentifier: "cell")
    try view.reloadData()
    #expect(try view.performAccessibilityAction(.activate, on: item(3)))
    #expect(!view.isItemSelected(at: ItemPath(0, 3)))
  }

  @Test("C123: hidden and transparent elements and decorations are not read")
  func left() throws {
    let gallery = try Gallery(
      [25], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 400))
    let decorations = gallery.view.visibleElements.filter { $0.attributes.category == .decoration }
    #expect(decorations.count == 1)
    #expect(gallery.view.accessibilityTree.children.count == 26)
    decorations.first?.view.accessibility.isElement = true
    decorations.first?.view.accessibility.label = "Shelf"
    let shelf = gallery.view.accessibilityTree.children.first { $0.category == .decoration }
    #expect(shelf?.role == .image && shelf?.label == "Shelf")
  }

  @Test("C123: the view offers to scroll by a page where content remains, and no further")
  func scrolling() throws {
    let gallery = try shown([30])
    let view = gallery.view!
    view.contentInset = Insets(top: 40, left: 0, bottom: 0, right: 0)
    try view.layoutIfNeeded()
    #expect(view.accessibilityTree.actions == [.scrollDown])
    for offset in [160.0, 360, 560, 580] {
      #expect(try view.performAccessibilityAction(.scrollDown, on: view.accessibilityTree))
      #expect(view.contentOffset.y == offset)
    }
    #expect(view.accessibilityTree.actions == [.scrollUp])
    let failure = error {
      try view.performAccessibilityAction(.scrollDown, on: view.accessibilityTree)
    }
    #expect(failure?.code == "unknown-action")
    try view.performAccessibilityAction(.scrollUp, on: view.accessibilityTree)
    #expect(view.contentOffset.y == 380)
    #expect(view.accessibilityTree.actions == [.scrollUp, .scrollDown])
  }

  @Test("C123, M10: right to left the frames are mirrored and the order stays")
  func rightToLeft() throws {
    let gallery = try shown()
    let view = gallery.view!
    let order = view.accessibilityTree.children.map(\.path)
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    let tree = view.accessibilityTree
    #expect(tree.children.map(\.path) == order)
    #expect(tree.children[1].frame == Rect(x: 200, y: 20, width: 100, height: 80))
  }

  @Test("C35: a change that replaces the whole screen is announced as such")
  func notices() throws {
    let gallery = try shown()
    let view = gallery.view!
    #expect(view.takeAccessibilityNotices() == [.layoutChanged])
    try view.setContentOffset(Point(x: 0, y: 30))
    #expect(view.takeAccessibilityNotices().isEmpty)
    try view.reloadData()
    #expect(view.takeAccessibilityNotices() == [.layoutChanged, .screenChanged])
    try view.setLayout(try TestLayout.grid())
    #expect(view.takeAccessibilityNotices() == [.layoutChanged, .screenChanged])
    gallery.counts = [5, 5]
    try view.insertItems(at: [ItemPath(1, 0)])
    #expect(view.takeAccessibilityNotices() == [.layoutChanged])
    gallery.counts = [-1]
    #expect(error { try view.reloadData() }?.code == "data-source")
    #expect(view.takeAccessibilityNotices().isEmpty)
  }
}
