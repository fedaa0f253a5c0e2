// SPDX-License-Identifier: Apache-2.0
//
// An animator inside a layout: its items by rectangle and by name, moved by the app, through
// batches.

import CRigidBodies
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// A layout whose cells are an animator's items.
private final class Cells: Layout {
  let animator: DynamicAnimator?

  required init() {
    do { animator = try DynamicAnimator(rigid_bodies_box2d()) } catch { animator = nil }
  }

  override var abilities: Abilities { [.dynamics, .updates] }

  override func prepareForUpdates(_ updates: borrowing Updates) throws(LayoutError) {
    try animator?.follow(self, updates)
  }
  override func attributes(in rect: Rect, into answer: inout Answer) {
    animator?.answer(in: rect, into: &answer)
  }
  override func attributes(for element: ElementID, into answer: inout Answer) {
    animator?.answer(element, into: &answer)
  }
  override func advance(to time: Double) -> Bool { animator?.advance(to: time) ?? false }
}

@Suite("DynamicAnimator: items")
struct AnimatorItemTests {
  private let cells = Cells()
  private let live: LiveLayout
  private let animator: DynamicAnimator

  init() throws {
    live = LiveLayout(cells)
    animator = try #require(cells.animator)
    // Added in any order, answered in ascending order.
    for item in [4, 0, 3, 1, 2] {
      try animator.add(
        AnimatorScene.name(item), frame: Rect(x: Double(item) * 60, y: 0, width: 50, height: 50))
    }
  }

  private func items(in rect: Rect) throws -> [Int] { try live.elements(in: rect).map(\.item) }

  @Test(
    "C137, C142, C156: items are found by rectangle and by name, at their start and after a move")
  func queries() throws {
    #expect(try live.elements().map(\.item) == [0, 1, 2, 3, 4])
    #expect(try items(in: Rect(x: 100, y: 10, width: 70, height: 10)) == [1, 2])
    try animator.move(
      AnimatorScene.name(1), to: Rect(x: 60, y: 400, width: 50, height: 70))
    try animator.addVelocity(Vector(dx: 0, dy: 100), to: AnimatorScene.name(2))
    _ = animator.advance(to: 0)
    _ = animator.advance(to: 1)
    #expect(try items(in: Rect(x: 100, y: 10, width: 70, height: 10)) == [])
    #expect(try items(in: Rect(x: 0, y: 90, width: 500, height: 500)) == [1, 2])
    let moved = try #require(try live.element(0, 0, 0, 1)).frame
    #expect(moved == Rect(x: 60, y: 400, width: 50, height: 70))
    #expect(abs(try #require(try live.element(0, 0, 0, 2)).frame.y - 100) < 1e-6)
    #expect(try live.element(0, 0, 0, 0)?.frame == Rect(x: 0, y: 0, width: 50, height: 50))
    #expect(try live.element(0, 0, 0, 5) == nil)
  }

  @Test("C145: an item that the app moves continues from there with its velocity")
  func movedByHand() throws {
    let name = AnimatorScene.name(0)
    try animator.addVelocity(Vector(dx: 0, dy: 60), to: name)
    _ = animator.advance(to: 0)
    _ = animator.advance(to: 0.5)
    try animator.move(name, to: Rect(x: 500, y: 0, width: 50, height: 50))
    #expect(animator.velocity(of: name) == Vector(dx: 0, dy: 60))
    _ = animator.advance(to: 1)
    let frame = try #require(animator.frame(of: name))
    #expect(frame.x == 500 && abs(frame.y - 30) < 1e-6)
    #expect(throws: LayoutError.self) { try animator.move(AnimatorScene.name(9), to: .zero) }
  }

  @Test("items and their ties follow a batch, deleted ones leave, and reloaded ones stay")
  func batch() throws {
    try animator.attach(AnimatorScene.name(4), to: .zero, Attachment())
    try animator.attach(AnimatorScene.name(3), to: AnimatorScene.name(1), Attachment())
    // 1 is deleted, 2 is reloaded, 3 and 4 move up.
    live.host.mapping = { path in
      switch path.item {
      case 0: path
      case 1, 2: .none
      default: ItemPath(0, Int(path.item) - 1)
      }
    }
    let id: StaticString = "layout.updates/1"
    let table = try #require(live.instance.pointee.extension(live.context, id.text))
    let updates = [
      layout_update(action: 1, of_section: 0, before: ItemPath(0, 1), after: .none),
      layout_update(action: 3, of_section: 0, before: ItemPath(0, 2), after: ItemPath(0, 1)),
    ]
    let status = table.load(as: layout_updates.self).prepare_for_updates(live.context, updates, 2)
    #expect(status == LAYOUT_OK)
    let elements = try live.elements()
    #expect(elements.map(\.item) == [0, 1, 2, 3])
    #expect(elements.map(\.frame.x) == [0, 120, 180, 240])
    #expect(animator.isAttached(AnimatorScene.name(3)))
    #expect(!animator.isAttached(AnimatorScene.name(2)))
    #expect(animator.remove(AnimatorScene.name(0)) && !animator.remove(AnimatorScene.name(0)))
    #expect(animator.count == 3)
  }

  @Test("a rotated item is answered with its rotation")
  func turned() throws {
    try animator.addVelocity(.zero, spin: 2, to: AnimatorScene.name(2))
    _ = animator.advance(to: 0)
    _ = animator.advance(to: 0.25)
    #expect(abs(try #require(animator.angle(of: AnimatorScene.name(2))) - 0.5) < 1e-6)
    var record = layout_attributes()
    var transform = layout_transform()
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    (answer.record_capacity, answer.transform_capacity) = (1, 1)
    let status = withUnsafeMutablePointer(to: &record) { record in
      withUnsafeMutablePointer(to: &transform) { transform in
        (answer.records, answer.transforms) = (record, transform)
        let name = AnimatorScene.name(2)
        return live.instance.pointee.attributes_for(live.context, name, &answer)
      }
    }
    #expect(status == LAYOUT_OK && record.transform == 1)
    #expect(abs(transform.m.0 - 0.8775825619) < 1e-6 && abs(transform.m.1 - 0.4794255386) < 1e-6)
  }

  @Test("after a long pause of the host at most a minute is simulated")
  func longPause() throws {
    try animator.addVelocity(Vector(dx: 10, dy: 0), to: AnimatorScene.name(0))
    _ = animator.advance(to: 0)
    _ = animator.advance(to: 86_400)
    #expect(abs(try #require(animator.frame(of: AnimatorScene.name(0))).x - 600) < 0.1)
  }
}
