// SPDX-License-Identifier: Apache-2.0
//
// Decides if a movement scrolls the section under the finger or the view.

import LayoutHost
import LayoutModel
import LayoutRuntime
import Testing

@Suite("Fingers and wheels over sections that scroll across")
struct CrossGestureTests {
  private let place = Point(x: 250, y: 40)

  private func gallery(
    _ properties: KeyValuePairs<String, Double> = [:]
  ) throws -> Gallery {
    try Shelves.gallery(Array(repeating: 20, count: 9), properties)
  }

  private func offsets(_ view: CollectionView) -> [Double] {
    [view.crossOffset(ofSection: 0), view.crossOffset(ofSection: 1), view.contentOffset.y]
  }

  @Test("a movement that begins more across than along moves only the section until the release")
  func across() throws {
    let gallery = try gallery()
    let view = gallery.view!
    try view.drag(by: Vector(dx: -30, dy: -29), at: place)
    try view.drag(by: Vector(dx: -1, dy: -90), at: Point(x: 220, y: 111))
    #expect(offsets(view) == [31, 0, 0])
    let (proposed, target) = try view.release(velocity: .zero)
    #expect(proposed == .zero && target == .zero)
    try view.drag(by: Vector(dx: -7, dy: 0), at: Point(x: 250, y: 140))
    #expect(offsets(view) == [31, 7, 0])
  }

  @Test("a movement that begins along moves only the view until the release")
  func along() throws {
    let gallery = try gallery()
    let view = gallery.view!
    try view.drag(by: Vector(dx: -30, dy: -30), at: place)
    try view.drag(by: Vector(dx: -90, dy: 0), at: place)
    #expect(offsets(view) == [0, 0, 30])
    try view.release(velocity: .zero)
    try view.drag(by: Vector(dx: -5, dy: 0), at: Point(x: 250, y: 10))
    #expect(offsets(view) == [5, 0, 30])
  }

  @Test("a movement of zero points decides nothing")
  func still() throws {
    let gallery = try gallery()
    let view = gallery.view!
    try view.drag(by: .zero, at: place)
    try view.drag(by: Vector(dx: -8, dy: 0), at: place)
    #expect(offsets(view) == [8, 0, 0])
    try view.release(velocity: Vector(dx: 500, dy: 0))
    try view.pass(1)
    #expect(offsets(view)[0] > 8 && view.contentOffset == .zero)
  }

  @Test("the view gets a movement beside a track, without a place, or on a section that fits")
  func elsewhere() throws {
    let gallery = try Shelves.gallery([20, 3, 20, 20, 20, 20], ["plain": 0])
    let view = gallery.view!
    for place in [Point(x: 250, y: 40), Point(x: 250, y: 90), Point(x: 250, y: 140), nil] {
      try view.drag(by: Vector(dx: -8, dy: -1), at: place)
      try view.release(velocity: .zero)
    }
    #expect((0..<6).allSatisfy { view.crossOffset(ofSection: $0) == 0 })
    #expect(view.contentOffset.y == 4)
  }

  @Test("a touch stops the moving section under it, and lifting lets it come to rest")
  func touch() throws {
    let gallery = try gallery(["snap": 110])
    let view = gallery.view!
    for section in 0..<2 {
      let place = Point(x: 250, y: 40 + 100 * Double(section))
      try view.drag(by: Vector(dx: -20, dy: 0), at: place)
      try view.release(velocity: Vector(dx: 1500, dy: 0))
    }
    try view.pass(10)
    let stopped = view.crossOffset(ofSection: 0)
    #expect(stopped > 100 && stopped < 500)
    try view.touch(.began, at: place)
    #expect(view.highlightedItem == nil)
    try view.pass(10)
    #expect(view.crossOffset(ofSection: 0) == stopped)
    #expect(view.crossOffset(ofSection: 1) > stopped, "the other continues")
    try view.touch(.ended, at: place)
    #expect(view.indexPathsForSelectedItems.isEmpty)
    try view.pass(200)
    let rest = view.crossOffset(ofSection: 0)
    #expect(rest == (stopped / 110).rounded() * 110)
    #expect(!view.isMoving)
  }

  @Test("a finger that stopped a section may then move the view, and the section comes to rest")
  func turns() throws {
    let gallery = try gallery(["snap": 110])
    let view = gallery.view!
    try view.drag(by: Vector(dx: -20, dy: 0), at: place)
    try view.release(velocity: Vector(dx: 1500, dy: 0))
    try view.pass(10)
    try view.touch(.began, at: place)
    let stopped = view.crossOffset(ofSection: 0)
    try view.drag(by: Vector(dx: 0, dy: -50), at: place)
    #expect(view.contentOffset.y == 50)
    try view.pass(200)
    #expect(view.crossOffset(ofSection: 0) == (stopped / 110).rounded() * 110)
    try view.release(velocity: .zero)
    #expect(view.contentOffset.y == 50)
  }

