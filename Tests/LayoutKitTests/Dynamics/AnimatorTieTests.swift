// SPDX-License-Identifier: Apache-2.0
//
// An attachment of an item changes its point or its kind, without a removal.

import CRigidBodies
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

// The testing library has attachments too.
private typealias Hold = LayoutKitHosted.Attachment

@Suite("DynamicAnimator: changes of attachments")
struct AnimatorTieTests {
  private static func attachment(
    length: Double?, damping: Double = 0.2, frequency: Double
  ) -> Hold {
    var attachment = Hold()
    (attachment.length, attachment.damping, attachment.frequency) = (length, damping, frequency)
    return attachment
  }

  /// An item that swings, and one beside it that it hits.
  private func scene(_ attachment: Hold) throws -> AnimatorScene {
    let scene = try AnimatorScene()
    scene.animator.setGravity(Gravity())
    for (item, x) in [(0, 100.0), (1, 320.0)] {
      try scene.add(item, x: x, y: 200)
      try scene.animator.attach(
        AnimatorScene.name(item), to: Point(x: 200 + 100 * Double(item), y: 0), attachment)
      try scene.animator.setHeavy(AnimatorScene.name(item))
      try scene.animator.collide(AnimatorScene.name(item), .items)
    }
    scene.run(0.3)
    return scene
  }

  @Test(
    "a new point, spring or rod acts as if the item were released and attached again",
    arguments: [0.0, 1], [0.0, 2])
  func changes(_ oldFrequency: Double, _ newFrequency: Double) throws {
    let old = Self.attachment(length: 200, frequency: oldFrequency)
    let new = Self.attachment(length: 160, frequency: newFrequency)
    let (changed, anew) = (try scene(old), try scene(old))
    for item in 0...1 {
      let (name, point) = (AnimatorScene.name(item), Point(x: 210 + 90 * Double(item), y: 20))
      try changed.animator.reattach(name, to: point, new)
      try anew.animator.detach(name)
      try anew.animator.attach(name, to: point, new)
    }
    for _ in 0..<120 {
      (_, _) = (changed.run(1.0 / 120), anew.run(1.0 / 120))
      for item in 0...1 {
        let (one, two) = (try changed.center(item), try anew.center(item))
        #expect(abs(one.x - two.x) < 1e-3 && abs(one.y - two.y) < 1e-3)
      }
    }
  }

  @Test("a rod's item is at its end at once")
  func straight() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 200)
    let name = AnimatorScene.name(0)
    try scene.animator.attach(name, to: .zero, Self.attachment(length: 200, frequency: 0))
    func reattach(to point: Point, _ length: Double?) throws {
      try scene.animator.reattach(name, to: point, Self.attachment(length: length, frequency: 0))
    }
    try reattach(to: Point(x: 0, y: -50), 200)
    #expect(try scene.center(0) == Point(x: 0, y: 150))
    try reattach(to: Point(x: 0, y: -50), 120)
    #expect(try scene.center(0) == Point(x: 0, y: 70))
    // Without a length it keeps its own length.
    try reattach(to: .zero, nil)
    #expect(try scene.center(0) == Point(x: 0, y: 120))
  }

  @Test("an unchanged tie wakes no body, and a change without a tie is refused")
  func nothing() throws {
    let scene = try AnimatorScene()
    try scene.add(0, x: 0, y: 200)
    let (name, attachment) = (AnimatorScene.name(0), Self.attachment(length: 200, frequency: 1))
    func reattach(to point: Point) throws {
      try scene.animator.reattach(name, to: point, attachment)
    }
    #expect(throws: LayoutError.self) { try reattach(to: .zero) }
    try scene.animator.attach(name, to: .zero, attachment)
    #expect(!scene.run(2))
    try reattach(to: .zero)
    #expect(!scene.animator.isMoving)
    try reattach(to: Point(x: 1, y: 0))
    #expect(scene.animator.isMoving)
    #expect(throws: LayoutError.self) { try reattach(to: Point(x: .nan, y: 0)) }
    try scene.animator.detach(name)
    try scene.animator.snap(name, to: .zero)
    #expect(throws: LayoutError.self) { try reattach(to: Point(x: 1, y: 0)) }
  }

  @Test("an animator whose library has no memory for a world is an error, and no world is freed")
  func memory() throws {
    var library = try #require(rigid_bodies_box2d()).pointee
    library.make = { nil }
    library.destroy = { _ in fatalError("there is no world") }
    let error = #expect(throws: LayoutError.self) {
      try withUnsafePointer(to: library) { _ = try DynamicAnimator($0) }
    }
    #expect(error?.status == LAYOUT_ERROR_MEMORY)
  }

  @Test("the library reuses the number of a removed tie")
  func numbers() throws {
    let library = try #require(rigid_bodies_box2d()).pointee
    let world = try #require(library.make())
    defer { library.destroy(world) }
    var body = rigid_body()
    (body.width, body.height, body.mass) = (10, 10, 1)
    var state = rigid_state()
    for _ in 0..<2 { library.add(world, &body, &state) }
    func tie(_ index: UInt32) -> UInt32 { library.tie(world, index, RIGID_NONE, 0, 0, 9, 10) }
    let (first, second) = (tie(0), tie(1))
    #expect(first != second)
    for _ in 0..<100 {
      library.untie(world, first)
      // A removed tie cannot be removed again.
      library.untie(world, first)
      #expect(tie(0) == first)
    }
    #expect(tie(1) == 2)
    // A removed body removes its ties.
    library.remove(world, 1)
    #expect(Set([tie(0), tie(0)]) == [second, 2])
    #expect(tie(0) == 3)
  }
}
