// SPDX-License-Identifier: Apache-2.0
//
// Kinds are names of the layout, and reuse identifiers are names of the app.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Kinds and identifiers")
struct KindNameTests {
  @Test("C73: cells, supplementary views and decorations each use a reuse identifier of their own")
  func identifiers() throws {
    let gallery = try Gallery(
      [25], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 400),
      isShown: false)
    let view = gallery.view!
    view.register(Cell.self, forCellWithReuseIdentifier: "odd")
    gallery.mistake = { path in
      path.item % 2 == 1
        ? try view.dequeueReusableCell(withReuseIdentifier: "odd", for: path) : nil
    }
    try view.layoutIfNeeded()
    for element in view.visibleElements {
      let expected =
        switch element.attributes.category {
        case .cell: element.attributes.path.item % 2 == 1 ? "odd" : "cell"
        case .supplementary: "header"
        case .decoration: "backdrop"
        }
      #expect(element.view.reuseIdentifier == expected)
    }
    // An identifier has a pool of its own: a view for an odd item is used for an odd item again.
    let odd = Set(view.visibleCells.filter { $0.reuseIdentifier == "odd" }.map(\.serialNumber))
    try view.reloadData()
    let again = view.visibleCells.filter { ($0.attributes?.path.item ?? 0) % 2 == 1 }
    #expect(Set(again.map(\.serialNumber)) == odd)
  }

  @Test("C169: a layout's own supplementary kind reaches the data source with the layout's name")
  func ownKind() throws {
    let layout = try TestLayout.grid("badges")
    let gallery = try Gallery([30, 20], layout: layout, isShown: false)
    let view = gallery.view!
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "badge", withReuseIdentifier: "badge")
    try view.layoutIfNeeded()
    #expect(layout.supplementaryKinds == ["badge"])
    #expect(gallery.askedKinds == ["badge", "badge"])
    #expect(
      view.indexPathsForVisibleSupplementaryElements(ofKind: "badge")
        == [ItemPath(0, 0), ItemPath(1, 0)])
    #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "header").isEmpty)
    // Another layout names them headers; the same view shows it without knowing either name.
    try view.setLayout(try TestLayout.grid())
    #expect(gallery.askedKinds == ["badge", "badge", "header", "header"])
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(1, 0)) != nil)
    #expect(view.supplementaryView(forElementKind: "badge", at: ItemPath(1, 0)) == nil)
  }
}
