// SPDX-License-Identifier: Apache-2.0
//
// An app with random changes, and the screen after each of them.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutScenarios

/// One random session of an app, with its recording.
final class RandomSession {
  static let names = ["flow", "waterfall", "spring", "mosaic", "carousel", "compositional"]

  let app: FreeApp
  let recorder: ScenarioRecorder
  let maker: LayoutMaker
  var dice: SeededGenerator
  /// The layouts that the app keeps, to show them again.
  var kept: [CollectionLayout] = []
  /// The number of steps recorded by then, the app's log, and the screen.
  private(set) var looks: [(stepCount: Int, action: String, sight: Sight)] = []
  /// The kinds of changes, by name; and those that the session leaves out.
  private let without: Set<String>

  var view: CollectionView { app.view }

  init(seed: UInt64, maker: LayoutMaker, without: Set<String> = []) throws {
    (self.maker, self.without) = (maker, without)
    dice = SeededGenerator(seed: seed)
    let name = Self.names[Int(seed) % Self.names.count]
    let layout = try maker.make(name, tier: .inProcess)
    let salt = Int(seed % 97)
    let type: FreeApp.Type = [FreeApp.self, CarryingApp.self, KnowingApp.self][salt % 3]
    app = try type.init(
      .random(using: &dice), layout, salt: salt, followsWidth: salt % 4 == 1)
    if salt % 5 != 4 { app.view.delegate = app }
    if layout.hasProperty("estimatedItemSize"), salt % 2 == 0 {
      try layout.set("estimatedItemSize", to: .size(Size(width: 50, height: 30)))
    }
    recorder = try ScenarioRecorder(app.view, layout: name)
    kept = [layout]
  }

  func play(_ count: Int) {
    for _ in 0..<count {
      var action = ""
      do { action = try act() } catch { action = "\(error)" }
      looks.append((recorder.stepCount, action, Sight(view)))
    }
  }

  func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &dice)
  }

  func chance(_ share: Double = 0.5) -> Bool { number(0...1) < share }

  var place: Point { Point(x: number(0...330), y: number(0...300)) }

  var item: ItemPath? {
    chance(0.9)
      ? view.indexPathsForVisibleItems.randomElement(using: &dice)
      : ItemPath(Int.random(in: 0...3, using: &dice), Int.random(in: 0...9, using: &dice))
  }

  var timing: AnimationTiming? {
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: .curve(TimingCurve(number(0...1), number(-1...2), number(0...1), 1), duration: 0.37)
    case 1: .spring(SpringCurve(dampingRatio: number(0.3...1.4), response: number(0.1...0.6)))
    case 2: .curve(.linear, duration: number(0...0.5))
    default: nil
    }
  }

  /// - Returns: The name of the change.
  private func act() throws -> String {
    let actions: [(String, () throws -> Void)] = [
      ("advance", advance), ("advance", advance), ("advance", advance), ("advance", advance),
      ("scroll", scroll), ("drag", drag), ("drag", drag), ("release", release), ("wheel", wheel),
      ("scrollToItem", scrollToItem), ("cross", cross), ("key", key), ("touch", touch),
      ("touch", touch), ("select", select), ("menu", menu), ("carry", carry), ("carry", carry),
      ("carry", carry), ("resize", resize), ("settings", settings), ("set", set),
      ("invalidate", invalidate), ("batch", batch), ("batch", batch), ("batch", batch),
      ("late", late), ("refused", refused), ("reload", reload), ("swap", swap),
      ("assign", assign), ("transition", transition), ("transition", transition),
      ("transition", transition), ("hot", hotSwap), ("bind", rebind), ("grow", grow),
      ("nudge", nudge), ("accessibility", accessibility), ("frame", frame),
    ]
    let (name, action) = actions[Int.random(in: 0..<actions.count, using: &dice)]
    if !without.contains(name) { try action() }
    return name
  }

  // MARK: Time and scrolling

  private func advance() throws { try view.advance(to: view.clock + number(0...0.15)) }

  private func frame() throws {
    if chance() { view.setNeedsFrame() }
    try view.layoutIfNeeded()
  }

  private func scroll() throws {
    try view.setContentOffset(
      Point(x: chance() ? 0 : number(-5...90), y: number(-20...400)), animated: chance(0.3))
  }

  private func drag() throws {
    try view.drag(
      by: Vector(dx: number(-30...30), dy: number(-60...60)), at: chance(0.8) ? place : nil,
      taking: chance() ? 0 : number(0...0.05))
  }

  private func release() throws {
    try view.release(velocity: Vector(dx: number(-900...900), dy: number(-2_000...2_000)))
  }

  private func wheel() throws {
    try view.scrollWheel(
      by: Vector(dx: number(-50...50), dy: number(-50...50)), at: chance() ? place : nil)
  }

  private func scrollToItem() throws {
    guard let item else { return }
    let positions: [ScrollPosition] = [
      .top, .nearest, .centeredVertically, [.top, .left], [.bottom, .right], .right,
    ]
    try view.scrollToItem(
      at: item, position: positions.randomElement(using: &dice) ?? .top, animated: chance())
  }

  private func cross() throws {
    try view.setCrossOffset(
      number(0...200), ofSection: Int.random(in: 0...2, using: &dice), animated: chance())
  }
}
