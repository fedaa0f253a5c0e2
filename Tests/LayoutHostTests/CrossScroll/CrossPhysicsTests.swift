// SPDX-License-Identifier: Apache-2.0
//
// A section moves by the same laws as the view: the same numbers, bit for bit.

import LayoutEngine
import LayoutHost
import LayoutModel
import LayoutRuntime
import Testing

@Suite("The physics of sections that scroll across")
struct CrossPhysicsTests {
  /// The input of a user: fingers and time.
  enum Act: Sendable {
    case drag(Double)
    case release(Double)
    case pass(Int)
  }

  /// A session of one row, and the scrolling parameters of the view.
  struct Session: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let acts: [Act]
    var options = ScrollOptions()
  }

  private static func options(_ change: (inout ScrollOptions) -> Void) -> ScrollOptions {
    var options = ScrollOptions()
    change(&options)
    return options
  }

  static let sessions = [
    Session(
      testDescription: "flung", acts: [.drag(-30), .drag(-12.5), .release(1000), .pass(240)]),
    Session(
      testDescription: "flung into its end and back",
      acts: [.drag(-300), .release(9000), .pass(300)]),
    Session(
      testDescription: "pulled over its start and let go",
      acts: [.drag(90), .drag(40), .drag(-10), .release(0), .pass(120)]),
    Session(
      testDescription: "taken up while it moves",
      acts: [
        .drag(-50), .release(2000), .pass(7), .drag(-5), .drag(20), .release(-700), .pass(200),
      ]),
    Session(
      testDescription: "with the fast rate", acts: [.drag(-50), .release(3000), .pass(100)],
      options: options { $0.decelerationRate = Deceleration.fastRate }),
    Session(
      testDescription: "by the other profile", acts: [.drag(-50), .release(3000), .pass(300)],
      options: options { $0.fling = .spline(pointsPerInch: 160) }),
    Session(
      testDescription: "without bounces", acts: [.drag(-50), .release(6000), .pass(100)],
      options: options { $0.bounces = false }),
  ]

  @Test("P2, P3, P4, P5: a section moves as the view would", arguments: sessions)
  func same(_ session: Session) throws {
    let galleries = [try Shelves.gallery([20]), try Shelves.gallery([20], ["single": 1])]
    let (section, whole) = (galleries[0].view!, galleries[1].view!)
    #expect(whole.contentSize.width == 2190)
    let place = Point(x: 250, y: 40)
    (section.scrollOptions, whole.scrollOptions) = (session.options, session.options)
    func compare() {
      #expect(section.crossOffset(ofSection: 0) == whole.contentOffset.x)
      #expect(section.isMoving == whole.isMoving)
    }
    var offsets: Set<Double> = []
    for act in session.acts {
      for view in [section, whole] {
        switch act {
        case .drag(let dx): try view.drag(by: Vector(dx: dx, dy: 0), at: place, taking: 0.01)
        case .release(let dx): try view.release(velocity: Vector(dx: dx, dy: 0))
        case .pass: break
        }
      }
      compare()
      guard case .pass(let frames) = act else { continue }
      for _ in 0..<frames {
        for view in [section, whole] { try view.advance(to: view.clock + 1.0 / 60) }
        compare()
        offsets.insert(section.crossOffset(ofSection: 0))
      }
    }
    #expect(offsets.count > 5)
    #expect(section.contentOffset == .zero)
    #expect(!section.isMoving)
    let offset = section.crossOffset(ofSection: 0)
    #expect(offset >= 0 && offset <= 1690)
    let shown = try #require(section.visibleElements.first?.attributes)
    #expect(shown.frame.x == 110 * Double(shown.path.item) - offset)
  }

  @Test("P3: beyond its start a section moves less than the finger")
  func rubberBand() throws {
    let gallery = try Shelves.gallery()
    let view = gallery.view!
    try view.drag(by: Vector(dx: 100, dy: 0), at: Point(x: 9, y: 140))
    #expect(view.crossOffset(ofSection: 1) == -RubberBand.shown(for: 100, dimension: 500))
    #expect(view.shownX(ItemPath(1, 0)) == RubberBand.shown(for: 100, dimension: 500))
    #expect(view.shownX(ItemPath(0, 0)) == 0)
  }

  @Test("a layout chooses where a section rests, and beyond the end it rests at the end")
  func target() throws {
    let gallery = try Shelves.gallery([20, 20, 20], ["snap": 110])
    let view = gallery.view!
    try view.drag(by: Vector(dx: -40, dy: 0), at: Point(x: 250, y: 40))
    try view.release(velocity: Vector(dx: 600, dy: 0))
    try view.pass(200)
    // Without a choice it would rest at 40 + 0.4995 · 600 = 339.7.
    #expect(view.crossOffset(ofSection: 0) == 330)
    try view.collectionViewLayout.set("snap", to: .number(1000))
    try view.drag(by: Vector(dx: -1, dy: 0), at: Point(x: 250, y: 40))
    try view.release(velocity: Vector(dx: 90_000, dy: 0))
    try view.pass(400)
    #expect(view.crossOffset(ofSection: 0) == 1690)
  }
}
