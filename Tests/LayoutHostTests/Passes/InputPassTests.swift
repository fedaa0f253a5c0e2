// SPDX-License-Identifier: Apache-2.0
//
// Input of a user, pass by pass, without a collection view.

import LayoutModel
import LayoutRuntime
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("touches, selection, keys and movements without a view")
struct InputPassTests {
  private let path = ItemPath(0, 3)

  @Test("a tap asks the delegate, highlights, selects and notifies, in this order")
  func tap() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    try TouchPass(app.state, app).run(.began, path)
    try TouchPass(app.state, app).run(.ended, path)
    #expect(
      app.heard == [
        "highlight? 0.3", "highlighted 0.3", "select? 0.3", "selected 0.3", "unhighlighted 0.3",
      ])
    #expect(app.state.selection.selected.paths == [path])
    #expect(app.state.cell(at: path)?.isSelected == true)
  }

  @Test("a touch with a refused highlight selects nothing")
  func refusedTouch() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    app.consents = { question, _ in question != "highlight" }
    try TouchPass(app.state, app).run(.began, path)
    try TouchPass(app.state, app).run(.ended, path)
    #expect(app.heard == ["highlight? 0.3"] && app.state.selection.selected.isEmpty)
  }

  @Test("single mode deselects the other item first")
  func single() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    let pass = SelectionPass(app.state, app)
    pass.select(ItemPath(0, 1))
    pass.tap(path)
    #expect(app.heard == ["select? 0.3", "deselected 0.1", "selected 0.3"])
    #expect(app.state.cell(at: ItemPath(0, 1))?.isSelected == false)
  }

  @Test("a smaller limit keeps the item that was selected last")
  func narrowedMode() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    let pass = SelectionPass(app.state, app)
    pass.change(to: .multiple)
    for item in [5, 2, 7] { pass.select(ItemPath(0, item)) }
    pass.change(to: .single)
    #expect(app.state.selection.selected.paths == [ItemPath(0, 7)])
    pass.change(to: .none)
    #expect(app.state.selection.selected.isEmpty)
  }

  @Test("an arrow moves the selection to the next row, and scrolls if no item is selected")
  func arrows() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    try KeyPass(app.state, app, [], isAnimated: false).run(.down)
    #expect(app.state.contentOffset.y == app.state.scroll.options.arrowStep)
    SelectionPass(app.state, app).select(ItemPath(0, 23))
    try KeyPass(app.state, app, [], isAnimated: false).run(.down)
    #expect(app.state.selection.selected.paths == [ItemPath(0, 33)])
  }

  @Test("shift extends the selection from its start")
  func shift() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    SelectionPass(app.state, app).change(to: .multiple)
    SelectionPass(app.state, app).select(ItemPath(0, 5))
    for _ in 0..<3 { try KeyPass(app.state, app, .shift, isAnimated: false).run(.right) }
    try KeyPass(app.state, app, .shift, isAnimated: false).run(.left)
    #expect(app.state.selection.selected.paths == (5...7).map { ItemPath(0, $0) })
  }

  @Test("a menu offers the actions that the app can perform, once")
  func menu() throws {
    let app = try HeadlessApp.shown([100], try TestLayout.grid())
    let pass = MenuPass(app.state, app)
    #expect(try pass.open(forItemAt: path)?.actions == [.copy])
    #expect(throws: LayoutError.self) { try pass.perform(.cut) }
    try pass.perform(.copy)
    #expect(app.heard == ["menu? 0.3", "copy 0.3"] && app.state.menu == nil)
    #expect(throws: LayoutError.self) { try pass.perform(.copy) }
  }

  @Test("the other items make room for a held item, and the drop moves it once")
  func movement() throws {
    let app = try HeadlessApp.shown([20], try TestLayout.grid())
    let pass = MovementPass(app.state, app)
    #expect(try pass.begin(ItemPath(0, 0), at: nil))
    // The middle of the third item: 250 points along the first row, below the header.
    try pass.update(to: Point(x: 250, y: 60))
    #expect(app.state.heldItem?.target == ItemPath(0, 2) && app.moved.isEmpty)
    #expect(app.state.dataPath(forShownPath: ItemPath(0, 0)) == ItemPath(0, 1))
    try pass.end()
    #expect(app.moved == [ItemPath(0, 0), ItemPath(0, 2)] && app.state.heldItem == nil)
    #expect(throws: LayoutError.self) { try pass.end() }
  }

  @Test("a cancelled movement leaves the order of the data")
  func cancelledMovement() throws {
    let app = try HeadlessApp.shown([20], try TestLayout.grid())
    let (pass, first) = (MovementPass(app.state, app), app.state.cell(at: ItemPath(0, 0)))
    _ = try pass.begin(ItemPath(0, 0), at: nil)
    try pass.update(to: Point(x: 250, y: 60))
    #expect(app.state.cell(at: ItemPath(0, 2)) === first)
    try pass.cancel()
    #expect(app.moved.isEmpty && app.state.cell(at: ItemPath(0, 0)) === first)
  }

  @Test("an item that the app does not let move is not picked up")
  func refusedMovement() throws {
    let app = try HeadlessApp.shown([20], try TestLayout.grid())
    app.consents = { question, _ in question != "move" }
    #expect(try !MovementPass(app.state, app).begin(path, at: nil))
    #expect(app.state.heldItem == nil)
  }

  @Test("a finger moves a section across, and the app gets the new offset")
  func across() throws {
    let app = HeadlessApp([20, 20], try Shelves.layout(), viewportSize: Shelves.viewportSize)
    try app.layoutIfNeeded()
    let pass = ScrollPass(app.state, app)
    let place = Point(x: 200, y: 50)
    try pass.drag(by: .zero, at: place, taking: 0)
    try pass.drag(by: Vector(dx: -120, dy: 0), at: place, taking: 0)
    #expect(app.state.draggedSection == 0 && app.state.crossOffset(ofSection: 0) == 120)
    #expect(app.heard == ["section 0 to 120.0"] && app.state.contentOffset == .zero)
  }

  @Test("scrolling to an item moves it to the requested position")
  func goal() throws {
    let app = try HeadlessApp.shown([500], try TestLayout.grid())
    let path = ItemPath(0, 200)
    try GoalPass(app.state, app).scroll(toItemAt: path, position: .top, animated: false)
    let frame = try LayoutQuestions(app.state, app).frame(ofItemAt: path)
    #expect(frame?.y == app.state.contentOffset.y)
  }
}
