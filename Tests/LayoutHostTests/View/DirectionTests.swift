// SPDX-License-Identifier: Apache-2.0
//
// Right to left, by mirroring in the host.

import LayoutHost
import LayoutModel
import Testing

@Suite("Right to left")
struct DirectionTests {
  /// Ten columns of 100 in a viewport of 400 × 800.
  private func gallery(_ inset: Insets = .zero) throws -> Gallery {
    let gallery = try Gallery(
      [200], layout: try TestLayout.grid(), viewportSize: Size(width: 400, height: 800),
      isShown: false)
    gallery.view.isRightToLeft = true
    gallery.view.contentInset = inset
    try gallery.view.layoutIfNeeded()
    return gallery
  }

  @Test("M10: the content starts at the right edge, and x is mirrored")
  func start() throws {
    let app = try gallery()
    let view = app.view!
    #expect(view.contentOffset == Point(x: 600, y: 0))
    #expect(
      try view.layoutAttributesForItem(at: ItemPath(0, 0))?.frame
        == Rect(x: 900, y: 20, width: 100, height: 80))
    #expect(view.indexPathsForVisibleItems.prefix(5).map(\.item) == [0, 1, 2, 3, 10])
    #expect(view.cellForItem(at: ItemPath(0, 3))?.attributes?.frame.x == 600)
  }

  @Test("M10: the screen is the mirror image of left to right, at any offset")
  func picture() throws {
    let app = try gallery()
    let mirrored = app.view!
    let other = try Gallery(
      [200], layout: try TestLayout.grid(), viewportSize: Size(width: 400, height: 800))
    let straight = other.view!
    for (x, y) in [(0.0, 0.0), (130, 55), (600, 800), (-20, 0)] {
      try straight.setContentOffset(Point(x: x, y: y))
      try mirrored.setContentOffset(Point(x: 600 - x, y: y))
      let seen = mirrored.visibleElements.map(\.attributes)
      let expected = straight.visibleElements.map { element in
        var attributes = element.attributes
        attributes.frame.x = 1000 - attributes.frame.maxX
        return attributes
      }
      #expect(seen == expected)
      #expect(!seen.isEmpty)
    }
  }

  @Test("M10: a finger moves the content with it, and the velocity of a release is mirrored too")
  func drag() throws {
    let app = try gallery()
    let view = app.view!
    try view.drag(by: Vector(dx: 50, dy: 0), at: Point(x: 300, y: 100))
    #expect(view.contentOffset.x == 550)
    let (proposed, target) = try view.release(velocity: Vector(dx: -100, dy: 0))
    #expect(abs(proposed.x - 500.050_017) < 1e-5)
    #expect(target == proposed)
    try view.advance(to: 20)
    #expect(view.contentOffset == target)
  }

  @Test("M10: insets change sides for the layout, and the start edge is the right one")
  func insets() throws {
    let app = try gallery(Insets(top: 0, left: 5, bottom: 0, right: 30))
    let view = app.view!
    #expect(view.contentOffset.x == 630)
    #expect(view.contentOffsetEdges.horizontal == -5...630)
    #expect(view.contentOffset.x == view.contentOffsetEdges.horizontal.upperBound)
  }

  @Test("M10: content narrower than the viewport starts at the right edge inside the insets")
  func narrow() throws {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(2))
    let app = try Gallery(
      [4], layout: layout, viewportSize: Size(width: 400, height: 800), isShown: false)
    let view = app.view!
    view.isRightToLeft = true
    view.contentInset = Insets(top: 0, left: 7, bottom: 0, right: 20)
    try view.layoutIfNeeded()
    #expect(view.contentOffset == Point(x: -7, y: 0))
    #expect(view.contentOffsetEdges.horizontal == -7 ... -7)
    // The width inside the insets is 373.
    #expect(view.visibleCells.map { $0.attributes?.frame.x } == [273, 173, 273, 173])
    try layout.set("columns", to: .number(1))
    try view.layoutIfNeeded()
    #expect(view.contentOffset == Point(x: -7, y: 0))
    #expect(view.visibleCells.map { $0.attributes?.frame.x } == [273, 273, 273, 273])
    #expect(try view.indexPathForItem(at: Point(x: 280, y: 30)) == ItemPath(0, 0))
  }

  @Test("M10: a change of the direction mirrors the screen at once")
  func turn() throws {
    let app = try Gallery(
      [200], layout: try TestLayout.grid(), viewportSize: Size(width: 400, height: 800))
    let view = app.view!
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    #expect(view.contentOffset.x == 600)
    #expect(view.cellForItem(at: ItemPath(0, 0))?.attributes?.frame.x == 900)
    #expect(try view.elements(in: view.bounds).count == view.visibleElements.count)
    #expect(try view.indexPathForItem(at: Point(x: 950, y: 30)) == ItemPath(0, 0))
  }
}