  @Test("a finger on a section stops the view, which then comes to rest inside its edges")
  func stopsTheView() throws {
    let gallery = try gallery()
    let view = gallery.view!
    try view.drag(by: Vector(dx: 0, dy: 60), at: place)
    try view.release(velocity: Vector(dx: 0, dy: -300))
    try view.pass(1)
    let pulled = view.contentOffset.y
    #expect(pulled < -20)
    try view.drag(by: Vector(dx: -9, dy: 0), at: Point(x: 250, y: 100))
    try view.pass(30)
    #expect(abs(view.contentOffset.y - pulled) < 1e-9)
    #expect(view.crossOffset(ofSection: 0) == 9)
    try view.release(velocity: .zero)
    try view.pass(200)
    #expect(offsets(view) == [9, 0, 0])
  }

  @Test("a flung section continues under a drag, and the content stays in its axis")
  func flungUnderDrag() throws {
    let gallery = try gallery(["grows": 7])
    let view = gallery.view!
    try view.drag(by: Vector(dx: -20, dy: 0), at: place)
    try view.release(velocity: Vector(dx: 2000, dy: 0))
    var last = 20.0
    for _ in 0..<12 {
      try view.drag(by: Vector(dx: 0, dy: -1), at: Point(x: 250, y: 140), taking: 1.0 / 60)
      #expect(view.contentOffset.x == 0)
      #expect(view.crossOffset(ofSection: 0) > last)
      last = view.crossOffset(ofSection: 0)
    }
    #expect(view.contentOffset.y == 12)
    #expect(view.contentSize.height > 880 + 7 * 10)
  }

  @Test("a wheel over a track moves it by the movement's part across, inside its ends")
  func wheel() throws {
    let gallery = try gallery()
    let view = gallery.view!
    try view.scrollWheel(by: Vector(dx: 40, dy: 25), at: place)
    #expect(offsets(view) == [40, 0, 25])
    try view.scrollWheel(by: Vector(dx: -90, dy: 0), at: place)
    #expect(offsets(view) == [0, 0, 25])
    try view.scrollWheel(by: Vector(dx: 9000, dy: 0), at: Point(x: 250, y: 100))
    #expect(offsets(view) == [0, 1690, 25])
    try view.scrollWheel(by: Vector(dx: 5, dy: 5))
    #expect(offsets(view) == [0, 1690, 30])
    #expect(!view.isMoving)
  }

  @Test("right to left the section starts at the right and follows the finger")
  func mirrored() throws {
    let gallery = try gallery()
    let view = gallery.view!
    view.isRightToLeft = true
    try view.layoutIfNeeded()
    #expect(view.shownX(ItemPath(0, 0)) == 400)
    try view.drag(by: Vector(dx: 30, dy: 0), at: Point(x: 20, y: 40))
    #expect(view.crossOffset(ofSection: 0) == 30)
    #expect(view.shownX(ItemPath(0, 0)) == 430)
    try view.release(velocity: Vector(dx: -1000, dy: 0))
    try view.pass(300)
    #expect(abs(view.crossOffset(ofSection: 0) - 529.499_83) < 1e-4)
    try view.scrollWheel(by: Vector(dx: 9.5, dy: 0), at: place)
    #expect(abs(view.crossOffset(ofSection: 0) - 519.999_83) < 1e-4)
    try view.scrollToItem(at: ItemPath(0, 0), position: .right)
    #expect(view.crossOffset(ofSection: 0) == 0)
    try view.scrollToItem(at: ItemPath(0, 6), position: .left)
    #expect(view.shownX(ItemPath(0, 6)) == 0)
  }

  @Test("in a horizontally scrolling view, sections scroll up and down")
  func upright() throws {
    let gallery = try gallery(["upright": 1])
    let view = gallery.view!
    let track = try view.crossTrack(ofSection: 0)
    #expect(
      track
        == CrossTrack(
          section: 0, frame: Rect(x: 0, y: 0, width: 80, height: 400), contentLength: 2190,
          offset: 0, isVertical: true))
    try view.drag(by: Vector(dx: -3, dy: -60), at: Point(x: 40, y: 200))
    #expect(view.crossOffset(ofSection: 0) == 60 && view.contentOffset == .zero)
    try view.release(velocity: .zero)
    try view.drag(by: Vector(dx: -60, dy: -3), at: Point(x: 40, y: 200))
    #expect(view.crossOffset(ofSection: 0) == 60 && view.contentOffset.x == 60)
    try view.release(velocity: .zero)
    try view.scrollToItem(at: ItemPath(1, 10), position: .bottom)
    #expect(view.crossOffset(ofSection: 1) == 10 * 110 + 100 - 400)
  }
}
