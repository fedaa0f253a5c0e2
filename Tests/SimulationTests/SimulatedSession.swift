// SPDX-License-Identifier: Apache-2.0
//
// One session of an app with a person at it, decided by a seed, on one thread.

import LayoutModel
import LayoutTesting
import LayoutUpdates

@testable import LayoutEngine
@testable import LayoutHost

/// An app, its view and a person. Each step is a number from which everything that the step does
/// follows, given what is there: so steps can be left out, and the others stay what they are.
final class SimulatedSession {
  /// The rule by which the selection changes in a step.
  enum SelectionRule {
    /// Nothing is selected or deselected.
    case same
    /// What is still in the data stays selected; of the doubtful items either is right.
    case survivors(doubtful: Set<Int>)
    /// It is the step's purpose to change it, or it cannot be told.
    case free
  }

  let seed: UInt64
  let app: SimulatedApp
  let view: CollectionView
  let stage = MirrorStage()
  let world: SimulatedWorld
  /// True when the layouts are in workers.
  let isRemote: Bool
  /// The makings of each layout that the session made.
  private(set) var choices: [ObjectIdentifier: LayoutChoice] = [:]
  /// The layouts made, to see that none is left behind.
  private(set) var layouts: [WeakLayout] = []
  /// Of the step under way.
  var dice = SeededGenerator(seed: 0)
  var selectionRule = SelectionRule.same
  /// True when something was called from inside a callback in the step under way.
  var hasCalledBack = false
  /// True when nothing moved and nothing was due before the step.
  private(set) var wasQuiet = false
  /// Faults that had happened before the step.
  private var struckBefore = 0
  /// True when a frame was due before the step.
  private var wasDue = false
  /// What was done, step by step.
  var story: [String] = []
  /// Grows with everything that is seen, the same in every run.
  private(set) var trace = Trace()

  /// A layout that is not kept alive.
  struct WeakLayout {
    weak var layout: CollectionLayout?
  }

  /// A session in a world, in which all its calls have to be made.
  init(seed: UInt64, in world: SimulatedWorld) throws {
    (self.seed, self.world, isRemote) = (seed, world, seed % 3 == 0)
    var dice = SeededGenerator(seed: seed)
    let model = ArrayModel.simulated(using: &dice)
    let type: SimulatedApp.Type = seed % 2 == 0 ? SimulatedApp.self : KnowingSimulatedApp.self
    app = type.init(model, salt: Int(seed % 97))
    let choice = LayoutChoice.random(using: &dice)
    let layout = isRemote ? try choice.make(in: world) : try choice.make()
    view = CollectionView(
      container: Size(
        width: Double(Int.random(in: 150...400, using: &dice)),
        height: Double(Int.random(in: 120...400, using: &dice))), layout: layout)
    view.stage = stage
    view.dataSource = app
    view.delegate = app
    view.selectionMode = .multiple
    view.animation.isEnabled = Int.random(in: 0..<2, using: &dice) == 0
    view.register(SimulatedCell.self, forCellWithReuseIdentifier: "cell")
    try own(layout, choice)
    try view.layoutIfNeeded()
  }

  // MARK: Layouts

  private func own(_ layout: CollectionLayout, _ choice: LayoutChoice) throws {
    choices[ObjectIdentifier(layout)] = choice
    layouts.append(WeakLayout(layout: layout))
    try app.bind(layout)
    app.register(for: layout, in: view)
  }

  /// Another layout, of any kind.
  func anotherLayout() throws -> CollectionLayout {
    // What a layout says of itself at first is believed, if it is right in form.
    world.cancelForgery()
    let choice = LayoutChoice.random(using: &dice)
    let layout = isRemote ? try choice.make(in: world) : try choice.make()
    try own(layout, choice)
    return layout
  }

  /// The makings of the layout on screen.
  var shownChoice: LayoutChoice? { choices[ObjectIdentifier(view.shownLayout)] }

  func noteSetting(_ name: String, _ value: LayoutValue, of layout: CollectionLayout) {
    choices[ObjectIdentifier(layout)]?.settings.removeAll { $0.name == name }
    choices[ObjectIdentifier(layout)]?.settings.append((name, value))
  }

  // MARK: A step

  /// Plays one step and looks whether everything holds.
  ///
  /// - Throws: ``Violation``.
  func play(_ step: UInt64) throws(Violation) {
    dice = SeededGenerator(seed: step)
    selectionRule = .same
    hasCalledBack = false
    let act = Act.all.pick(using: &dice)
    let before = SelectionLook(self)
    story.append(act.name)
    (wasDue, wasQuiet) = (view.isFrameDue, isQuiet)
    struckBefore = world.struck.count
    if chance(0.1) {
      let isLasting = chance()
      app.arm(after: Int.random(in: 0...14, using: &dice), on: isLasting)
      story[story.count - 1] += isLasting ? " (answers fail)" : " (an answer fails)"
    }
    if chance(0.1) { prepareCallback() }
    if isRemote { prepareFault() }
    do { try act.run(self) } catch let violation as Violation { throw violation } catch {
      try judge(error, of: act)
    }
    _ = app.disarm()
    app.onCallback = nil
    world.cancelFault()
    world.isRunning = true
    try require(!world.isDeadlocked, "nobody waits for ever", "host and worker, in \(act.name)")
    // What it sent may be right in form and show another place.
    if world.endTainted() { view.collectionViewLayout.invalidate() }
    world.tidy()
    try before.check(self, after: act.name)
    try look(after: act.name)
    trace.add(view)
  }

  /// Makes something go wrong in one of the exchanges of the step, or between two steps.
  private func prepareFault() {
    guard chance(0.2) else { return }
    world.dice = SeededGenerator(seed: dice.next())
    if chance(0.1) { world.isRunning = false }
    if chance(0.15) {
      story[story.count - 1] += " (killed before)"
      return world.killOne()
    }
    let kind = SimulatedWorld.Fault.allCases.randomElement(using: &dice) ?? .diesBefore
    story[story.count - 1] += " (\(kind.rawValue))"
    world.plan(kind, after: Int.random(in: 0...4, using: &dice))
  }

  /// Returns true for what only a layout, or its worker, can be the cause of.
  func isLayoutFault(_ error: any Error) -> Bool {
    let codes: Set<LayoutError.Code> = [
      .workerDied, .workerHung, .workerEnded, .workerStart, .workerLate, .breach, .answerTooLarge,
    ]
    guard let error = error as? LayoutError else { return false }
    // What a worker sent with other bits may name any reason.
    return codes.contains(error.code) || (!world.struck.isEmpty && error.isLayoutFault)
  }

  /// Runs frames until one shows what there is, however often a worker has to be started again.
  func heal() throws(Violation) {
    dice = SeededGenerator(seed: seed)
    story.append("heal")
    var errors: [any Error] = []
    for _ in 0..<60 {
      world.pass(seconds: 6)
      do {
        try view.cancelInteractiveTransition(animated: false)
      } catch {}
      do {
        try view.cancelInteractiveMovement()
        try view.advance(to: view.clock + 1)
      } catch { errors.append(error) }
      if !view.isFrameDue, !view.isMoving { break }
    }
    for error in errors where !isLayoutFault(error) {
      throw Violation(rule: "error of healing", detail: "\(error)")
    }
    try require(!view.isFrameDue && !view.isMoving, "it heals", "\(errors)")
    try look(after: "heal")
    trace.add(view)
  }

  /// Errors are those that the seed asked for, or those that the call is known for.
  private func judge(_ error: any Error, of act: Act) throws(Violation) {
    if app.hasFailed {
      story[story.count - 1] += ", which failed"
      return
    }
    let struck = world.struck.suffix(from: struckBefore)
    let isForged = struck.contains(.forges) || struck.contains(.doubles)
    if isForged || (isLayoutFault(error) && !world.struck.isEmpty) {
      story[story.count - 1] += ": \((error as? LayoutError)?.code.rawValue ?? "")"
      return
    }
    let code = (error as? LayoutError)?.code
    // A path may be gone when what is due is shown first.
    let isGone = wasDue && (code == .unknownPath || code == .unknownItem)
    guard let code, isGone || act.codes.contains(code) else {
      throw Violation(rule: "error of \(act.name)", detail: "\(error)")
    }
  }

  /// Moves on until nothing moves.
  func settle() throws {
    for _ in 0..<400 where view.isMoving || view.isFrameDue {
      try view.advance(to: view.clock + 0.1)
    }
    try require(!view.isMoving, "rest", "it still moves after forty seconds")
  }

  // MARK: Dice

  func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }

  func chance(_ share: Double = 0.5) -> Bool { number(0...1) < share }

  var place: Point {
    Point(x: number(0...view.container.width), y: number(0...view.container.height))
  }

  /// An item on screen, or any in the data; nil when there is none.
  func anyItem() -> ItemPath? {
    if chance(0.7) { return view.indexPathsForVisibleItems.randomElement(using: &dice) }
    let sections = (0..<view.numberOfSections).filter { view.numberOfItems(inSection: $0) > 0 }
    guard let section = sections.randomElement(using: &dice) else { return nil }
    return ItemPath(
      section, Int.random(in: 0..<view.numberOfItems(inSection: section), using: &dice))
  }

  /// A course of an animation; nil for the view's own.
  func anyTiming() -> AnimationTiming? {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: .curve(.linear, duration: number(0...0.5))
    case 1: .spring(SpringCurve(dampingRatio: number(0.3...1.4), response: number(0.1...0.6)))
    default: nil
    }
  }
}

/// A sum over what was seen, to tell whether two runs were the same to the bit.
struct Trace: Equatable {
  private(set) var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ word: UInt64) { sum = (sum ^ word) &* 0x100_0000_01b3 }

  mutating func add(_ view: CollectionView) {
    for number in [view.contentOffset.x, view.contentOffset.y, view.clock] {
      add(number.bitPattern)
    }
    for element in view.visibleElements {
      let frame = element.attributes.frame
      for number in [frame.x, frame.y, frame.width, frame.height, element.attributes.alpha] {
        add(number.bitPattern)
      }
      add(UInt64(bitPattern: Int64(element.view.serialNumber)))
    }
  }
}
